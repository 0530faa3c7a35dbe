/** Figures as files. */
import { cellColours } from "../../kit/styles/ramp.js";
import { say } from "../../kit/announce.js";
import { derived } from "../state/derived.js";
import { theme } from "../../kit/theme.js";
import { figures } from "../../store/state.js";
import { csvOf } from "./csv.js";
import { panelsOf } from "./panels.js";
import { pngOf } from "./png.js";
import { svgOf } from "./svg.js";

/**
 * Saves a figure as it is now.
 * @param {import("../../store/state.js").FigureId} id
 * @param {"PNG" | "SVG" | "CSV"} kind
 * @param {boolean} naive
 */
export async function exportFigure(id, kind, naive) {
  const figure = figures[id].peek();
  const view = derived[id].peek();
  const panels = panelsOf(figure, view, naive);
  const name = `layernorm-${id}.${kind.toLowerCase()}`;
  if (kind === "CSV") save(name, new Blob([csvOf(panels)], { type: "text/csv" }));
  else {
    const svg = svgOf(panels, figure, view, readPalette());
    save(name, kind === "SVG" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg));
  }
  say(`Saved as ${name}.`);
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

/** The colours of the theme that is shown. @returns {import("./svg.js").Palette} */
function readPalette() {
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
      const colours = cellColours(value);
      return { fill: colours[`--fill-${time}`] ?? "none", ink: colours[`--ink-${time}`] ?? ink };
    },
  };
}
