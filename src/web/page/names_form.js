// The form of the names of a game: players, ratings, event, site, round, date and result.

import { button, byId, choice, el } from "./dom.js";
import { knownField } from "./known_field.js";
import { t } from "./language.js";

const RESULTS = [["*", t("not known")], ["2-0", "2-0"], ["1-1", "1-1"], ["0-2", "0-2"], ["0-0", "0-0"]];
const FIELDS = [["white", t("White")], ["white_rating", t("Rating of White")], ["black", t("Black")], ["black_rating", t("Rating of Black")], ["event", t("Event")], ["site", t("Place")], ["round", t("Round")], ["date", t("Date")]];
/** Fields that the open database has values for, with their kinds. */
const KNOWN = { white: "player", black: "player", event: "event" };

/** The parts of a date, as PDN writes it: a year, a month and a day, of which the last may be unknown. */
const DATE = /^(\d{4}|\?{4})(\.(\d{1,2}|\?\?)(\.(\d{1,2}|\?\?))?)?$/;

function field(app, [name, label]) {
  const id = `name-${name}`;
  const isRating = name.endsWith("rating");
  const kind = app.state.database ? KNOWN[name] : null;
  const [box, list] = kind ? knownField(id, kind) : [el("input", {
    id,
    autocomplete: "off",
    inputmode: isRating ? "numeric" : null,
    pattern: isRating ? "[0-9]{0,4}" : name === "date" ? DATE.source : null,
    placeholder: name === "date" ? "2026.05.31" : null,
    title: name === "date" ? t("year.month.day, ?? for what is not known") : null,
  }), null];
  box.value = app.names[name] ?? "";
  return [el("label", { for: id }, label), box, list];
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
