// A question before something is changed in the database, and a note with a button that takes it back.

import { button, byId, el } from "./dom.js";
import { t } from "./language.js";

/** Asks whether to do something; `verb` is the word on the button. */
export function agree(question, verb) {
  const dialog = byId("agree");
  return new Promise((answer) => {
    let agreed = false;
    const yes = () => {
      agreed = true;
      dialog.close();
    };
    dialog.replaceChildren(
      el("p", { id: "agree-question" }, question),
      el("div", { class: "row", role: "group" }, button(verb, yes, { id: "agree-yes", class: "main" }), button(t("Cancel"), () => dialog.close(), { id: "agree-no" })),
    );
    dialog.addEventListener("close", () => answer(agreed), { once: true });
    dialog.showModal();
  });
}

/** Says what was done in an element, with a button that undoes it. */
export function done(note, text, undo) {
  const back = button(t("Undo this"), undo, { class: "take-back" });
  note.replaceChildren(text, " ", back);
}
