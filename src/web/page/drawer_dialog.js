// The list of the games in the drawer.

import { button, byId, el } from "./dom.js";
import { fullDrawer } from "./keeper.js";
import { t } from "./language.js";

/** The plies of the main line of a kept game. */
function plies({ children }) {
  let count = 0;
  for (let at = children[0]; at; at = at.children[0]) count++;
  return count;
}

function row(app, game, again) {
  const { names, tree, at, isSaved } = game;
  const players = `${names.white || "?"} – ${names.black || "?"}`;
  const about = [names.event, t("{n} {n|ply|plies}", { n: plies(tree) }), at ? new Date(at).toLocaleString(document.documentElement.lang) : "", isSaved ? t("saved") : t("not saved")];
  const open = () => {
    byId("drawer").close();
    app.bringBack(game.id);
  };
  return el("tr", {},
    el("td", {}, el("b", {}, players), el("br"), el("span", { class: "note" }, about.filter(Boolean).join(", "))),
    el("td", {}, button(t("Open"), open, { "aria-label": t("Open {players}", { players }) })),
    el("td", {}, button(t("Throw away"), () => (app.keeper.drawer.take(game.id), again()), { "aria-label": t("Throw {players} away", { players }) })),
  );
}

/** Shows the games, the newest first. */
export function showDrawer(app) {
  const dialog = byId("drawer");
  const draw = () => {
    const games = app.keeper.others().reverse();
    const list = games.length ? el("table", {}, el("tbody", {}, ...games.map((game) => row(app, game, draw)))) : el("p", {}, t("The drawer is empty."));
    dialog.replaceChildren(el("h2", { id: "drawer-title" }, t("Drawer")), el("p", { class: "note" }, t("Games are kept here, in this browser, until they are saved or thrown away.")), app.keeper.drawer.isFull ? el("p", { class: "warning" }, fullDrawer()) : "", list, button(t("Close"), () => dialog.close()));
  };
  draw();
  dialog.showModal();
}
