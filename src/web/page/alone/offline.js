// The service worker of the page: it keeps one whole version of all files, and answers from it with and without a network.

// Each file with its checksum, and the checksum of all: written when the page is made.
const FILES = {};
const VERSION = "";
/** How the caches of this page are called; another page of the same server has a scope of its own. */
const OURS = `draughts-td ${registration.scope} `;
const CACHE = OURS + VERSION;

/** Keeps a file if it is the one of this version: while a server is being brought up to date, it has files of both. */
async function keep(cache, name, integrity) {
  const response = await fetch(name, { integrity, cache: "no-cache" });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  // A new response: a page may not be answered by one that was redirected.
  await cache.put(name, new Response(response.body, { headers: response.headers }));
}

/** Keeps all files, or none. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(Object.entries(FILES).map(([file, integrity]) => keep(cache, file, integrity)));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Throws the versions before this one away and answers the pages that are open. */
async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

/** The name of the file that an address asks for; undefined for anything else. */
function fileOf(address) {
  const { origin, pathname } = new URL(address);
  const name = (origin + pathname).slice(registration.scope.length) || "index.html";
  return (origin + pathname).startsWith(registration.scope) && Object.hasOwn(FILES, name) ? name : undefined;
}

async function answer(file, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(file)) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("fetch", (event) => {
  const file = event.request.method === "GET" ? fileOf(event.request.url) : undefined;
  if (file) event.respondWith(answer(file, event.request));
});
// The page asks for it when its user does.
addEventListener("message", ({ data }) => data === "take over" && skipWaiting());
