// The mistakes of a game once more: the board asks for a better move before one is shown.

import { ask, Line } from "./api.js";
import { squaresOf } from "./board.js";
import { button, byId, el } from "./dom.js";
import { t } from "./language.js";

/** A move that loses less than this share of a game is as good as the best one. */
const ENOUGH = 0.05;

/** Results of the rules, for White. */
const RESULTS = { "2-0": 1, "0-2": -1, "1-1": 0 };

export class Retry {
  #tasks = [];
  #index = 0;
  #found = 0;
  #isOpen = false;
  #search = new Line();

  constructor(app, parent) {
    this.app = app;
    this.parent = parent;
    parent.append(
      el("p", { id: "retry-task", role: "status" }),
      el("div", { class: "row", role: "group", "aria-label": t("Try again") },
        button(t("Show it"), () => this.#solve(), { id: "retry-show" }),
        button(t("Next"), () => this.#next(), { id: "retry-next", class: "main" }),
        button(t("End"), () => this.end(), { id: "retry-end" }),
      ),
    );
  }

  /** Asks for a better move at each of these mistakes, given with the place before, the move, its loss, the better line and the result before it. */
  async begin(tasks) {
    this.#tasks = tasks;
    this.#found = 0;
    document.body.classList.add("retrying");
    this.parent.hidden = false;
    byId("tree").hidden = true;
    await this.#go(0);
  }

  /** Shows the game with all that is known of it again. */
  end() {
    document.body.classList.remove("retrying");
    this.parent.hidden = true;
    byId("tree").hidden = false;
    this.#tasks = [];
    this.#isOpen = false;
  }

  get #task() {
    return this.#tasks[this.#index];
  }

  async #go(index) {
    this.#index = index;
    this.#isOpen = true;
    const { node, played } = this.#task;
    const { tree, board } = this.app;
    const side = tree.mover(played);
    board.turn(side === "black");
    await this.app.go(node);
    const place = { number: index + 1, all: this.#tasks.length, move: `${tree.number(played)} ${played.move.text}` };
    this.#say(side === "white" ? t("{number} of {all}. White to play: find a better move than {move}.", place) : t("{number} of {all}. Black to play: find a better move than {move}.", place));
    byId("retry-show").disabled = false;
  }

  #say(text) {
    byId("retry-task").textContent = text;
  }

  async #next() {
    if (this.#index + 1 < this.#tasks.length) return this.#go(this.#index + 1);
    const words = t("{found} of {all} found.", { found: this.#found, all: this.#tasks.length });
    this.end();
    this.app.remark(words);
  }

  /** Shows the better move. */
  #solve() {
    const { line } = this.#task;
    this.#isOpen = false;
    byId("retry-show").disabled = true;
    this.app.board.arrows = [squaresOf(line[0].id)];
    this.app.board.draw();
    this.#say(t("Better is {line}.", { line: line.map((move) => move.text).join(" ") }));
  }

  /** Judges a move that is tried; false where none is asked for. */
  async takes(move) {
    const task = this.#task;
    if (!this.#isOpen || this.app.tree.current !== task.node) return false;
    if (move.id === task.played.move.id) {
      this.#say(t("This was played, and it loses {loss} %. Try another move.", { loss: Math.round(100 * task.loss) }));
      return true;
    }
    const loss = move.id === task.line[0].id ? 0 : await this.#lossOf(move, task);
    if (task !== this.#task || !this.#isOpen) return true;
    if (loss >= ENOUGH) {
      this.#say(t("{move} loses {loss} %. Try another move.", { move: move.text, loss: Math.round(100 * loss) }));
      return true;
    }
    this.#found += 1;
    this.#solve();
    this.#say(`${t("Right: {move}.", { move: move.text })} ${t("Better is {line}.", { line: task.line.map((one) => one.text).join(" ") })}`);
    return true;
  }

  /** What a move loses, as a share of a game, by a search as long as that of the mistakes. */
  async #lossOf(move, { node, result, nodes, net }) {
    this.#say(t("{move} is being judged.", { move: move.text }));
    const spot = this.app.tree.spot(node);
    const at = { ...spot, moves: [...spot.moves, move.id] };
    const { ending } = await ask("/api/position", at);
    let after = ending ? RESULTS[ending.result] : null;
    if (!ending) {
      await this.#search.listen("/api/analyse", { at, nodes, net }, ({ lines }) => {
        if (lines?.length) after = lines[0].score.result;
      });
    }
    const sign = this.app.tree.mover(this.#task.played) === "white" ? 1 : -1;
    return after === null ? 1 : Math.max(0, (sign * (result - after)) / 2);
  }
}
