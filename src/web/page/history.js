// The states of the game on the board before and after each change, to be brought back.

/** The most states that are kept. */
const MOST = 200;

export class History {
  #past = [];
  #future = [];

  /** Keeps the state before a change. */
  remember(state) {
    if (this.#past.at(-1) === state) return;
    this.#past.push(state);
    if (this.#past.length > MOST) this.#past.shift();
    this.#future = [];
  }

  /** The state before the last change; the one now can be had again. */
  undo(now) {
    return this.#step(this.#past, this.#future, now);
  }

  /** The state that was left by a step back. */
  redo(now) {
    return this.#step(this.#future, this.#past, now);
  }

  #step(from, to, now) {
    const state = from.pop();
    if (state !== undefined) to.push(now);
    return state;
  }

  /** Whether there is a state before and one after. */
  get reach() {
    return { undo: this.#past.length > 0, redo: this.#future.length > 0 };
  }

  /** Forgets all states: another game is on the board. */
  clear() {
    this.#past = [];
    this.#future = [];
  }
}
