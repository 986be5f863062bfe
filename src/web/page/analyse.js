// Analysis: the best lines while the search deepens, the graph of a game, its mistakes, and games of files.

import { ask, Line } from "./api.js";
import { squaresOf } from "./board.js";
import { button, byId, choice, el, netOptions, scoreText, signClass } from "./dom.js";
import { Endgame } from "./endgame.js";
import { gameGraph } from "./graph.js";
import { number, t, told } from "./language.js";

const DEPTHS = [[10000, t("quick")], [50000, t("ordinary")], [400000, t("thorough")]];

export class Analyse {
  constructor(app, panel) {
    this.app = app;
    this.search = new Line();
    this.review = new Line();
    this.isOn = false;
    this.arrows = true;
    this.results = [];
    this.mistakes = [];
    const nets = netOptions(app.state.nets);
    panel.append(
      el("h2", {}, t("Analyse")),
      el("div", { role: "group", class: "row", "aria-label": t("Engine") },
        button(t("Engine (l)"), () => this.toggle(), { id: "engine", "aria-pressed": "false" }),
        button(t("Arrows (a)"), () => this.toggleArrows(), { id: "arrows", "aria-pressed": "true" }),
        ...choice("lines", t("Lines"), [1, 2, 3, 4, 5].map((count) => [count, count]), () => this.restart()),
        ...choice("analyse-net", t("by"), nets, () => this.restart()),
      ),
      el("p", { id: "depth", class: "note" }, t("The engine is off.")),
      el("div", { id: "best-lines" }),
      el("div", { id: "endgame" }),
      el("h2", { id: "whole-game" }, t("The whole game")),
      el("div", { role: "group", class: "row", "aria-label": t("The whole game") },
        button(t("Find mistakes"), () => this.look(), { id: "review" }),
        ...choice("review-nodes", t("Search"), DEPTHS),
        el("span", { id: "review-note", class: "note", role: "status" }),
      ),
      el("div", { id: "graph" }),
      el("div", { id: "mistakes" }),
      el("h2", {}, t("Games")),
      el("div", { id: "files" }),
      el("div", { id: "games", class: "scroll", tabindex: 0, role: "group", "aria-label": t("Games") }),
      el("p", {}, el("label", { for: "open-file" }, t("Open a PDN file, or drop it on the page")), " ", el("input", { id: "open-file", type: "file", accept: ".pdn,.txt,text/plain" })),
      el("label", { for: "paste" }, t("FEN or PDN")),
      el("textarea", { id: "paste", spellcheck: "false" }),
      button(t("Open it"), () => app.open(byId("paste").value), { id: "open" }),
    );
    this.endgame = new Endgame(app, byId("endgame"));
    byId("lines").value = "3";
    byId("review-nodes").value = "50000";
    this.#files();
  }

  net() {
    return byId("analyse-net").value;
  }

  async enter() {
    await this.moved();
  }

  leave() {
    this.search.stop();
    this.review.stop();
    this.endgame.leave();
    this.app.board.arrows = [];
  }

  stop() {
    if (this.isOn) this.toggle();
    this.review.stop();
  }

  /** Engine on or off. */
  async toggle() {
    this.isOn = !this.isOn;
    byId("engine").setAttribute("aria-pressed", String(this.isOn));
    if (this.app.mode !== this) await this.app.show("analyse");
    else await this.restart();
  }

  toggleArrows() {
    this.arrows = !this.arrows;
    byId("arrows").setAttribute("aria-pressed", String(this.arrows));
    this.#drawArrows(this.last ?? []);
  }

  async moved() {
    this.last = [];
    this.#drawGraph();
    await Promise.all([this.restart(), this.endgame.moved()]);
  }

  /** Begins the search again, for what is asked for now. */
  async restart() {
    const { app } = this;
    if (!this.isOn || app.mode !== this) {
      this.search.stop();
      byId("depth").textContent = t("The engine is off.");
      byId("best-lines").replaceChildren();
      return;
    }
    if (app.position.ending) {
      this.search.stop();
      byId("depth").textContent = t("The game is over.");
      return;
    }
    const node = app.tree.current;
    const question = { at: app.tree.spot(), net: this.net(), lines: Number(byId("lines").value) };
    // Nobody waits for it: it goes on until something else is asked.
    this.search.listen("/api/analyse", question, (found) => this.#tell(node, found)).catch((error) => app.say(error.message));
  }

  #tell(node, found) {
    if (!found.lines || node !== this.app.tree.current) return;
    const { depth, nodes, table, lines } = found;
    const parts = [t("Depth {depth}, {nodes} nodes.", { depth, nodes: number(nodes) }), table ? t("Endgame tables: {table}.", { table }) : ""];
    byId("depth").textContent = parts.join(" ").trim();
    if (lines.length) node.judge(lines[0].score);
    this.app.gauge.draw();
    this.last = lines;
    byId("best-lines").replaceChildren(...lines.map((line) => this.#line(node, line)));
    this.#drawArrows(lines);
  }

  #line(node, { score, line }) {
    const move = (one, index) =>
      button(one.text, () => this.#take(node, line.slice(0, index + 1)), {
        mouseenter: () => this.#preview(node, line.slice(0, index + 1)),
        focus: () => this.#preview(node, line.slice(0, index + 1)),
        mouseleave: () => this.#back(),
        blur: () => this.#back(),
      });
    return el("p", { class: "line" }, el("b", { class: signClass(score.men) }, scoreText(score)), " ", ...line.slice(0, 12).map(move));
  }

  async #take(node, moves) {
    await this.app.go(this.app.tree.addLine(node, moves));
  }

  /** Shows where a line leads without going there. */
  async #preview(node, moves) {
    const wanted = (this.previewed = {});
    const spot = this.app.tree.spot(node);
    const position = await ask("/api/position", { ...spot, moves: [...spot.moves, ...moves.map((move) => move.id)] });
    if (this.previewed !== wanted) return;
    this.app.board.arrows = [];
    this.app.board.show({ ...position, legal: [] }, squaresOf(moves[moves.length - 1].id));
  }

  #back() {
    this.previewed = null;
    const { board, position, tree } = this.app;
    board.show(position, tree.current.move ? squaresOf(tree.current.move.id) : null);
    this.#drawArrows(this.last ?? []);
  }

  #drawArrows(lines) {
    const { board } = this.app;
    const arrow = ({ line, score }, index) => ({ ...squaresOf(line[0].id), label: scoreText(score), width: index === 0 ? 1.6 : 0.7 });
    board.arrows = this.arrows ? lines.filter(({ line }) => line.length).map(arrow) : [];
    board.draw();
  }

  /** Whether something is being searched. */
  get busy() {
    return this.isOn || this.review.busy;
  }

  /** Looks at the whole main line and finds its mistakes. */
  async look() {
    const { app } = this;
    app.gauge.line.stop();
    byId("whole-game").scrollIntoView();
    const tree = app.tree;
    const nodes = [tree.root, ...tree.mainLine()];
    if (nodes.length < 2) {
      byId("review-note").textContent = t("There are no moves.");
      return;
    }
    if (this.isOn) await this.toggle();
    this.results = nodes.map(() => null);
    this.mistakes = [];
    const lines = [];
    const question = { at: tree.spot(nodes[nodes.length - 1]), net: this.net(), nodes: Number(byId("review-nodes").value) };
    const last = await this.review.listen("/api/review", question, (view) => {
      if (view.ply === undefined) return;
      this.results[view.ply] = view.score.result;
      nodes[view.ply].judge(view.score);
      lines[view.ply] = view.line;
      byId("review-note").textContent = t("{n} of {all} positions", { n: nodes.length - view.ply, all: nodes.length });
      this.#drawGraph();
    });
    if (!last?.mistakes) {
      byId("review-note").textContent = t("Stopped.");
      return;
    }
    this.#found(tree, nodes, lines, last.mistakes);
  }

  #found(tree, nodes, lines, mistakes) {
    this.mistakes = mistakes;
    byId("review-note").textContent = mistakes.length ? t("{n} found.", { n: mistakes.length }) : t("No mistake found.");
    const rows = mistakes.map(({ before, loss, sign, name }) => {
      const node = nodes[before + 1];
      const better = lines[before].slice(0, 8);
      node.sign = sign;
      tree.addLine(nodes[before], better);
      const words = `${Math.floor((node.ply + (tree.blackBegins ? 1 : 0) - 1) / 2) + 1}${(node.ply + (tree.blackBegins ? 1 : 0)) % 2 ? "." : "…"} ${node.move.text}${sign}`;
      return el("tr", {},
        el("td", {}, button(words, () => this.app.go(node))),
        el("td", {}, told(name)),
        el("td", { class: "value" }, `−${Math.round(100 * loss)} %`),
        el("td", {}, better.map((move) => move.text).join(" ")),
      );
    });
    const head = el("tr", {}, ...[t("Move"), t("Kind"), t("Lost"), t("Better")].map((text) => el("th", { scope: "col" }, text)));
    byId("mistakes").replaceChildren(...(rows.length ? [el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows))] : []));
    this.#drawGraph();
    tree.draw((node) => this.app.go(node));
    this.app.gauge.draw();
  }

  #drawGraph() {
    const { tree } = this.app;
    const nodes = [tree.root, ...tree.mainLine()];
    if (this.results.length !== nodes.length) {
      this.results = [];
      this.mistakes = [];
      byId("graph").replaceChildren();
      byId("mistakes").replaceChildren();
      byId("review-note").textContent = "";
      return;
    }
    const here = nodes.indexOf(tree.current);
    const go = (ply) => nodes[ply] && this.app.go(nodes[ply]);
    byId("graph").replaceChildren(gameGraph(this.results, this.mistakes, Math.max(0, here), go));
  }

  #files() {
    const { files } = this.app.state;
    if (!files.length) {
      byId("files").append(el("p", { class: "note" }, t("No files were given; open, drop or paste a game.")));
      return;
    }
    const options = files.map((name, index) => [index, name]);
    byId("files").append(...choice("file", t("File"), options, () => this.#list(0)), " ", button(t("Earlier"), () => this.#list(this.from - 100), { id: "earlier" }), " ", button(t("Later"), () => this.#list(this.from + 100), { id: "later" }));
    this.#list(0);
  }

  async #list(from) {
    const file = Number(byId("file").value);
    const { games, more, fault } = await ask("/api/games", { file, from });
    this.from = from;
    byId("earlier").disabled = from === 0;
    byId("later").disabled = !more;
    const open = async (game) => this.app.load(await ask("/api/game", { file, game: game.number }));
    this.#offer(games, open, fault);
  }

  /** Lists pasted games and opens the first one. */
  async offer(games, leftOut) {
    this.#offer(games, (game) => this.app.load(game), leftOut ? t("{n} more games are left out; `draughts-td board FILE` lists all.", { n: leftOut }) : null);
    await this.app.load(games[0]);
  }

  #offer(games, open, note) {
    const row = (game) =>
      el("tr", {},
        el("td", {}, button(`${game.number + 1}`, () => open(game), { "aria-label": t("Open game {game}, {white} against {black}", { game: game.number + 1, white: game.white || "?", black: game.black || "?" }) })),
        el("td", {}, `${game.white || "?"} – ${game.black || "?"}`),
        el("td", {}, game.fault ? "⚠" : game.result),
        el("td", { class: "value" }, t("{n} plies", { n: game.plies })),
      );
    const head = el("tr", {}, ...[t("Open"), t("Players"), t("Result"), t("Length")].map((text) => el("th", { scope: "col" }, text)));
    const table = el("table", {}, el("thead", {}, head), el("tbody", {}, ...games.map(row)));
    byId("games").replaceChildren(...(note ? [el("p", { class: "note" }, note)] : []), ...(games.length ? [table] : []));
  }
}
