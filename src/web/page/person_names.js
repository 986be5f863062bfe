// Names that are one person: spellings that may be one, merged and split again.

import { agree, done } from "./agree.js";
import { ask } from "./api.js";
import { button, choice, el } from "./dom.js";
import { knownField } from "./known_field.js";
import { number, t, told } from "./language.js";

/** The groups that are listed at first, and how many more each time. */
const LISTED = 20;

export class PersonNames {
  /** `changed` is called when names count otherwise than before. */
  constructor(panel, changed) {
    this.changed = changed;
    this.most = LISTED;
    this.note = el("p", { id: "names-note", class: "note", role: "status" });
    this.list = el("div", { id: "names-list" });
    const [first, firstList] = knownField("one-name", "player", { required: true });
    const [other, otherList] = knownField("other-name", "player", { required: true });
    const form = el("form", { id: "own-names", class: "row", submit: (event) => (event.preventDefault(), this.#merge([first.value.trim(), other.value.trim()])) },
      el("label", { for: "one-name" }, t("Name")), first, firstList, el("label", { for: "other-name" }, t("other spelling")), other, otherList,
      el("button", { type: "submit" }, t("Merge")));
    this.panel = el("details", { id: "person-names", toggle: () => this.panel.open && this.#ask({}) },
      el("summary", {}, t("Names of one person")),
      el("p", { class: "note" }, t("Merged names count as one player: in searches, statistics, reports and the explorer. The games keep their names.")),
      form, this.note, this.list);
    panel.append(this.panel);
  }

  /** Changes names, and shows them as they are then. */
  async #ask(question) {
    try {
      this.#draw(await ask("/api/db/names", { ...question, most: this.most }));
      return true;
    } catch (error) {
      this.note.textContent = told(error.message);
      return false;
    }
  }

  async #change(question, text, undo) {
    this.note.textContent = "";
    if (!(await this.#ask(question))) return;
    if (undo) done(this.note, text, undo);
    else this.note.textContent = text;
    await this.changed();
  }

  /** The names of a person as a list in a sentence. */
  #names = (names) => names.join("; ");

  async #merge(names) {
    const [name, ...others] = names;
    const question = t("Count {others} as {name}? This can be undone.", { others: this.#names(others), name });
    if (!(await agree(question, t("Merge")))) return;
    // What was merged before with one of these names is merged again when this is undone.
    const before = this.merged.filter((person) => [person.name, ...person.others].some((own) => names.includes(own)));
    const undo = () => this.#change({ split: [name], merge: before.map((person) => [person.name, ...person.others]) }, t("The names are as before."));
    await this.#change({ merge: [names] }, t("{others} counts as {name} now.", { others: this.#names(others), name }), undo);
  }

  async #split({ name, others }) {
    const question = t("Count {name} and {others} as different persons? This can be undone.", { name, others: this.#names(others) });
    if (!(await agree(question, t("Split")))) return;
    const undo = () => this.#change({ merge: [[name, ...others]] }, t("The names are as before."));
    await this.#change({ split: [name] }, t("The names of {name} are different persons now.", { name }), undo);
  }

  #draw({ merged, similar, groups }) {
    this.merged = merged;
    const more = () => {
      this.most += LISTED;
      return this.#ask({});
    };
    this.list.replaceChildren(
      ...(merged.length ? [el("h3", {}, t("Merged names")), el("table", {}, el("tbody", {}, ...merged.map((person) => this.#person(person))))] : []),
      el("h3", {}, t("May be one person")),
      ...(groups ? similar.map((group, index) => this.#group(group, index)) : [el("p", { class: "note" }, t("No names that may be one person."))]),
      ...(similar.length < groups ? [el("p", { class: "note" }, t("{n} of {all} {all|group|groups}", { n: number(similar.length), all: number(groups) }), " ", button(t("Show more"), more, { id: "names-more" }))] : []),
    );
  }

  #person(person) {
    const { name, others } = person;
    return el("tr", {}, el("td", {}, el("b", {}, name), el("div", { class: "note" }, this.#names(others))),
      el("td", {}, button(t("Split"), () => this.#split(person), { "aria-label": t("Split the names of {name}", { name }) })));
  }

  /** Spellings that may be one person, the one of most games first. */
  #group(group, index) {
    const boxes = group.map(({ name }) => el("input", { type: "checkbox", checked: true, value: name }));
    const shown = choice(`shown-as-${index}`, t("Shown as"), group.map(({ name }) => [name, name]));
    const merge = () => {
      const first = shown.querySelector("select").value;
      const others = boxes.filter((box) => box.checked && box.value !== first).map((box) => box.value);
      if (others.length) this.#merge([first, ...others]);
      else this.note.textContent = t("Choose two names of one person.");
    };
    const lines = group.map(({ games }, at) => el("label", {}, boxes[at], ` ${group[at].name} `, el("span", { class: "note" }, t("{n} {n|game|games}", { n: number(games) }))));
    return el("fieldset", { class: "same-person" }, el("legend", { class: "unseen" }, t("May be one person")), ...lines,
      el("div", { class: "row", role: "group" }, shown, button(t("Merge"), merge, { "aria-label": t("Merge the names of {name}", { name: group[0].name }) })));
  }
}
