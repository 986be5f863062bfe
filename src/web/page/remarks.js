// Commands in comments of PDN: clocks and values, as servers write them after each move.

const COMMAND = /\[%(\w+)\s+([^\]]*)\]/g;

/** A comment without its commands. */
export const plain = (text) => text.replace(COMMAND, "").replace(/\s+/g, " ").trim();

function commands(text) {
  return [...text.matchAll(COMMAND)].map(([, name, value]) => [name.toLowerCase(), value.trim()]);
}

/** A time without leading zeros: 0:03:00 is 3:00. */
const short = (time) => time.replace(/^0+:(?=\d+:)/, "").replace(/^0(?=\d)/, "");

/** The clocks in a comment, by side; `%clk` is that of the side that has moved. */
export function clocksIn(text, mover) {
  const clocks = {};
  for (const [name, value] of commands(text)) {
    if (name === "clk") clocks[mover] = short(value);
    if (name !== "clock") continue;
    for (const [, side, time] of value.matchAll(/([wb])\s*([\d:.]+)/gi)) clocks[side.toLowerCase() === "w" ? "white" : "black"] = short(time);
  }
  return clocks;
}

/** The value for White, in men, in a comment; null without one. */
export function valueIn(text) {
  const told = commands(text).find(([name]) => name === "eval")?.[1];
  const men = Number(told?.split(",")[0]);
  return told && Number.isFinite(men) ? men : null;
}
