// A field that offers names of the open database.

import { ask } from "./api.js";
import { el } from "./dom.js";

/** A field and the list of what it offers; `kind` is `player` or `event`. */
export function knownField(id, kind, properties = {}) {
  const list = el("datalist", { id: `${id}-list` });
  const box = el("input", { id, autocomplete: "off", list: list.id, ...properties, input: () => suggest(kind, box, list) });
  return [box, list];
}

/** Offers what the database has that begins so, or has such a word. */
async function suggest(kind, box, list) {
  if (box.value.length < 2) return;
  const asked = box.value;
  const { values } = await ask("/api/db/values", { kind, text: asked });
  if (box.value === asked) list.replaceChildren(...values.map((value) => el("option", { value })));
}
