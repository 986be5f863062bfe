// The keys of the page, and the list of them.

import { button, byId, el } from "./dom.js";
import { t } from "./language.js";

const KEYS = [
  ["← →, k j", t("one move back, one on")],
  [t("Home End, ↑ ↓"), t("start and end of the line")],
  [t("Shift ← →"), t("the previous variation, the next one")],
  [t("Space"), t("play the best or only move")],
  [t("Escape"), t("stop the engine")],
  ["l", t("engine on and off")],
  ["a", t("arrows on and off")],
  ["x", t("the threat: what the other side would play if it were to move")],
  ["z", t("hide arrows, shares and outlines")],
  ["f", t("flip the board")],
  ["n", t("new game")],
  ["e", t("set up a position")],
  ["u", t("bring back the previous game")],
  ["v", t("say the value")],
  [t("Ctrl+Z, Ctrl+Y"), t("undo a change of the game, do it again")],
  ["c", t("write a comment on the move")],
  ["1–6", t("put !, ?, !!, ??, !? or ?! on the move, or take it away")],
  [t("Shift ↑"), t("move the variation up")],
  [t("Delete"), t("delete the move and what follows it")],
  [t("Ctrl+S"), t("save the game as PDN")],
  [t("Ctrl+V"), t("paste a FEN or PDN")],
  [t("Enter in the move box"), t("a move such as 32-28, 3228 or 28x19, or a row of moves")],
  [t("On the board"), t("arrow keys walk over the squares, Enter picks up and puts down, Escape lets go")],
];

/** Shows what the keys do. */
export function help() {
  const list = el("dl", {}, ...KEYS.flatMap(([key, does]) => [el("dt", {}, key), el("dd", {}, does)]));
  const dialog = byId("help");
  dialog.replaceChildren(el("h2", { id: "help-title" }, t("Keys")), button(t("Close"), () => dialog.close()), list);
  dialog.showModal();
}

/** What a key does, if anything. */
function act(app, key, shift) {
  const acts = {
    ArrowLeft: () => (shift ? app.beside(-1) : app.walk(-1)),
    ArrowRight: () => (shift ? app.beside(1) : app.walk(1)),
    k: () => app.walk(-1),
    j: () => app.walk(1),
    ArrowUp: () => (shift ? app.edit.promote() : app.walk(-Infinity)),
    Home: () => app.walk(-Infinity),
    ArrowDown: () => app.walk(Infinity),
    End: () => app.walk(Infinity),
    " ": () => app.advice.play(),
    Escape: () => app.mode.stop?.(),
    l: () => app.modes.analyse.toggle(),
    a: () => app.modes.analyse.toggleArrows(),
    x: () => app.advice.threat(),
    z: () => app.hideAll(),
    f: () => app.board.flip(),
    n: () => app.modes.play.begin(),
    e: () => app.setup.open(),
    u: () => app.bringBack(),
    v: () => app.advice.say(),
    c: () => app.edit.write(),
    Delete: () => app.edit.remove(),
    ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((index) => [String(index + 1), () => app.edit.sign(index)])),
    "?": help,
  };
  return acts[key];
}

/** Does what a key asks for; inside text fields keys are letters, and on a button Space presses it. */
export function obey(app, event) {
  const target = event.target;
  if (target.closest?.("input, textarea, select, dialog")) return;
  if (event.ctrlKey || event.metaKey) {
    const step = { s: () => app.save(), z: () => (event.shiftKey ? app.changes.redo() : app.undo()), y: () => app.changes.redo() }[event.key.toLowerCase()];
    if (step) event.preventDefault();
    step?.();
    return;
  }
  if (event.altKey || (event.key === " " && target.closest?.("button, summary, tr"))) return;
  const done = act(app, event.key, event.shiftKey);
  if (!done) return;
  event.preventDefault();
  done();
}
