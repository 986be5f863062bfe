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

/** The class that goes with a sign. */
export const signClass = (value) => (value < 0 ? "minus" : "plus");

/** A score as the server tells it. */
export const scoreText = (score) => (score.end ? told(score.end) : signed(score.men));

/** A labelled choice. */
export function choice(id, label, options, changed) {
  const select = el("select", { id, change: () => changed?.(select.value) }, ...options.map(([value, text]) => el("option", { value }, text)));
  return [el("label", { for: id }, label), select];
}

/** Names of evaluations to choose from: files without their folders, where that tells them apart. */
export function netOptions(names) {
  const short = names.map((name) => name.split(/[/\\]/).pop());
  return names.map((name, index) => [name, short.filter((other) => other === short[index]).length > 1 ? name : short[index]]);
}

/** A button. */
export function button(text, click, properties = {}) {
  return el("button", { type: "button", click, ...properties }, text);
}

/** Says something to those who listen. */
export function announce(text) {
  byId("live").textContent = text;
}

/** A text offered as a file. */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = el("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
