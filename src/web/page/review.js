// The whole game looked at: its graph, its mistakes with better lines, the figures of both sides, and the mistakes once more.

import { Line } from "./api.js";
import { button, byId, choice, el, heads } from "./dom.js";
import { gameGraph } from "./graph.js";
import { t, told } from "./language.js";
import { Retry } from "./retry.js";

const DEPTHS = [[10000, t("quick")], [50000, t("ordinary")], [400000, t("thorough")]];
const SIDES = [["both", t("both sides")], ["white", t("White")], ["black", t("Black")]];

export class Review {
  /** The part of a panel below the engine's lines. */
  constructor(app, panel, analyse) {
    this.app = app;
    this.analyse = analyse;
    this.line = new Line();
    this.#forget();
    panel.append(
      el("h2", { id: "whole-game" }, t("The whole game")),
      el("div", { role: "group", class: "row", "aria-label": t("The whole game") },
        button(t("Find mistakes"), () => this.look(), { id: "review" }),
        choice("review-nodes", t("Search"), DEPTHS),
        el("span", { id: "review-note", class: "note", role: "status" }),
      ),
      el("div", { id: "retry-row", class: "row", role: "group", "aria-label": t("Try again"), hidden: true },
        button(t("Find better moves yourself"), () => this.#retry(), { id: "retry-begin" }),
        choice("retry-side", t("for"), SIDES),
      ),
      el("div", { id: "graph" }),
      el("div", { id: "review-sides" }),
      el("div", { id: "mistakes" }),
    );
    byId("review-nodes").value = "50000";
    this.retry = new Retry(app, byId("retry"));
  }

  #forget() {
    this.results = [];
    this.mistakes = [];
    this.tasks = [];
  }

  get busy() {
    return this.line.busy;
  }

  stop() {
    this.line.stop();
  }

  /** Looks at the whole main line and finds its mistakes. */
  async look() {
    const { app } = this;
    app.gauge.line.stop();
    this.retry.end();
    byId("whole-game").scrollIntoView();
    const tree = app.tree;
    const nodes = [tree.root, ...tree.mainLine()];
    if (nodes.length < 2) {
      byId("review-note").textContent = t("There are no moves.");
      return;
    }
    if (this.analyse.isOn) await this.analyse.toggle();
    this.#forget();
    this.results = nodes.map(() => null);
    const lines = [];
    const question = { at: tree.spot(nodes[nodes.length - 1]), net: this.analyse.net(), nodes: Number(byId("review-nodes").value) };
    const last = await this.line.listen("/api/review", question, (view) => {
      if (view.ply === undefined) return;
      this.results[view.ply] = view.score.result;
      nodes[view.ply].judge(view.score);
      lines[view.ply] = view.line;
      byId("review-note").textContent = t("{n} of {all} {all|position|positions}", { n: nodes.length - view.ply, all: nodes.length });
      this.moved();
    });
    if (!last?.mistakes) {
      byId("review-note").textContent = t("Stopped.");
      return;
    }
    this.#found({ tree, nodes, lines, question, ...last });
  }

  #found({ tree, nodes, lines, question, mistakes, sides }) {
    const { app } = this;
    this.mistakes = mistakes;
    if (mistakes.length && tree === app.tree) app.changes.remember();
    byId("review-note").textContent = mistakes.length ? t("{n} found.", { n: mistakes.length }) : t("No mistake found.");
    this.tasks = mistakes.filter(({ before }) => lines[before].length).map(({ before, loss }) => ({
      node: nodes[before], played: nodes[before + 1], loss, line: lines[before].slice(0, 8), result: this.results[before], nodes: question.nodes, net: question.net,
    }));
    const rows = mistakes.map(({ before, loss, sign, name }) => {
      const node = nodes[before + 1];
      const better = lines[before].slice(0, 8);
      // What somebody else thought of the move stays.
      node.sign ||= sign;
      tree.addLine(nodes[before], better);
      return el("tr", {},
        el("td", {}, button(`${tree.number(node)} ${node.move.text}${sign}`, () => app.go(node))),
        el("td", {}, told(name)),
        el("td", { class: "value" }, `−${Math.round(100 * loss)} %`),
        el("td", { class: "line" }, ...better.map((move, index) => button(move.text, () => this.analyse.take(nodes[before], better.slice(0, index + 1))))),
      );
    });
    const head = el("tr", {}, ...heads([t("Move"), t("Kind"), t("Loss"), t("Better")], (column) => column === 2));
    byId("mistakes").replaceChildren(...(rows.length ? [el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows))] : []));
    byId("review-sides").replaceChildren(...sidesTable(sides));
    byId("retry-row").hidden = this.tasks.length === 0;
    byId("retry-side").value = app.names.person ?? "both";
    this.moved();
    if (tree === app.tree) app.drawMoves();
    app.gauge.draw();
  }

  async #retry() {
    const side = byId("retry-side").value;
    const tasks = this.tasks.filter(({ played }) => side === "both" || this.app.tree.mover(played) === side);
    if (tasks.length) await this.retry.begin(tasks);
    else byId("review-note").textContent = t("This side has no mistakes.");
  }

  /** Draws the graph for the place on the board, or takes all away where it is of another game. */
  moved() {
    const { tree } = this.app;
    const nodes = [tree.root, ...tree.mainLine()];
    if (this.results.length !== nodes.length) {
      this.#forget();
      this.retry.end();
      for (const id of ["graph", "mistakes", "review-sides"]) byId(id).replaceChildren();
      byId("review-note").textContent = "";
      byId("retry-row").hidden = true;
      return;
    }
    const here = nodes.indexOf(tree.current);
    const go = (ply) => nodes[ply] && this.app.go(nodes[ply]);
    byId("graph").replaceChildren(gameGraph(this.results, this.mistakes, Math.max(0, here), go));
  }
}

/** The mistakes of each side, and how much of the result its moves kept. */
function sidesTable(sides) {
  const kinds = [["?!", t("inaccuracies")], ["?", t("mistakes")], ["??", t("blunders")]];
  const row = ([side, name]) => {
    const { mistakes, accuracy, spread } = sides[side];
    const figure = accuracy === null ? "–" : `${accuracy.toFixed(1)} ± ${spread.toFixed(1)} %`;
    return el("tr", {}, el("th", { scope: "row" }, name), ...mistakes.map((count) => el("td", { class: "value" }, count)), el("td", { class: "value" }, figure));
  };
  const kind = ([sign, name]) => el("th", { scope: "col", class: "value", title: name, "aria-label": name }, sign);
  const head = el("tr", {}, el("td"), ...kinds.map(kind), el("th", { scope: "col", class: "value" }, t("accuracy")));
  return [
    el("table", {}, el("thead", {}, head), el("tbody", {}, ...SIDES.slice(1).map(row))),
    el("p", { class: "note" }, t("Accuracy is the share of the expected result that moves with a choice kept, with two standard errors. It does not measure strength: in easy positions everybody's is high.")),
  ];
}
