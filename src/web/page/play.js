// A game against the engine: side, level, clock, undo, hint, resign.

import { Line } from "./api.js";
import { squaresOf } from "./board.js";
import { announce, button, byId, choice, el, netOptions } from "./dom.js";
import { t, told } from "./language.js";

const CLOCKS = [["", t("no clock")], ["60+0", t("1 minute")], ["180+2", t("3 minutes + 2 s")], ["300+3", t("5 minutes + 3 s")], ["900+10", t("15 minutes + 10 s")]];

/** The day on which a game begins, as PDN writes it. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join(".");
}

export class Play {
  constructor(app, panel) {
    this.app = app;
    this.line = new Line();
    this.color = "white";
    this.clock = null;
    const { levels, nets } = app.state;
    const levelNames = levels.map(({ number, name }) => [number, `${number}, ${told(name)}`]);
    panel.append(
      el("h2", {}, t("Play")),
      el("form", { id: "play-form", submit: (event) => event.preventDefault() },
        choice("play-color", t("You play"), [["white", t("White")], ["black", t("Black")]]),
        choice("play-level", t("Level"), levelNames),
        choice("play-net", t("Opponent"), netOptions(nets)),
        choice("play-clock", t("Clock"), CLOCKS),
      ),
      el("div", { role: "group", class: "row", "aria-label": t("The game") },
        button(t("New game (n)"), () => this.begin(), { class: "main" }),
        button(t("Take back"), () => this.undo(), { id: "undo" }),
        button(t("Hint"), () => this.hint(), { id: "hint" }),
        button(t("Resign"), () => this.resign(), { id: "resign" }),
        button(t("Engine moves"), () => this.swap()),
      ),
      el("p", { id: "play-note", class: "note" }),
    );
    byId("play-level").value = String(app.state.level);
    setInterval(() => this.#tick(), 200);
  }

  net() {
    return byId("play-net").value;
  }

  /** The person takes a side of the board. */
  sit(color) {
    this.color = color;
    byId("play-color").value = color;
    this.app.board.turn(color === "black");
  }

  async enter() {
    await this.moved();
  }

  leave() {
    this.line.stop();
  }

  stop() {
    this.line.stop();
  }

  /** Begins a game against the engine, at the start or at a position. */
  async begin(fen = null) {
    const { app } = this;
    this.line.stop();
    this.sit(byId("play-color").value);
    const control = byId("play-clock").value;
    const [seconds, increment] = control.split("+").map(Number);
    const clock = control ? { white: 1000 * seconds, black: 1000 * seconds, increment: 1000 * increment, since: Date.now(), isOver: false } : null;
    const engine = `draughts-td ${app.state.version}, ${this.net()}, level ${byId("play-level").value}`;
    const [white, black] = this.color === "white" ? ["You", engine] : [engine, "You"];
    await app.begin(fen, { white, black, event: "Game in the browser", date: today(), person: this.color }, { clock, mode: "play" });
  }

  /** Whether the engine is to move: only at the end of what was played. */
  isEnginesTurn() {
    const { position, tree, ended } = this.app;
    return !ended && !position.ending && position.turn !== this.color && tree.current.children.length === 0;
  }

  /** The mover's clock runs while he thinks; the increment comes with the move. */
  played() {
    if (!this.#isRunning) return;
    const mover = this.app.position.turn;
    this.charge(mover);
    this.clock[mover] += this.clock.increment;
  }

  get #isRunning() {
    return this.clock !== null && !this.clock.isOver && !this.app.ended && !this.app.position?.ending;
  }

  /** The side whose clock runs: it is to move at the end of the line, wherever one looks. */
  #onClock() {
    const { tree } = this.app;
    let node = tree.current;
    while (node.children.length) node = node.children[0];
    return (node.ply % 2 === 0) !== tree.blackBegins ? "white" : "black";
  }

  /** Takes the time since the last move off a clock. */
  charge(side = this.#onClock()) {
    if (!this.#isRunning) return;
    const now = Date.now();
    this.clock[side] = Math.max(0, this.clock[side] - (now - this.clock.since));
    this.clock.since = now;
  }

  async moved() {
    this.#tell();
    if (this.app.position.ending) this.app.names.result = this.app.position.ending.result;
    if (!this.isEnginesTurn()) return;
    const { app } = this;
    const node = app.tree.current;
    byId("play-note").textContent = t("The engine thinks.");
    const question = { at: app.tree.spot(), net: this.net(), level: Number(byId("play-level").value) };
    if (this.#isRunning) {
      question.remaining = Math.max(0, Math.round(this.clock[app.position.turn]));
      question.increment = this.clock.increment;
    }
    const answer = await this.line.listen("/api/play", question);
    if (!answer?.move || node !== app.tree.current || app.ended) return;
    byId("play-note").textContent = t("The engine plays {move}.", { move: answer.move.text });
    await app.play(answer.move);
  }

  #tell() {
    const none = this.app.tree.current === this.app.tree.root;
    byId("undo").disabled = none;
    byId("resign").disabled = Boolean(this.app.ended || this.app.position.ending);
  }

  /** Back to the person's last turn. */
  async undo() {
    const { app } = this;
    this.line.stop();
    if (app.tree.current === app.tree.root) return;
    app.changes.remember();
    // What was played after this place goes with it.
    if (app.tree.current.children.length) app.keeper.copyAside();
    if (this.clock && (app.ended || app.position.ending)) this.clock.since = Date.now();
    app.ended = "";
    let node = app.tree.current;
    const first = app.tree.blackBegins ? "black" : "white";
    const turn = (at) => (at.ply % 2 === 0 ? first : first === "white" ? "black" : "white");
    do {
      if (!node.parent) break;
      node = node.parent;
    } while (turn(node) !== this.color && node.parent);
    for (const child of [...node.children]) app.tree.remove(child);
    await app.go(node);
  }

  async hint() {
    const best = (await this.app.advice.ask())?.lines?.[0];
    if (!best) return;
    const { from, to } = squaresOf(best.line[0].id);
    this.app.board.arrows = [{ from, to }];
    this.app.board.draw();
    const advice = t("Try {move}.", { move: best.line[0].text });
    announce(advice);
    byId("play-note").textContent = advice;
  }

  async resign() {
    this.#end(this.color === "white" ? "black" : "white", t("you resigned"));
  }

  #end(winner, reason) {
    const { app } = this;
    this.line.stop();
    this.charge();
    const verdict = winner === "white" ? t("White wins") : t("Black wins");
    app.ended = t("{verdict}: {reason}.", { verdict, reason });
    app.names.result = winner === "white" ? "2-0" : "0-2";
    byId("status").textContent = app.ended;
    announce(app.ended);
    this.#tell();
    app.keeper.keep();
  }

  async swap() {
    this.color = this.app.position.turn === "white" ? "black" : "white";
    byId("play-color").value = this.color;
    await this.moved();
  }

  #tick() {
    const { app, clock } = this;
    if (!clock || !app.position) return;
    const turn = this.#isRunning ? this.#onClock() : null;
    const left = (side) => clock[side] - (side === turn ? Date.now() - clock.since : 0);
    const text = (ms) => `${Math.floor(Math.max(0, ms) / 60000)}:${String(Math.floor(Math.max(0, ms) / 1000) % 60).padStart(2, "0")}`;
    app.sides.running = { white: text(left("white")), black: text(left("black")) };
    app.sides.draw();
    if (turn && left(turn) <= 0) this.#flagFalls(turn);
  }

  /** A flag that has fallen stays down: who takes a move back plays on without clocks. */
  #flagFalls(side) {
    this.#end(side === "white" ? "black" : "white", t("time is up"));
    this.clock[side] = 0;
    this.clock.isOver = true;
    this.app.keeper.keep();
  }
}
