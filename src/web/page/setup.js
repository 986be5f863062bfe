// The editor of positions: pieces are put on the board of the page, for all panels.

import { ask } from "./api.js";
import { addressOf } from "./address.js";
import { piece } from "./board.js";
import { button, byId, choice, el, sentence, svg } from "./dom.js";
import { History } from "./history.js";
import { t, told } from "./language.js";

const PIECES = [["w", t("white man")], ["W", t("white king")], ["b", t("black man")], ["B", t("black king")], [".", t("take away")]];
const EMPTY = ".".repeat(50);
const START = "b".repeat(20) + ".".repeat(10) + "w".repeat(20);
const OTHER = { w: "b", W: "B", b: "w", B: "W", ".": "." };

function drawn(sign) {
  const sides = sign === "." ? [svg("path", { d: "M-3 -3l6 6m0-6l-6 6", class: "mark-not" })] : [piece(sign, 0, 0)];
  return svg("svg", { viewBox: "-5 -5 10 10", class: "piece-icon", "aria-hidden": "true" }, ...sides);
}

export class Setup {
  /** What is on the board while it is edited; null while it is not. */
  #pieces = null;
  #tool = "w";
  #history = new History();

  constructor(app, parent) {
    this.app = app;
    this.parent = parent;
    const act = (id, text, click, more = {}) => button(text, click, { id, ...more });
    parent.append(
      el("h2", { id: "setup-title" }, t("Set up a position")),
      el("div", { class: "row", role: "group", "aria-label": t("Piece") },
        ...PIECES.map(([sign, name]) => el("button", { type: "button", class: "tool", "data-piece": sign, "aria-label": name, title: name, click: () => this.#choose(sign) }, drawn(sign)))),
      el("div", { class: "row", role: "group", "aria-label": t("The whole board") },
        choice("setup-turn", t("to move"), [["W", t("White")], ["B", t("Black")]], () => this.#draw()),
        act("setup-start", t("Start"), () => this.#set(START)),
        act("setup-clear", t("Clear"), () => this.#set(EMPTY)),
        act("setup-swap", t("Swap colours"), () => this.#swap()),
        act("setup-undo", t("Undo"), () => this.undo()),
      ),
      el("div", { class: "row" }, el("label", { for: "setup-fen" }, "FEN"), el("input", { id: "setup-fen", spellcheck: "false", autocomplete: "off", change: () => this.#read() })),
      el("p", { id: "setup-note", class: "note", role: "status" }),
      el("div", { class: "row", role: "group", "aria-label": t("Use the position") },
        act("setup-analyse", t("Analyse it"), () => this.#begin("analyse"), { class: "main" }),
        act("setup-play", t("Play from here"), () => this.#begin("play")),
        act("setup-search", t("Search it"), () => this.#search(), { hidden: !app.state.database }),
        act("setup-link", t("Copy link"), async () => app.copy(addressOf((await this.#position()).fen), t("The link is copied."))),
        act("setup-cancel", t("Cancel"), () => this.close()),
      ),
    );
    this.#choose("w");
  }

  /** The position on the board while it is edited, as the server wants it. */
  spot() {
    return this.#pieces === null ? null : { pieces: this.#pieces, turn: byId("setup-turn").value };
  }

  /** Begins with the position on the board. */
  async open() {
    const { app } = this;
    const { pieces, turn } = app.spot() ?? { pieces: app.position.pieces, turn: app.position.turn === "white" ? "W" : "B" };
    this.#history.clear();
    byId("setup-turn").value = turn;
    this.#pieces = pieces;
    this.#show(true);
    app.mode.stop?.();
    await this.#draw();
  }

  /** Shows the game again. */
  close() {
    if (this.#pieces === null) return;
    this.leave();
    this.app.refresh();
  }

  /** Ends the editing, for something else to be shown. */
  leave() {
    if (this.#pieces === null) return;
    this.#pieces = null;
    this.#show(false);
    this.app.board.editing = false;
  }

  #show(isOpen) {
    this.parent.hidden = !isOpen;
    byId("moves").hidden = isOpen;
    byId("tools").hidden = isOpen;
    byId("setup-button").setAttribute("aria-expanded", String(isOpen));
  }

  #choose(sign) {
    this.#tool = sign;
    for (const one of this.parent.querySelectorAll("[data-piece]")) one.setAttribute("aria-pressed", String(one.dataset.piece === sign));
  }

  /** Puts the chosen piece on a square, or takes it away where it is; whether the board is being edited. */
  tapped(square) {
    if (this.#pieces === null) return false;
    const sign = this.#pieces[square - 1] === this.#tool ? "." : this.#tool;
    this.#set(this.#pieces.slice(0, square - 1) + sign + this.#pieces.slice(square));
    return true;
  }

  /** Moves a piece to another square; whether the board is being edited. */
  dragged(from, to) {
    if (this.#pieces === null) return false;
    const pieces = [...this.#pieces];
    if (pieces[from - 1] === ".") return this.tapped(to);
    [pieces[from - 1], pieces[to - 1]] = [".", pieces[from - 1]];
    this.#set(pieces.join(""));
    return true;
  }

  #set(pieces, turn = byId("setup-turn").value) {
    this.#history.remember(JSON.stringify([this.#pieces, byId("setup-turn").value]));
    this.#pieces = pieces;
    byId("setup-turn").value = turn;
    return this.#draw();
  }

  /** Takes the last change back. */
  undo() {
    const state = this.#history.undo(this.#pieces);
    if (state === undefined) return;
    const [pieces, turn] = JSON.parse(state);
    this.#pieces = pieces;
    byId("setup-turn").value = turn;
    this.#draw();
  }

  /** White's pieces become Black's, on the squares that look the same from the other side. */
  #swap() {
    const turned = [...this.#pieces].reverse().map((sign) => OTHER[sign]).join("");
    this.#set(turned, byId("setup-turn").value === "W" ? "B" : "W");
  }

  #position() {
    return ask("/api/position", this.spot());
  }

  async #draw() {
    const { board } = this.app;
    board.arrows = [];
    board.outline = [];
    board.shares = null;
    board.editing = true;
    board.show({ pieces: this.#pieces, legal: [] });
    const pieces = this.#pieces;
    try {
      const { fen } = await this.#position();
      if (pieces === this.#pieces) byId("setup-fen").value = fen;
      this.#say("");
    } catch (error) {
      this.#say(sentence(told(error.message)));
    }
    byId("setup-undo").disabled = !this.#history.reach.undo;
  }

  #say(text) {
    byId("setup-note").textContent = text;
  }

  async #read() {
    try {
      const { fen } = await ask("/api/paste", { text: byId("setup-fen").value });
      if (!fen) throw new Error(t("this is a game, not a position"));
      const { pieces, turn } = await ask("/api/position", { fen });
      await this.#set(pieces, turn === "white" ? "W" : "B");
    } catch (error) {
      this.#say(sentence(told(error.message)));
    }
  }

  async #begin(mode) {
    try {
      const { fen } = await this.#position();
      this.leave();
      if (mode === "play") await this.app.modes.play.begin(fen);
      else await this.app.begin(fen, {}, { mode });
    } catch (error) {
      this.#say(sentence(told(error.message)));
    }
  }

  async #search() {
    const pieces = this.#pieces;
    this.leave();
    await this.app.turnTo("database");
    await this.app.refresh();
    this.app.modes.database.searchFor(pieces);
  }
}
