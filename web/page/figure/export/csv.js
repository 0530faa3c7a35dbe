import { shortest } from "../../kit/shortest.js";

/**
 * One block a panel: a line with its name and its shape, then its numbers, a row of the last dim in each line. Each
 * number is the shortest that reads back as the same float32, in what NumPy and spreadsheets take.
 * @param {readonly import("./panels.js").Panel[]} panels
 */
export const csvOf = (panels) => panels.map(blockOf).join("\n");

/** @param {import("./panels.js").Panel} panel */
function blockOf({ name, shape, values }) {
  const columns = shape.at(-1) ?? 1;
  const lines = [`${name},${shape.join("x")}`];
  for (let start = 0; start < values.length; start += columns) {
    lines.push(Array.from(values.subarray(start, start + columns), numberOf).join(","));
  }
  return `${lines.join("\n")}\n`;
}

/** @param {number} value */
function numberOf(value) {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return Object.is(value, -0) ? "-0" : shortest(value);
}
