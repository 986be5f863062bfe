// The games that were removed from the database or replaced, to be brought back.

import { ask } from "./api.js";
import { button, el } from "./dom.js";
import { t, told } from "./language.js";

export class RemovedGames {
  /** `restore` brings a game back. */
  constructor(panel, restore) {
    this.restore = restore;
    this.list = el("div", { id: "removed-list", class: "scroll", tabindex: 0, role: "group", "aria-label": t("Removed games") });
    this.more = button(t("Show more"), () => this.#add(), { id: "removed-more", hidden: true });
    this.panel = el("details", { id: "removed", toggle: () => this.draw() }, el("summary", {}, t("Removed games")), this.list, this.more);
    panel.append(this.panel);
  }

  /** Lists them, where the list is open. */
  async draw() {
    if (!this.panel.open) return;
    this.rows = [];
    await this.#add();
  }

  async #add() {
    try {
      const { games, total } = await ask("/api/db/removed", { from: this.rows.length });
      this.rows.push(...games.map((game) => this.#row(game)));
      this.more.hidden = this.rows.length >= total;
      this.list.replaceChildren(total ? el("table", {}, el("tbody", {}, ...this.rows)) : el("p", {}, t("No game was removed.")));
    } catch (error) {
      this.list.replaceChildren(el("p", {}, told(error.message)));
    }
  }

  #row(game) {
    const players = `${game.white ?? "?"} – ${game.black ?? "?"}`;
    const about = [game.event, game.date, game.result].filter(Boolean).join(", ");
    return el("tr", {},
      el("td", { class: "value" }, `${game.game}`),
      el("td", {}, players, el("div", { class: "note" }, about)),
      el("td", {}, button(t("Bring back"), () => this.restore(game.game), { "aria-label": t("Bring back game {game}", { game: game.game }) })),
    );
  }
}
