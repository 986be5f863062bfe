// A database of games: moves played from the position on the board, and a list of games that is searched as one types.

import { ask, Line } from "./api.js";
import { button, byId, choice, el, openingRow, signClass, signed, waiting } from "./dom.js";
import { verdict } from "./endgame.js";
import { Formation } from "./formation.js";
import { number, t, told } from "./language.js";
import { PlayerMistakes } from "./player_mistakes.js";

const RESULTS = [["", t("any result")], ["white", "2-0"], ["draw", "1-1"], ["black", "0-2"]];

/** Between the last key and the search. */
const PAUSE = 150;
/** The milliseconds of a search that says that it works. */
const NOTICED = 200;

/** Whether the lists stand below the board. */
const isNarrow = () => matchMedia("(max-width: 799px)").matches;

export class Database {
  constructor(app, panel) {
    this.app = app;
    this.list = new Line();
    this.explorer = new Line();
    this.from = 0;
    panel.append(
      el("h2", {}, t("Database")),
      el("form", { id: "db-form", role: "search", submit: (event) => (event.preventDefault(), this.#searchNow()) },
        el("label", { for: "db-text" }, t("Players, event, date")),
        el("input", { id: "db-text", type: "search", autocomplete: "off", input: () => this.#soon() }),
        choice("db-result", t("Result"), RESULTS, () => this.search()),
        el("label", {}, el("input", { id: "db-here", type: "checkbox", change: () => this.search() }), ` ${t("with this position")}`),
      ),
      el("details", { id: "formation" }, el("summary", {}, t("Formation")), el("div", { id: "formation-editor" })),
      el("div", { id: "db-lists" },
        el("div", { id: "db-explorer" },
          el("h3", {}, t("Moves from here")),
          el("p", { id: "db-filter", class: "note" }),
          el("div", { id: "db-moves", class: "scroll", tabindex: 0, role: "group", "aria-label": t("Moves from here") }),
        ),
        el("div", { id: "db-found" },
          el("h3", {}, t("Games")),
          el("div", { role: "group", class: "row", "aria-label": t("Pages") },
            button(t("Earlier"), () => this.#page(-1), { id: "db-earlier" }),
            button(t("Later"), () => this.#page(1), { id: "db-later" }),
            el("span", { id: "db-note", class: "note", role: "status" }),
          ),
          el("div", { id: "db-games", class: "scroll", tabindex: 0, role: "group", "aria-label": t("Games of the database") }),
        ),
      ),
      el("details", { id: "player-mistakes" }, el("summary", {}, t("Mistakes of a player"))),
      button(t("Save this game to the database"), () => this.#save(), { id: "db-save" }),
      el("p", { id: "db-saved", class: "note", role: "status" }),
    );
    this.mistakes = new PlayerMistakes(byId("player-mistakes"), (game, ply) => this.#open({ game, ply }));
    this.formation = new Formation(app, byId("formation-editor"), () => this.#show(0).catch((error) => app.say(told(error.message))));
  }

  async enter() {
    await this.moved();
    if (!byId("db-here").checked && !byId("db-games").firstChild) await this.#show(0);
  }

  leave() {
    clearTimeout(this.timer);
    this.list.stop();
    this.explorer.stop();
    this.mistakes.leave();
  }

  /** What is asked of the tags of a game. */
  #header() {
    return { text: byId("db-text").value, result: byId("db-result").value || null };
  }

  /** What is asked of the tags, in words; empty where nothing is. */
  #filter() {
    const { text, result } = this.#header();
    const name = RESULTS.find(([value]) => value === result)?.[1];
    return [text.trim(), name].filter(Boolean).join(", ");
  }

  /** The games that are searched for come before the moves, where a narrow page shows them. */
  #arrange() {
    const [lists, found, explorer] = ["db-lists", "db-found", "db-explorer"].map(byId);
    const first = this.#filter() || this.formation.question() ? found : explorer;
    if (lists.firstChild === first) return;
    lists.append(first === found ? explorer : found);
  }

  /** Searches at once, and shows the games: a keyboard on the screen goes away. */
  async #searchNow() {
    await this.search();
    if (!isNarrow()) return;
    document.activeElement?.blur();
    byId("db-found").scrollIntoView();
  }

  #soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.search(), PAUSE);
  }

  /** Searches again: the moves and the first page of the games. */
  async search() {
    clearTimeout(this.timer);
    await Promise.all([this.#explore(), this.#show(0)]);
  }

  async moved() {
    await Promise.all([this.#explore(), byId("db-here").checked ? this.#show(0) : null]);
  }

  async #explore() {
    const question = { ...this.#header(), at: this.app.tree.spot() };
    const filter = this.#filter();
    const found = await waiting(byId("db-moves"), this.explorer.listen("/api/db/explore", question));
    if (!found) return;
    byId("db-filter").textContent = filter && t("Only in the games that were searched for: {filter}.", { filter });
    byId("db-moves").replaceChildren(this.#moves(found.moves, filter));
  }

  #moves(moves, filter) {
    if (!moves.length) return el("p", { class: "note" }, filter ? t("None of these games has a move from here.") : t("No game goes on from here."));
    const [covered, rated] = ["endgame", "rating"].map((name) => moves.some((move) => move[name]));
    const row = (move) => {
      const known = move.white + move.draws + move.black;
      const share = (count) => (known ? Math.round((100 * count) / known) : 0);
      const shares = [move.white, move.draws, move.black].map(share);
      const words = t("White wins {white} %, draws {draws} %, Black wins {black} %", { white: shares[0], draws: shares[1], black: shares[2] });
      return el("tr", {},
        el("td", {}, button(move.text, () => this.#play(move), { "aria-label": t("Play {move}", { move: move.text }) })),
        el("td", { class: "value" }, number(move.games)),
        el("td", {}, known ? el("span", { class: "results", role: "img", "aria-label": words, title: words },
          ...shares.map((percent, index) => el("span", { class: ["white", "draws", "black"][index], "data-share": percent }, percent >= 15 ? `${percent}` : ""))) : "–"),
        rated ? el("td", { class: "value" }, move.rating ?? "–") : null,
        el("td", { class: "value" }, move.last_year ?? "–"),
        el("td", { class: "value" }, el("span", { class: signClass(move.value) }, signed(move.value))),
        covered ? el("td", {}, verdict(move.endgame ?? {})) : null,
      );
    };
    const names = [[t("Move"), ""], [t("Games"), "value"], [t("White, draws, Black (%)"), ""], ...(rated ? [[t("Rating"), "value"]] : []), [t("Last"), "value"], [t("Value"), "value"], ...(covered ? [[t("Endgame tables"), ""]] : [])];
    const head = el("tr", {}, ...names.map(([name, kind]) => el("th", { scope: "col", class: kind || null }, name)));
    const table = el("table", {}, el("thead", {}, head), el("tbody", {}, ...moves.map(row)));
    // The policy of the page forbids styles in markup; those set by a script are allowed.
    for (const part of table.querySelectorAll("[data-share]")) part.style.flexGrow = part.dataset.share;
    return table;
  }

  async #play(move) {
    const legal = this.app.position.legal.find((other) => other.id === move.id);
    if (legal) await this.app.play(legal);
    else this.app.say(t("The game is over by a draw rule."));
  }

  #page(step) {
    return this.#show(Math.max(0, this.from + step * (this.size ?? 0)));
  }

  async #show(from) {
    this.#arrange();
    const field = byId("db-text");
    // Below a board, the games that are found are to be seen while one types.
    if (isNarrow() && field === document.activeElement && field.value) field.scrollIntoView();
    // What takes longer than one notices says that it works.
    const sign = setTimeout(() => (byId("db-note").textContent = t("Searching…")), NOTICED);
    try {
      await this.#list(from);
    } catch (error) {
      byId("db-note").textContent = "";
      throw error;
    } finally {
      clearTimeout(sign);
    }
  }

  async #list(from) {
    const at = byId("db-here").checked ? this.app.tree.spot() : null;
    const question = { ...this.#header(), at, formation: this.formation.question(), from };
    const found = await waiting(byId("db-games"), this.list.listen("/api/db/games", question));
    if (!found) return;
    const { games, total, page, duplicates } = found;
    Object.assign(this, { from, size: page });
    byId("db-earlier").disabled = from === 0;
    byId("db-later").disabled = from + page >= total;
    byId("db-note").textContent = total ? t("{from} to {to} of {total}", { from: from + 1, to: Math.min(total, from + page), total: number(total) }) : this.#none(found.unknown);
    if (duplicates) byId("db-note").append(" ", t("Duplicates left out: {count}.", { count: number(duplicates) }));
    byId("db-games").replaceChildren(...(games.length ? [this.#games(games)] : []));
  }

  /** That there is no game, with the names that are nearest to those asked for. */
  #none(unknown) {
    const names = unknown.flatMap((name) => name.similar).join("; ");
    return names ? t("No game. Similar names: {names}", { names }) : t("No game.");
  }

  #games(games) {
    const named = (name, rating) => (name ?? "?") + (rating ? ` (${rating})` : "");
    const row = (game) => {
      const [white, black] = [named(game.white, game.ratings[0]), named(game.black, game.ratings[1])];
      return openingRow(() => this.#open(game), `${game.game}`, t("Open game {game}, {white} against {black}", { game: game.game, white, black }),
        el("td", {}, `${white} – ${black}`),
        el("td", {}, game.result),
        el("td", {}, [game.event, game.date].filter(Boolean).join(", ")),
      );
    };
    const head = el("tr", {}, ...[t("Open"), t("Players"), t("Result"), t("Event")].map((name) => el("th", { scope: "col" }, name)));
    return el("table", {}, el("thead", {}, head), el("tbody", {}, ...games.map(row)));
  }

  /** Puts the game on the board into the database. */
  async #save() {
    const note = byId("db-saved");
    note.textContent = "";
    try {
      const { game, version_of: other, is_copy } = await ask("/api/db/save", this.app.written());
      const written = { game, other };
      if (!other) note.textContent = t("Saved as game {game}.", { game });
      else if (is_copy) note.textContent = t("Saved as game {game}, a copy of game {other}; searches leave it out.", written);
      else note.textContent = t("Saved as game {game}, a new version of game {other}.", written);
      this.app.markSaved();
      await this.search();
    } catch (error) {
      note.textContent = t("Not saved: {why}.", { why: told(error.message) });
    }
  }

  /** Opens a game, at the position that was asked for if one was. */
  async #open(game) {
    await this.app.load(await ask("/api/db/game", { game: game.game }));
    if (game.ply) await this.app.walk(game.ply);
  }
}
