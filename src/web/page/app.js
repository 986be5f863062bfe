// The page: one board, one tree of moves, and the panel in front decides what happens behind a move.

import { Analyse } from "./analyse.js";
import { ask } from "./api.js";
import { Board, squaresOf } from "./board.js";
import { Curves } from "./curves.js";
import { Database } from "./database.js";
import { announce, byId, download, el, scoreText } from "./dom.js";
import { takeFiles } from "./files.js";
import { Gauge } from "./gauge.js";
import { Inside } from "./inside.js";
import { help, obey } from "./keys.js";
import { t, told, translatePage } from "./language.js";
import { Play } from "./play.js";
import { showSettings } from "./settings_dialog.js";
import { Sides } from "./sides.js";
import { sound } from "./sound.js";
import { Tree } from "./tree.js";

const STORE = "draughts-td-game";

class App {
  async start() {
    translatePage();
    // Nobody sees the words of another language first.
    document.querySelector("main").hidden = false;
    this.state = await ask("/api/state");
    this.tree = new Tree();
    this.names = { white: "", black: "", event: "", result: "*" };
    this.board = new Board(byId("board"), {
      wanted: (move) => this.play(move),
      refused: (from, to) => this.refuse(from, to),
      asked: (squares) => this.say(t("Several captures fit: choose a square on the way, {squares}.", { squares: squares.map(String).reduce((a, b) => t("{a} or {b}", { a, b })) })),
      tapped: (square) => this.modes.inside.tapped(square),
      turned: () => this.#drawSides(),
    });
    this.sides = new Sides(this);
    this.gauge = new Gauge(this);
    this.modes = {
      play: new Play(this, byId("panel-play")),
      analyse: new Analyse(this, byId("panel-analyse")),
      inside: new Inside(this, byId("panel-inside")),
      database: new Database(this, byId("panel-database")),
      curves: new Curves(this, byId("panel-curves")),
    };
    byId("tab-database").hidden = !this.state.database;
    byId("tab-curves").hidden = !this.state.metrics;
    this.mode = this.modes.play;
    this.#wire();
    const kept = this.#restore();
    // Entering the panel does what is to be done behind a move; before, nobody is to move.
    await this.#look();
    await this.show(kept ?? (this.state.database ? "database" : this.state.files.length ? "analyse" : "play"));
    document.body.dataset.ready = "true";
  }

  #wire() {
    for (const [id, plies] of [["first", -Infinity], ["back", -1], ["next", 1], ["last", Infinity]]) {
      byId(id).addEventListener("click", () => this.walk(plies));
    }
    byId("flip").addEventListener("click", () => this.board.flip());
    byId("say").addEventListener("click", () => this.sayValue());
    byId("save").addEventListener("click", () => this.save());
    byId("copy").addEventListener("click", async () => this.copy(await this.pdn(), t("The game is copied.")));
    byId("copy-fen").addEventListener("click", () => this.copy(this.position.fen, t("The position is copied.")));
    byId("find-mistakes").addEventListener("click", () => this.findMistakes());
    byId("settings-button").addEventListener("click", () => showSettings(() => this.#judge()));
    byId("help-button").addEventListener("click", help);
    byId("move-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.typed(byId("move-box").value);
    });
    const tabs = [...byId("tabs").querySelectorAll("[role=tab]")];
    for (const tab of tabs) {
      tab.addEventListener("click", () => this.show(tab.id.slice(4)));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const shown = tabs.filter((other) => !other.hidden);
        const next = shown[(shown.indexOf(tab) + step + shown.length) % shown.length];
        next.focus();
        this.show(next.id.slice(4));
        event.preventDefault();
        event.stopPropagation();
      });
    }
    document.addEventListener("keydown", (event) => obey(this, event));
    takeFiles(this);
    document.addEventListener("paste", (event) => {
      if (event.target.closest?.("input, textarea")) return;
      this.open(event.clipboardData.getData("text"));
    });
  }

  /** Brings a panel to the front. */
  async show(name) {
    const mode = this.modes[name] ?? this.modes.play;
    for (const [other, panel] of Object.entries(this.modes)) {
      const isFront = panel === mode;
      byId(`panel-${other}`).hidden = !isFront;
      const tab = byId(`tab-${other}`);
      tab.setAttribute("aria-selected", String(isFront));
      tab.setAttribute("tabindex", isFront ? "0" : "-1");
    }
    if (this.mode !== mode) this.mode.leave();
    this.mode = mode;
    this.modeName = name;
    await mode.enter();
    this.#judge();
    this.#keep();
  }

  /** Shows what stands on the board now, and lets the panel in front do its part. */
  async refresh() {
    if (!(await this.#look())) return;
    this.#keep();
    this.#judge();
    await this.mode.moved?.();
  }

  /** Shows the value of the current place beside the board; during a game against the engine nobody asks for it. */
  #judge() {
    const { analyse, database } = this.modes;
    const mayAsk = (this.mode === analyse && !analyse.busy) || this.mode === database;
    this.gauge.moved(mayAsk).catch((error) => this.say(error.message));
  }

  #drawSides() {
    this.sides?.draw();
    this.gauge?.draw();
  }

  /** Looks for the mistakes of the game on the board. */
  async findMistakes() {
    await this.show("analyse");
    await this.modes.analyse.look();
  }

  /** Asks what stands on the board now, and shows it; whether nobody has gone on in the meantime. */
  async #look() {
    const node = this.tree.current;
    const position = await ask("/api/position", this.tree.spot());
    if (node !== this.tree.current) return false;
    this.position = position;
    this.board.arrows = [];
    this.board.outline = [];
    this.board.show(position, node.move ? squaresOf(node.move.id) : null);
    this.tree.draw((other) => this.go(other));
    byId("status").textContent = this.#status();
    this.sides.draw();
    byId("word-list").replaceChildren(...this.board.words().map((line) => el("p", {}, line)));
    return true;
  }

  #status() {
    const { ending, turn, counters } = this.position;
    if (this.ended && this.mode === this.modes.play) return this.ended;
    if (ending) return t("{verdict}: {reason}.", { verdict: told(ending.verdict), reason: told(ending.reason) });
    const side = turn === "white" ? t("White to move.") : t("Black to move.");
    const draw = ({ rule, moves_left: n }) => (n === 1 ? t("Draw in 1 more move ({rule}).", { rule: told(rule) }) : t("Draw in {n} more moves ({rule}).", { n, rule: told(rule) }));
    return [side, ...counters.map(draw)].join(" ");
  }

  /** Says something below the board. */
  say(text) {
    byId("refusal").textContent = text;
  }

  /** Plays a legal move of the current position. */
  async play(move) {
    if (this.ended && this.mode === this.modes.play) {
      this.say(t("The game is over; take a move back or begin a new game."));
      return;
    }
    this.say("");
    this.tree.play({ id: move.id, text: move.text });
    announce(`${this.position.turn === "white" ? t("White") : t("Black")} ${move.text}`);
    sound(move);
    this.mode.played?.(move);
    await this.refresh();
  }

  /** Tells the rule that forbids a move. */
  async refuse(from, to) {
    const isFree = this.position.legal.length > 0 && this.position.legal[0].captured.length === 0;
    const isOwn = this.board.pieces[from - 1].toLowerCase() === this.position.turn[0];
    if (!to && isFree && isOwn) {
      this.say(t("The piece on {square} has no move.", { square: from }));
      return;
    }
    await this.typed(`${from}-${to || from}`, false);
  }

  /** Plays what was typed, or tells what is wrong with it. */
  async typed(text, play = true) {
    const answer = await ask("/api/move", { at: this.tree.spot(), text });
    if (answer.refused) {
      const refused = told(answer.refused);
      this.say(refused[0].toUpperCase() + refused.slice(1) + ".");
    } else if (play) {
      byId("move-box").value = "";
      await this.play(answer.move);
    }
  }

  /** Goes to a place of the tree. */
  async go(node) {
    this.tree.current = node;
    this.say("");
    await this.refresh();
  }

  /** Walks along the line. */
  async walk(plies) {
    let node = this.tree.current;
    for (let left = Math.abs(plies); left > 0; left--) {
      const next = plies < 0 ? node.parent : node.children[0];
      if (!next) break;
      node = next;
    }
    if (node === this.tree.current) return;
    if (plies === 1) sound(squaresOf(node.move.id));
    await this.go(node);
  }

  /** Goes to the variation beside this move. */
  async beside(step) {
    const node = this.tree.current;
    const all = node.parent?.children ?? [];
    const other = all[all.indexOf(node) + step];
    if (other) await this.go(other);
  }

  /** Begins a game at a position. */
  async begin(fen = null, names = {}) {
    this.ended = "";
    this.tree = new Tree(fen, fen?.startsWith("B") ?? false);
    this.names = { white: "", black: "", event: "", result: "*", ...names };
    await this.refresh();
  }

  /** Opens a game as the server tells it. */
  async load(game) {
    const standard = "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20";
    this.ended = "";
    this.tree = new Tree(game.fen === standard ? null : game.fen, game.fen.startsWith("B"));
    const { white, black, event, date, result, white_rating, black_rating } = game;
    this.names = { white, black, event, date, result, white_rating, black_rating };
    this.sides.running = null;
    this.modes.play.clock = null;
    this.tree.read(game.line);
    await this.refresh();
    if (game.fault) this.say(told(game.fault));
  }

  /** Opens a FEN or PDN. */
  async open(text) {
    try {
      const { fen, games, left_out } = await ask("/api/paste", { text });
      if (fen) {
        await this.begin(fen);
        this.say("");
      } else {
        await this.show("analyse");
        await this.modes.analyse.offer(games, left_out);
      }
    } catch (error) {
      this.say(told(error.message));
    }
  }

  /** The game as the server wants it, to be written or saved. */
  written() {
    const at = this.tree.fen ? { fen: this.tree.fen } : {};
    return { at, line: this.tree.written(), ...this.names };
  }

  /** The game as PDN. */
  async pdn() {
    const { pdn } = await ask("/api/write", this.written());
    return pdn;
  }

  async save() {
    download("game.pdn", await this.pdn());
  }

  async copy(text, done) {
    try {
      await navigator.clipboard.writeText(text);
      this.say(done);
    } catch {
      this.say(t("The browser does not let this page copy. {text}", { text }));
    }
  }

  async sayValue() {
    const last = await this.advice();
    const line = last?.lines?.[0];
    const value = line && t("Value {value} for White; best {move}.", { value: scoreText(line.score), move: line.line[0].text });
    announce(value ?? t("There is no legal move."));
    if (value) this.say(value);
  }

  /** Shows what the other side would play if it were to move. */
  async threat() {
    const turn = this.position.turn === "white" ? "B" : "W";
    const best = (await this.advice({ pieces: this.position.pieces, turn }))?.lines?.[0];
    if (!best?.line.length) return;
    this.board.arrows = [{ ...squaresOf(best.line[0].id), label: "!" }];
    this.board.draw();
    const threat = t("Threat: {move}, {value}.", { move: best.line[0].text, value: scoreText(best.score) });
    announce(threat);
    this.say(threat);
  }

  /** What a short search says of a position, the current one unless another is given. */
  async advice(at = this.tree.spot()) {
    if (this.position.ending) return null;
    let found = null;
    await this.modes.analyse.search.listen("/api/analyse", { at, net: this.net(), nodes: 300000, ms: 700 }, (line) => {
      if (line.lines) found = line;
    });
    // A new search has ended the one that went on beside it.
    if (this.modes.analyse.isOn) this.modes.analyse.restart();
    return found;
  }

  /** The evaluation in use. */
  net() {
    return this.mode.net?.() ?? this.state.nets[0];
  }

  /** Plays the only move, or the best one. */
  async playBest() {
    const { legal } = this.position;
    if (legal.length === 1) {
      await this.play(legal[0]);
      return;
    }
    const best = (await this.advice())?.lines?.[0]?.line[0];
    const move = best && this.position.legal.find((other) => other.id === best.id);
    if (move) await this.play(move);
  }

  /** Takes arrows, values and outlines off the board. */
  hideAll() {
    this.board.arrows = [];
    this.board.outline = [];
    this.board.shares = null;
    this.board.draw();
  }

  /** Keeps the game for a reload of the page. */
  #keep() {
    const { names, ended, modeName } = this;
    sessionStorage.setItem(STORE, JSON.stringify({ tree: this.tree.kept(), names, ended, mode: modeName }));
  }

  #restore() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(STORE));
      if (!kept) return null;
      this.tree = Tree.restored(kept.tree);
      Object.assign(this, { names: kept.names, ended: kept.ended });
      this.modes.play.sit(kept.names.person ?? "white");
      return kept.mode ?? null;
    } catch {
      return null;
    }
  }
}

const app = new App();
window.addEventListener("unhandledrejection", (event) => app.say?.(told(event.reason?.message ?? "") || t("Something failed.")));
app.start().catch((error) => {
  byId("status").textContent = error.message;
});
