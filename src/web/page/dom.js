// Small helpers: elements whose text is always text, and numbers as people read them.

import { told } from "./language.js";

/** An element with properties and children; a string becomes text, never markup. */
export function el(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

const SVG = "http://www.w3.org/2000/svg";

/** The same for a drawing. */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/** A value with its sign. */
export function signed(value, digits = 2) {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return (0).toFixed(digits);
  return (value < 0 ? "−" : "+") + text;
}

/** What the server says as a sentence. */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (text.endsWith(".") ? "" : ".");

/** The class that goes with the sign of a value as it is written; zero has none. */
export const signClass = (value, digits = 2) => (Number(value.toFixed(digits)) === 0 ? "" : value < 0 ? "minus" : "plus");

/** A score as the server sends it. */
export const scoreText = (score) => (score.end ? told(score.end) : signed(score.men));

/** A choice beside its label. */
export function choice(id, label, options, changed) {
  const select = el("select", { id, change: () => changed?.(select.value) }, ...options.map(([value, text]) => el("option", { value }, text)));
  return el("span", { class: "choice" }, el("label", { for: id }, label), select);
}

/** Names of evaluations to choose from: files without their folders, where that is enough to know them. */
export function netOptions(names) {
  const short = names.map((name) => name.split(/[/\\]/).pop());
  return names.map((name, index) => [name, short.filter((other) => other === short[index]).length > 1 ? name : short[index]]);
}

/** A button. */
export function button(text, click, properties = {}) {
  return el("button", { type: "button", click, ...properties }, text);
}

/** Waits for an answer that an element is to show. What it shows until then is old, and cannot be clicked. */
export async function waiting(element, answer) {
  element.waits = (element.waits ?? 0) + 1;
  element.inert = true;
  element.setAttribute("aria-busy", "true");
  try {
    return await answer;
  } finally {
    element.waits -= 1;
    if (element.waits === 0) {
      element.inert = false;
      element.removeAttribute("aria-busy");
    }
  }
}

/** A row of a list that opens something, anywhere it is clicked; the button in it is for the keyboard. */
export function openingRow(open, name, label, ...cells) {
  return el("tr", { class: "opens", click: open }, el("td", {}, el("button", { type: "button", "aria-label": label }, name)), ...cells);
}

/** The heads of columns; those of numbers are on the right, as their numbers are. */
export const heads = (texts, isNumber = () => false) => texts.map((text, column) => el("th", { scope: "col", class: isNumber(column) ? "value" : null }, text));

/** Says something to those who listen. */
export function announce(text) {
  byId("live").textContent = text;
}

/** A text, or the bytes of a blob, offered as a file. */
export function save(name, content, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = el("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Puts a text on the clipboard. Pages that come without encryption from another machine have only the older way. */
export async function toClipboard(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const before = document.activeElement;
  const field = el("textarea", { class: "unseen", readonly: true }, text);
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  before?.focus();
  if (!isCopied) throw new Error("the browser does not copy");
}
