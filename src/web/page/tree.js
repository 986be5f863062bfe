// The moves of a game and the variations beside them.

import { byId, el, signed } from "./dom.js";
import { t } from "./language.js";
import { plain } from "./remarks.js";

class Node {
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    this.children = [];
    this.remark = "";
    this.sign = "";
    this.men = null;
    this.result = null;
    this.end = null;
    this.ply = parent ? parent.ply + 1 : 0;
  }

  /** Keeps what a search says of the position behind the move. */
  judge({ men, result, end }) {
    Object.assign(this, { men, result, end });
  }
}

/** Scrolls a list to one of its parts, and never the page: the board is to stay where it is. */
function bringIntoView(list, part) {
  const [box, at] = [list.getBoundingClientRect(), part.getBoundingClientRect()];
  if (at.top < box.top) list.scrollTop -= box.top - at.top;
  else if (at.bottom > box.bottom) list.scrollTop += at.bottom - box.bottom;
}

export class Tree {
  constructor(fen = null, blackBegins = false) {
    this.fen = fen;
    this.blackBegins = blackBegins;
    this.root = new Node(null, null);
    this.current = this.root;
  }

  /** The nodes from the first move to one. */
  path(node = this.current) {
    const nodes = [];
    for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
    return nodes;
  }

  /** The current place, as the server wants it. */
  spot(node = this.current) {
    const moves = this.path(node).map((at) => at.move.id);
    return this.fen ? { fen: this.fen, moves } : { moves };
  }

  /** Plays a move: a new variation unless it is there. */
  play(move) {
    this.current = this.add(this.current, move);
  }

  /** Adds a move behind a node. */
  add(node, move) {
    let child = node.children.find((other) => other.move.id === move.id);
    if (!child) {
      child = new Node(node, move);
      node.children.push(child);
    }
    return child;
  }

  /** Adds a whole line behind a node. */
  addLine(node, moves) {
    for (const move of moves) node = this.add(node, move);
    return node;
  }

  /** The main line from a node on. */
  mainLine(node = this.root) {
    const nodes = [];
    for (let at = node.children[0]; at; at = at.children[0]) nodes.push(at);
    return nodes;
  }

  /** Takes a node and all behind it away. */
  remove(node) {
    if (!node.parent) return;
    node.parent.children = node.parent.children.filter((other) => other !== node);
    if (this.path().includes(node)) this.current = node.parent;
  }

  /** All that it holds, for a reload of the page. */
  kept() {
    const branch = ({ move, remark, sign, men, result, end, children }) => ({ move, remark, sign, men, result, end, children: children.map(branch) });
    const places = this.path().map((node) => node.parent.children.indexOf(node));
    return { fen: this.fen, blackBegins: this.blackBegins, children: this.root.children.map(branch), places };
  }

  /** A tree as it was kept. */
  static restored({ fen, blackBegins, children, places }) {
    const tree = new Tree(fen, blackBegins);
    const hang = (parent, { move, children: next, ...rest }) => {
      const node = Object.assign(tree.add(parent, move), rest);
      for (const child of next) hang(node, child);
    };
    for (const child of children) hang(tree.root, child);
    for (const place of places) tree.current = tree.current.children[place];
    return tree;
  }

  /** Hangs a line with its variations behind a node, as the server reads it. */
  read({ moves, comments, glyphs, variations }, from = this.root) {
    const nodes = [from];
    for (const move of moves) nodes.push(this.add(nodes[nodes.length - 1], move));
    for (const [plies, text] of comments) {
      // What stands before the first move has no place of its own here.
      const node = nodes[Math.max(plies, 1)];
      if (node) node.remark = [node.remark, text].filter(Boolean).join(" ");
    }
    for (const [plies, sign] of glyphs) nodes[plies].sign = sign;
    for (const { before, line } of variations) this.read(line, nodes[before]);
  }

  /** A line of moves with its variations, as the server writes it. */
  written(node = this.root) {
    const line = { moves: [], comments: [], glyphs: [], variations: [] };
    let at = node;
    for (;;) {
      const [main, ...others] = at.children;
      if (!main) return line;
      const before = line.moves.length;
      line.moves.push(main.move.id);
      if (main.remark) line.comments.push([before + 1, main.remark]);
      if (main.sign) line.glyphs.push([before + 1, main.sign]);
      for (const other of others) {
        const rest = this.written(other);
        const shift = (pairs) => pairs.map(([plies, text]) => [plies + 1, text]);
        line.variations.push({
          before,
          line: {
            moves: [other.move.id, ...rest.moves],
            comments: [...(other.remark ? [[1, other.remark]] : []), ...shift(rest.comments)],
            glyphs: [...(other.sign ? [[1, other.sign]] : []), ...shift(rest.glyphs)],
            variations: rest.variations.map((branch) => ({ ...branch, before: branch.before + 1 })),
          },
        });
      }
      at = main;
    }
  }

  /** Draws the moves; a click goes there. */
  draw(go) {
    const list = byId("tree");
    list.replaceChildren(...this.#line(this.root, go, true));
    const here = list.querySelector("[aria-current]");
    if (here) bringIntoView(list, here);
  }

  #line(node, go, numbered) {
    const parts = [];
    for (let at = node; at.children.length; at = at.children[0]) {
      const [main, ...others] = at.children;
      parts.push(...this.#move(main, go, numbered));
      numbered = Boolean(plain(main.remark)) || others.length > 0;
      for (const other of others) {
        parts.push(el("span", { class: "side" }, ...this.#move(other, go, true), ...this.#line(other, go, false)));
      }
    }
    return parts;
  }

  #move(node, go, numbered) {
    const count = node.ply - 1 + (this.blackBegins ? 1 : 0);
    const isWhite = count % 2 === 0;
    const number = `${Math.floor(count / 2) + 1}${isWhite ? "." : "…"}`;
    const name = `${number} ${node.move.text}${node.sign}`;
    const remark = plain(node.remark);
    const label = node.men === null ? name : t("{move}, value {value}", { move: name, value: signed(node.men) });
    const parts = [
      el("span", { class: "move" },
        isWhite || numbered ? el("span", { class: "number", "aria-hidden": "true" }, number) : null,
        el("button", { type: "button", "aria-label": label, "aria-current": node === this.current ? "true" : null, click: () => go(node) }, node.move.text + node.sign)),
      remark ? el("span", { class: "remark" }, ` ${remark} `) : null,
    ];
    return parts.filter((part) => part !== null);
  }
}
