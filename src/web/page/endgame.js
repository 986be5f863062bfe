// The endgame tables: what becomes of the position and of each legal move, and the best line to the end.

import { Line } from "./api.js";
import { squaresOf } from "./board.js";
import { button, byId, el, heads, waiting } from "./dom.js";
import { t } from "./language.js";

const WORDS = { win: t("wins"), draw: t("draws"), loss: t("loses") };

/** `wins in 7 plies`, for the side to move. */
export function verdict({ value, plies }) {
  if (!value) return t("not known");
  const word = WORDS[value];
  if (plies === null || plies === undefined) return word;
  return t("{verdict} in {n} {n|ply|plies}", { verdict: word, n: plies });
}

export class Endgame {
  constructor(app, parent) {
    this.app = app;
    this.ask = new Line();
    this.parent = parent;
  }

  leave() {
    this.ask.stop();
  }

  /** Asks for the position on the board, where it may be covered. */
  async moved() {
    const { app, parent } = this;
    const pieces = [...app.position.pieces].filter((sign) => sign !== ".").length;
    if (!app.state.endgame || pieces > app.state.endgame || app.position.ending) {
      this.ask.stop();
      parent.replaceChildren();
      return;
    }
    const told = await waiting(parent, this.ask.listen("/api/endgame", { at: app.tree.spot() }));
    if (!told) return;
    parent.replaceChildren(...(told.value ? this.#parts(told) : []));
  }

  #parts(told) {
    const side = this.app.position.turn === "white" ? t("White") : t("Black");
    const head = el("tr", {}, ...heads([t("Move"), t("For the mover")]));
    const rows = told.moves.map((move) => el("tr", {}, el("td", {}, this.#button(move)), el("td", {}, verdict(move))));
    const line = told.line.map((move, index) => button(move.text, () => this.#take(told.line.slice(0, index + 1))));
    return [
      el("h2", {}, t("Endgame tables")),
      el("p", { id: "endgame-value" }, t("{side} {verdict}.", { side, verdict: verdict(told) })),
      el("div", { id: "endgame-moves", class: "scroll", tabindex: 0, role: "group", "aria-label": t("Legal moves by the endgame tables") },
        el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows))),
      line.length ? el("p", { id: "endgame-line", class: "line" }, `${t("Best line")}: `, ...line) : null,
    ].filter(Boolean);
  }

  /** A move that can be played; the board shows it before. */
  #button(move) {
    const show = (arrows) => () => {
      this.app.board.arrows = arrows;
      this.app.board.draw();
    };
    const play = () => {
      const legal = this.app.position.legal.find((other) => other.id === move.id);
      if (legal) this.app.play(legal);
      else this.app.say(t("The game is over by a draw rule."));
    };
    const { from, to } = squaresOf(move.id);
    const arrow = show([{ from, to }]);
    return button(move.text, play, { mouseenter: arrow, focus: arrow, mouseleave: show([]), blur: show([]), "aria-label": t("Play {move}, {verdict}", { move: move.text, verdict: verdict(move) }) });
  }

  async #take(moves) {
    const { app } = this;
    await app.go(app.tree.addLine(app.tree.current, moves));
  }
}
