/** A figure as a picture that stands alone: cells with their colours and numbers, groups outlined and lettered. */
import { formatCells, formatEps } from "../words/format-tensor.js";
import { drawTracks } from "../tracks/svg.js";
import { labelBy, namingOf } from "../words/group-names.js";
import { coordinatesOf, formatShape } from "../../kit/shapes.js";

/** @typedef {import("./panels.js").Panel} Panel */
/** @typedef {import("../tracks/svg.js").Palette} Palette */
/** @typedef {import("../tracks/svg.js").Drawing} Drawing */

const CELL = { width: 58, height: 46 };
/** No panel is drawn wider or higher than this: the cells of large tensors shrink. */
const LONGEST = 3200;
/** A cell narrower than this has no room for its number. */
const LEGIBLE = 40;
const GAP = 2;
const GROUP_GAP = 16;
const FACET_GAP = 30;
const OUTLINE = 4;
const HEAD = 46;
const MARGIN = 28;
const LETTERS = 26;
/** The caption needs this much width. */
const NARROWEST = 640;
/** Panels wider than this lie one under the other. */
const WIDE = 1200;

/**
 * @param {readonly Panel[]} panels
 * @param {import("../../store/state.js").Figure} figure
 * @param {import("../values/derive.js").Derived} view
 * @param {Palette} palette
 */
export function svgOf(panels, figure, view, palette) {
  const drawings = panels.map((panel) => ({ ...panel, ...drawPanel(panel, figure.dims, view, palette) }));
  // Statistics stand where the axis was: beside x when the last dim was reduced, and under it otherwise.
  const isBeside = figure.dims.includes(view.shape.length - 1);
  const isWide = drawings[0].width > WIDE;
  const tracks = drawTracks(figure, view, palette);
  const top = MARGIN + tracks.height + MARGIN;
  let [x, y, right, bottom] = [MARGIN, top, 0, 0];
  const placed = drawings.map(({ holds, width, height, body }, i) => {
    const isUnder = isWide || holds === "affine" || (holds === "statistic" && !isBeside);
    if (i > 0 && !isUnder) [x, y] = [right + MARGIN, top];
    const at = `<g transform="translate(${x} ${y})">${body}</g>`;
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
    y += height + MARGIN;
    return at;
  });
  const caption = describe(figure, view);
  const width = Math.max(right, MARGIN + tracks.width, NARROWEST) + MARGIN;
  const height = bottom + 2 * MARGIN;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `font-family="Inter, system-ui, 'Segoe UI', Roboto, Arial, sans-serif" font-size="13">` +
    `<title>${caption}</title><rect width="100%" height="100%" fill="${palette.paper}"/>` +
    `<g transform="translate(${MARGIN} ${MARGIN})">${tracks.body}</g>${placed.join("")}` +
    `<text x="${MARGIN}" y="${height - MARGIN + 8}" fill="${palette.soft}">${caption}</text></svg>`
  );
}

/** The settings in a line. @returns {string} */
function describe(
  /** @type {import("../../store/state.js").Figure} */ { dims, keepdim, correction, eps, epsAt, center, channelGroups },
  /** @type {import("../values/derive.js").Derived} */ { shape },
) {
  return [
    `x of shape ${formatShape(shape)}`,
    `dim ${dims.join(", ")} reduced ${keepdim ? "with" : "without"} keepdim`,
    ...(channelGroups > 1 ? [`channels in ${channelGroups} groups`] : []),
    center ? `variance over ${correction === 1 ? "n − 1" : "n"}` : "no mean subtracted",
    eps === 0 ? "no eps" : `eps ${formatEps(eps)} ${epsAt} the root`,
  ].join(" · ");
}

/**
 * @param {Panel} panel
 * @param {readonly number[]} dims
 * @param {import("../values/derive.js").Derived} view
 * @param {Palette} palette
 * @returns {Drawing}
 */
function drawPanel({ label, shape, drawn, values, holds }, dims, view, palette) {
  const { ink, soft, cell } = palette;
  const { groupOf } = view;
  const groupAt = (/** @type {number} */ i) => (holds === "element" ? groupOf[i] : holds === "statistic" ? i : 0);
  const [down, across, rows, columns] = inGrid(drawn, 1);
  const inMatrix = [rows, columns].map((size, i) => size > 1 && !dims.includes(drawn.length - 2 + i));
  const tracks = {
    x: tracksOf(columns, across, CELL.width, holds !== "affine" && inMatrix[1]),
    y: tracksOf(rows, down, CELL.height, holds !== "affine" && inMatrix[0]),
  };
  const texts = tracks.x.size >= LEGIBLE && tracks.y.size >= LEGIBLE / 2 ? formatCells(values) : null;
  /** @type {Map<string, { group: number, left: number, top: number, right: number, bottom: number }>} */
  const boxes = new Map();
  let cells = "";
  values.forEach((value, i) => {
    const [b, a, row, column] = inGrid(coordinatesOf(i, drawn), 0);
    const [x, y] = [tracks.x.start(a, column), HEAD + tracks.y.start(b, row)];
    cells += drawCell(x, y, tracks.x.size, tracks.y.size, cell(value), texts?.[i]);
    const key = `${a},${b},${groupAt(i)}`;
    const box = boxes.get(key) ?? { group: groupAt(i), left: x, top: y, right: 0, bottom: 0 };
    boxes.set(key, { ...box, right: x + tracks.x.size, bottom: y + tracks.y.size });
  });
  const outlined = holds === "affine" ? [] : Array.from(boxes.values());
  const outlines = outlined.map((box) => drawOutline(box, palette, texts === null ? undefined : namingOf(view)));
  return {
    width: tracks.x.length,
    height: HEAD + tracks.y.length,
    body:
      `<text y="12" font-weight="700" fill="${ink}">${label}</text>` +
      `<text y="29" fill="${soft}">${formatShape(shape)}</text>` +
      cells +
      outlines.join(""),
  };
}

/**
 * As rows and columns of matrices, each with rows and columns: three dims are matrices one under the other.
 * @param {readonly number[]} list of sizes, or of coordinates
 * @param {number} none  what a dim that is not there counts as
 */
function inGrid(list, none) {
  const [outer, inner, row, column] = [none, none, none, none, ...list].slice(-4);
  return list.length === 4 ? [outer, inner, row, column] : [inner, outer, row, column];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {{ fill: string, ink: string }} colours
 * @param {string} [text]
 */
const drawCell = (x, y, width, height, { fill, ink }, text) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${text ? 5 : 0}" fill="${fill}"/>` +
  (text
    ? `<text x="${x + width / 2}" y="${y + height / 2 + 4}" text-anchor="middle" font-size="12" ` +
      `fill="${ink}">${text}</text>`
    : "");

/**
 * @param {{ group: number, left: number, top: number, right: number, bottom: number }} box
 * @param {Palette} palette
 * @param {import("../words/group-names.js").Naming | undefined} naming
 */
function drawOutline({ group, left, top, right, bottom }, { paper, hues }, naming) {
  const hue = hues[group % hues.length];
  const isNamed = naming && group < LETTERS;
  return (
    `<rect x="${left - OUTLINE}" y="${top - OUTLINE}" width="${right - left + 2 * OUTLINE}" ` +
    `height="${bottom - top + 2 * OUTLINE}" rx="9" fill="none" stroke="${hue}" stroke-width="${isNamed ? 2 : 1}"/>` +
    (isNamed
      ? `<text x="${left + 4}" y="${top - 1}" font-size="10" font-weight="700" fill="${hue}" stroke="${paper}" ` +
        `stroke-width="4" paint-order="stroke">${labelBy(group, naming)}</text>`
      : "")
  );
}

/**
 * Where the cells of one direction lie: in matrices one after the other, each cell apart where it begins a group.
 * @param {number} cells
 * @param {number} matrices
 * @param {number} longest of a cell
 * @param {boolean} apart
 */
function tracksOf(cells, matrices, longest, apart) {
  const room = LONGEST / (cells * matrices);
  const size = Math.min(longest, room);
  const gap = size < longest ? 0 : apart ? GROUP_GAP : GAP;
  const matrix = cells * (size + gap) - gap;
  return {
    size,
    length: matrices * (matrix + FACET_GAP) - FACET_GAP,
    start: (/** @type {number} */ at, /** @type {number} */ cell) => at * (matrix + FACET_GAP) + cell * (size + gap),
  };
}
