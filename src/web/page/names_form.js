// The form of the names of a game: players, ratings, event, site, round, date and result.

import { ask } from "./api.js";
import { button, byId, choice, el } from "./dom.js";
import { t } from "./language.js";

const RESULTS = [["*", t("not known")], ["2-0", "2-0"], ["1-1", "1-1"], ["0-2", "0-2"], ["0-0", "0-0"]];
const FIELDS = [["white", t("White")], ["white_rating", t("Rating of White")], ["black", t("Black")], ["black_rating", t("Rating of Black")], ["event", t("Event")], ["site", t("Site")], ["round", t("Round")], ["date", t("Date")]];
/** Fields that the open database has values for. */
const KNOWN = ["white", "black", "event"];

/** The parts of a date, as PDN writes it: a year, a month and a day, of which the last may be unknown. */
const DATE = /^(\d{4}|\?{4})(\.(\d{1,2}|\?\?)(\.(\d{1,2}|\?\?))?)?$/;

function field(app, [name, label]) {
  const id = `name-${name}`;
  const isRating = name.endsWith("rating");
  const box = el("input", {
    id,
    autocomplete: "off",
    list: KNOWN.includes(name) ? `${id}-list` : null,
    inputmode: isRating ? "numeric" : null,
    pattern: isRating ? "[0-9]{0,4}" : name === "date" ? DATE.source : null,
    placeholder: name === "date" ? "2026.05.31" : null,
    title: name === "date" ? t("year.month.day, ?? for what is not known") : null,
    input: () => KNOWN.includes(name) && suggest(app, name, box),
  });
  box.value = app.names[name] ?? "";
  return [el("label", { for: id }, label), box, KNOWN.includes(name) ? el("datalist", { id: `${id}-list` }) : null];
}

/** Offers what the database has that begins or goes on so. */
async function suggest(app, name, box) {
  if (!app.state.database || box.value.length < 2) return;
  const asked = box.value;
  const { values } = await ask("/api/db/values", { kind: name === "event" ? "event" : "player", text: asked });
  if (box.value === asked) byId(`${box.id}-list`).replaceChildren(...values.map((value) => el("option", { value })));
}

/** Shows the form; what is changed is one change of the game. */
export function showNames(app) {
  const dialog = byId("names");
  const result = choice("name-result", t("Result"), RESULTS);
  const select = result.querySelector("select");
  if (!RESULTS.some(([value]) => value === app.names.result)) select.append(el("option", { value: app.names.result }, app.names.result));
  select.value = app.names.result;
  const values = () => Object.fromEntries(FIELDS.map(([name]) => [name, byId(`name-${name}`).value.trim()]));
  const save = (event) => {
    event.preventDefault();
    dialog.close();
    app.changes.make(() => Object.assign(app.names, values(), { result: select.value }));
  };
  dialog.replaceChildren(
    el("h2", { id: "names-title" }, t("Players and event")),
    el("form", { id: "names-form", submit: save },
      ...FIELDS.flatMap((one) => field(app, one)).filter(Boolean),
      el("label", { for: "name-result" }, t("Result")), select,
      el("div", { class: "row" }, el("button", { class: "main" }, t("Apply")), button(t("Cancel"), () => dialog.close())),
    ),
  );
  dialog.showModal();
}
