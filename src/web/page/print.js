// A page to read and to print, in a tab of its own.

import { save } from "./dom.js";

/** Opens a page of HTML; a browser that does not let this page open another gets it as a file. */
export function print(name, html) {
  const url = URL.createObjectURL(new Blob([html], { type: "text/html" }));
  if (!open(url)) save(name, html, "text/html");
  // The tab has read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
