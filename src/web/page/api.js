// Questions of the page and their answers, by a server or without one.

import { send } from "./send.js";

/** What is said where no answer comes; the page translates it. */
const GONE = "The program does not answer. Start `draughts-td board` again and open the address that it prints.";

/** What browsers call a failed connection, each in its own words, as one sentence of ours. */
async function carried(answer) {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof TypeError ? new Error(GONE) : error;
  }
}

/** Asks, and returns the one answer. */
export async function ask(path, question = {}, signal = undefined) {
  const response = await carried(send(path, question, signal));
  const answer = await response.json();
  if (!response.ok || answer.error) throw new Error(answer.error ?? response.statusText);
  return answer;
}

/** Asks, and hands on each line of the answer as it comes; returns the last one. */
export async function listen(path, question, signal, each) {
  const response = await carried(send(path, question, signal));
  if (!response.ok) throw new Error((await response.json()).error ?? response.statusText);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let last = null;
  for (;;) {
    const { done, value } = await carried(reader.read());
    if (done) return last;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      last = JSON.parse(line);
      if (last.error) throw new Error(last.error);
      each(last);
    }
  }
}

/** A place for one question at a time: a new one ends the one before. */
export class Line {
  #controller = null;

  /** Whether something is being asked. */
  get busy() {
    return this.#controller !== null;
  }

  /** Ends what is being asked. */
  stop() {
    this.#controller?.abort();
    this.#controller = null;
  }

  /** Asks; null when something else came between. */
  async listen(path, question, each = () => {}) {
    this.stop();
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const mine = (line) => this.#controller === controller && each(line);
      const last = await listen(path, question, controller.signal, mine);
      return this.#controller === controller ? last : null;
    } catch (error) {
      if (controller.signal.aborted) return null;
      throw error;
    } finally {
      if (this.#controller === controller) this.#controller = null;
    }
  }
}
