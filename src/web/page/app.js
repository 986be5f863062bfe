// The page: one board, one tree of moves, and the panel in front decides what happens after a move.

import { addressOf, fenOfAddress, nameInAddress } from "./address.js";
import { Advice } from "./advice.js";
import { Analyse } from "./analyse.js";
import { ask } from "./api.js";
import { Board, squaresOf } from "./board.js";
import { Changes } from "./changes.js";
import { Curves } from "./curves.js";
import { Database } from "./database.js";
import { showDiagram } from "./diagram_dialog.js";
import { announce, byId, el, save, sentence, toClipboard } from "./dom.js";
import { newId } from "./drawer.js";
import { showDrawer } from "./drawer_dialog.js";
import { Edit } from "./edit.js";
import { takeFiles } from "./files.js";
import { Gauge } from "./gauge.js";
import { Inside } from "./inside.js";
import { help, obey } from "./keys.js";
import { t, told, translatePage } from "./language.js";
import { Keeper } from "./keeper.js";
import { MoveList } from "./move_list.js";
import { showNames } from "./names_form.js";
import { Play } from "./play.js";
import { settings } from "./settings.js";
import { showSettings } from "./settings_dialog.js";
import { Setup } from "./setup.js";
import { Sides } from "./sides.js";
import { sound } from "./sound.js";
import { takeTabs } from "./tabs.js";
import { Train } from "./train.js";
import { Tree } from "./tree.js";

const NO_NAMES = { white: "", black: "", event: "", site: "", round: "", date: "", result: "*" };

class App {
  async start() {
    translatePage();
    // Nobody sees the words of another language first.
    document.querySelector("main").hidden = false;
    this.state = await ask("/api/state");
    this.tree = new Tree();
    this.names = { ...NO_NAMES };
    this.id = newId();
    this.changes = new Changes(this);
    this.board = new Board(byId("board"), {
      wanted: (move) => this.play(move),
      refused: (from, to) => this.refuse(from, to),
      asked: (squares) => this.say(t("Several captures fit: choose a square on the way, {squares}.", { squares: squares.map(String).reduce((a, b) => t("{a} or {b}", { a, b })) })),
      tapped: (square) => this.setup.tapped(square) || this.modes.inside.tapped(square),
      dragged: (from, to) => this.setup.dragged(from, to) || this.modes.inside.dragged(from, to),
      turned: () => this.#drawSides(),
    });
    this.sides = new Sides(this);
    this.advice = new Advice(this);
    this.gauge = new Gauge(this);
    this.modes = {
      play: new Play(this, byId("panel-play")),
      analyse: new Analyse(this, byId("panel-analyse")),
      train: new Train(this, byId("panel-train")),
      inside: new Inside(this, byId("panel-inside")),
      database: new Database(this, byId("panel-database")),
      curves: new Curves(this, byId("panel-curves")),
    };
    byId("tab-database").hidden = !this.state.database;
    byId("tab-curves").hidden = !this.state.metrics;
    this.mode = this.modes.play;
    this.edit = new Edit(this, byId("edit"));
    this.setup = new Setup(this, byId("setup"));
    this.keeper = new Keeper(this);
    this.keeper.markSaved();
    this.#wire();
    const kept = this.keeper.restore();
    this.keeper.draw();
    // Entering the panel does what is to be done after a move; before, nobody is to move.
    await this.#look();
    const isOther = await this.#openAddress();
    if (!isOther) await this.show(kept ?? (this.state.database ? "database" : this.state.files.length ? "analyse" : "play"));
    document.body.dataset.ready = "true";
  }

  #wire() {
    for (const [id, plies] of [["first", -Infinity], ["back", -1], ["next", 1], ["last", Infinity]]) {
      byId(id).addEventListener("click", () => this.walk(plies));
    }
    byId("flip").addEventListener("click", () => this.board.flip());
    byId("say").addEventListener("click", () => this.advice.say());
    byId("save").addEventListener("click", () => this.save());
    byId("copy").addEventListener("click", async () => this.copy(await this.pdn(), t("The game is copied.")));
    byId("copy-fen").addEventListener("click", async () => this.copy(await this.fen(), t("The position is copied.")));
    byId("copy-link").addEventListener("click", async () => this.copy(addressOf(await this.fen()), t("The link is copied.")));
    byId("setup-button").addEventListener("click", () => (this.setup.spot() ? this.setup.close() : this.setup.open()));
    addEventListener("hashchange", () => this.#openAddress());
    byId("bring-back").addEventListener("click", () => this.bringBack());
    byId("diagram-button").addEventListener("click", () => showDiagram(this));
    byId("drawer-button").addEventListener("click", () => showDrawer(this));
    byId("names-button").addEventListener("click", () => showNames(this));
    byId("undo-edit").addEventListener("click", () => this.undo());
    byId("redo-edit").addEventListener("click", () => this.changes.redo());
    byId("find-mistakes").addEventListener("click", () => this.findMistakes());
    byId("settings-button").addEventListener("click", () => showSettings(() => this.#judge()));
    byId("help-button").addEventListener("click", help);
    byId("move-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.typed(byId("move-box").value);
    });
    takeTabs((name) => this.turnTo(name));
    document.addEventListener("keydown", (event) => obey(this, event));
    takeFiles(this);
    document.addEventListener("paste", (event) => {
      if (event.target.closest?.("input, textarea")) return;
      this.open({ text: event.clipboardData.getData("text") });
    });
  }

  /** Brings another panel to the front, and takes away what was said in the one before. */
  async turnTo(name) {
    if (this.mode !== this.modes[name]) {
      this.say("");
      this.board.arrows = [];
      this.board.draw();
    }
    await this.show(name);
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
    this.keeper.keep();
  }

  /** Shows what is on the board now, and lets the panel in front do its part. */
  async refresh() {
    if (this.setup.spot()) return;
    if (!(await this.#look())) return;
    this.keeper.keep();
    this.#judge();
    await this.mode.moved?.();
  }

  /** Shows the value of the current place beside the board; during a game against the engine nobody asks for it. */
  #judge() {
    const { analyse, database } = this.modes;
    const mayAsk = (this.mode === analyse && !analyse.busy) || this.mode === database;
    this.gauge.moved(mayAsk).catch((error) => this.say(told(error.message)));
  }

  #drawSides() {
    this.sides?.draw();
    this.gauge?.draw();
  }

  /** Looks for the mistakes of the game on the board. */
  async findMistakes() {
    await this.turnTo("analyse");
    await this.modes.analyse.review.look();
  }

  /** Asks what is on the board now, and shows it; whether the board is still the same then. */
  async #look() {
    const node = this.tree.current;
    const position = await ask("/api/position", this.tree.spot());
    if (node !== this.tree.current) return false;
    this.position = position;
    nameInAddress(node === this.tree.root && !this.tree.fen ? null : position.fen);
    if (this.setup.spot()) return false;
    this.board.arrows = [];
    this.board.outline = [];
    this.board.show(position, node.move ? squaresOf(node.move.id) : null);
    this.drawMoves();
    byId("status").textContent = this.#status();
    this.sides.draw();
    byId("word-list").replaceChildren(...this.board.words().map((line) => el("p", {}, line)));
    return true;
  }

  /** Draws the list of the moves, and what can be done with the one on the board. */
  drawMoves() {
    new MoveList(this.tree, (node) => this.go(node)).draw();
    this.edit.draw();
    const { undo, redo } = this.changes.reach;
    byId("undo-edit").disabled = !undo;
    byId("redo-edit").disabled = !redo;
  }

  #status() {
    const { ending, turn, counters } = this.position;
    if (this.ended && this.mode === this.modes.play) return this.ended;
    // The reason of a draw says that it is one.
    if (ending?.result === "1-1") return sentence(told(ending.reason));
    if (ending) return t("{verdict}: {reason}.", { verdict: told(ending.verdict), reason: told(ending.reason) });
    const side = turn === "white" ? t("White to move.") : t("Black to move.");
    const draw = ({ rule, moves_left: n }) => t("Draw in {n} more {n|move|moves} ({rule}).", { n, rule: told(rule) });
    return [side, ...counters.map(draw)].join(" ");
  }

  /** Says something below the board: what was refused, or a remark. */
  say(text, isRemark = false) {
    byId("refusal").textContent = text;
    byId("refusal").classList.toggle("remark", isRemark);
  }

  /** Says what is not wrong. */
  remark(text) {
    this.say(text, true);
  }

  /** Plays a legal move of the current position. */
  async play(move) {
    if (await this.mode.takes?.(move)) return;
    if (this.ended && this.mode === this.modes.play) {
      this.say(t("The game is over; take a move back or begin a new game."));
      return;
    }
    this.say("");
    if (!this.tree.current.children.some((other) => other.move.id === move.id)) this.changes.remember();
    this.tree.play({ id: move.id, text: move.text });
    announce(`${this.position.turn === "white" ? t("White") : t("Black")} ${move.text}`);
    sound(move);
    this.mode.played?.(move);
    await this.refresh();
    await this.#playForced();
  }

  /** Plays the only capture for the one who is to move, where this is set and nothing has been played yet. */
  async #playForced() {
    const { legal } = this.position;
    const isForced = settings.forced && legal.length === 1 && legal[0].captured.length > 0;
    if (!isForced || this.tree.current.children.length || this.ended) return;
    // The engine plays its own moves.
    if (this.mode === this.modes.play && this.modes.play.isEnginesTurn()) return;
    await this.play(legal[0]);
  }

  /** Undoes the last change, of the position that is set up or of the game. */
  undo() {
    if (this.setup.spot()) return this.setup.undo();
    // Without the person's own move, the engine would play its reply again.
    if (this.mode === this.modes.play && this.names.person) return this.mode.undo();
    return this.changes.undo();
  }

  /** Says which rule forbids a move. */
  async refuse(from, to) {
    const isFree = this.position.legal.length > 0 && this.position.legal[0].captured.length === 0;
    const isOwn = this.board.pieces[from - 1].toLowerCase() === this.position.turn[0];
    if (!to && isFree && isOwn) {
      this.say(t("The piece on {square} has no move.", { square: from }));
      return;
    }
    await this.typed(`${from}-${to || from}`, false);
  }

  /** Plays what was typed, or says what is wrong with it. */
  async typed(text, play = true) {
    if (this.spot()) {
      this.say(t("This is not the position of the game any more."));
      return;
    }
    const answer = await ask("/api/move", { at: this.tree.spot(), text, forced: settings.forced });
    if (answer.refused) {
      const { refused, number } = answer;
      this.say(number ? t("Move {number} of the row: {why}", { number, why: sentence(told(refused)) }) : sentence(told(refused)));
    } else if (play) {
      byId("move-box").value = "";
      await this.#playRow(answer.moves);
    }
  }

  /** Plays moves one after the other; the last one as if it were played on the board. */
  async #playRow(moves) {
    if (moves.length > 1) {
      this.changes.remember();
      this.tree.current = this.tree.addLine(this.tree.current, moves.slice(0, -1));
      await this.#look();
    }
    await this.play(moves[moves.length - 1]);
  }

  /** Goes to a place of the tree. */
  async go(node) {
    this.setup.leave();
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

  /** Begins a game at a position, in the panel in front or in another one. */
  async begin(fen = null, names = {}, { clock = null, mode = this.modeName } = {}) {
    this.setup.leave();
    this.#tellKept(this.hasMoves);
    this.#replace(new Tree(fen, fen?.startsWith("B") ?? false), { ...NO_NAMES, ...names }, clock);
    if (mode === this.modeName) await this.refresh();
    else if (await this.#look()) await this.show(mode);
  }

  /** Opens a game as the server sends it. */
  async load(game) {
    const standard = "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20";
    this.setup.leave();
    const tree = new Tree(game.fen === standard ? null : game.fen, game.fen.startsWith("B"));
    tree.read(game.line);
    const { white, black, event, site, round, date, result, white_rating, black_rating, pdn, stored } = game;
    // A game that was only looked at is in its list again.
    this.#tellKept(this.keeper.unsaved);
    this.#replace(tree, { white, black, event, site, round, date, result, white_rating, black_rating, pdn, stored });
    await this.refresh();
    if (game.fault) this.say(told(game.fault));
  }

  /** Puts another game on the board. The one before is kept if it has a move. */
  #replace(tree, names, clock = null) {
    if (this.hasMoves) this.keeper.putAside();
    this.take({ id: newId(), tree, names, clock, ended: "" });
    this.keeper.markSaved();
  }

  /** Has a game on the board, as it was kept or is new. */
  take({ id, tree, names, clock, ended }) {
    Object.assign(this, { id, tree, names, ended });
    this.changes.clear();
    this.sides.running = null;
    this.modes.play.clock = clock;
  }

  #tellKept(isKept) {
    if (isKept) this.remark(t("The previous game is kept; the button “{name}” shows it again.", { name: t("Bring back (u)") }));
    else this.say("");
  }

  /** Whether there is a game to keep; the moves of an exercise are not a game. */
  get hasMoves() {
    return this.tree.root.children.length > 0 && !this.names.exercise;
  }

  /** Shows a kept game again, the last one unless another is named. */
  async bringBack(id) {
    const mode = this.keeper.bringBack(id);
    if (!mode) return;
    this.setup.leave();
    if (this.modes.play.clock) this.modes.play.clock.since = Date.now();
    this.say("");
    if (await this.#look()) await this.show(mode);
  }

  /** Opens a FEN or PDN: a text, or the bytes of a file. */
  async open(question) {
    try {
      const first = await ask("/api/paste", question);
      if (first.fen) {
        await this.begin(first.fen);
      } else {
        await this.turnTo("analyse");
        this.modes.analyse.games.offer(question, first);
        await this.load(first.games[0]);
      }
    } catch (error) {
      this.say(sentence(told(error.message)));
    }
  }

  /** The game as the server wants it, to be written or saved; with the text that was opened, if one was. */
  written() {
    const at = this.tree.fen ? { fen: this.tree.fen } : {};
    const rating = (value) => String(value ?? "");
    const { white_rating, black_rating } = this.names;
    return { at, line: this.tree.written(), ...this.names, white_rating: rating(white_rating), black_rating: rating(black_rating) };
  }

  /** The game as PDN. */
  async pdn() {
    const { pdn } = await ask("/api/write", this.written());
    return pdn;
  }

  async save() {
    save("game.pdn", await this.pdn());
    this.keeper.markSaved();
  }

  /** The position on the board where it is not that of the game, as the server wants it. */
  spot() {
    return this.setup.spot() ?? this.mode.spot?.() ?? null;
  }

  /** The position on the board, which may be another than the game's. */
  async fen() {
    const made = this.spot();
    return (made ? await ask("/api/position", made) : this.position).fen;
  }

  /** Begins at the position of the address, if it names another than the one on the board; whether it does. */
  async #openAddress() {
    const asked = fenOfAddress();
    if (!asked) return false;
    try {
      const { fen } = await ask("/api/position", { fen: asked });
      if (fen === this.position.fen) return false;
      await this.begin(fen, {}, { mode: "analyse" });
      return true;
    } catch (error) {
      this.say(sentence(told(error.message)));
      return false;
    }
  }

  async copy(text, done) {
    try {
      await toClipboard(text);
      this.remark(done);
    } catch {
      this.say(t("The browser does not let this page copy. {text}", { text }));
    }
  }

  /** The evaluation in use. */
  net() {
    return this.mode.net?.() ?? this.state.nets[0];
  }

  /** Takes arrows, values and outlines off the board. */
  hideAll() {
    this.board.arrows = [];
    this.board.outline = [];
    this.board.shares = null;
    this.board.draw();
  }

}

const app = new App();
window.addEventListener("unhandledrejection", (event) => app.say?.(told(event.reason?.message ?? "") || t("Something failed.")));
app.start().catch((error) => {
  byId("status").textContent = told(error.message);
});
