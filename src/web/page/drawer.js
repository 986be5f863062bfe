// The drawer: games that are not saved yet and games that gave way to others, kept by the browser until they are saved or thrown away.

const STORE = "draughts-td-drawer";
/** The most games that are saved elsewhere too; the oldest give way. Others are kept as long as the browser has room. */
const MOST_SAVED = 50;

/** Keeps something for a reload; a browser that has no room keeps what it had. */
export function store(name, value, place = sessionStorage) {
  try {
    place.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function read() {
  try {
    const games = JSON.parse(localStorage.getItem(STORE));
    return Array.isArray(games) ? games : [];
  } catch {
    return [];
  }
}

/** A name for a game that no other has. */
export const newId = () => `${Date.now().toString(36)}${Math.floor(1e9 * Math.random()).toString(36)}`;

export class Drawer {
  /** What the browser does not keep is kept as long as the page is open. */
  #games = read();
  /** Whether the browser has no room for all games. */
  isFull = false;

  constructor(changed) {
    this.changed = changed;
    addEventListener("storage", ({ key }) => {
      if (key !== STORE) return;
      this.#games = read();
      changed();
    });
  }

  /** The games, the oldest first. */
  get games() {
    return this.#games;
  }

  #write() {
    while (this.#games.filter(({ isSaved }) => isSaved).length > MOST_SAVED) this.#giveWay();
    this.isFull = false;
    while (!this.isFull && !store(STORE, this.#games, localStorage)) this.isFull = !this.#giveWay();
    this.changed();
  }

  /** The oldest saved game gives way; whether there was one. */
  #giveWay() {
    const place = this.#games.findIndex(({ isSaved }) => isSaved);
    if (place >= 0) this.#games.splice(place, 1);
    return place >= 0;
  }

  /** Keeps a game as the newest, in place of what is kept of it. */
  put(game) {
    this.#games = [...this.#games.filter(({ id }) => id !== game.id), { ...game, at: Date.now() }];
    this.#write();
  }

  /** Keeps a game at the place that it has. */
  update(game) {
    const place = this.#games.findIndex(({ id }) => id === game.id);
    if (place < 0) return this.put(game);
    this.#games[place] = { ...game, at: Date.now() };
    this.#write();
  }

  /** Puts a game before all others, so that each has its turn. */
  putLast(game) {
    this.#games = [game, ...this.#games.filter(({ id }) => id !== game.id)];
    this.#write();
  }

  /** Takes a game out. */
  take(id) {
    const game = this.#games.find((other) => other.id === id);
    this.#games = this.#games.filter((other) => other !== game);
    this.#write();
    return game;
  }
}
