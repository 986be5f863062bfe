// Editing of the move on the board: comment, glyphs, its place among the variations, and what follows it.

import { button, byId, choice, el } from "./dom.js";
import { t } from "./language.js";
import { NAGS } from "./nags.js";

const SIGNS = [["!", t("good")], ["?", t("bad")], ["!!", t("very good")], ["??", t("very bad")], ["!?", t("interesting")], ["?!", t("doubtful")]];

export class Edit {
  constructor(app, parent) {
    this.app = app;
    const nags = Object.entries(NAGS).map(([nag, [sign, words]]) => [nag, `${sign} ${words}`]);
    parent.append(
      el("summary", { id: "edit-title" }, t("Edit")),
      el("div", { class: "row", role: "group", "aria-label": t("Opinion of the move") },
        ...SIGNS.map(([sign, words], index) => button(sign, () => this.sign(index), { "data-sign": sign, "aria-label": `${sign} ${words}`, title: words, "aria-pressed": "false" })),
        choice("edit-nag", t("Sign"), [["", t("add or remove")], ...nags], (nag) => this.#nag(nag)),
      ),
      el("label", { for: "edit-comment", id: "edit-comment-label" }, t("Comment")),
      el("textarea", { id: "edit-comment", rows: 2, input: () => this.#typed(), change: () => this.#comment() }),
      el("div", { class: "row", role: "group", "aria-label": t("The line") },
        button(t("Variation up"), () => this.promote(), { id: "edit-promote" }),
        button(t("Delete the move"), () => this.remove(), { id: "edit-delete" }),
        button(t("Delete what follows"), () => this.#cut(), { id: "edit-cut" }),
      ),
    );
  }

  /** Shows what is known of the move on the board. */
  draw() {
    const { tree } = this.app;
    const node = tree.current;
    const isStart = node === tree.root;
    const name = isStart ? t("before the first move") : `${tree.number(node)} ${node.move.text}`;
    byId("edit-title").textContent = t("Edit: {move}", { move: name });
    for (const one of byId("edit").querySelectorAll("[data-sign]")) {
      one.disabled = isStart;
      one.setAttribute("aria-pressed", String(node.sign === one.dataset.sign));
    }
    byId("edit-nag").disabled = isStart;
    const field = byId("edit-comment");
    if (field !== document.activeElement || this.node !== node) field.value = node.remark;
    this.node = node;
    byId("edit-promote").disabled = tree.isMain(node);
    byId("edit-delete").disabled = isStart;
    byId("edit-cut").disabled = node.children.length === 0;
  }

  /** Puts one of the six signs on the move, or takes it away. */
  sign(index) {
    const { tree } = this.app;
    if (tree.current === tree.root) return;
    const [sign] = SIGNS[index];
    this.app.changes.make(() => (tree.current.sign = tree.current.sign === sign ? "" : sign));
  }

  #nag(nag) {
    byId("edit-nag").value = "";
    const node = this.app.tree.current;
    if (!nag || !node.parent) return;
    const others = node.nags.filter((other) => other !== nag);
    this.app.changes.make(() => (node.nags = others.length < node.nags.length ? others : [...others, nag]));
  }

  /** Takes the comment over as it is typed, so that it is kept if the page goes; all that is typed at once is one change. */
  #typed() {
    const { app, node } = this;
    const text = byId("edit-comment").value.trim();
    if (text === node.remark) return;
    // The comment belongs to the move at which it was begun.
    if (this.begun !== node) app.changes.remember();
    this.begun = node;
    node.remark = text;
    app.keeper.keepSoon();
  }

  /** Shows the comment where it belongs, once it is written. */
  #comment() {
    this.#typed();
    if (!this.begun) return;
    this.begun = null;
    this.app.refresh();
  }

  /** Opens the comment, to be written. */
  write() {
    byId("edit").open = true;
    byId("edit-comment").focus();
  }

  promote() {
    const { tree } = this.app;
    if (!tree.isMain(tree.current)) this.app.changes.make(() => tree.promote(tree.current));
  }

  remove() {
    const { tree } = this.app;
    if (tree.current !== tree.root) this.app.changes.make(() => tree.remove(tree.current));
  }

  #cut() {
    const { tree } = this.app;
    this.app.changes.make(() => tree.cut(tree.current));
  }
}
