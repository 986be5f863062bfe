// Attempts at puzzles: kept by the program in a file of the user's, or by the browser where there is no program.

import { ask } from "./api.js";

const STORE = "draughts-td-attempts";

function kept() {
  try {
    const attempts = JSON.parse(localStorage.getItem(STORE));
    return Array.isArray(attempts) ? attempts : [];
  } catch {
    return [];
  }
}

export class Attempts {
  /** Attempts that the browser does not keep are known as long as the page is open. */
  #own = kept();

  /** `inFile`: whether the program has a file for them. */
  constructor(inFile) {
    this.inFile = inFile;
  }

  /** What a question about them needs: the program reads its own. */
  get asked() {
    return this.inFile ? {} : { attempts: this.#own };
  }

  /** Keeps attempts; whether they are kept for later visits. */
  async add(attempts) {
    if (this.inFile) {
      await ask("/api/attempts", { add: attempts });
      return true;
    }
    const known = new Set(this.#own.map((attempt) => JSON.stringify(attempt)));
    this.#own.push(...attempts.filter((attempt) => !known.has(JSON.stringify(attempt))));
    try {
      localStorage.setItem(STORE, JSON.stringify(this.#own));
      return true;
    } catch {
      return false;
    }
  }

  /** All attempts as a file, a line of JSON each. */
  async text() {
    const attempts = this.inFile ? (await ask("/api/attempts")).attempts : this.#own;
    return attempts.map((attempt) => `${JSON.stringify(attempt)}\n`).join("");
  }

  /** Adds the attempts of such a file; returns how many it has. */
  async take(text) {
    const { attempts } = await ask("/api/attempts", { text });
    await this.add(attempts);
    return attempts.length;
  }
}
