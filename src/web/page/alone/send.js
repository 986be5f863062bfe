// Questions to the program, which runs in workers of this page as WebAssembly: nothing is sent to anybody.

import { install } from "./install.js";
import { t } from "./language.js";

/** What the engine searches for; of these a new one ends the one before. */
const SEARCHES = ["/api/analyse", "/api/inside", "/api/perft", "/api/play", "/api/review", "/api/worth"];

async function load() {
  // Over a slow line this takes a while, and there is no board before.
  document.getElementById("status").textContent = t("The engine is being loaded, {n} MB.", { n: 3 });
  const response = await fetch(new URL("engine.wasm", import.meta.url)).catch(() => null);
  if (!response?.ok) throw new Error("The engine cannot be loaded. Is there a network? Load the page again.");
  // Some servers of files know no type for WebAssembly, without which it cannot be compiled as it streams in.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The engine, asked for once; after it the whole page is kept for times without a network. */
let program = null;

function loaded() {
  if (!program) {
    program = load();
    program.then(install, () => (program = null));
  }
  return program;
}

/** A worker, and the question that it is about. */
class Clerk {
  #worker = null;
  #end = null;

  /** Whether it is about a question. */
  get busy() {
    return this.#end !== null;
  }

  /** Asks; calls back with each line, and once with null at the end. */
  ask(module, path, question, each) {
    this.#worker ??= new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#end = () => {
      this.#end = null;
      each(null);
    };
    this.#worker.onmessage = ({ data }) => {
      if (data === null) this.#end?.();
      else each(data);
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      each(`${JSON.stringify({ error: `the engine failed: ${event.message}` })}\n`);
      this.stop();
    };
    this.#worker.postMessage({ module, path, question });
  }

  /** Ends the question, at whatever place the work is. */
  stop() {
    if (!this.busy) return;
    this.#worker.terminate();
    this.#worker = null;
    this.#end();
  }
}

/** Searches have a worker of their own, so that a move can be played while one runs; the rest wait for each other. */
const searcher = new Clerk();
const reader = new Clerk();
let turn = Promise.resolve();

/** The lines of an answer as they come, as a body that `fetch` might have brought. */
function answer(clerk, module, path, question, signal) {
  return new Promise((resolve, reject) => {
    const encoder = new TextEncoder();
    let body = null;
    const lines = new ReadableStream({ start: (controller) => (body = controller), cancel: () => clerk.stop() });
    const leave = () => {
      clerk.stop();
      reject(signal.reason);
    };
    signal?.addEventListener("abort", leave, { once: true });
    const response = new Response(lines);
    clerk.ask(module, path, JSON.stringify(question), (line) => {
      if (line === null) {
        signal?.removeEventListener("abort", leave);
        if (signal?.aborted) body.error(signal.reason);
        else body.close();
      } else {
        body.enqueue(encoder.encode(line));
      }
      resolve(response);
    });
  });
}

/** Sends a question; the answer is JSON, or a line of it after the other. */
export async function send(path, question, signal) {
  const module = await loaded();
  signal?.throwIfAborted();
  if (SEARCHES.includes(path)) {
    searcher.stop();
    return answer(searcher, module, path, question, signal);
  }
  const before = turn;
  let done = null;
  turn = new Promise((resolve) => (done = resolve));
  await before;
  try {
    // Short answers are whole before the next question is asked.
    const response = await answer(reader, module, path, question, signal);
    return new Response(await response.text());
  } finally {
    done();
  }
}
