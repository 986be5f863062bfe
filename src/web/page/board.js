// The board: one drawing, 50 squares that can be clicked, dragged between and walked with the keyboard.

import { svg } from "./dom.js";
import { t } from "./language.js";

const CELL = 10;
const NAMES = { w: t("white man"), W: t("white king"), wW: t("white man or king"), b: t("black man"), B: t("black king"), bB: t("black man or king"), e: t("empty square"), ".": t("empty") };

/** The row and column of a square, from the top left as White sees it. */
export function place(square) {
  const row = Math.floor((square - 1) / 5);
  const column = 2 * ((square - 1) % 5) + (row % 2 === 0 ? 1 : 0);
  return { row, column };
}

/** The square in a row and column, or 0 on a light field. */
function squareAt(row, column) {
  if (row < 0 || row > 9 || column < 0 || column > 9 || row % 2 === column % 2) return 0;
  return 5 * row + Math.floor(column / 2) + 1;
}

/** A drawn piece around a middle, with its edge below it as one sees it from a little in front. */
export function piece(sign, x, y, radius = 3.6) {
  const color = sign[0].toLowerCase() === "w" ? "white" : "black";
  const edge = svg("circle", { cx: x, cy: y + 0.45, r: radius, class: `man-${color} edge-${color}` });
  const group = svg("g", { class: "piece" }, edge, svg("circle", { cx: x, cy: y - 0.15, r: radius, class: `man-${color}` }));
  const isKing = sign === sign.toUpperCase();
  const isEither = sign.length === 2;
  if (isKing || isEither) {
    const points = [[-2, 1.4], [-2.3, -1.2], [-1, 0], [0, -1.8], [1, 0], [2.3, -1.2], [2, 1.4]];
    const size = isEither ? 0.75 : 1;
    const path = points.map(([dx, dy]) => `${x + size * dx},${y + size * dy}`).join(" ");
    group.append(svg("polygon", { points: path, class: `crown-${color}` }));
  }
  if (!isKing) {
    for (const share of isEither ? [0.8] : [0.68, 0.4]) group.append(svg("circle", { cx: x, cy: y - 0.15, r: radius * share, class: `crown-${color}` }));
  }
  return group;
}

/** What an editor says of a piece, over it: a question, or that it must not be there. */
function mark(word) {
  if (!word) return [];
  if (word === "any") return [svg("text", { x: 0, y: 1.9, class: "mark-any" }, "?")];
  return ["mark-back", "mark-not"].map((name) => svg("path", { d: "M-3.2 -3.2l6.4 6.4m0-6.4l-6.4 6.4", class: name }));
}

/** The stones that an editor has put on a square, side by side: pieces, or an empty square, each with its mark. */
function stonesOn(stones, { x, y }) {
  const columns = Math.ceil(Math.sqrt(stones.length));
  const offset = (index) => (CELL * (index + 0.5)) / columns - CELL / 2;
  return stones.map(({ piece: sign, mark: word }, index) => {
    const at = { x: x + offset(index % columns), y: y + offset(Math.floor(index / columns)) };
    const stone = sign === "e" ? svg("g", { class: "piece" }, svg("circle", { r: 3.2, class: "mark-empty" })) : piece(sign, 0, 0);
    return svg("g", { transform: `translate(${at.x} ${at.y}) scale(${1 / columns})` }, stone, ...mark(word));
  });
}

/** The squares of a move, from its full name. */
export function squaresOf(id) {
  const [from, to, ...captured] = id.split(/[-x]/).map(Number);
  return { from, to, captured };
}

export class Board {
  /** A board inside an element; `wanted` is told of moves, `refused` of attempts, `tapped` of squares while editing, `dragged` of two of them, `turned` of a turned board. */
  constructor(parent, { label = t("Board, 10 by 10, squares 1 to 50"), wanted, refused, asked, tapped, dragged = (from, to) => tapped(to), turned }) {
    this.wanted = wanted;
    this.refused = refused;
    this.asked = asked;
    this.tapped = tapped;
    this.dragged = dragged;
    this.turned = turned;
    this.flipped = false;
    this.editing = false;
    this.pieces = ".".repeat(50);
    this.legal = [];
    this.picked = 0;
    this.way = [];
    this.focus = 28;
    this.last = null;
    this.shares = null;
    this.outline = [];
    this.arrows = [];
    /** What an editor has put on each square: stones, each a piece and what is said of it, if anything. */
    this.stones = new Map();
    this.svg = svg("svg", { viewBox: "0 0 100 100", role: "grid", "aria-label": label });
    parent.append(this.svg);
    this.svg.addEventListener("pointerdown", (event) => this.#down(event));
    this.svg.addEventListener("pointerup", (event) => this.#up(event));
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    this.svg.addEventListener("focusin", (event) => {
      const square = Number(event.target.dataset?.square);
      if (square) this.#setFocus(square);
    });
    this.draw();
  }

  /** Shows a position, as the server sends it. */
  show(position, last = null) {
    this.pieces = position.pieces;
    this.legal = position.legal;
    this.last = last;
    this.#unpick();
  }

  /** Turns the board. */
  flip() {
    this.turn(!this.flipped);
  }

  /** Has Black below, or White. */
  turn(flipped) {
    this.flipped = flipped;
    this.draw();
    this.turned();
  }

  /** The upper left corner of a square. */
  corner(square) {
    const { row, column } = place(square);
    return this.flipped ? { x: CELL * (9 - column), y: CELL * (9 - row) } : { x: CELL * column, y: CELL * row };
  }

  /** The middle of a square. */
  middle(square) {
    const { x, y } = this.corner(square);
    return { x: x + CELL / 2, y: y + CELL / 2 };
  }

  #unpick() {
    this.picked = 0;
    this.way = [];
    this.draw();
  }

  /** The moves that what was picked so far may become. */
  #candidates() {
    const passes = (move) => this.way.every((square) => move.route.includes(square));
    return this.legal.filter((move) => move.from === this.picked && passes(move));
  }

  /** The squares that lead on. */
  #targets() {
    if (!this.picked) return new Set();
    const candidates = this.#candidates();
    if (this.way.length === 0) return new Set(candidates.map((move) => move.to));
    return new Set(candidates.flatMap((move) => move.route.filter((square) => candidates.some((other) => !other.route.includes(square)))));
  }

  /** A square is clicked, or chosen by the keyboard. */
  choose(square) {
    if (this.editing) {
      this.tapped(square);
      return;
    }
    const isOwn = this.legal.some((move) => move.from === square);
    if (!this.picked) {
      if (isOwn) this.#pick(square);
      else if (this.pieces[square - 1] !== ".") this.refused(square, 0);
      return;
    }
    const candidates = this.#candidates();
    const ending = this.way.length ? candidates.filter((move) => move.route.includes(square)) : candidates.filter((move) => move.to === square);
    const onWay = ending.length ? ending : candidates.filter((move) => move.route.slice(1).includes(square));
    if (onWay.length === 1) {
      this.#unpick();
      this.wanted(onWay[0]);
    } else if (onWay.length > 1) {
      this.way.push(square);
      this.draw();
      this.asked([...this.#targets()], square);
    } else if (square === this.picked) {
      this.#unpick();
    } else if (isOwn) {
      this.#pick(square);
    } else {
      const from = this.picked;
      this.#unpick();
      this.refused(from, square);
    }
  }

  #pick(square) {
    this.picked = square;
    this.way = [];
    this.draw();
  }

  #squareOf(event) {
    const at = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]");
    return Number(at?.dataset.square ?? 0);
  }

  #down(event) {
    if (event.button !== 0) return;
    const square = this.#squareOf(event);
    this.pressed = square;
    if (!square) return;
    // A finger keeps to the element that it touched, which is drawn anew.
    this.svg.setPointerCapture(event.pointerId);
    this.focus = square;
    // While editing, only the end says whether it is a drag.
    if (!this.editing) this.choose(square);
    this.svg.querySelector(`[data-square="${square}"]`)?.focus({ preventScroll: true });
  }

  #up(event) {
    const square = this.#squareOf(event);
    const isDrag = this.pressed && square && square !== this.pressed;
    // A drag is a pick and a drop.
    if (this.editing && isDrag) this.dragged(this.pressed, square);
    else if (this.editing && this.pressed && square) this.choose(square);
    else if (isDrag && this.picked) this.choose(square);
    this.pressed = 0;
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowLeft: [0, -2], ArrowRight: [0, 2], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const step = steps[event.key];
    if (step) {
      this.#walk(step);
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(this.focus);
      this.#focusNow();
    } else if (event.key === "Escape" && this.picked) {
      this.#unpick();
      this.#focusNow();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #walk([rows, columns]) {
    const turn = this.flipped ? -1 : 1;
    const { row, column } = place(this.focus);
    const to = row + turn * rows;
    const next = rows === 0 ? squareAt(row, column + turn * columns) : squareAt(to, column + 1) || squareAt(to, column - 1);
    // Up and down alternate between the two diagonals, so that a column is kept.
    const straight = rows !== 0 && (row % 2 === 0 ? squareAt(to, column - 1) : squareAt(to, column + 1));
    const square = straight || next;
    if (square) {
      this.#setFocus(square);
      this.#focusNow();
    }
  }

  #setFocus(square) {
    this.svg.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    this.focus = square;
    this.svg.querySelector(`[data-square="${square}"]`)?.setAttribute("tabindex", "0");
  }

  #focusNow() {
    this.svg.querySelector(`[data-square="${this.focus}"]`)?.focus({ preventScroll: true });
  }

  #label(square, targets) {
    const stones = this.stones.get(square) ?? [{ piece: this.pieces[square - 1] }];
    const words = [square, ...stones.flatMap(({ piece: sign, mark: word }) => [NAMES[sign], ...(word ? [t(word)] : [])])];
    if (square === this.picked) words.push(t("picked up"));
    else if (targets.has(square)) words.push(this.way.length ? t("on the way") : t("target"));
    else if (!this.picked && this.legal.some((move) => move.from === square)) words.push(t("can move"));
    if (this.shares && this.shares[square - 1]) words.push(t("value {value}", { value: this.shares[square - 1].toFixed(3) }));
    return words.join(", ");
  }

  /** Draws everything; the focus stays where it was. */
  draw() {
    const hadFocus = this.svg.contains(document.activeElement);
    this.svg.classList.toggle("editing", this.editing);
    const targets = this.#targets();
    const order = Array.from({ length: 10 }, (_, index) => (this.flipped ? 9 - index : index));
    const rows = order.map((row) => {
      const columns = order.filter((column) => row % 2 !== column % 2);
      return svg("g", { role: "row" }, ...columns.map((column) => this.#cell(squareAt(row, column), targets)));
    });
    const ground = svg("rect", { width: 100, height: 100, class: "light", "aria-hidden": "true" });
    this.svg.replaceChildren(ground, ...rows, ...this.#marks());
    if (hadFocus) this.#focusNow();
  }

  #cell(square, targets) {
    const { x, y } = this.corner(square);
    const middle = { x: x + CELL / 2, y: y + CELL / 2 };
    const sign = this.pieces[square - 1];
    const can = !this.picked && this.legal.some((move) => move.from === square);
    const cell = svg("g", {
      role: "gridcell",
      "data-square": square,
      tabindex: square === this.focus ? 0 : -1,
      class: square === this.picked ? "picked" : can ? "can" : "",
      "aria-label": this.#label(square, targets),
      "aria-selected": square === this.picked ? "true" : null,
    });
    cell.append(svg("rect", { x, y, width: CELL, height: CELL, class: "dark" }));
    if (this.shares) this.#tint(cell, square, x, y);
    if (sign !== ".") cell.append(piece(sign, middle.x, middle.y));
    if (this.stones.has(square)) cell.append(...stonesOn(this.stones.get(square), middle));
    cell.append(svg("circle", { cx: middle.x, cy: middle.y, r: 4.1, class: "ring" }));
    if (targets.has(square)) cell.append(svg("circle", { cx: middle.x, cy: middle.y, r: 1.5, class: "target" }));
    for (const name of ["focus-back", "focus"]) {
      cell.append(svg("rect", { x: x + 0.6, y: y + 0.6, width: CELL - 1.2, height: CELL - 1.2, class: name }));
    }
    return cell;
  }

  /** A square's part in the value: a bar at its foot, as wide as it is loud, and a number beside the piece. */
  #tint(cell, square, x, y) {
    const share = this.shares[square - 1];
    const loudest = Math.max(...this.shares.map(Math.abs), 1e-9);
    const width = (CELL * Math.abs(share)) / loudest;
    cell.append(svg("rect", { x, y, width: CELL, height: CELL, class: `share-${share < 0 ? "minus" : "plus"}`, opacity: 0.55 * (Math.abs(share) / loudest) }));
    cell.append(svg("rect", { x, y: y + CELL - 0.8, width, height: 0.8, class: `share-${share < 0 ? "minus" : "plus"}` }));
  }

  #marks() {
    const marks = svg("g", { "aria-hidden": "true", "pointer-events": "none" });
    if (this.last) {
      for (const square of [this.last.from, this.last.to]) {
        const { x, y } = this.corner(square);
        marks.append(svg("rect", { x: x + 0.5, y: y + 0.5, width: 9, height: 9, class: "moved" }));
      }
      for (const square of this.last.captured ?? []) {
        const { x, y } = this.middle(square);
        marks.append(svg("path", { d: `M${x - 2} ${y - 2}l4 4m0-4l-4 4`, class: "taken" }));
      }
    }
    // Over the pieces and frames, which would cover half of them.
    for (let square = 1; square <= 50; square++) {
      const { x, y } = this.corner(square);
      marks.append(svg("text", { x: x + 0.3, y: y + 1.7, class: "number-text" }, String(square)));
    }
    for (const square of this.outline) {
      const { x, y } = this.corner(square);
      for (const name of ["outline-back", "outline"]) {
        marks.append(svg("rect", { x: x + 0.8, y: y + 0.8, width: 8.4, height: 8.4, class: name }));
      }
    }
    if (this.shares) {
      // In hundredths, with a digit more where all of them are small.
      const digits = Math.max(...this.shares.map(Math.abs)) < 0.1 ? 1 : 0;
      this.shares.forEach((share, index) => {
        if (Math.abs(share) < 0.0005) return;
        const { x, y } = this.corner(index + 1);
        const text = (share < 0 ? "−" : "+") + (100 * Math.abs(share)).toFixed(digits);
        marks.append(svg("text", { x: x + 9.7, y: y + 9, class: "share-text" }, text));
      });
    }
    const labels = [];
    this.arrows.forEach((arrow) => marks.append(...this.#arrow(arrow, labels)));
    // No arrow covers a label.
    marks.append(...labels.map(({ x, y, label }) => svg("text", { x, y, class: "arrow-label" }, label)));
    return [marks];
  }

  #arrow({ from, to, label, width = 1.2 }, labels) {
    const [a, b] = [this.middle(from), this.middle(to)];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const tip = { x: b.x - dx, y: b.y - dy };
    const foot = { x: tip.x - 3 * dx, y: tip.y - 3 * dy };
    const head = `${tip.x},${tip.y} ${foot.x - 1.6 * dy},${foot.y + 1.6 * dx} ${foot.x + 1.6 * dy},${foot.y - 1.6 * dx}`;
    const parts = [
      svg("line", { x1: a.x, y1: a.y, x2: foot.x, y2: foot.y, class: "arrow", "stroke-width": width }),
      svg("polygon", { points: head, class: "arrow", stroke: "none" }),
    ];
    if (label) labels.push({ ...this.#corner(a, { dx, dy, length }, labels), label });
    return parts;
  }

  /** The place of an arrow's label: a corner between pieces, the first on the way that no other label has. */
  #corner(from, { dx, dy, length }, labels) {
    const step = Math.min(length / 2, CELL / Math.SQRT2);
    const at = (distance) => ({ x: from.x + distance * dx, y: from.y + distance * dy + 0.8 });
    const isFree = ({ x, y }) => labels.every((other) => Math.hypot(other.x - x, other.y - y) > 1);
    for (let distance = step; distance < length; distance += 2 * step) {
      if (isFree(at(distance))) return at(distance);
    }
    // All are taken: below the first.
    let place = at(step);
    while (!isFree(place)) place = { x: place.x, y: place.y + 2.4 };
    return place;
  }

  /** The pieces in words, for those who read the board. */
  words() {
    const list = (sign) => [...this.pieces].flatMap((other, index) => (other === sign ? [index + 1] : [])).join(", ");
    const side = (name, man, king) => t("{side}: men {men}; kings {kings}.", { side: name, men: list(man) || t("none"), kings: list(king) || t("none") });
    return [side(t("White"), "w", "W"), side(t("Black"), "b", "B")];
  }
}

/** A small board with a number on each square, to look at. */
export function numbers(values, label) {
  const board = svg("svg", { viewBox: "0 0 100 100", role: "img", "aria-label": label });
  board.append(svg("rect", { width: 100, height: 100, class: "light" }));
  values.forEach((value, index) => {
    const { row, column } = place(index + 1);
    const [x, y] = [CELL * column, CELL * row];
    board.append(svg("rect", { x, y, width: CELL, height: CELL, class: "dark" }));
    if (value === null) return;
    board.append(svg("text", { x: x + 5, y: y + 6.2, class: "arrow-label" }, String(Math.round(100 * value))));
  });
  return board;
}
