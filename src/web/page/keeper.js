// Keeps the game on the board: for a reload of the page, and in the drawer until it is saved or thrown away.

import { byId } from "./dom.js";
import { Drawer, newId, store } from "./drawer.js";
import { t } from "./language.js";
import { Tree } from "./tree.js";

const STORE = "draughts-td-game";
/** The milliseconds after a key in which the game is kept. */
const SOON = 200;

/** That the browser does not keep the newest games. */
export const fullDrawer = () => t("The browser has no room for another game. Save games of the drawer, or throw some away.");

export class Keeper {
  #saved = "";
  /** What is in the drawer of the game on the board. */
  #stored = "";

  constructor(app) {
    this.app = app;
    this.drawer = new Drawer(() => {
      this.draw();
      if (this.drawer.isFull) app.say(fullDrawer());
    });
    addEventListener("pagehide", () => this.timer && this.keep());
  }

  /** Keeps the game a moment later, as a rule: a long one takes longer than a key may. */
  keepSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), SOON);
  }

  /** What a game is known by: its moves, remarks and names. */
  #signature() {
    return JSON.stringify(this.app.written());
  }

  /** Whether the game on the board has moves and is not as it was opened or saved. */
  get unsaved() {
    return this.app.hasMoves && this.#signature() !== this.#saved;
  }

  /** From now on the game on the board is saved as it is. */
  markSaved() {
    this.#saved = this.#signature();
    this.#stored = "";
    this.drawer.take(this.app.id);
  }

  /** The game on the board, to be found again. */
  #kept() {
    const { id, tree, names, ended, modeName, modes } = this.app;
    return { id, tree: tree.kept(), names, ended, mode: modeName, isSaved: !this.unsaved, clock: modes.play.clock };
  }

  /** Keeps the game on the board as it is now, before another takes its place. */
  putAside() {
    this.app.modes.play.charge();
    this.drawer.put(this.#kept());
  }

  /** Keeps a copy of the game on the board, before moves of it are taken away. */
  copyAside() {
    this.app.modes.play.charge();
    this.drawer.put({ ...this.#kept(), id: newId() });
  }

  /** The games of the drawer but for the one on the board, the oldest first. */
  others() {
    return this.drawer.games.filter(({ id }) => id !== this.app.id);
  }

  /** Shows whether there is a game to be brought back. */
  draw() {
    byId("bring-back").hidden = this.others().length === 0;
  }

  /** Puts a kept game on the board, the last one unless another is named, and the one there in its place; where it was shown. */
  bringBack(id = this.others().at(-1)?.id) {
    const kept = this.drawer.games.find((game) => game.id === id);
    if (!kept) return null;
    if (this.app.hasMoves) this.drawer.putLast(this.#kept());
    this.#stored = "";
    this.drawer.take(id);
    this.#bring(kept);
    this.draw();
    return kept.mode;
  }

  #bring({ id, tree, names, ended, isSaved, clock }) {
    const { app } = this;
    app.take({ id: id ?? newId(), tree: Tree.restored(tree), names, ended, clock: clock ?? null });
    this.#saved = isSaved ? this.#signature() : "";
    if (names.person) app.modes.play.sit(names.person);
  }

  /** Keeps the game for a reload of the page, and in the drawer until it is saved. */
  keep() {
    clearTimeout(this.timer);
    this.timer = null;
    const kept = this.#kept();
    store(STORE, kept);
    const signature = kept.id + this.#signature();
    // A walk through the game changes nothing.
    if (kept.isSaved || signature === this.#stored) return;
    this.#stored = signature;
    this.drawer.update(kept);
  }

  /** Puts the game on the board that was there before a reload; where it was shown, null without one. */
  restore() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(STORE));
      if (!kept) return null;
      this.#bring(kept);
      this.app.modes.play.sit(kept.names.person ?? "white");
      return kept.mode ?? null;
    } catch {
      return null;
    }
  }
}
