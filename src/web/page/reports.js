// Reports: an event, a player, two players; their tables open games, and a page to print has them too.

import { Line } from "./api.js";
import { button, byId, el, openingRow } from "./dom.js";
import { knownField } from "./known_field.js";
import { language, number, t, told } from "./language.js";
import { print } from "./print.js";

/** The nodes of a search for each position. */
const NODES = 20000;

const TITLES = {
  "Standings": t("Standings"), "Cross-table": t("Cross-table"), "Openings": t("Openings"), "Decided games": t("Decided games"), "Longest games": t("Longest games"),
  "Most accurate games": t("Most accurate games"), "Missed wins": t("Missed wins"), "Results against everybody": t("Results against everybody"), "Games between them": t("Games between them"),
};
const COLUMNS = {
  player: t("player"), games: t("games"), points: t("points"), score: t("score"), moves: t("moves"), game: t("game"), date: t("date"),
  round: t("round"), players: t("players"), result: t("result"), plies: t("plies"), played: t("played"), better: t("better"), side: t("side"), "lost a move": t("lost a move"), loses: t("loses"),
};
/** Columns with a sign as their head, as tables of tournaments have it: a panel has no room for the words. */
const SIGNS = { won: ["+", t("won")], drawn: ["=", t("drawn")], lost: ["−", t("lost")] };
/** What is below the players of a game and has no column of its own. */
const BELOW = ["date", "round"];
/** Columns of moves, which are not broken at their hyphens. */
const MOVES = ["moves", "played", "better"];
const WORDS = { "on average": t("on average"), "no moves": t("no moves") };
const SIDES = { both: t("both sides"), White: t("White"), Black: t("Black") };

/** The title of a table; that of a side has the name of a player before it. */
function titled(title) {
  const [, name, side] = title.match(/^(.*) as (White|Black)$/) ?? [];
  if (!name) return TITLES[title] ?? title;
  return side === "White" ? t("{name} as White", { name }) : t("{name} as Black", { name });
}

export class Reports {
  /** `open` shows a place of a game: its number and the plies before. */
  constructor(app, panel, open) {
    Object.assign(this, { app, open, line: new Line() });
    const [event, events] = knownField("report-event", "event", { required: true });
    const [player, players] = knownField("report-player", "player", { required: true });
    const [other, others] = knownField("report-other", "player");
    const asked = (ask) => (submitted) => (submitted.preventDefault(), ask());
    this.panel = el("details", { id: "reports" },
      el("summary", {}, t("Reports")),
      el("form", { id: "event-form", submit: asked(() => this.#show({ path: "/api/db/report", event: event.value })) },
        el("label", { for: event.id }, t("Event")), event, events, el("button", { type: "submit" }, t("Show"))),
      el("form", { id: "players-form", submit: asked(() => this.#players([player.value, other.value])) },
        el("label", { for: player.id }, t("Player")), player, players, el("label", { for: other.id }, t("compared with")), other, others, el("button", { type: "submit" }, t("Show"))),
      el("div", { class: "row", role: "group" }, el("span", { id: "report-note", class: "note", role: "status" }), button(t("Stop"), () => this.leave(), { id: "report-stop", hidden: true })),
      el("div", { id: "report" }),
    );
    panel.append(this.panel);
  }

  leave() {
    if (!this.line.busy) return;
    this.line.stop();
    this.#say(t("Stopped."));
  }

  /** Opens the report of an event. */
  event(name) {
    byId("report-event").value = name;
    return this.#come({ path: "/api/db/report", event: name });
  }

  /** Opens the report of a player. */
  player(name) {
    byId("report-player").value = name;
    byId("report-other").value = "";
    this.panel.open = true;
    this.panel.scrollIntoView();
    return this.#players([name]);
  }

  #come(question) {
    this.panel.open = true;
    this.panel.scrollIntoView();
    return this.#show(question);
  }

  /** What players do, and in the position on the board. */
  #players(names) {
    const players = names.map((name) => name.trim()).filter(Boolean);
    return this.#show({ path: "/api/db/players", players, at: this.app.tree.spot() });
  }

  #say(text) {
    byId("report-note").textContent = text;
    byId("report-stop").hidden = !this.line.busy;
  }

  /** The answer to a question; nothing where it was stopped or refused. */
  async #ask({ path, ...question }) {
    const answer = this.line.listen(path, { ...question, language }, ({ searched, of }) => {
      if (of) this.#say(t("{n} of {all} searched", { n: number(searched), all: number(of) }));
    });
    this.#say(t("Searching…"));
    try {
      const found = await answer;
      if (found) this.#say("");
      return found;
    } catch (error) {
      this.#say(told(error.message));
      return null;
    }
  }

  async #show(question) {
    const found = await this.#ask(question);
    if (!found) return;
    const { path, event, players } = question;
    const search = event ? t("Search for missed wins") : t("Search these moves");
    byId("report").replaceChildren(
      el("h3", {}, this.#title(found)),
      el("p", {}, this.#summary(found, players), " ", event && !found.scores ? t("No game has scores; the engine can search the games.") : ""),
      el("div", { class: "row", role: "group" },
        button(search, () => this.#show({ ...question, nodes: NODES }), { id: "report-search" }),
        button(t("To print"), () => this.#print({ ...question, path }, found.html), { id: "report-print" })),
      ...found.tables.map((table) => this.#table(table)),
    );
  }

  #title({ title, events }) {
    return events?.length > 1 ? t("{event} and {n} other {n|event|events}", { event: events[0], n: number(events.length - 1) }) : title;
  }

  #summary({ games, wins, draws, losses }, players) {
    const counts = { games: number(games), wins: number(wins), draws: number(draws), losses: number(losses) };
    if (!games) return t("No game.");
    if (!players) return t("{games} {games|game|games}: White won {wins}, {draws} drawn, Black won {losses}.", counts);
    if (players.length === 1) return t("{games} {games|game|games}: won {wins}, drawn {draws}, lost {losses}.", counts);
    return t("{games} {games|game|games} between them: {one} won {wins}, {draws} drawn, {other} won {losses}.", { ...counts, one: players[0], other: players[1] });
  }

  async #print(question, html) {
    const printed = html ?? (await this.#ask({ ...question, nodes: null, html: true }))?.html;
    if (printed) print("report.html", printed);
  }

  #table({ title, columns, words, rows }) {
    const person = columns.length ? columns.indexOf("player") : 1;
    const style = (column) => ({ class: column < words ? null : "value" });
    const hasPlayers = columns.includes("players");
    const shown = [...(columns.length ? columns : rows[0].cells).keys()].filter((column) => !hasPlayers || !BELOW.includes(columns[column]));
    const below = (cells) => BELOW.map((name) => cells[columns.indexOf(name)]).filter((text) => text && text !== "-").join(", ");
    const written = (text, name) => (name === "side" ? SIDES[text] : MOVES.includes(name) ? WORDS[text] ?? text.replaceAll("-", "\u2011") : text);
    const named = (text) => button(text, () => this.player(text), { class: "link" });
    const cell = (cells) => (column) => {
      const [text, name] = [cells[column], columns[column]];
      return el("td", style(column), column === person && text ? named(text) : written(text, name), name === "players" ? el("div", { class: "note" }, below(cells)) : null);
    };
    const line = ({ cells, game, ply }) => {
      if (!game) return el("tr", {}, ...shown.map(cell(cells)));
      return openingRow(() => this.open({ game, ply }), cells[0], t("Open game {game}", { game }), ...shown.slice(1).map(cell(cells)));
    };
    const head = (column) => {
      const [sign, word] = SIGNS[columns[column]] ?? [COLUMNS[columns[column]] ?? (columns[column] || "#")];
      return el("th", { scope: "col", title: word, "aria-label": word, ...style(column) }, sign);
    };
    const name = titled(title);
    return el("section", { class: "report-table" }, el("h4", {}, name),
      el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": name },
        el("table", {}, columns.length ? el("thead", {}, el("tr", {}, ...shown.map(head))) : null, el("tbody", {}, ...rows.map(line)))));
  }
}
