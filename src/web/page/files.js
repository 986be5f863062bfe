// PDN files of this computer, chosen or dropped on the page.

import { byId } from "./dom.js";
import { t, told } from "./language.js";

/** The most bytes of a file: the server takes 16 MiB of JSON. */
const MOST = 15 << 20;

/** The text of a file: UTF-8, or Latin-1 as older programs write it. */
async function textOf(file) {
  if (file.size > MOST) throw new Error(t("{name} has more than 15 MiB; open it with `draughts-td board` or `draughts-td db build`", { name: file.name }));
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

async function open(app, file) {
  if (!file) return;
  try {
    await app.open(await textOf(file));
  } catch (error) {
    app.say(`${told(error.message)}.`);
  }
}

/** Whether a drag has a file, and not a piece of text. */
const hasFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

/** Opens the file that is chosen or dropped. */
export function takeFiles(app) {
  const chosen = byId("open-file");
  chosen.addEventListener("change", async () => {
    await open(app, chosen.files[0]);
    // The same file can be chosen again.
    chosen.value = "";
  });
  const { classList } = document.body;
  document.addEventListener("dragover", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget || classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    classList.remove("dropping");
    open(app, event.dataTransfer.files[0]);
  });
}
