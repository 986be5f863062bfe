// Games that gave way to others: kept for this tab of the browser until they are asked for.

import { byId } from "./dom.js";

const STORE = "draughts-td-shelf";
/** The most games. The oldest gives way, one that is saved before one that is not. */
const MOST = 20;

/** Keeps something for a reload; a browser that has no room keeps what it had. */
export function store(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(STORE)) ?? [];
  } catch {
    return [];
  }
}

export class Shelf {
  /** The oldest first. */
  #games = read();

  constructor() {
    this.#changed();
  }

  #changed() {
    byId("bring-back").hidden = this.#games.length === 0;
    // The newest ones stay where there is no room for all.
    for (let from = 0; from < this.#games.length && !store(STORE, this.#games.slice(from)); from++);
    if (!this.#games.length) store(STORE, []);
  }

  /** Keeps a game. */
  put(game) {
    this.#games.push(game);
    if (this.#games.length > MOST) this.#games.splice(Math.max(0, this.#games.findIndex(({ isSaved }) => isSaved)), 1);
    this.#changed();
  }

  /** Takes the newest game, and keeps another one as the oldest, so that each has its turn. */
  take(other) {
    const game = this.#games.pop();
    if (game && other) this.#games.unshift(other);
    this.#changed();
    return game;
  }
}
