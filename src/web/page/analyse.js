// Analysis: the best lines while the search deepens, the graph of a game, its mistakes, and games of files.

import { ask, Line } from "./api.js";
import { squaresOf } from "./board.js";
import { button, byId, choice, el, netOptions, scoreText } from "./dom.js";
import { Endgame } from "./endgame.js";
import { Games } from "./games.js";
import { number, t, told } from "./language.js";
import { Lines } from "./lines.js";
import { Review } from "./review.js";

export class Analyse {
  constructor(app, panel) {
    this.app = app;
    this.search = new Line();
    this.isOn = false;
    this.arrows = true;
    const nets = netOptions(app.state.nets);
    panel.append(
      el("h2", {}, t("Analyse")),
      el("div", { role: "group", class: "row", "aria-label": t("Engine") },
        button(t("Engine (l)"), () => this.toggle(), { id: "engine", "aria-pressed": "false" }),
        button(t("Arrows (a)"), () => this.toggleArrows(), { id: "arrows", "aria-pressed": "true" }),
        choice("lines", t("Lines"), [1, 2, 3, 4, 5].map((count) => [count, count]), () => this.restart()),
        choice("analyse-net", t("Evaluation"), nets, () => this.restart()),
      ),
      el("p", { id: "depth", class: "note" }, t("The engine is off.")),
      el("div", { id: "best-lines" }),
      el("div", { id: "endgame" }),
    );
    this.review = new Review(app, panel, this);
    this.endgame = new Endgame(app, byId("endgame"));
    byId("lines").value = "3";
    this.lines = new Lines(byId("best-lines"), {
      take: (node, moves) => this.take(node, moves),
      look: (node, moves) => this.#preview(node, moves),
      back: () => this.#back(),
    });
    this.games = new Games(app, panel);
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
    if (this.app.mode !== this) await this.app.turnTo("analyse");
    else await this.restart();
  }

  toggleArrows() {
    this.arrows = !this.arrows;
    byId("arrows").setAttribute("aria-pressed", String(this.arrows));
    this.#drawArrows(this.last ?? []);
  }

  async moved() {
    this.last = [];
    this.previewed = null;
    this.lines.clear();
    this.review.moved();
    await Promise.all([this.restart(), this.endgame.moved()]);
  }

  /** Begins the search again, for what is asked for now. */
  async restart() {
    const { app } = this;
    if (!this.isOn || app.mode !== this) {
      this.search.stop();
      byId("depth").textContent = t("The engine is off.");
      this.lines.clear();
      return;
    }
    if (app.position.ending) {
      this.search.stop();
      this.lines.clear();
      byId("depth").textContent = t("The game is over.");
      return;
    }
    const node = app.tree.current;
    const question = { at: app.tree.spot(), net: this.net(), lines: Number(byId("lines").value) };
    // Nobody waits for it: it runs until something else is asked.
    this.search.listen("/api/analyse", question, (found) => this.#tell(node, found)).catch((error) => app.say(told(error.message)));
  }

  #tell(node, found) {
    if (!found.lines || node !== this.app.tree.current) return;
    const { depth, nodes, table, lines } = found;
    const parts = [t("Depth {depth}, {nodes} nodes.", { depth, nodes: number(nodes) }), table ? t("Endgame tables: {table}.", { table }) : ""];
    byId("depth").textContent = parts.join(" ").trim();
    if (lines.length) node.judge(lines[0].score);
    this.app.gauge.draw();
    this.last = lines;
    this.lines.show(node, lines);
    // A line that is looked at keeps the board.
    if (!this.previewed) this.#drawArrows(lines);
  }

  /** Whether a move is an answer to what was asked, and not played in the game. */
  takes(move) {
    return this.review.retry.takes(move);
  }

  /** Plays a line after a place of the game. */
  async take(node, moves) {
    this.app.changes.remember();
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
}
