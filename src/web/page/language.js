// The language of the page: the one that is set, or else that of the program's settings, or the first of the browser's that there is.

import { settings } from "./settings.js";

/** The languages by their codes and own names. */
export const LANGUAGES = [["en", "English"], ["nl", "Nederlands"], ["fr", "Français"], ["de", "Deutsch"], ["pt", "Português"], ["ru", "Русский"]];

function chosen() {
  const wanted = [settings.language, document.documentElement.dataset.language, ...navigator.languages].map((tag) => (tag ?? "").split("-")[0].toLowerCase());
  return wanted.find((code) => LANGUAGES.some(([known]) => known === code)) ?? "en";
}

export const language = chosen();

/** The texts after their English ones, which are in the page and its scripts; only the language of the page is loaded. */
const TEXTS = new Map(language === "en" ? [] : Object.entries((await import(`./languages/${language}.js`)).TEXTS));

const PLURALS = new Intl.PluralRules(language);

/** The form that a noun has after a number: the first after one, the last after many, and one between where a few have their own. */
function form(count, forms) {
  const kind = PLURALS.select(Number(`${count}`.replace(/\D/g, "")));
  return forms[{ one: 0, few: 1 }[kind] ?? forms.length - 1];
}

/** A text in the language of the page, with values in place of the names in braces, and nouns for numbers: `{n} {n|game|games}`. */
export function t(key, values = {}) {
  const text = TEXTS.get(key) ?? key;
  return text.replace(/\{(\w+)(?:\|([^}]+))?\}/g, (whole, name, forms) => (forms ? form(values[name], forms.split("|")) : values[name] ?? whole));
}

/** A number as the language writes it. */
export const number = (value) => value.toLocaleString(language);

/** What the server says with values in it. */
const TOLD = [
  "{winner} wins in {n} plies",
  "nothing is on {a}",
  "a piece is on {a}",
  "a capture is obligatory ({a})",
  "capture of {n} is obligatory, the most that is possible ({a})",
  "the way of the king to {a} is not free",
  "the piece on {a} is White's, and Black is to move",
  "the piece on {a} is Black's, and White is to move",
  "several captures fit: {a}",
  "the file is packed by {a}: unpack it, then open what was in it",
  "Move {n}, White: {a} is not legal; shown up to there.",
  "Move {n}, Black: {a} is not legal; shown up to there.",
  "separated, {n} pieces",
  "{a}, {n} pieces",
  "{n} pieces",
  "{a} turned",
  "white man {n}",
  "black man {n}",
  "white king {n}",
  "black king {n}",
  "triple {a} {b} {c}",
  "unit {n}",
  "the game is over: {a}",
  "The game goes no further: {a}.",
  "{side} has no legal move",
  "{side} has no piece there, so there is no game to play",
  "{side} has {n} pieces in the FEN; a side has at most 20",
  "{side} man on {a}, its promotion row; write K{a} if it is a king",
  "square {a} is twice in the FEN; leave one of them out",
  "'{a}' in the FEN is no square; squares are 1 to 50, ranges ascend, K goes before a king",
  "a FEN begins with the side to move, W, B or ?, not '{a}'; write W:W31-50:B1-20",
  "FEN field '{a}' is neither pieces (W…, B…) nor a counter (H…, F…)",
  "the FEN lists {a} twice and {b} not at all; write W before White's pieces and B before Black's",
].map((key) => [key, pattern(key)]);

/** What finds the values of a text: each name means the same words wherever it is. */
function pattern(key) {
  const seen = new Set();
  const value = (whole, name) => (seen.has(name) ? `\\k<${name}>` : (seen.add(name), `(?<${name}>.+)`));
  return new RegExp(`^${key.replace(/[.()?]/g, "\\$&").replace(/\{(\w+)\}/g, value)}$`);
}

/** A value that the server says, or a choice of them. */
const either = (text) => (TEXTS.has(text) ? t(text) : text.split(" or ").map((one) => t(one)).reduce((a, b) => t("{a} or {b}", { a, b })));

/** What the server says, in English, in the language of the page; as it is where nobody has translated it. */
export function told(text) {
  if (TEXTS.has(text)) return t(text);
  for (const [key, values] of TOLD) {
    const found = text.match(values);
    if (found) return t(key, Object.fromEntries(Object.entries(found.groups).map(([name, value]) => [name, either(value)])));
  }
  return text;
}

/** Translates the texts and labels of the page as it was loaded. */
export function translatePage() {
  document.documentElement.lang = language;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const key = node.data.trim();
    if (TEXTS.has(key)) node.data = t(key);
  }
  for (const one of document.querySelectorAll("[aria-label]")) one.setAttribute("aria-label", t(one.getAttribute("aria-label")));
}
