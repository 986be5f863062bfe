// The games of a database as a table whose columns sort.

import { button, el, openingRow } from "./dom.js";
import { t } from "./language.js";

/** The cells of a row, each of lines of columns: name, head, value. */
const CELLS = [
  [
    [["white", t("White"), (game) => game.white ?? "?"], ["white_rating", t("Rating"), (game) => game.ratings[0]]],
    [["black", t("Black"), (game) => game.black ?? "?"], ["black_rating", t("Rating"), (game) => game.ratings[1]]],
  ],
  [[["result", t("Result"), (game) => game.result]], [["plies", t("Plies"), (game) => game.plies]]],
  [
    [["event", t("Event"), (game) => game.event]],
    [["round", t("Round"), (game) => game.round], ["date", t("Date"), (game) => game.date]],
  ],
];
/** Columns of which the greatest comes first. */
const FALLING = ["white_rating", "black_rating", "plies", "date"];

export class GameTable {
  #sort = null;
  #descending = false;

  /** A table inside an element; `open` is told of the game of a row, `sorted` of another order. */
  constructor(parent, { open, sorted }) {
    this.parent = parent;
    this.open = open;
    this.sorted = sorted;
  }

  /** The order of the rows, as the server wants it. */
  order() {
    return { sort: this.#sort, descending: this.#descending };
  }

  /** Sorts by a column; then the other way; then by the numbers of the games again. */
  #sortBy(name) {
    const isFalling = FALLING.includes(name);
    if (this.#sort !== name) [this.#sort, this.#descending] = [name, isFalling];
    else if (this.#descending === isFalling) this.#descending = !isFalling;
    else [this.#sort, this.#descending] = [null, false];
    this.sorted();
  }

  #head(lines) {
    const isSorted = lines.flat().some(([name]) => name === this.#sort);
    const order = isSorted ? (this.#descending ? "descending" : "ascending") : null;
    return el("th", { scope: "col", "aria-sort": order }, ...lines.map((line) => el("div", {}, ...line.map((column) => this.#sorter(column)))));
  }

  #sorter([name, text]) {
    const column = name === "white_rating" ? t("Rating of White") : name === "black_rating" ? t("Rating of Black") : text;
    const sign = this.#sort === name ? (this.#descending ? " ▼" : " ▲") : "";
    return button(text + sign, () => this.#sortBy(name), { "data-sort": name, "aria-label": t("Sort by {column}", { column }) });
  }

  #row(game) {
    const [white, black] = [game.white ?? "?", game.black ?? "?"];
    const part = ([name, , value]) => el("span", { class: `of-${name}` }, `${value(game) ?? ""}`);
    const cell = (lines) => el("td", {}, ...lines.map((line) => el("div", {}, ...line.map(part))));
    return openingRow(() => this.open(game), `${game.game}`, t("Open game {game}, {white} against {black}", { game: game.game, white, black }), ...CELLS.map(cell));
  }

  /** Shows the games of a page. */
  draw(games) {
    const head = el("tr", {}, el("th", { scope: "col", "aria-label": t("Open") }, "#"), ...CELLS.map((lines) => this.#head(lines)));
    const table = el("table", {}, el("thead", {}, head), el("tbody", {}, ...games.map((game) => this.#row(game))));
    this.parent.replaceChildren(...(games.length ? [table] : []));
  }
}
