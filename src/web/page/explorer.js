// The moves of a position in a database: those played with their results, and others that lead to known positions or that the tables know.

import { button, el, signClass, signed } from "./dom.js";
import { verdict } from "./endgame.js";
import { number, t } from "./language.js";

/** The results of a move as a bar. */
function bar(move) {
  const known = move.white + move.draws + move.black;
  if (!known) return "–";
  const shares = [move.white, move.draws, move.black].map((count) => Math.round((100 * count) / known));
  const words = t("White wins {white} %, draws {draws} %, Black wins {black} %", { white: shares[0], draws: shares[1], black: shares[2] });
  const part = (percent, index) => {
    const one = el("span", { class: ["white", "draws", "black"][index] }, percent >= 15 ? `${percent}` : "");
    // The policy of the page forbids styles in markup; those set by a script are allowed.
    one.style.flexGrow = percent;
    return one;
  };
  return el("span", { class: "results", role: "img", "aria-label": words, title: words }, ...shares.map(part));
}

/** A table of the moves; `play` is told of a click on one. */
export function movesTable({ moves, others }, filter, play) {
  const none = moves.length ? null : el("p", { class: "note" }, filter ? t("None of these games has a move from here.") : t("No game continues from here."));
  if (!moves.length && !others.length) return none;
  const [covered, rated] = ["endgame", "rating"].map((name) => [...moves, ...others].some((move) => move[name]));
  const first = (move) => el("td", {}, button(move.text, () => play(move), { "aria-label": t("Play {move}", { move: move.text }) }));
  const last = (move) => [
    el("td", { class: "value" }, el("span", { class: signClass(move.value) }, signed(move.value))),
    covered ? el("td", {}, verdict(move.endgame ?? {})) : null,
  ];
  const played = (move) => el("tr", {}, first(move),
    el("td", { class: "value" }, number(move.games)),
    el("td", {}, bar(move)),
    rated ? el("td", { class: "value" }, move.rating ?? "–") : null,
    el("td", { class: "value" }, move.last_year ?? "–"), ...last(move));
  const reached = (move) => el("tr", { class: "other" }, first(move),
    el("td", { colspan: rated ? 4 : 3, class: "note" }, move.reached ? t("not played; its position is in {n} {n|game|games}", { n: number(move.reached) }) : t("not played")), ...last(move));
  const names = [[t("Move"), ""], [t("Games"), "value"], [t("White, draws, Black (%)"), ""], ...(rated ? [[t("Rating"), "value"]] : []), [t("Last played"), "value"], [t("Value"), "value"], ...(covered ? [[t("Endgame tables"), ""]] : [])];
  const head = el("tr", {}, ...names.map(([name, kind]) => el("th", { scope: "col", class: kind || null }, name)));
  const table = el("table", {}, el("thead", {}, head), el("tbody", {}, ...moves.map(played), ...others.map(reached)));
  return none ? el("div", {}, none, table) : table;
}
