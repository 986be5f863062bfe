// The dialog of the settings.

import { button, byId, choice, el } from "./dom.js";
import { LANGUAGES, t } from "./language.js";
import { set, settings } from "./settings.js";

const SWITCHES = [["sounds", t("Sounds of the moves")], ["gauge", t("Gauge beside the board")], ["forced", t("The only capture plays itself")]];

/** Shows the settings; `changed` is told of a switch. A new language loads the page again, which finds its game. */
export function showSettings(changed) {
  const row = ([name, text]) => {
    const box = el("input", { id: `set-${name}`, type: "checkbox", change: () => (set(name, box.checked), changed()) });
    box.checked = settings[name];
    return el("p", {}, el("label", {}, box, ` ${text}`));
  };
  const languages = choice("set-language", t("Language"), [["", t("as in the browser")], ...LANGUAGES], (code) => {
    set("language", code);
    location.reload();
  });
  languages.querySelector("select").value = settings.language;
  const boards = choice("set-board", t("Board"), [["flat", t("flat")], ["wood", t("of wood")]], (name) => set("board", name));
  boards.querySelector("select").value = settings.board;
  const dialog = byId("settings");
  const close = button(t("Close"), () => dialog.close());
  dialog.replaceChildren(el("h2", { id: "settings-title" }, t("Settings")), ...SWITCHES.map(row), el("div", { class: "row fields" }, boards, languages), close);
  dialog.showModal();
}
