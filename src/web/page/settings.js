// What a person has set, kept by the browser for this address and port.

const STORE = "draughts-td-settings";

/** What is set at first; without a language it is the browser's. */
const FIRST = { sounds: false, gauge: true, forced: false, language: "", board: "flat" };

function read() {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(STORE)) };
  } catch {
    return { ...FIRST };
  }
}

/** The settings as they are now. */
export const settings = read();

/** Draws the boards as they are set. */
function show() {
  document.documentElement.dataset.board = settings.board;
}
show();

/** Changes a setting. */
export function set(name, value) {
  settings[name] = value;
  show();
  try {
    localStorage.setItem(STORE, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing has the setting until the page is closed.
  }
}
