// What a short search advises at the place that one looks at: a value, a threat, the best move.

import { squaresOf } from "./board.js";
import { announce, scoreText } from "./dom.js";
import { t } from "./language.js";

export class Advice {
  constructor(app) {
    this.app = app;
  }

  /** Says the value of the position and the best move. */
  async say() {
    const last = await this.ask();
    if (last === undefined) return;
    const line = last?.lines?.[0];
    const value = line && t("Value {value} for White; best {move}.", { value: scoreText(line.score), move: line.line[0].text });
    announce(value ?? t("There is no legal move."));
    if (value) this.app.remark(value);
  }

  /** Shows what the other side would play if it were to move. */
  async threat() {
    const { pieces, turn } = this.app.spot() ?? { pieces: this.app.position.pieces, turn: this.app.position.turn === "white" ? "W" : "B" };
    const best = (await this.ask({ pieces, turn: turn === "W" ? "B" : "W" }))?.lines?.[0];
    if (!best?.line.length) return;
    this.app.board.arrows = [{ ...squaresOf(best.line[0].id), label: "!" }];
    this.app.board.draw();
    const threat = t("Threat: {move}, {value}.", { move: best.line[0].text, value: scoreText(best.score) });
    announce(threat);
    this.app.remark(threat);
  }

  /** What a short search says of a position, the one on the board unless another is given; undefined where one looks at something else by then. */
  async ask(at = this.app.spot() ?? this.app.tree.spot()) {
    const { mode, modes, position } = this.app;
    if (position.ending && !this.app.spot()) return null;
    let found = null;
    await modes.analyse.search.listen("/api/analyse", { at, net: this.app.net(), nodes: 300000, ms: 700 }, (line) => {
      if (line.lines) found = line;
    });
    // A new search has ended the one that ran beside it.
    if (modes.analyse.isOn) modes.analyse.restart();
    return mode === this.app.mode && position === this.app.position ? found : undefined;
  }

  /** Plays the only move, or the best one. */
  async play() {
    if (this.app.spot()) return;
    const { legal } = this.app.position;
    if (legal.length === 1) {
      await this.app.play(legal[0]);
      return;
    }
    const best = (await this.ask())?.lines?.[0]?.line[0];
    const move = best && this.app.position.legal.find((other) => other.id === best.id);
    if (move) await this.app.play(move);
  }
}
