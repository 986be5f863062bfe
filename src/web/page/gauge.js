// The gauge beside the board: White's expected result at the current place, by whatever has told it.

import { Line } from "./api.js";
import { byId, el, signed } from "./dom.js";
import { t, told } from "./language.js";
import { valueIn } from "./remarks.js";
import { settings } from "./settings.js";

/** A short search where nothing has told a value. */
const SHORT = { nodes: 20000, ms: 300 };
/** Results of the rules, for White. */
const RESULTS = { "2-0": 1, "0-2": -1, "1-1": 0 };

/** The expected result of a value in men, as the engine's `result_of` has it. */
export const resultOf = (men) => (Math.abs(men) >= 90 ? Math.sign(men) : Math.tanh(men / 2.5));

export class Gauge {
  constructor(app) {
    this.app = app;
    this.line = new Line();
    this.bar = el("div", { class: "white" });
    byId("gauge").append(this.bar);
    byId("gauge").setAttribute("role", "img");
  }

  /** What is known of the current place: the expected result and a value in words; null where nothing is. */
  #known() {
    const { mode, position, tree } = this.app;
    const made = mode?.judged?.();
    if (made !== undefined) return made;
    const node = tree.current;
    if (position?.ending) {
      const result = RESULTS[position.ending.result];
      return result === undefined ? null : { result, words: told(position.ending.verdict) };
    }
    if (node.result !== null) return { result: node.result, words: node.end ? told(node.end) : t("{value} men", { value: signed(node.men) }) };
    const men = node.remark ? valueIn(node.remark) : null;
    return men === null ? null : { result: resultOf(men), words: t("{value} men", { value: signed(men) }) };
  }

  draw() {
    const gauge = byId("gauge");
    gauge.hidden = !settings.gauge;
    const known = this.#known();
    gauge.classList.toggle("unknown", known === null);
    gauge.classList.toggle("flipped", this.app.board.flipped);
    gauge.setAttribute("aria-label", known ? t("Evaluation for White: {value}", { value: known.words }) : t("Evaluation: not known"));
    gauge.title = gauge.getAttribute("aria-label");
    this.bar.style.height = `${50 + 50 * (known?.result ?? 0)}%`;
  }

  /** Draws, and asks for a value where none is known and nothing else is being searched. */
  async moved(mayAsk) {
    this.line.stop();
    this.draw();
    if (!mayAsk || !settings.gauge || this.#known()) return;
    const { app } = this;
    const node = app.tree.current;
    await this.line.listen("/api/analyse", { at: app.tree.spot(), net: app.net(), ...SHORT }, ({ lines }) => {
      if (lines?.length) node.judge(lines[0].score);
      if (node === app.tree.current) this.draw();
    });
  }
}
