/** Figures as files. */
import { cellColours } from "../../kit/styles/ramp.js";
import { say } from "../../kit/announce.js";
import { derived } from "../state/derived.js";
import { theme } from "../../kit/theme.js";
import { figures } from "../../store/state.js";
import { csvOf } from "./csv.js";
import { withFace } from "./face.js";
import { panelsOf } from "./panels.js";
import { pngOf } from "./png.js";
import { svgOf } from "./svg.js";

/**
 * A picture of a figure as it is now.
 * @param {import("../../store/state.js").FigureId} id
 * @param {boolean} [naive]
 */
export const pictureOf = async (id, naive = NAIVE.includes(id)) => pngOf(await withFace(drawingOf(id, naive)));

/** The figures that show what comes of the shapes as they are. @type {readonly string[]} */
const NAIVE = ["shapes"];

/** @param {import("../../store/state.js").FigureId} id @param {boolean} naive */
function drawingOf(id, naive) {
  const figure = figures[id].peek();
  const view = derived[id].peek();
  return svgOf(panelsOf(figure, view, naive), figure, view, readPalette(view.reach));
}

/**
 * Saves a figure as it is now.
 * @param {import("../../store/state.js").FigureId} id
 * @param {"PNG" | "SVG" | "CSV"} kind
 * @param {boolean} naive
 */
export async function exportFigure(id, kind, naive) {
  const name = `layernorm-${id}.${kind.toLowerCase()}`;
  save(name, await fileOf(id, kind, naive));
  say(`Saved as ${name}.`);
}

/** @param {import("../../store/state.js").FigureId} id @param {"PNG" | "SVG" | "CSV"} kind @param {boolean} naive */
async function fileOf(id, kind, naive) {
  if (kind === "PNG") return pictureOf(id, naive);
  if (kind === "SVG") return new Blob([await withFace(drawingOf(id, naive))], { type: "image/svg+xml" });
  return new Blob([csvOf(panelsOf(figures[id].peek(), derived[id].peek(), naive))], { type: "text/csv" });
}

/** @param {string} name @param {Blob} blob */
function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Some browsers read it a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const HUES = 6;

/**
 * The colours of the theme that is shown.
 * @param {number} reach  of the figure's ramp
 * @returns {import("./svg.js").Palette}
 */
function readPalette(reach) {
  const probe = document.body.appendChild(document.createElement("i"));
  const read = (/** @type {string} */ token) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const [paper, ink, soft] = ["card", "ink", "ink-soft"].map(read);
  const hues = Array.from({ length: HUES }, (_, hue) => read(`hue-${hue}`));
  probe.remove();
  const isDark =
    theme.value === "dark" || (theme.value === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  const time = isDark ? "night" : "day";
  return {
    paper,
    ink,
    soft,
    hues,
    cell: (value) => {
      const colours = cellColours(value, reach);
      return { fill: colours[`--fill-${time}`] ?? "none", ink: colours[`--ink-${time}`] ?? ink };
    },
  };
}
