// The list of games: of the files given, of a file that is chosen or dropped, or of pasted text; a page at a time.

import { ask } from "./api.js";
import { button, byId, choice, el, heads, openingRow, waiting } from "./dom.js";
import { t, told } from "./language.js";

export class Games {
  /** Where each page before begins, the one shown last. */
  #starts = [0];
  #source = null;

  constructor(app, parent) {
    this.app = app;
    const { files } = app.state;
    parent.append(
      el("h2", {}, t("Games")),
      el("div", { role: "group", class: "row", "aria-label": t("Pages") },
        files.length ? choice("file", t("File"), files.map((name, index) => [index, name]), () => this.#file()) : null,
        button(t("Previous"), () => this.#turn(-1), { id: "earlier", hidden: true }),
        button(t("Next"), () => this.#turn(1), { id: "later", hidden: true }),
      ),
      el("p", { id: "games-note", class: "note", role: "status" }, files.length ? "" : t("No files were given; open, drop or paste a game.")),
      el("div", { id: "games", class: "scroll", tabindex: 0, role: "group", "aria-label": t("Games") }),
      el("p", {}, el("label", { for: "open-file" }, t("Open a PDN file, or drop it on the page")), " ", el("input", { id: "open-file", type: "file", accept: ".pdn,.txt,.fen,.gz,.zst,.zip,text/plain" })),
      el("label", { for: "paste" }, t("FEN or PDN")),
      el("textarea", { id: "paste", spellcheck: "false" }),
      button(t("Open it"), () => app.open({ text: byId("paste").value }), { id: "open" }),
    );
    if (files.length) this.#file();
  }

  /** Lists the games of a file of the command line. */
  async #file() {
    const file = Number(byId("file").value);
    this.#source = {
      page: (from) => ask("/api/games", { file, from }),
      open: async (game) => this.app.load(await ask("/api/game", { file, game: game.number })),
    };
    await this.#show([0]);
  }

  /** Lists games that the page has brought itself, of which this is the first page. */
  offer(question, first) {
    if (byId("file")) byId("file").value = "";
    this.#source = {
      page: (from) => ask("/api/paste", { ...question, from }),
      open: (game) => this.app.load(game),
    };
    this.#draw([0], first);
  }

  async #turn(step) {
    const next = this.#starts.at(-1) + this.size;
    await this.#show(step > 0 ? [...this.#starts, next] : this.#starts.slice(0, -1));
  }

  async #show(starts) {
    const source = this.#source;
    const page = await waiting(byId("games"), source.page(starts.at(-1)));
    // Another list may have been asked for meanwhile.
    if (source === this.#source) this.#draw(starts, page);
  }

  #draw(starts, { games, more, fault }) {
    this.#starts = starts;
    this.size = games.length;
    const hasPages = starts.length > 1 || more;
    for (const [id, isEnd] of [["earlier", starts.length === 1], ["later", !more]]) {
      byId(id).hidden = !hasPages;
      byId(id).disabled = isEnd;
    }
    byId("games-note").textContent = fault ? told(fault) : "";
    const head = el("tr", {}, ...heads([t("Open"), t("Players"), t("Result"), t("Length")], (column) => column === 3));
    const table = el("table", {}, el("thead", {}, head), el("tbody", {}, ...games.map((game) => this.#row(game))));
    byId("games").replaceChildren(...(games.length ? [table] : []));
    byId("games").scrollTop = 0;
  }

  #row(game) {
    const { open } = this.#source;
    const [white, black] = [game.white || "?", game.black || "?"];
    const label = t("Open game {game}, {white} against {black}", { game: game.number + 1, white, black });
    return openingRow(() => open(game), `${game.number + 1}`, label,
      el("td", {}, `${white} – ${black}`),
      el("td", {}, game.fault ? "⚠" : game.result),
      el("td", { class: "value" }, t("{n} {n|ply|plies}", { n: game.plies })),
    );
  }
}
