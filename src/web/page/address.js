// The address of a position: the page's own, with `#fen=…` after it.

const NAME = "fen=";
/** Browsers limit how often an address changes. */
const PAUSE = 300;
let timer = 0;

/** The FEN that the address names, or an empty text. */
export function fenOfAddress() {
  const parts = location.hash.slice(1).split("&");
  const part = parts.find((one) => one.startsWith(NAME)) ?? NAME;
  try {
    return decodeURIComponent(part.slice(NAME.length));
  } catch {
    return part.slice(NAME.length);
  }
}

/** The address of a position. */
export const addressOf = (fen) => `${location.origin}${location.pathname}#${NAME}${fen}`;

/** Has the address name a position; null for the one in which games begin. */
export function nameInAddress(fen) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    try {
      history.replaceState(null, "", fen ? `#${NAME}${fen}` : location.pathname);
    } catch {
      // A browser that has had enough of it keeps the address as it is.
    }
  }, PAUSE);
}
