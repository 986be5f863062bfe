// Files of this computer, chosen or dropped on the page. The program reads their bytes, as it reads files of the command line.

import { byId, sentence } from "./dom.js";
import { t, told } from "./language.js";

/** The most bytes of a file: the server takes 21 MiB of base64. */
const MOST = 15 << 20;

/** The bytes of a file as base64. */
function packed(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.split(",")[1] ?? "");
    reader.onerror = () => reject(new Error(t("{name} cannot be read", { name: file.name })));
    reader.readAsDataURL(file);
  });
}

async function open(app, file) {
  if (!file) return;
  try {
    if (file.size > MOST) throw new Error(t("{name} has more than 15 MiB; open it with `draughts-td board` or `draughts-td db build`", { name: file.name }));
    await app.open({ file: await packed(file) });
  } catch (error) {
    app.say(sentence(told(error.message)));
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
