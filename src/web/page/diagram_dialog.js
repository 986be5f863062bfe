// The shown position as a picture, with its arrows and marked squares, and the game as a page to print.

import { ask } from "./api.js";
import { button, byId, choice, el, save } from "./dom.js";
import { language, t, told } from "./language.js";
import { print } from "./print.js";

const SIZES = [["400", "400"], ["800", "800"], ["1600", "1600"]];
const SWITCHES = [["marks", t("Arrows and marked squares"), true], ["print", t("Colours for print"), false], ["numbers", t("Numbers of the squares"), false], ["coordinates", t("Numbers at the edge"), false]];

/** The arrows and the marked squares of the board. */
function shown({ arrows, outline, last }) {
  const moved = last ? [last.from, last.to] : [];
  return { arrows: arrows.filter(({ from, to }) => from !== to).map(({ from, to }) => `${from}-${to}`), marked: [...new Set([...moved, ...outline])] };
}

/** An SVG as a PNG of the same size, as the browser draws it. */
async function png(svg, size) {
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await picture.decode();
  const canvas = el("canvas", { width: size, height: size });
  canvas.getContext("2d").drawImage(picture, 0, 0, size, size);
  URL.revokeObjectURL(picture.src);
  return new Promise((whole) => canvas.toBlob(whole, "image/png"));
}

/** Shows what can be made of the position and of the game on the board. */
export function showDiagram(app) {
  const dialog = byId("diagram");
  const boxes = SWITCHES.map(([name, , isOn]) => el("input", { id: `diagram-${name}`, type: "checkbox", checked: isOn, change: () => draw() }));
  const size = choice("diagram-size", t("Pixels"), SIZES, () => draw());
  const preview = el("img", { id: "diagram-preview", alt: t("The diagram") });
  const note = el("p", { id: "diagram-note", class: "note", role: "status" });
  const isOn = (name) => byId(`diagram-${name}`).checked;
  const pixels = () => Number(size.querySelector("select").value);
  const look = () => ({ size: pixels(), print: isOn("print"), numbers: isOn("numbers"), coordinates: isOn("coordinates"), flipped: app.board.flipped });
  const svg = async () => {
    const marks = isOn("marks") ? shown(app.board) : {};
    return (await ask("/api/diagram", { at: app.spot() ?? app.tree.spot(), ...look(), ...marks })).svg;
  };
  const attempt = (work) => async () => {
    try {
      note.textContent = "";
      await work();
    } catch (error) {
      note.textContent = told(error.message);
    }
  };
  const draw = attempt(async () => {
    const text = await svg();
    URL.revokeObjectURL(preview.src);
    preview.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  });
  const every = el("input", { id: "diagram-every", type: "number", min: 1, max: 400, size: 4 });
  dialog.replaceChildren(
    el("h2", { id: "diagram-title" }, t("Diagram")),
    preview,
    ...SWITCHES.map(([, text], index) => el("p", {}, el("label", {}, boxes[index], ` ${text}`))),
    el("div", { class: "row", role: "group", "aria-label": t("The position as a picture") }, size,
      button("SVG", attempt(async () => save("diagram.svg", await svg(), "image/svg+xml")), { id: "diagram-svg" }),
      button("PNG", attempt(async () => save("diagram.png", await png(await svg(), pixels()), "image/png")), { id: "diagram-png" })),
    el("h3", {}, t("The game")),
    el("p", { class: "note" }, t("The page has a diagram after each move that has a sign or a comment.")),
    el("div", { class: "row", role: "group", "aria-label": t("The game") },
      el("label", { for: "diagram-every" }, t("and after every … plies")), every,
      button(t("To print"), attempt(async () => {
        const { html } = await ask("/api/page", { game: app.written(), every: Number(every.value) || null, language, ...look(), size: null });
        print("game.html", html);
      }), { id: "diagram-page" })),
    note,
    button(t("Close"), () => dialog.close()),
  );
  dialog.showModal();
  draw();
}
