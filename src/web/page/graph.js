// Lines over moves or games: the value of a game, the error of a run.

import { svg } from "./dom.js";
import { t } from "./language.js";

const [WIDTH, HEIGHT, LEFT, RIGHT] = [300, 90, 26, 8];

/**
 * The expected result after every ply, White's above the middle, with dots at mistakes; a click goes to the ply.
 */
export function gameGraph(results, mistakes, here, go) {
  const x = (ply) => LEFT + ((WIDTH - LEFT - RIGHT) * ply) / Math.max(1, results.length - 1);
  const y = (result) => HEIGHT / 2 - (HEIGHT / 2 - 6) * result;
  const known = results.map((result, ply) => [ply, result]).filter(([, result]) => result !== null);
  const points = known.map(([ply, result]) => `${x(ply)},${y(result)}`).join(" ");
  const words = known.length ? t("from {a} to {b}", { a: known[0][1].toFixed(2), b: known[known.length - 1][1].toFixed(2) }) : t("nothing yet");
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img", "aria-label": t("Expected result over {plies} {plies|ply|plies}, {words}; {mistakes} {mistakes|mistake|mistakes}", { plies: results.length - 1, words, mistakes: mistakes.length }) },
    svg("line", { x1: LEFT, x2: WIDTH, y1: y(0), y2: y(0), class: "axis" }),
    svg("text", { x: 0, y: 12 }, t("White")),
    svg("text", { x: 0, y: HEIGHT - 4 }, t("Black")),
    svg("polyline", { points, class: "curve" }),
    svg("line", { x1: x(here), x2: x(here), y1: 0, y2: HEIGHT, class: "here" }),
  );
  for (const { before, sign } of mistakes) {
    const result = results[before + 1];
    if (result === null || result === undefined) continue;
    drawing.append(svg("circle", { cx: x(before + 1), cy: y(result), r: 2.6, class: "dot" }));
    // At the edges it is below the dot, or before it.
    const [at, height] = [x(before + 1), y(result)];
    const isLast = at > WIDTH - 24;
    drawing.append(svg("text", { x: isLast ? at - 3 : at + 3, y: height < 12 ? height + 10 : height - 3, "text-anchor": isLast ? "end" : "start" }, sign));
  }
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    go(Math.round(((at - LEFT) / (WIDTH - LEFT - RIGHT)) * (results.length - 1)));
  });
  return drawing;
}

const CLASSES = ["curve", "curve second", "curve third"];

/** Curves over one axis: each a name and points of two numbers. */
export function curves(title, series) {
  const points = series.flatMap(({ points }) => points);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const x = (value) => LEFT + ((WIDTH - LEFT - RIGHT) * (value - left)) / (right - left || 1);
  const y = (value) => HEIGHT - 8 - ((HEIGHT - 16) * (value - low)) / (high - low || 1);
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img", "aria-label": `${title}: ${series.map(({ name, points }) => `${name} ${points[points.length - 1][1].toFixed(4)}`).join(", ")}` },
    svg("line", { x1: LEFT, x2: WIDTH, y1: HEIGHT - 8, y2: HEIGHT - 8, class: "axis" }),
    svg("text", { x: 0, y: 10 }, high.toFixed(3)),
    svg("text", { x: 0, y: HEIGHT - 8 }, low.toFixed(3)),
  );
  series.forEach(({ points }, index) => {
    const path = points.map(([a, b]) => `${x(a)},${y(b)}`).join(" ");
    drawing.append(svg("polyline", { points: path, class: CLASSES[index % CLASSES.length] }));
    // A line of one point would not be seen.
    const [a, b] = points[points.length - 1];
    drawing.append(svg("circle", { cx: x(a), cy: y(b), r: 2, class: index === 0 ? "dot" : "dot second" }));
  });
  return drawing;
}
