// The list of the moves: two columns, and below a move what is said of it and what else might have been played.

import { byId, el, signed } from "./dom.js";
import { t } from "./language.js";
import { NAGS } from "./nags.js";
import { plain } from "./remarks.js";

/** Scrolls a list to one of its parts, and never the page: the board is to stay where it is. */
function bringIntoView(list, part) {
  const [box, at] = [list.getBoundingClientRect(), part.getBoundingClientRect()];
  if (at.top < box.top) list.scrollTop -= box.top - at.top;
  else if (at.bottom > box.bottom) list.scrollTop += at.bottom - box.bottom;
}

export class MoveList {
  /** The list of a tree; `go` is told of a click on a move. */
  constructor(tree, go) {
    this.tree = tree;
    this.go = go;
  }

  draw() {
    const list = byId("tree");
    list.replaceChildren(...this.#remark(this.tree.root), ...this.#rows());
    const here = list.querySelector("[aria-current]");
    if (here) bringIntoView(list, here);
    else list.scrollTop = 0;
  }

  /** The main line: a row for White's move and Black's, broken where something is between. */
  #rows() {
    const parts = [];
    let row = null;
    for (let at = this.tree.root; at.children.length; at = at.children[0]) {
      const [main, ...others] = at.children;
      const isWhite = this.tree.mover(main) === "white";
      if (isWhite || !row) {
        row = el("div", { class: "pair" }, el("span", { class: "number", "aria-hidden": "true" }, this.tree.number(main).replace("…", ".")));
        if (!isWhite) row.append(el("span", { class: "gap", "aria-hidden": "true" }, "…"));
        parts.push(row);
      }
      row.append(this.#move(main, false));
      const beside = [...this.#remark(main), ...others.map((other) => this.#variation(other))];
      parts.push(...beside);
      if (!isWhite || beside.length) row = null;
    }
    return parts;
  }

  /** A variation as running text; those beside its moves are blocks within. */
  #variation(first) {
    const parts = [...this.#inline(first, true)];
    let isNumbered = parts.length > 1;
    for (let at = first; at.children.length; at = at.children[0]) {
      const [main, ...others] = at.children;
      const shown = this.#inline(main, isNumbered);
      const inner = others.map((other) => this.#variation(other));
      parts.push(...shown, ...inner);
      isNumbered = shown.length > 1 || inner.length > 0;
    }
    return el("div", { class: "side" }, ...parts);
  }

  #inline(node, isNumbered) {
    return [this.#move(node, isNumbered || this.tree.mover(node) === "white"), ...this.#remark(node, "span")];
  }

  #remark(node, tag = "p") {
    const text = plain(node.remark);
    return text ? [el(tag, { class: "remark" }, tag === "span" ? ` ${text} ` : text)] : [];
  }

  #move(node, isNumbered) {
    const { tree } = this;
    const [number, signs] = [tree.number(node), node.sign + node.nags.map((nag) => NAGS[nag]?.[0] ?? ` ${nag}`).join("")];
    const name = `${number} ${node.move.text}${signs}`;
    const label = node.men === null ? name : t("{move}, value {value}", { move: name, value: signed(node.men) });
    return el("span", { class: "move" },
      isNumbered ? el("span", { class: "number", "aria-hidden": "true" }, number) : null,
      el("button", { type: "button", "aria-label": label, "aria-current": node === tree.current ? "true" : null, click: () => this.go(node) }, node.move.text + signs));
  }
}
