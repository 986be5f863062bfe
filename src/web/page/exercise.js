// One exercise on the board: the moves that are asked for, the replies to them, and the refutation of a wrong one.

import { ask } from "./api.js";
import { squaresOf } from "./board.js";

/** The nodes of the search that refutes a wrong move. */
const NODES = 50_000;

/** A combination: every move of the solver is the only one that wins. */
class Combination {
  #played = 0;

  constructor({ line, asked }) {
    this.line = line;
    this.asked = asked;
  }

  /** The move to find. */
  async solution() {
    return this.line[this.#played];
  }

  async judge(move) {
    return move.id === this.line[this.#played].id;
  }

  /** After a right move: the reply of the opponent, or null at the end. */
  async reply() {
    this.#played += 2;
    return this.#played < this.asked ? this.line[this.#played - 1] : null;
  }

  /** The moves from the place on the board to the end. */
  async rest() {
    return this.line.slice(this.#played);
  }

  /** After the last move: those that show the gain. */
  async after() {
    return this.line.slice(this.#played - 1);
  }
}

/** An ending: every move that keeps the win is right, and the tables reply with the longest defence. */
class Ending {
  constructor(app) {
    this.app = app;
  }

  async #tables() {
    return ask("/api/endgame", { at: this.app.tree.spot() });
  }

  async solution() {
    return (await this.#tables()).line[0];
  }

  async judge(move) {
    const { moves } = await this.#tables();
    return moves.find(({ id }) => id === move.id)?.value === "win";
  }

  async reply() {
    return this.app.position.ending ? null : ((await this.#tables()).line[0] ?? null);
  }

  async rest() {
    return (await this.#tables()).line;
  }

  async after() {
    return [];
  }
}

/** What decides about the moves of a task. */
export const exerciseOf = (app, task) => (task.line.length ? new Combination(task) : new Ending(app));

/** The best reply by a search to what is on the board; null where the game is over. */
export async function bestReply(app, line) {
  if (app.position.ending) return null;
  let best = null;
  await line.listen("/api/analyse", { at: app.tree.spot(), nodes: NODES, net: app.net() }, ({ lines }) => {
    if (lines?.length) best = lines[0].line[0];
  });
  return best;
}

/** The square from which a move goes. */
export const fromOf = (move) => squaresOf(move.id).from;
