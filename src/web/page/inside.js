// What an evaluation sees: its value taken apart, what if a piece stood elsewhere, every legal move, and what a man is worth.

import { ask, Line } from "./api.js";
import { numbers, squaresOf } from "./board.js";
import { button, byId, choice, el, heads, netOptions, scoreText, signClass, signed, svg } from "./dom.js";
import { resultOf } from "./gauge.js";
import { t, told } from "./language.js";

const TOOLS = [["", t("nothing")], ["move", t("move a piece")], [".", t("remove a piece")], ["w", t("add a white man")], ["W", t("add a white king")], ["b", t("add a black man")], ["B", t("add a black king")]];
const SHARES = [["lifted", t("worth of pieces, %")], ["squares", t("shares of the parts, %")], ["", t("nothing")]];
const LOUDEST = 25;

export class Inside {
  constructor(app, panel) {
    this.app = app;
    this.first = new Line();
    this.second = new Line();
    this.worth = new Line();
    this.what = null;
    this.lifted = 0;
    const nets = netOptions(app.state.nets);
    panel.append(
      el("h2", {}, t("Look inside")),
      el("div", { role: "group", class: "row fields", "aria-label": t("Evaluations") },
        choice("inside-net", t("Evaluation"), nets, () => this.moved()),
        choice("other-net", t("Compare with"), [["", t("none")], ...nets], () => this.moved()),
        choice("shares", t("On the board"), SHARES, () => this.told && this.#draw()),
      ),
      el("div", { role: "group", class: "row fields", "aria-label": t("What if") },
        choice("tool", t("What if: click to"), TOOLS, () => this.#setTool()),
        choice("what-turn", t("to move"), [["W", t("White")], ["B", t("Black")]], () => this.what && this.#ask()),
        button(t("Back to the game"), () => this.#reset(), { id: "back-to-game" }),
        button(t("Analyse this position"), () => this.#analyse(), { id: "analyse-this", disabled: true }),
      ),
      el("p", { id: "what-note", class: "note", role: "status" }),
      el("div", { id: "inside-value" }),
      el("div", { id: "groups" }),
      el("h2", {}, t("Legal moves")),
      el("div", { id: "move-values", class: "scroll", tabindex: 0, role: "group", "aria-label": t("Legal moves with their values") }),
      el("h2", {}, t("Parts, the largest first")),
      el("div", { id: "parts", class: "scroll", tabindex: 0, role: "group", "aria-label": t("Parts of the value") }),
      el("h2", {}, t("What a man is worth")),
      el("p", { class: "note" }, t("In hundredths of the value, by square as White sees it and by pieces on the board.")),
      button(t("Calculate"), () => this.#worth(), { id: "worth-button" }),
      el("div", { id: "worth", class: "boards" }),
    );
  }

  net() {
    return byId("inside-net").value;
  }

  async enter() {
    await this.moved();
  }

  leave() {
    this.first.stop();
    this.second.stop();
    this.worth.stop();
    const wasWhatIf = this.what !== null;
    this.#edit(null);
    byId("tool").value = "";
    this.app.board.editing = false;
    this.app.board.shares = null;
    this.app.board.outline = [];
    if (wasWhatIf) this.#showGame();
    else this.app.board.draw();
  }

  stop() {
    this.first.stop();
  }

  async moved() {
    this.#edit(null);
    this.base = null;
    byId("what-turn").value = this.app.position.turn === "white" ? "W" : "B";
    byId("what-note").textContent = "";
    await this.#ask();
  }

  /** The position on the board where it is not that of the game. */
  spot() {
    return this.what ? { pieces: this.what, turn: byId("what-turn").value } : null;
  }

  #spot() {
    return this.spot() ?? this.app.tree.spot();
  }

  /** What the gauge shows of a position that is not that of the game: null before its value is known. */
  judged() {
    if (!this.what) return undefined;
    const value = this.judge?.what === this.what ? this.judge.value : null;
    if (value === null) return null;
    const isMen = this.net() === "material";
    return { result: isMen ? resultOf(value) : value, words: isMen ? t("{value} men", { value: signed(value) }) : signed(value, 3) };
  }

  /** Has another position on the board than the game's; null is the game's. */
  #edit(what) {
    this.what = what;
    byId("analyse-this").disabled = what === null;
  }

  /** Begins a game at the position that was made. */
  async #analyse() {
    const { fen } = await ask("/api/position", this.spot());
    await this.app.begin(fen, {}, { mode: "analyse" });
  }

  /** Asks for the value and its parts; the search of the moves comes after. */
  async #ask() {
    const other = byId("other-net").value;
    this.beside = null;
    try {
      if (other) {
        await this.second.listen("/api/inside", { at: this.#spot(), net: other }, (told) => {
          if (told.inside) this.beside = { name: other, ...told };
        });
      }
      await this.first.listen("/api/inside", { at: this.#spot(), net: this.net(), search: true }, (told) => this.#tell(told));
    } catch (error) {
      byId("what-note").textContent = told(error.message);
    }
  }

  #tell(told) {
    if (told.inside) {
      this.told = told;
      this.searched = new Map();
      if (!this.what) this.base = told.inside;
      this.judge = { what: this.what, value: told.inside.value };
      this.#draw();
    } else if (told.searched) {
      for (const one of told.searched) this.searched.set(one.id, one);
      this.#drawMoves();
    }
  }

  #draw() {
    const { inside } = this.told;
    const { board } = this.app;
    board.shares = inside[byId("shares").value] ?? null;
    board.draw();
    this.app.gauge.draw();
    this.#drawValue(inside);
    this.#drawGroups(inside);
    this.#drawParts(inside);
    this.#drawMoves();
  }

  #drawValue(inside) {
    const unit = this.net() === "material" ? t("men") : t("expected result, +1 is a win");
    const lines = [el("p", {}, el("b", { id: "value", class: signClass(inside.value, 3) }, signed(inside.value, 3)), ` ${t("for White ({unit}); {judge}", { unit, judge: told(inside.judge) })}`)];
    if (this.beside) {
      const value = this.beside.inside.value;
      lines.push(el("p", {}, el("b", { class: signClass(value, 3) }, signed(value, 3)), ` ${t("by {net}; {judge}", { net: this.beside.name, judge: told(this.beside.inside.judge) })}`));
    }
    if (this.what && this.base) {
      const change = inside.value - this.base.value;
      lines.push(el("p", {}, `${t("Change")}: `, el("b", { id: "change", class: signClass(change, 3) }, signed(change, 3)), ` ${t("from {value}", { value: signed(this.base.value, 3) })}`));
    }
    byId("inside-value").replaceChildren(...lines);
  }

  #drawGroups(inside) {
    const all = (told) => [...told.groups, { name: "rest", sum: told.rest }];
    const others = this.beside ? all(this.beside.inside) : [];
    const beside = new Map(others.map(({ name, sum }) => [name, sum]));
    const own = all(inside);
    const foreign = others.filter(({ name }) => !own.some((group) => group.name === name));
    const sums = [...own, ...foreign.map(({ name }) => ({ name, sum: null }))];
    const loudest = Math.max(...own.map(({ sum }) => Math.abs(sum)), 1e-9);
    const rows = sums.map(({ name, sum }) =>
      el("tr", {},
        el("th", { scope: "row" }, told(name)),
        el("td", { class: "value" }, sum === null ? "–" : el("span", { class: signClass(sum, 3) }, signed(sum, 3))),
        el("td", {}, sum === null ? null : bar(sum / loudest)),
        this.beside ? el("td", { class: "value" }, beside.has(name) ? signed(beside.get(name), 3) : "–") : null,
      ),
    );
    const head = [t("Group"), t("Adds"), "", ...(this.beside ? [this.beside.name] : [])].map((text, column) => (text ? el("th", { scope: "col", class: column ? "value" : null }, text) : el("td", {})));
    byId("groups").replaceChildren(el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows)));
  }

  #drawParts(inside) {
    const old = new Map((this.what && this.base ? this.base.parts : []).map((part) => [part.name, part.contribution]));
    const change = (part) => part.contribution - (old.get(part.name) ?? 0);
    const size = this.what ? change : (part) => part.contribution;
    const parts = [...inside.parts].sort((a, b) => Math.abs(size(b)) - Math.abs(size(a))).slice(0, LOUDEST);
    const outline = (part) => () => {
      this.app.board.outline = part.squares;
      this.app.board.draw();
    };
    const rows = parts.map((part) =>
      el("tr", { tabindex: 0, mouseenter: outline(part), focus: outline(part) },
        el("td", {}, told(part.name.replaceAll("_", " "))),
        el("td", {}, told(part.group)),
        el("td", { class: "value" }, el("span", { class: signClass(part.contribution, 3) }, signed(part.contribution, 3))),
        this.what ? el("td", { class: "value" }, signed(change(part), 3)) : null,
      ),
    );
    const head = heads([t("Part"), t("Group"), t("Adds"), ...(this.what ? [t("Change")] : [])], (column) => column > 1);
    byId("parts").replaceChildren(el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows)));
  }

  /** Every legal move: what the evaluation says of it at once, and what a search says. */
  #drawMoves() {
    const isWhite = byId("what-turn").value === "W";
    const searched = (move) => this.searched.get(move.id)?.score;
    const worth = (move) => (isWhite ? 1 : -1) * (searched(move)?.men ?? move.static);
    const beside = new Map((this.beside?.moves ?? []).map((move) => [move.id, move.static]));
    const moves = [...this.told.moves].sort((a, b) => worth(b) - worth(a));
    const statics = [...this.told.moves].sort((a, b) => (isWhite ? b.static - a.static : a.static - b.static));
    const arrow = (move) => () => {
      this.app.board.arrows = [{ ...squaresOf(move.id), label: move.text }];
      this.app.board.draw();
    };
    const rows = moves.map((move, index) =>
      el("tr", { tabindex: 0, mouseenter: arrow(move), focus: arrow(move) },
        el("td", { class: "value" }, `${index + 1}`),
        el("td", {}, move.text),
        el("td", { class: "value" }, searched(move) ? scoreText(searched(move)) : "…"),
        el("td", { class: "value" }, move.quiet ? signed(move.static, 3) : `(${signed(move.static, 3)})`),
        el("td", { class: "value" }, `${statics.indexOf(move) + 1}`),
        this.beside ? el("td", { class: "value" }, beside.has(move.id) ? signed(beside.get(move.id), 3) : "–") : null,
      ),
    );
    const names = [t("Rank"), t("Move"), t("With search, men"), t("Without search"), t("Rank without search"), ...(this.beside ? [this.beside.name] : [])];
    const head = heads(names, (column) => column !== 1);
    const note = el("p", { class: "note" }, t("In brackets: values of positions with a capture. Without a search they mean little."));
    byId("move-values").replaceChildren(el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows)), note);
  }

  #setTool() {
    this.app.board.editing = byId("tool").value !== "";
    this.lifted = 0;
    byId("what-note").textContent = this.app.board.editing ? t("Click squares on the board.") : "";
  }

  /** A square was clicked while a piece is moved, lifted or added. */
  async tapped(square) {
    const tool = byId("tool").value;
    const pieces = [...(this.what ?? this.app.board.pieces)];
    if (tool === "move" && !this.lifted) {
      if (pieces[square - 1] !== ".") {
        this.lifted = square;
        byId("what-note").textContent = t("Where is the piece on {square} to go?", { square });
      }
      return;
    }
    if (tool === "move") {
      [pieces[this.lifted - 1], pieces[square - 1]] = [".", pieces[this.lifted - 1]];
      this.lifted = 0;
    } else {
      pieces[square - 1] = tool;
    }
    this.#edit(pieces.join(""));
    this.app.board.show({ pieces: this.what, legal: [] });
    this.app.gauge.draw();
    byId("what-note").textContent = t("This is not the position of the game any more.");
    await this.#ask();
  }

  /** A piece was dragged to another square. */
  dragged(from, to) {
    const pieces = this.what ?? this.app.board.pieces;
    this.lifted = byId("tool").value === "move" && pieces[from - 1] !== "." ? from : 0;
    return this.tapped(to);
  }

  #showGame() {
    const { board, position, tree } = this.app;
    board.show(position, tree.current.move ? squaresOf(tree.current.move.id) : null);
    this.app.gauge.draw();
  }

  async #reset() {
    byId("tool").value = "";
    this.#setTool();
    this.#edit(null);
    this.#showGame();
    await this.moved();
  }

  async #worth() {
    byId("worth").replaceChildren(el("p", { class: "note", role: "status" }, t("Working…")));
    const answer = await this.worth.listen("/api/worth", { net: this.net() });
    if (!answer) return;
    const figures = answer.phases.map(({ name, squares }) => el("figure", {}, numbers(squares, t("Worth of a man with {pieces} on the board", { pieces: told(name) })), el("figcaption", {}, told(name))));
    byId("worth").replaceChildren(...figures, el("p", { class: "note" }, t("From {n} quiet {n|position|positions} of {source}.", { n: answer.positions, source: told(answer.source) })));
    await this.#ask();
  }
}

/** A bar from the middle, to the right for White and to the left for Black. */
function bar(share) {
  const width = 50 * Math.abs(share);
  return svg("svg", { viewBox: "0 0 100 10", width: 100, height: 10, "aria-hidden": "true" },
    svg("line", { x1: 50, x2: 50, y1: 0, y2: 10, class: "axis" }),
    svg("rect", { x: share < 0 ? 50 - width : 50, y: 1, width, height: 8, class: share < 0 ? "bar minus" : "bar" }),
  );
}
