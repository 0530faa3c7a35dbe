/** Draws the peers' times: time over memory.copy's time against size, one line a library, both axes logarithmic. */
import { sizeOf } from "../api/reference.js";
import { disturbance } from "./report.mjs";

/** @import { Comparison } from "./peers.mjs" */
/** @import { Run } from "./results.mjs" */

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ name: string, points: Point[] }} Line */

const WIDTH = 760,
  HEIGHT = 460;
const plotArea = { left: 56, right: 560, top: 64, bottom: 392 };
const LABEL_HEIGHT = 17;

/** The first is ours. Each pair has 3:1 against white and GitHub's dark background. */
const colours = [
  ["#0b5fd9", "#5aa2ff"],
  ["#5f6b7a", "#9aa6b5"],
  ["#b3541e", "#f0883e"],
  ["#8a3fb5", "#c583ee"],
  ["#a82e5e", "#ee76a8"],
  ["#7a6a00", "#d3b82c"],
  ["#0f7b6c", "#3fc3ae"],
];

/** @param {[number, number]} domain @param {[number, number]} range @returns {(value: number) => number} */
function logScale([low, high], [start, end]) {
  return (value) => start + (Math.log(value / low) / Math.log(high / low)) * (end - start);
}

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** @param {number} value */
const px = (value) => value.toFixed(1);

/** @param {number} bytes */
const bytesText = (bytes) => (bytes < 2 ** 20 ? `${bytes / 2 ** 10} KiB` : `${bytes / 2 ** 20} MiB`);

/** @param {readonly Comparison[]} peers @returns {Line[]} x in bytes, y in times of memory.copy */
function linesOf(peers) {
  const ordered = peers.toSorted((a, b) => sizeOf(a.shape) - sizeOf(b.shape));
  const names = [...new Set(ordered.flatMap(({ libraries }) => libraries.map(({ name }) => name)))];
  return names.map((name) => ({
    name,
    points: ordered.flatMap(({ shape, copy, libraries }) => {
      const times = libraries.find((library) => library.name === name);
      return times ? [{ x: sizeOf(shape) * 4, y: times.alone / copy }] : [];
    }),
  }));
}

/**
 * Heights of the labels: near the lines' ends, but not on each other.
 * @param {readonly number[]} ends
 */
function spread(ends) {
  const order = ends.map((_, i) => i).sort((i, j) => ends[i] - ends[j]),
    heights = [...ends];
  for (let k = 1; k < order.length; k++) {
    heights[order[k]] = Math.max(heights[order[k]], heights[order[k - 1]] + LABEL_HEIGHT);
  }
  const excess = Math.max(0, heights[order.at(-1) ?? 0] - plotArea.bottom);
  order.forEach((i, k) => (heights[i] = Math.max(heights[i] - excess, plotArea.top + k * LABEL_HEIGHT)));
  return heights;
}

/**
 * @param {(x: number) => number} xOf
 * @param {(y: number) => number} yOf
 * @param {number} top  the largest power of ten
 */
function axes(xOf, yOf, top) {
  const { left, right, bottom } = plotArea;
  const powers = Array.from({ length: Math.round(Math.log10(top)) + 1 }, (_, i) => 10 ** i);
  const sizes = [2 ** 15, 2 ** 18, 2 ** 21, 2 ** 24, 2 ** 26];
  return [
    ...powers.map(
      (y) =>
        `<line class="grid" x1="${left}" x2="${right}" y1="${px(yOf(y))}" y2="${px(yOf(y))}"/>` +
        `<text x="${left - 8}" y="${px(yOf(y) + 4)}" text-anchor="end">${y}</text>`,
    ),
    ...sizes.map(
      (x) =>
        `<line class="tick" x1="${px(xOf(x))}" x2="${px(xOf(x))}" y1="${bottom}" y2="${bottom + 5}"/>` +
        `<text x="${px(xOf(x))}" y="${bottom + 20}" text-anchor="middle">${bytesText(x)}</text>`,
    ),
    `<text x="${(left + right) / 2}" y="${bottom + 42}" text-anchor="middle">size of the tensor</text>`,
  ].join("\n");
}

/** @param {Line} line @param {number} i @param {number} label @param {(p: Point) => Point} at */
function drawLine({ name, points }, i, label, at) {
  const places = points.map(at),
    end = places[places.length - 1];
  const path = places.map(({ x, y }) => `${px(x)},${px(y)}`).join(" ");
  const dots = places.map(({ x, y }) => `<circle cx="${px(x)}" cy="${px(y)}" r="${i === 0 ? 4 : 3}"/>`).join("");
  const last = points[points.length - 1].y,
    times = last < 10 ? last.toFixed(1) : last.toFixed(0);
  return `<g class="c${i % colours.length}">
<polyline points="${path}"/>${dots}
<line class="leader" x1="${px(end.x + 6)}" y1="${px(end.y)}" x2="${plotArea.right + 12}" y2="${px(label)}"/>
<text x="${plotArea.right + 16}" y="${px(label + 4)}">${escaped(name)} <tspan class="times">${times}</tspan></text>
</g>`;
}

function style() {
  const paint = (/** @type {number} */ theme) =>
    colours
      .map(
        ({ [theme]: colour }, i) =>
          `.c${i} :is(polyline, .leader) { stroke: ${colour} } .c${i} :is(circle, text) { fill: ${colour} }`,
      )
      .join("\n");
  return `<style>
text { font: 13px system-ui, sans-serif; fill: #3b4350 }
.title { font-size: 15px; font-weight: 600; fill: #1b2028 }
polyline { fill: none; stroke-width: 1.75; stroke-linejoin: round }
.c0 polyline { stroke-width: 3.25 }
.c0 text { font-weight: 600 }
.leader { stroke-width: 1; stroke-dasharray: 1 3 }
.grid { stroke: #d5dae1 }
.tick { stroke: #8b94a1 }
.times { font-variant-numeric: tabular-nums }
${paint(0)}
@media (prefers-color-scheme: dark) {
text { fill: #b3bcc8 }
.title { fill: #eef1f5 }
.grid { stroke: #343b45 }
${paint(1)}
}
</style>`;
}

/** @param {readonly Line[]} lines the same, in words */
function description(lines) {
  const ranges = lines.map(({ name, points }) => {
    const ys = points.map(({ y }) => y);
    return `${name}: ${Math.min(...ys).toFixed(1)} to ${Math.max(...ys).toFixed(1)}`;
  });
  return `Time of LayerNorm forward divided by the time of memory.copy, from 24 KiB to 64 MiB. ${ranges.join("; ")}.`;
}

/** @param {Run} run @returns {string} SVG */
export function plot({ peers, share, machine }) {
  const lines = linesOf(peers),
    all = lines.flatMap(({ points }) => points);
  const ratios = all.map(({ y }) => y),
    low = Math.min(0.8, 0.9 * Math.min(...ratios));
  const top = 10 ** Math.ceil(Math.log10(Math.max(...ratios)));
  const { left, right, bottom } = plotArea;
  const xOf = logScale([Math.min(...all.map(({ x }) => x)) / 1.3, Math.max(...all.map(({ x }) => x))], [left, right]);
  const yOf = logScale([low, top], [bottom, plotArea.top]);
  const at = (/** @type {Point} */ { x, y }) => ({ x: xOf(x), y: yOf(y) });
  const labels = spread(lines.map(({ points }) => yOf(points[points.length - 1].y)));
  const attributes = `viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title desc"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>
<title id="title">LayerNorm: time over memory.copy's, by size, one line a library</title>
<desc id="desc">${escaped(description(lines))}</desc>
${style()}
<text class="title" x="16" y="24">LayerNorm forward: how many times as long as copying the tensor</text>
<text x="16" y="43">one thread, without copies in and out; ${escaped(machine.processor)}, Node ${machine.node}</text>
<text x="16" y="${HEIGHT - 8}">${disturbance(share)}</text>
${axes(xOf, yOf, top)}
${lines.map((line, i) => drawLine(line, i, labels[i], at)).join("\n")}
</svg>
`;
}
