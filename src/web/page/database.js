// A database of games: moves played from the position on the board, and a list of games that is searched as one types.

import { ask, Line } from "./api.js";
import { button, byId, choice, el, waiting } from "./dom.js";
import { movesTable } from "./explorer.js";
import { Formation } from "./formation.js";
import { GameTable } from "./game_table.js";
import { number, t, told } from "./language.js";
import { PersonNames } from "./person_names.js";
import { PlayerMistakes } from "./player_mistakes.js";
import { RemovedGames } from "./removed_games.js";
import { Reports } from "./reports.js";
import { Upkeep } from "./upkeep.js";

const RESULTS = [["", t("any result")], ["white", "2-0"], ["draw", "1-1"], ["black", "0-2"]];

/** Filters by the tags of a game. */
const FIELDS = [["white", t("as White"), {}], ["black", t("as Black"), {}], ["from", t("from year"), { placeholder: "1990" }], ["to", t("to year"), { placeholder: "2026" }], ["rating", t("ratings at least"), { inputmode: "numeric", placeholder: "1200" }]];

/** The milliseconds between the last key and the count of moves. */
const PAUSE = 150;
/** The milliseconds of a search that says that it works. */
const NOTICED = 200;

/** Whether the lists are below the board. */
const isNarrow = () => matchMedia("(max-width: 799px)").matches;

export class Database {
  constructor(app, panel) {
    this.app = app;
    this.list = new Line();
    this.explorer = new Line();
    this.from = 0;
    panel.append(
      el("h2", {}, t("Database")),
      el("div", { id: "db-forms", focusin: () => this.#giveWay(true) },
        el("form", { id: "db-form", role: "search", submit: (event) => (event.preventDefault(), this.#searchNow()) },
          el("label", { for: "db-text" }, t("Players, event, date")),
          el("input", { id: "db-text", type: "search", autocomplete: "off", input: () => this.#soon() }),
          choice("db-result", t("Result"), RESULTS, () => this.#searchShown()),
          el("label", {}, el("input", { id: "db-here", type: "checkbox", change: () => this.#searchShown() }), ` ${t("with this position")}`),
        ),
        el("div", { class: "folded" },
          el("details", { id: "db-more" }, el("summary", {}, t("More filters")),
            el("form", { id: "db-filters", submit: (event) => (event.preventDefault(), this.#searchNow()) },
              ...FIELDS.flatMap(([name, label, more]) => [el("label", { for: `db-${name}` }, label), el("input", { id: `db-${name}`, autocomplete: "off", input: () => this.#soon(), ...more })]))),
          el("details", { id: "formation" }, el("summary", {}, t("Formation")), el("div", { id: "formation-editor" })),
        ),
      ),
      el("div", { id: "db-tools", class: "folded", focusin: () => this.#giveWay(true) }, el("details", { id: "player-mistakes" }, el("summary", {}, t("Mistakes of a player")))),
      el("div", { id: "db-own" }),
      el("div", { id: "db-lists" },
        el("div", { id: "db-explorer" },
          el("h3", {}, t("Moves from here")),
          el("p", { id: "db-filter", class: "note" }),
          el("div", { id: "db-moves", class: "scroll", tabindex: 0, role: "group", "aria-label": t("Moves from here") }),
        ),
        el("div", { id: "db-found" },
          el("h3", {}, t("Games")),
          el("div", { role: "group", class: "row", "aria-label": t("Pages") },
            button(t("Previous"), () => this.#page(-1), { id: "db-earlier" }),
            button(t("Next"), () => this.#page(1), { id: "db-later" }),
            el("span", { id: "db-note", class: "note", role: "status" }),
            button(t("Stop"), () => this.#stop(), { id: "db-stop", hidden: true }),
          ),
          el("div", { id: "db-games", class: "scroll", tabindex: 0, role: "group", "aria-label": t("Games of the database") }),
        ),
      ),
    );
    const tools = byId("db-tools");
    this.reports = new Reports(app, tools, (place) => this.#open(place));
    this.upkeep = new Upkeep(app, byId("db-own"), { reports: this.reports, changed: () => Promise.all([this.search(), this.removed.draw()]) });
    new PersonNames(tools, () => this.search());
    this.removed = new RemovedGames(tools, (game) => this.upkeep.restore(game));
    this.mistakes = new PlayerMistakes(byId("player-mistakes"), (game, ply) => this.#open({ game, ply }));
    this.table = new GameTable(byId("db-games"), { open: (game) => this.#open(game), sorted: () => this.#shown(0) });
    this.formation = new Formation(app, byId("formation-editor"), () => this.#shown(0));
  }

  #shown(from) {
    return this.#show(from).catch((error) => this.app.say(told(error.message)));
  }

  /** Looks for games with these pieces. */
  searchFor(pieces) {
    byId("formation").open = true;
    this.formation.take(pieces);
  }

  async enter() {
    await this.moved();
    if (!byId("db-here").checked && !byId("db-games").firstChild) await this.#show(0);
  }

  leave() {
    this.#giveWay(false);
    clearTimeout(this.timer);
    this.list.stop();
    this.explorer.stop();
    this.mistakes.leave();
    this.reports.leave();
  }

  /** What is asked of the tags of a game. */
  #header() {
    const value = (name) => byId(`db-${name}`).value.trim();
    const rating = Math.round(Number(value("rating")));
    return {
      text: byId("db-text").value, result: byId("db-result").value || null,
      white: value("white"), black: value("black"), from_date: value("from"), to_date: value("to"), rating: rating > 0 ? rating : null,
    };
  }

  /** What is asked of the tags, in words; empty where nothing is. */
  #filter() {
    const { text, result } = this.#header();
    const name = RESULTS.find(([value]) => value === result)?.[1];
    const others = FIELDS.map(([field, label]) => [label, byId(`db-${field}`).value.trim()]).filter(([, value]) => value);
    return [text.trim(), name, ...others.map(([label, value]) => `${label} ${value}`)].filter(Boolean).join(", ");
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
    await this.#searchShown();
    if (isNarrow()) document.activeElement?.blur();
  }

  /** Searches, and brings the games that are found into view. */
  async #searchShown() {
    await this.search();
    if (isNarrow()) byId("db-found").scrollIntoView();
  }

  /** While one searches below a board, it gives its place to what is found. */
  #giveWay(isSearching) {
    document.body.classList.toggle("searching", isSearching);
  }

  /** Lists the games at each key; to count their moves takes longer, and waits until no key comes. */
  #soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#explore(), PAUSE);
    this.#shown(0);
  }

  /** Searches again: the moves and the first page of the games. */
  async search() {
    clearTimeout(this.timer);
    await Promise.all([this.#explore(), this.#show(0)]);
  }

  async moved() {
    this.upkeep.draw();
    await Promise.all([this.#explore(), byId("db-here").checked ? this.#show(0) : null]);
  }

  async #explore() {
    const question = { ...this.#header(), at: this.app.tree.spot() };
    const filter = this.#filter();
    const found = await waiting(byId("db-moves"), this.explorer.listen("/api/db/explore", question));
    if (!found) return;
    byId("db-filter").textContent = filter && t("Only in the games found: {filter}.", { filter });
    byId("db-moves").replaceChildren(movesTable(found, filter, (move) => this.#play(move)));
  }

  async #play(move) {
    this.#giveWay(false);
    const legal = this.app.position.legal.find((other) => other.id === move.id);
    if (legal) await this.app.play(legal);
    else this.app.say(t("The game is over by a draw rule."));
  }

  #page(step) {
    return this.#show(Math.max(0, this.from + step * (this.size ?? 0)));
  }

  async #show(from) {
    this.#arrange();
    const [field, panel] = [document.activeElement, byId("db-forms")];
    // The games that are found are to be seen while one types.
    const isTyped = field.matches("input") && panel.contains(field) && field.value;
    if (isNarrow() && isTyped) field.scrollIntoView();
    // What takes longer than one notices says that it works.
    const sign = setTimeout(() => {
      byId("db-note").textContent = t("Searching…");
      byId("db-stop").hidden = false;
    }, NOTICED);
    try {
      await this.#list(from);
    } catch (error) {
      byId("db-note").textContent = "";
      throw error;
    } finally {
      clearTimeout(sign);
      if (!this.list.busy) byId("db-stop").hidden = true;
    }
  }

  /** Ends the search; a list that is not the answer is not shown. */
  #stop() {
    this.list.stop();
    byId("db-stop").hidden = true;
    byId("db-games").replaceChildren();
    byId("db-note").textContent = t("Stopped.");
  }

  async #list(from) {
    const at = byId("db-here").checked ? this.app.tree.spot() : null;
    const question = { ...this.#header(), at, formation: this.formation.question(), from, ...this.table.order() };
    const found = await waiting(byId("db-games"), this.list.listen("/api/db/games", question));
    if (!found) return;
    const { games, total, page, duplicates } = found;
    Object.assign(this, { from, size: page });
    byId("db-earlier").disabled = from === 0;
    byId("db-later").disabled = from + page >= total;
    byId("db-note").textContent = total ? t("{from} to {to} of {total}", { from: from + 1, to: Math.min(total, from + page), total: number(total) }) : this.#none(found.unknown);
    if (duplicates) byId("db-note").append(" ", t("Duplicates left out: {count}.", { count: number(duplicates) }));
    this.table.draw(games);
  }

  /** That there is no game, with the names that are nearest to those asked for. */
  #none(unknown) {
    const names = unknown.flatMap((name) => name.similar).join("; ");
    return names ? t("No game. Similar names: {names}", { names }) : t("No game.");
  }

  /** Opens a game, at the position that was asked for if one was. */
  async #open(game) {
    this.#giveWay(false);
    await this.app.load({ ...(await ask("/api/db/game", { game: game.game })), stored: game.game });
    if (game.ply) await this.app.walk(game.ply);
  }
}
