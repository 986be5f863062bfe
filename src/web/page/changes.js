// The changes of the game on the board, one after the other, to be undone and done again.

import { History } from "./history.js";
import { Tree } from "./tree.js";

export class Changes {
  #history = new History();

  constructor(app) {
    this.app = app;
  }

  /** What is brought back: moves and names. */
  #state() {
    const { tree, names, ended } = this.app;
    return JSON.stringify({ tree: tree.kept(), names, ended });
  }

  /** Keeps the game as it is, before a change of it. */
  remember() {
    this.#history.remember(this.#state());
  }

  /** Changes the game, so that it can be undone. */
  async make(action) {
    this.remember();
    action();
    await this.app.refresh();
  }

  undo() {
    return this.#step(this.#history.undo(this.#state()));
  }

  redo() {
    return this.#step(this.#history.redo(this.#state()));
  }

  async #step(state) {
    if (state === undefined) return;
    const { tree, names, ended } = JSON.parse(state);
    Object.assign(this.app, { tree: Tree.restored(tree), names, ended });
    this.app.say("");
    await this.app.refresh();
  }

  /** Whether there is something to undo, and to do again. */
  get reach() {
    return this.#history.reach;
  }

  /** Forgets all: another game is on the board. */
  clear() {
    this.#history.clear();
  }
}
