// As much of the system interface of WebAssembly (WASI, preview 1) as the program needs: arguments, standard input and output, a clock,
// chance, and an end. There are no files.

const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 58;

/** How a program ends before its last line. */
class Exit extends Error {}

/** A stream of bytes that is handed on line by line. */
class Lines {
  #decoder = new TextDecoder();
  #rest = "";

  constructor(each) {
    this.each = each;
  }

  write(bytes) {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split("\n");
    this.#rest = lines.pop();
    for (const line of lines) this.each(`${line}\n`);
  }
}

function system(memory, words, input, out, err) {
  const encoder = new TextEncoder();
  const args = words.map((word) => encoder.encode(`${word}\0`));
  const text = encoder.encode(input);
  let read = 0;
  const view = () => new DataView(memory().buffer);
  const bytes = (at, length) => new Uint8Array(memory().buffer, at, length);
  /** The pieces of memory of a list of them. */
  const pieces = (list, count) =>
    Array.from({ length: count }, (_, index) => {
      const at = list + 8 * index;
      return bytes(view().getUint32(at, true), view().getUint32(at + 4, true));
    });
  const told = (at, value) => {
    view().setUint32(at, value, true);
    return SUCCESS;
  };
  return {
    args_sizes_get: (count, size) => {
      told(count, args.length);
      return told(size, args.reduce((sum, word) => sum + word.length, 0));
    },
    args_get: (pointers, buffer) => {
      for (const [index, word] of args.entries()) {
        told(pointers + 4 * index, buffer);
        bytes(buffer, word.length).set(word);
        buffer += word.length;
      }
      return SUCCESS;
    },
    environ_sizes_get: (count, size) => {
      told(count, 0);
      return told(size, 0);
    },
    environ_get: () => SUCCESS,
    clock_time_get: (clock, _precision, at) => {
      const ms = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
      return SUCCESS;
    },
    random_get: (at, length) => {
      // The browser gives this much at a time.
      for (let from = 0; from < length; from += 65536) {
        crypto.getRandomValues(bytes(at + from, Math.min(65536, length - from)));
      }
      return SUCCESS;
    },
    fd_read: (descriptor, list, count, at) => {
      if (descriptor !== 0) return BAD_DESCRIPTOR;
      let sum = 0;
      for (const piece of pieces(list, count)) {
        const part = text.subarray(read, read + piece.length);
        piece.set(part);
        read += part.length;
        sum += part.length;
      }
      return told(at, sum);
    },
    fd_write: (descriptor, list, count, at) => {
      const stream = { 1: out, 2: err }[descriptor];
      if (!stream) return BAD_DESCRIPTOR;
      let sum = 0;
      for (const piece of pieces(list, count)) {
        stream.write(piece);
        sum += piece.length;
      }
      return told(at, sum);
    },
    fd_close: () => SUCCESS,
    sched_yield: () => SUCCESS,
    fd_prestat_get: () => BAD_DESCRIPTOR,
    proc_exit: () => {
      throw new Exit();
    },
  };
}

/** Runs a compiled program with these arguments and this input; each line of its output is handed on as it comes. */
export async function run(module, words, input, each) {
  let instance = null;
  let last = "";
  const err = new Lines((line) => {
    console.error(line.trimEnd());
    last = line.trimEnd();
  });
  const known = system(() => instance.exports.memory, words, input, new Lines(each), err);
  // What else it was built to ask for it can do without.
  const imports = {};
  for (const { module: room, name } of WebAssembly.Module.imports(module)) {
    (imports[room] ??= {})[name] = known[name] ?? (() => NOT_SUPPORTED);
  }
  instance = await WebAssembly.instantiate(module, imports);
  try {
    instance.exports._start();
  } catch (error) {
    if (!(error instanceof Exit)) each(`${JSON.stringify({ error: `the engine failed: ${last || error.message}` })}\n`);
  }
}
