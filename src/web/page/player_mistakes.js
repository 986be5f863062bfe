// The mistakes of one player: the latest games of a database are searched, and the worst moves listed.

import { Line } from "./api.js";
import { button, byId, choice, el, heads, openingRow } from "./dom.js";
import { number, t, told } from "./language.js";

const GAMES = [["5", "5"], ["10", "10"], ["20", "20"], ["50", "50"]];
/** The most moves of the list. */
const LISTED = 50;

export class PlayerMistakes {
  /** `open` shows a position of a game: its number and the plies before. */
  constructor(panel, open) {
    this.open = open;
    this.line = new Line();
    panel.append(
      el("form", { class: "row", submit: (event) => (event.preventDefault(), this.#search()) },
        el("label", { for: "mistakes-player" }, t("Player")),
        el("input", { id: "mistakes-player", type: "search", autocomplete: "off", required: true }),
        choice("mistakes-games", t("Latest games"), GAMES),
        el("button", { type: "submit", id: "mistakes-search" }, t("Find mistakes")),
        button(t("Stop"), () => this.#stop(), { id: "mistakes-stop", disabled: true }),
      ),
      el("p", { id: "mistakes-note", class: "note", role: "status" }),
      el("div", { id: "mistakes-found" }),
    );
  }

  leave() {
    if (this.line.busy) this.#stop();
  }

  #stop() {
    this.line.stop();
    this.#say(t("Stopped."));
  }

  #say(text) {
    byId("mistakes-note").textContent = text;
    byId("mistakes-stop").disabled = !this.line.busy;
  }

  async #search() {
    const question = { player: byId("mistakes-player").value, games: Number(byId("mistakes-games").value) };
    const answer = this.line.listen("/api/db/mistakes", question, ({ searched, of }) => {
      if (of) this.#say(t("{n} of {all} {all|game|games}", { n: searched, all: of }));
    });
    byId("mistakes-found").replaceChildren();
    this.#say(t("Searching…"));
    try {
      const found = await answer;
      if (found) this.#show(found);
    } catch (error) {
      this.#say(told(error.message));
    }
  }

  #show(found) {
    this.#say(found.games ? t("{n} {n|game|games}, {moves} {moves|move|moves}", { n: found.games, moves: number(found.moves) }) : t("No game."));
    if (!found.games) return;
    const lists = [this.#counts(found)];
    if (found.worst.length) lists.push(this.#worst(found.worst.slice(0, LISTED)));
    byId("mistakes-found").replaceChildren(...lists);
  }

  #counts({ phases, games, ...all }) {
    const row = ({ pieces, moves, inaccuracies, mistakes, blunders, loss }) =>
      el("tr", {}, el("th", { scope: "row" }, pieces), ...[moves, inaccuracies, mistakes, blunders].map((count) => el("td", { class: "value" }, number(count))),
        el("td", { class: "value" }, `${(100 * loss / games).toFixed(1)} %`));
    const names = [t("Pieces"), t("Moves"), "?!", "?", "??", t("Loss")];
    const head = el("tr", {}, ...heads(names, (column) => column > 0));
    return el("table", {}, el("thead", {}, head), el("tbody", {}, ...phases.map(row), row({ pieces: t("all"), ...all })));
  }

  #worst(worst) {
    const row = ({ game, date, opponent, ply, name, loss, better }) =>
      openingRow(() => this.open(game, ply), name, t("Show {move} in game {game}", { move: name, game }),
        el("td", { class: "value" }, `−${Math.round(100 * loss)} %`),
        el("td", {}, better, el("div", { class: "note" }, [opponent, date].filter(Boolean).join(", "))),
      );
    const head = el("tr", {}, ...heads([t("Move"), t("Loss"), t("Better")], (column) => column === 1));
    return el("table", {}, el("thead", {}, head), el("tbody", {}, ...worst.map(row)));
  }
}
