// The best lines of a search. They change in place as the search deepens, and not at all while one of them is pressed: a click plays what was read.

import { el, scoreText, signClass } from "./dom.js";

/** The moves of a line that are shown. */
const SHOWN = 12;

export class Lines {
  #shown = { node: null, lines: [] };
  /** What came while the pointer was down. */
  #later = null;
  #isPressed = false;
  #looked = null;

  /** Lines inside an element; `take` is told of a click on a move, `look` of a move that is pointed at, `back` of the end of that. */
  constructor(parent, { take, look, back }) {
    this.parent = parent;
    parent.addEventListener("click", (event) => this.#told(event, take));
    parent.addEventListener("pointerdown", () => this.#press());
    const leave = () => {
      this.#looked = null;
      back();
    };
    const begin = (event) => this.#told(event, (node, moves, button) => {
      this.#looked = { button, look };
      look(node, moves);
    });
    parent.addEventListener("mouseover", begin);
    parent.addEventListener("focusin", begin);
    for (const name of ["mouseout", "focusout"]) parent.addEventListener(name, (event) => event.target.closest("button") && leave());
  }

  /** The move of an event and those before it, as they are shown. */
  #told(event, tell) {
    const button = event.target.closest("button");
    if (!button) return;
    const row = button.parentNode;
    const [line, move] = [[...this.parent.children].indexOf(row), [...row.querySelectorAll("button")].indexOf(button)];
    tell(this.#shown.node, this.#shown.lines[line].line.slice(0, move + 1), button);
  }

  #press() {
    this.#isPressed = true;
    // The click comes after the pointer is up.
    const release = () => setTimeout(() => this.#release());
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, release, { once: true });
  }

  #release() {
    this.#isPressed = false;
    if (this.#later) this.show(this.#later.node, this.#later.lines);
  }

  /** Shows the lines from a place of the game on. */
  show(node, lines) {
    if (this.#isPressed) {
      this.#later = { node, lines };
      return;
    }
    this.#later = null;
    this.#shown = { node, lines };
    const { children } = this.parent;
    while (children.length > lines.length) this.parent.lastChild.remove();
    while (children.length < lines.length) this.parent.append(el("p", { class: "line" }, el("b"), " "));
    lines.forEach((line, index) => this.#fill(children[index], line));
  }

  #fill(row, { score, line }) {
    const value = row.firstChild;
    value.className = signClass(score.men);
    write(value, scoreText(score));
    const moves = line.slice(0, SHOWN);
    const buttons = [...row.querySelectorAll("button")];
    buttons.slice(moves.length).forEach((button) => button.remove());
    let isChanged = false;
    moves.forEach((move, index) => {
      const button = buttons[index] ?? row.appendChild(el("button", { type: "button" }));
      isChanged = write(button, move.text) || isChanged;
      // What is pointed at is another line now.
      if (isChanged && this.#looked?.button === button) this.#looked.look(this.#shown.node, line.slice(0, index + 1));
    });
  }

  clear() {
    this.show(null, []);
  }
}

/** Writes a text where it is another; whether it was. */
function write(element, text) {
  const isOther = element.textContent !== text;
  if (isOther) element.textContent = text;
  return isOther;
}
