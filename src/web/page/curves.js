// The figures of a run of `learn --metrics`, drawn as the file grows.

import { ask } from "./api.js";
import { byId, el } from "./dom.js";
import { curves } from "./graph.js";
import { t } from "./language.js";

const PAUSE = 2000;

export class Curves {
  constructor(app, panel) {
    this.app = app;
    this.upto = 0;
    this.events = [];
    this.timer = null;
    panel.append(el("h2", {}, t("Learning curves")), el("p", { id: "curves-note", class: "note", role: "status" }), el("div", { id: "curves" }));
  }

  async enter() {
    await this.#more();
  }

  leave() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  /** Asks for what is new, and again after a while. */
  async #more() {
    clearTimeout(this.timer);
    let told;
    do {
      told = await ask("/api/curves", { from: this.upto });
      if (told.again) this.events = [];
      this.events.push(...told.events);
      this.upto = told.upto;
    } while (told.more);
    this.#draw();
    if (this.app.mode === this) this.timer = setTimeout(() => this.#more(), PAUSE);
  }

  #draw() {
    const online = this.events.filter((event) => event.event === "progress" && event.at?.online_mse?.all !== undefined);
    const held = this.events.filter((event) => event.held_out);
    const points = online.map((event) => [event.at.learned, event.at.online_mse.all]);
    byId("curves-note").textContent = online.length ? t("{games} {games|game|games} of pass {pass}, {held} {held|check|checks} on held-out games", { games: online[online.length - 1].at.games, pass: online[online.length - 1].at.epoch, held: held.length }) : t("Nothing yet.");
    const drawings = [];
    if (points.length) {
      drawings.push(el("h3", {}, t("Error on games just before they are learned")), curves(t("Error on games just before they are learned"), [{ name: "all", points }]));
    }
    const reports = heldOut(this.events);
    if (reports.length) {
      const series = ["error", "material"].map((name) => ({ name, points: reports.map(([x, report]) => [x, report[name]]).filter(([, y]) => y !== undefined) }));
      drawings.push(el("h3", {}, t("Error on held-out games; dashed, that of counting men")), curves(t("Error on held-out games"), series.filter(({ points }) => points.length)));
    }
    byId("curves").replaceChildren(...drawings);
  }
}

/** The held-out errors of a run, by games learned. */
function heldOut(events) {
  const found = [];
  let learned = 0;
  for (const event of events) {
    learned = event.at?.learned ?? learned;
    const all = event.held_out?.all;
    if (all) found.push([learned, { error: all.mse, material: all.material_mse }]);
  }
  return found;
}
