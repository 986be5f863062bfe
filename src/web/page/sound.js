// A click for a move, a lower and longer one for a capture; made here, so that no file is loaded.

import { settings } from "./settings.js";

let context = null;

/** Sounds a move, if sounds are on. */
export function sound(move) {
  if (!settings.sounds) return;
  try {
    context ??= new AudioContext();
    const isCapture = move.captured?.length > 0;
    const length = isCapture ? 0.14 : 0.07;
    const tone = new OscillatorNode(context, { type: "triangle", frequency: isCapture ? 220 : 420 });
    const volume = new GainNode(context, { gain: 0.25 });
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + length);
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + length);
  } catch {
    // A browser without sound still moves.
  }
}
