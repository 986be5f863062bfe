// Who plays: a strip above the board and one below it, with name, rating, event and clock of a side.

import { byId, el } from "./dom.js";
import { t } from "./language.js";
import { clocksIn } from "./remarks.js";

const SIDES = ["white", "black"];
const OTHER = { white: "black", black: "white" };

export class Sides {
  constructor(app) {
    this.app = app;
    /** The clocks of a game that is being played; null where none runs. */
    this.running = null;
  }

  /** The last clocks told before or at the current place. */
  #told() {
    const { tree } = this.app;
    const first = tree.blackBegins ? "black" : "white";
    const clocks = {};
    for (const node of tree.path()) {
      const mover = node.ply % 2 ? first : OTHER[first];
      if (node.remark) Object.assign(clocks, clocksIn(node.remark, mover));
    }
    return clocks;
  }

  /** Draws both strips for the position on the board. */
  draw() {
    const { names, board, position } = this.app;
    const clocks = this.running ?? this.#told();
    for (const side of SIDES) {
      const isTop = (side === "black") !== board.flipped;
      const rating = names[`${side}_rating`];
      const name = (names[side] || (side === "white" ? t("White") : t("Black"))) + (rating ? ` (${rating})` : "");
      const about = [names.event, names.date].filter((text) => text && !text.startsWith("?")).join(", ");
      const strip = byId(isTop ? "side-top" : "side-bottom");
      strip.dataset.side = side;
      strip.classList.toggle("to-move", position?.turn === side && !position.ending);
      const parts = [
        el("span", { class: `disc ${side}`, role: "img", "aria-label": side === "white" ? t("White") : t("Black") }),
        el("span", { class: "name", title: name }, name),
        isTop && about ? el("span", { class: "event", title: about }, about) : null,
        clocks[side] ? el("span", { class: "clock" }, clocks[side]) : null,
      ];
      strip.replaceChildren(...parts.filter(Boolean));
    }
  }
}
