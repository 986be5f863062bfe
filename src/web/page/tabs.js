// The tabs of the page: by the mouse, and by the arrow keys from one to the next.

import { byId } from "./dom.js";

/** Turns to another panel, by its name, when its tab is chosen. */
export function takeTabs(turnTo) {
  const tabs = [...byId("tabs").querySelectorAll("[role=tab]")];
  for (const tab of tabs) {
    tab.addEventListener("click", () => turnTo(tab.id.slice(4)));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const shown = tabs.filter((other) => !other.hidden);
      const next = shown[(shown.indexOf(tab) + step + shown.length) % shown.length];
      next.focus();
      turnTo(next.id.slice(4));
      event.preventDefault();
      event.stopPropagation();
    });
  }
}
