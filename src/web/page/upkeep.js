// The game on the board and the database: saved, put in the place of the one that it corrects, removed and brought back.

import { agree, done } from "./agree.js";
import { ask } from "./api.js";
import { button, byId, el } from "./dom.js";
import { t, told } from "./language.js";

export class Upkeep {
  /** `changed` is called when the database has other games than before; `reports` shows an event or a player. */
  constructor(app, panel, { changed, reports }) {
    Object.assign(this, { app, changed, reports });
    panel.append(
      el("div", { id: "db-about", class: "row", role: "group", "aria-label": t("Reports") }),
      el("div", { class: "row", role: "group", "aria-label": t("The game on the board") },
        button(t("Save this game to the database"), () => this.#save(), { id: "db-save" }),
        button("", () => this.#correct(), { id: "db-correct" }),
        button("", () => this.#remove(), { id: "db-remove" }),
      ),
      el("p", { id: "db-saved", class: "note", role: "status" }),
    );
    this.draw();
  }

  /** The number of the game on the board in the database; nothing for one that is not from there. */
  get #stored() {
    return this.app.names.stored;
  }

  /** Offers what can be done with the game on the board. */
  draw() {
    const game = this.#stored;
    for (const [id, text] of [["db-correct", t("Correct game {game}", { game })], ["db-remove", t("Remove game {game}", { game })]]) {
      byId(id).hidden = !game;
      byId(id).textContent = game ? text : "";
    }
    byId("db-about").replaceChildren(...(game ? this.#about() : []));
  }

  /** The players and the event of the game on the board: each opens its report. */
  #about() {
    const { white, black, event, stored: game } = this.app.names;
    const player = (name) => button(name, () => this.reports.player(name), { class: "link", "aria-label": t("Report of {name}", { name }) });
    const names = [white, black].filter(Boolean).map(player);
    const about = event ? button(event, () => this.reports.event(event), { class: "link", "aria-label": t("Report of {name}", { name: event }) }) : null;
    return [t("Game {game}:", { game }), ...names, about].filter(Boolean);
  }

  /** Does something, or says why it was not done. */
  async #try(failed, work) {
    const note = byId("db-saved");
    note.textContent = "";
    try {
      await work(note);
      this.draw();
      await this.changed();
    } catch (error) {
      note.textContent = failed(told(error.message));
    }
  }

  /** The game on the board is the one of this number. */
  #is(game) {
    this.app.names.stored = game;
    this.app.keeper.markSaved();
    this.app.keeper.keep();
  }

  /** Puts the game on the board into the database. */
  #save() {
    return this.#try((why) => t("Not saved: {why}.", { why }), async (note) => {
      const { game, version_of: other, is_copy } = await ask("/api/db/save", this.app.written());
      const written = { game, other };
      if (!other) note.textContent = t("Saved as game {game}.", { game });
      else if (is_copy) note.textContent = t("Saved as game {game}, a copy of game {other}; searches leave it out.", written);
      else note.textContent = t("Saved as game {game}, a new version of game {other}.", written);
      this.#is(game);
    });
  }

  async #correct() {
    const before = this.#stored;
    const question = t("Put the game on the board in the place of game {game}? This can be undone.", { game: before });
    if (!(await agree(question, t("Correct game {game}", { game: before })))) return;
    await this.#try((why) => t("Not saved: {why}.", { why }), async (note) => {
      const { game } = await ask("/api/db/save", { ...this.app.written(), replaces: before });
      this.#is(game);
      done(note, t("Game {game} replaces game {other}.", { game, other: before }), this.#undoing(game, before));
    });
  }

  async #remove() {
    const { white, black, stored: game } = this.app.names;
    const question = t("Remove game {game}, {white} – {black}, from the database? This can be undone.", { game, white: white || "?", black: black || "?" });
    if (!(await agree(question, t("Remove game {game}", { game })))) return;
    await this.#try((why) => t("Not removed: {why}.", { why }), async (note) => {
      const { games } = await ask("/api/db/remove", { game });
      this.#is(null);
      done(note, t("Removed: {games}.", { games: games.join(", ") }), this.#undoing(game, game));
    });
  }

  /** What brings a game back; the one on the board, if it is still there, is then that of the number `shown`. */
  #undoing(game, shown) {
    const { id } = this.app;
    return () => this.restore(game, () => {
      if (this.app.id === id) this.#is(shown);
    });
  }

  /** Brings a game back, or takes a correction back. */
  restore(game, back = () => {}) {
    return this.#try((why) => t("Not brought back: {why}.", { why }), async (note) => {
      const { games } = await ask("/api/db/restore", { game });
      back();
      note.textContent = t("Found again: {games}.", { games: games.join(", ") });
    });
  }
}
