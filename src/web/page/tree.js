// The moves of a game and the variations beside them.

class Node {
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    this.children = [];
    this.remark = "";
    this.sign = "";
    /** Other glyphs by their numbers, as `$10`. */
    this.nags = [];
    this.men = null;
    this.result = null;
    this.end = null;
    this.ply = parent ? parent.ply + 1 : 0;
  }

  /** Keeps what a search says of the position after the move. */
  judge({ men, result, end }) {
    Object.assign(this, { men, result, end });
  }
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

  /** Adds a move after a node. */
  add(node, move) {
    let child = node.children.find((other) => other.move.id === move.id);
    if (!child) {
      child = new Node(node, move);
      node.children.push(child);
    }
    return child;
  }

  /** Adds a whole line after a node. */
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

  /** Takes a node and all after it away. */
  remove(node) {
    if (!node.parent) return;
    node.parent.children = node.parent.children.filter((other) => other !== node);
    if (this.path().includes(node)) this.current = node.parent;
  }

  /** Takes all moves after a node away. */
  cut(node) {
    node.children = [];
    if (this.path().includes(node)) this.current = node;
  }

  /** Has a move before those beside it; at the first step that of a variation before the line that it is beside. */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      const place = children.indexOf(at);
      if (place === 0) continue;
      children.splice(place, 1);
      children.splice(place - 1, 0, at);
      return;
    }
  }

  /** Whether a node is in the main line. */
  isMain(node) {
    return this.path(node).every((at) => at.parent.children[0] === at);
  }

  /** The side whose move leads to a node. */
  mover(node) {
    return (node.ply % 2 === 1) !== this.blackBegins ? "white" : "black";
  }

  /** The number of a move with its dots. */
  number(node) {
    const count = node.ply - 1 + (this.blackBegins ? 1 : 0);
    return `${Math.floor(count / 2) + 1}${count % 2 === 0 ? "." : "…"}`;
  }

  /** All that it holds, for a reload of the page. */
  kept() {
    const branch = ({ move, remark, sign, nags, men, result, end, children }) => ({ move, remark, sign, nags, men, result, end, children: children.map(branch) });
    const places = this.path().map((node) => node.parent.children.indexOf(node));
    return { fen: this.fen, blackBegins: this.blackBegins, remark: this.root.remark, children: this.root.children.map(branch), places };
  }

  /** A tree as it was kept. */
  static restored({ fen, blackBegins, remark, children, places }) {
    const tree = new Tree(fen, blackBegins);
    tree.root.remark = remark ?? "";
    const hang = (parent, { move, children: next, ...rest }) => {
      const node = Object.assign(tree.add(parent, move), rest);
      for (const child of next) hang(node, child);
    };
    for (const child of children) hang(tree.root, child);
    for (const place of places) tree.current = tree.current.children[place];
    return tree;
  }

  /** Hangs a line with its variations after a node, as the server reads it. */
  read({ moves, comments, glyphs, variations }, from = this.root, isMain = true) {
    const nodes = [from];
    for (const move of moves) nodes.push(this.add(nodes[nodes.length - 1], move));
    for (const [plies, text] of comments) {
      // Before the first move of a variation nothing has a place of its own.
      const node = nodes[from === this.root && isMain ? plies : Math.max(plies, 1)];
      if (node) node.remark = [node.remark, text].filter(Boolean).join(" ");
    }
    for (const [plies, glyph] of glyphs) {
      const node = nodes[plies];
      if (!glyph.startsWith("$")) node.sign ||= glyph;
      else if (!node.nags.includes(glyph)) node.nags.push(glyph);
    }
    for (const { before, line } of variations) this.read(line, nodes[before], false);
  }

  /** A line of moves with its variations, as the server writes it. */
  written(node = this.root) {
    const line = { moves: [], comments: [], glyphs: [], variations: [] };
    if (node === this.root && node.remark) line.comments.push([0, node.remark]);
    let at = node;
    for (;;) {
      const [main, ...others] = at.children;
      if (!main) return line;
      const before = line.moves.length;
      line.moves.push(main.move.id);
      if (main.remark) line.comments.push([before + 1, main.remark]);
      line.glyphs.push(...glyphsOf(main).map((glyph) => [before + 1, glyph]));
      for (const other of others) {
        const rest = this.written(other);
        const shift = (pairs) => pairs.map(([plies, text]) => [plies + 1, text]);
        line.variations.push({
          before,
          line: {
            moves: [other.move.id, ...rest.moves],
            comments: [...(other.remark ? [[1, other.remark]] : []), ...shift(rest.comments)],
            glyphs: [...glyphsOf(other).map((glyph) => [1, glyph]), ...shift(rest.glyphs)],
            variations: rest.variations.map((branch) => ({ ...branch, before: branch.before + 1 })),
          },
        });
      }
      at = main;
    }
  }
}

const glyphsOf = ({ sign, nags }) => [...(sign ? [sign] : []), ...nags];
