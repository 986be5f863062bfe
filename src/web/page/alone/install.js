// Has the browser keep the page for times without a network, and says when a newer version is ready.

import { button, el } from "./dom.js";
import { t } from "./language.js";

/** Offers to use a newer version, which is kept beside this one until then. */
function offer(worker) {
  const take = () => worker.postMessage("take over");
  const notice = el("div", { id: "newer", role: "status" }, t("A new version of this page is ready."), button(t("Use it now"), take), button(t("Not now"), () => notice.remove()));
  document.getElementById("newer")?.remove();
  document.body.append(notice);
}

/** Sees a newer version as soon as all of its files are kept. */
function watch(registration) {
  const seen = (worker) => {
    if (worker?.state === "installed" && navigator.serviceWorker.controller) offer(worker);
  };
  seen(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker.addEventListener("statechange", () => seen(worker));
  });
}

/** Loads the page again when a newer version takes over: modules of two versions do not go together. The game on the board is kept. */
function reloadWhenReplaced() {
  let isFirst = !navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!isFirst) location.reload();
    isFirst = false;
  });
}

/** Browsers do this only for pages that come over HTTPS or from the machine itself. */
export async function install() {
  if (!navigator.serviceWorker) return;
  reloadWhenReplaced();
  try {
    watch(await navigator.serviceWorker.register(new URL("offline.js", import.meta.url), { updateViaCache: "none" }));
    // Of a page that is installed, the games stay when the browser needs room.
    if (matchMedia("(display-mode: standalone)").matches) await navigator.storage?.persist?.();
  } catch (error) {
    console.warn(`the page is not kept: ${error.message}`);
  }
}
