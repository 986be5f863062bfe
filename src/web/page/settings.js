// What a person has set, kept by the browser for this address and port.

import { button, byId, el } from "./dom.js";

const STORE = "draughts-td-settings";

/** The switches and what they are at first. */
const SWITCHES = [
  ["sounds", "Sounds of the moves", false],
  ["gauge", "Gauge beside the board", true],
];

const first = Object.fromEntries(SWITCHES.map(([name, , on]) => [name, on]));

function read() {
  try {
    return { ...first, ...JSON.parse(localStorage.getItem(STORE)) };
  } catch {
    return { ...first };
  }
}

/** The settings as they are now. */
export const settings = read();

function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(STORE, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing has the setting until the page is closed.
  }
}

/** Shows the settings; `changed` is told the name of one that was changed. */
export function showSettings(changed) {
  const row = ([name, text]) => {
    const box = el("input", { id: `set-${name}`, type: "checkbox", change: () => (set(name, box.checked), changed(name)) });
    box.checked = settings[name];
    return el("p", {}, el("label", {}, box, ` ${text}`));
  };
  const dialog = byId("settings");
  const close = button("Close", () => dialog.close());
  dialog.replaceChildren(el("h2", { id: "settings-title" }, "Settings"), ...SWITCHES.map(row), close);
  dialog.showModal();
}
