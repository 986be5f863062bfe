// The editor of a formation that games are searched for: pieces and empty squares that must be there, of which any may, and that must not.

import { Board } from "./board.js";
import { button, byId, choice, el } from "./dom.js";
import { t } from "./language.js";

const PIECES = [["w", t("white man")], ["W", t("white king")], ["wW", t("white man or king")], ["b", t("black man")], ["B", t("black king")], ["bB", t("black man or king")], ["e", t("empty square")]];
const KINDS = [["with", t("must be there")], ["any", t("any of these")], ["without", t("must not be there")]];
const TURNS = [["", t("either side")], ["white", t("White")], ["black", t("Black")]];
/** What the board says of a piece of each kind. */
const MARKS = { any: "any", without: "not" };

export class Formation {
  /** An editor inside an element; `changed` is told of every other question. */
  constructor(app, parent, changed) {
    this.app = app;
    this.changed = changed;
    /** The stones on each square, a piece and its kind. At most one of them must be there. */
    this.stones = new Map();
    parent.append(
      el("div", { role: "group", class: "row fields", "aria-label": t("Click to put") },
        choice("stone-piece", t("Click to put"), PIECES),
        choice("stone-kind", t("that"), KINDS),
      ),
      el("div", { id: "formation-board" }),
      el("div", { role: "group", class: "row", "aria-label": t("The place") },
        choice("formation-turn", t("To move"), TURNS, () => this.#changed()),
        el("label", {}, el("input", { id: "formation-turned", type: "checkbox", change: () => this.#changed() }), ` ${t("also with colours reversed")}`),
        el("label", { for: "formation-lasting" }, t("Positions in a row, at least")),
        el("input", { id: "formation-lasting", type: "number", min: 1, max: 200, value: 1, change: () => this.#changed() }),
      ),
      el("div", { role: "group", class: "row", "aria-label": t("The formation") },
        button(t("From the board"), () => this.take(), { id: "formation-take" }),
        button(t("Clear"), () => this.#clear(), { id: "formation-clear" }),
      ),
    );
    this.board = new Board(byId("formation-board"), { label: t("Formation, 10 by 10, squares 1 to 50"), tapped: (square) => this.#put(square) });
    this.board.editing = true;
  }

  /** What the server is asked; null where nothing is. */
  question() {
    if (!this.stones.size) return null;
    const lasting = Math.max(1, Math.round(Number(byId("formation-lasting").value)) || 1);
    const parts = Object.fromEntries(KINDS.map(([kind]) => [kind, this.#text(kind)]).filter(([, text]) => text));
    return { ...parts, turn: byId("formation-turn").value || null, turned: byId("formation-turned").checked, lasting };
  }

  /** The stones of a kind as `db search` reads them: W27,K3:B18,P19:E28. */
  #text(kind) {
    const all = [...this.stones].flatMap(([square, stones]) => stones.filter((stone) => stone.kind === kind).map(({ piece }) => ({ square, piece })));
    const part = (letter) => {
      const own = all.filter(({ piece }) => piece[0].toUpperCase() === letter);
      const squares = own.map(({ square, piece }) => (piece.length === 2 ? "P" : piece === letter ? "K" : "") + square);
      return squares.length ? letter + squares.join(",") : "";
    };
    return ["W", "B", "E"].map(part).filter(Boolean).join(":");
  }

  /** Puts the chosen stone on a square, or takes it away where it is. What must be there takes the place of what must be there. */
  #put(square) {
    const stone = { piece: byId("stone-piece").value, kind: byId("stone-kind").value };
    const old = this.stones.get(square) ?? [];
    const isSame = (other) => other.piece === stone.piece && other.kind === stone.kind;
    const left = old.filter((other) => !isSame(other) && (stone.kind !== "with" || other.kind !== "with"));
    const stones = old.some(isSame) ? left : [...left, stone];
    if (stones.length) this.stones.set(square, stones);
    else this.stones.delete(square);
    this.#draw();
    this.changed();
  }

  /** Has the pieces of a position, each of which must be there. */
  take(pieces = this.app.spot()?.pieces ?? this.app.position.pieces) {
    this.stones.clear();
    [...pieces].forEach((piece, index) => piece !== "." && this.stones.set(index + 1, [{ piece, kind: "with" }]));
    this.#draw();
    this.changed();
  }

  #clear() {
    if (!this.stones.size) return;
    this.stones.clear();
    this.#draw();
    this.changed();
  }

  #changed() {
    if (this.stones.size) this.changed();
  }

  #draw() {
    const marked = ({ piece, kind }) => ({ piece, mark: MARKS[kind] });
    this.board.stones = new Map([...this.stones].map(([square, stones]) => [square, stones.map(marked)]));
    this.board.draw();
  }
}
