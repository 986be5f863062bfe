// Where the program runs: one question after the other, each in a memory of its own.

import { run } from "./wasi.js";

self.onmessage = async ({ data: { module, path, question } }) => {
  await run(module, ["draughts-td-web", path], question, (line) => postMessage(line));
  postMessage(null);
};
