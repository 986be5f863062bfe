// Training: puzzles to solve on the board, which come back when they are about to be forgotten.

import { ask, Line } from "./api.js";
import { Attempts } from "./attempts.js";
import { squaresOf } from "./board.js";
import { announce, button, byId, choice, el, save, sentence } from "./dom.js";
import { bestReply, exerciseOf, fromOf } from "./exercise.js";
import { t, told } from "./language.js";

/** The puzzles of a session. */
const SESSION = 10;
/** Where the name of the player is kept whose mistakes are practised. */
const NAME = "draughts-td-player";

export class Train {
  #tasks = [];
  #index = 0;
  #solved = 0;
  /** `open` while a move is asked for, `refuted` after a wrong one, `shown` when the solution is on the board, `done` after it was found. */
  #state = "idle";
  #isReply = false;
  /** The verdict on the move that is being played. */
  #isRight = null;
  #search = new Line();

  constructor(app, panel) {
    this.app = app;
    this.attempts = new Attempts(app.state.attempts);
    const decks = [["combinations", t("combinations")], ["mistakes", t("my mistakes")], ["endings", t("endings")]].filter(([name]) => app.state.decks.includes(name));
    panel.append(
      el("h2", {}, t("Train")),
      el("form", { id: "train-form", submit: (event) => (event.preventDefault(), this.begin()) },
        choice("train-deck", t("Deck"), decks, () => this.#drawForm()),
        el("span", { class: "choice", id: "train-name-row" }, el("label", { for: "train-name" }, t("My name in games")), el("input", { id: "train-name", autocomplete: "off", change: () => this.#named() })),
        el("button", { type: "submit", id: "train-begin", class: "main" }, t("Begin ten puzzles")),
      ),
      el("p", { id: "train-task", role: "status" }),
      el("div", { role: "group", class: "row", "aria-label": t("The puzzle") },
        button(t("Hint"), () => this.hint(), { id: "train-hint" }),
        button(t("Try again"), () => this.#again(), { id: "train-again" }),
        button(t("Show it"), () => this.#show(), { id: "train-show" }),
        button(t("Next"), () => this.#next(), { id: "train-next", class: "main" }),
      ),
      el("p", { id: "train-about", class: "note" }),
      el("p", { id: "train-rating", class: "note" }),
      el("details", {}, el("summary", {}, t("My attempts")),
        el("div", { role: "group", class: "row", "aria-label": t("My attempts") },
          button(t("Export"), () => this.#export(), { id: "train-export" }),
          el("label", { for: "train-import" }, t("Import")),
          el("input", { id: "train-import", type: "file", accept: ".jsonl", change: (event) => this.#import(event.target) }),
        ),
      ),
    );
    byId("train-name").value = localStorage.getItem(NAME) ?? "";
    this.#drawForm();
    this.#draw();
  }

  async enter() {
    this.app.board.turn(false);
    await this.#overview();
  }

  leave() {
    this.#search.stop();
  }

  stop() {
    this.#search.stop();
  }

  #named() {
    localStorage.setItem(NAME, byId("train-name").value);
  }

  #drawForm() {
    byId("train-name-row").hidden = byId("train-deck").value !== "mistakes";
  }

  #question(count) {
    const name = byId("train-name").value.trim();
    return { deck: byId("train-deck").value, count, now: Math.floor(Date.now() / 1000), name, language: document.documentElement.lang, ...this.attempts.asked };
  }

  /** Shows how strong the solver is, and how many puzzles wait for him. */
  async #overview() {
    const { rating, tried, due } = await ask("/api/train", this.#question(0));
    byId("train-rating").textContent = tried
      ? t("Your rating: {rating}, from {n} {n|puzzle|puzzles}. {due} {due|puzzle comes|puzzles come} back now.", { rating: Math.round(rating), n: tried, due })
      : t("Your rating appears after the first puzzle.");
  }

  /** Begins a session. */
  async begin() {
    const { puzzles } = await ask("/api/train", this.#question(SESSION));
    if (!puzzles.length) {
      this.#say(byId("train-deck").value === "mistakes" ? t("No puzzle of this player. `draughts-td puzzle make` finds the mistakes of a player.") : t("This deck has no puzzle."));
      return;
    }
    this.#tasks = puzzles;
    this.#solved = 0;
    await this.#go(0);
  }

  get #task() {
    return this.#tasks[this.#index];
  }

  async #go(index) {
    this.#index = index;
    this.#search.stop();
    const { app } = this;
    this.exercise = exerciseOf(app, this.#task);
    this.failed = false;
    this.hinted = false;
    this.#state = "open";
    await app.begin(this.#task.fen, { event: t("Puzzle"), exercise: true }, { mode: "train" });
    app.board.turn(false);
    this.node = app.tree.current;
    this.began = Date.now();
    byId("train-about").textContent = "";
    const place = { number: index + 1, all: this.#tasks.length };
    this.#say(this.#task.line.length ? t("{number} of {all}. White to play and win.", place) : t("{number} of {all}. White to play and win; the tables defend.", place));
    announce(byId("train-task").textContent);
    this.#draw();
  }

  #say(text) {
    byId("train-task").textContent = text;
  }

  #draw() {
    const state = this.#state;
    byId("train-hint").disabled = state !== "open";
    byId("train-again").disabled = state !== "refuted";
    byId("train-show").disabled = state !== "open" && state !== "refuted";
    byId("train-next").disabled = state === "idle";
  }

  /** Judges a move; true where it is not to be played. */
  async takes(move) {
    if (this.#state !== "open" || this.#isReply) return false;
    const { app } = this;
    if (app.tree.current !== this.node) {
      await app.go(this.node);
      return true;
    }
    this.#isRight = await this.exercise.judge(move);
    if (!this.#isRight) this.#fail();
    return false;
  }

  /** After a move: the reply to it. */
  async moved() {
    const { app } = this;
    if (this.#isReply || app.tree.current === this.node || !["open", "refuted"].includes(this.#state)) return;
    if (this.#state === "refuted") {
      if (app.position.turn === "black" && !app.tree.current.children.length) await this.#refute();
      return;
    }
    const isRight = this.#isRight;
    this.#isRight = null;
    // Without a judged move, somebody walks through the line.
    if (isRight === null || app.tree.current.parent !== this.node) return;
    if (!isRight) {
      this.#state = "refuted";
      this.#draw();
      await this.#refute();
      return;
    }
    const reply = await this.exercise.reply();
    if (!reply) {
      await this.#finish();
      return;
    }
    await this.#play(reply);
    this.node = app.tree.current;
    if (app.position.ending) await this.#finish();
  }

  async #play(move) {
    const legal = this.app.position.legal.find((other) => other.id === move.id);
    if (!legal) return;
    this.#isReply = true;
    try {
      await this.app.play(legal);
    } finally {
      this.#isReply = false;
    }
  }

  /** Plays the best reply to a wrong move. */
  async #refute() {
    const { app } = this;
    const node = app.tree.current;
    const wrong = node.move.text;
    this.#say(t("{move} does not win.", { move: wrong }));
    const reply = await bestReply(app, this.#search);
    if (!reply || app.tree.current !== node || this.#state !== "refuted") return;
    await this.#play(reply);
    this.#say(t("{move} does not win: {reply}. Play on, or try again.", { move: wrong, reply: reply.text }));
    announce(byId("train-task").textContent);
  }

  async #again() {
    this.#search.stop();
    this.#state = "open";
    this.app.tree.current = this.node;
    this.#say(t("White to play and win."));
    this.#draw();
    await this.app.go(this.node);
  }

  async hint() {
    this.hinted = true;
    const { app } = this;
    if (app.tree.current !== this.node) await app.go(this.node);
    const from = fromOf(await this.exercise.solution());
    app.board.outline = [from];
    app.board.draw();
    this.#say(t("Look at the piece on {square}.", { square: from }));
    announce(byId("train-task").textContent);
  }

  async #show() {
    this.#search.stop();
    this.#fail();
    this.#state = "shown";
    const { app } = this;
    app.tree.current = this.node;
    const rest = await this.exercise.rest();
    app.tree.addLine(this.node, rest);
    await app.go(this.node);
    if (rest.length) app.board.arrows = [squaresOf(rest[0].id)];
    app.board.draw();
    this.#say(t("The solution is {line}.", { line: rest.map(({ text }) => text).join(" ") }));
    this.#tell();
    this.#draw();
  }

  /** The first wrong move, or asking for the solution, ends the attempt: it is not solved. */
  #fail() {
    if (this.failed) return;
    this.failed = true;
    this.#keep(false);
  }

  async #finish() {
    const { app } = this;
    this.#state = "done";
    if (!this.failed) {
      this.#solved += 1;
      await this.#keep(true);
    }
    const rest = await this.exercise.after();
    if (rest.length) app.tree.addLine(app.tree.current, rest);
    app.drawMoves();
    this.#say(this.failed ? t("Right in the end.") : t("Solved."));
    announce(byId("train-task").textContent);
    this.#tell();
    this.#draw();
  }

  /** Names the themes of the puzzle, and where it comes from. */
  #tell() {
    const { themes, about, rating } = this.#task;
    byId("train-about").textContent = [themes.join(", "), about, t("difficulty {rating}", { rating })].filter(Boolean).map(sentence).join(" ");
  }

  async #keep(solved) {
    const { fen, rating } = this.#task;
    const now = Date.now();
    const attempt = { puzzle: fen, at: Math.floor(now / 1000), solved, hinted: this.hinted, seconds: Math.round((now - this.began) / 100) / 10, grade: rating };
    const isKept = await this.attempts.add([attempt]);
    if (!isKept) this.app.say(t("The browser has no room for attempts; export them before you close the page."));
    await this.#overview();
  }

  async #next() {
    if (this.#index + 1 < this.#tasks.length) return this.#go(this.#index + 1);
    this.#state = "idle";
    this.#say(t("{found} of {all} solved.", { found: this.#solved, all: this.#tasks.length }));
    announce(byId("train-task").textContent);
    this.#draw();
    return null;
  }

  async #export() {
    save("attempts.jsonl", await this.attempts.text());
  }

  async #import(input) {
    const [file] = input.files;
    if (!file) return;
    try {
      const n = await this.attempts.take(await file.text());
      this.app.remark(t("{n} {n|attempt|attempts} read.", { n }));
      await this.#overview();
    } catch (error) {
      this.app.say(sentence(told(error.message)));
    }
    // The same file can be chosen again.
    input.value = "";
  }
}
