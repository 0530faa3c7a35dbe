/** README's table of figures: times and errors of the last run on each machine. */
import { digits } from "./report.mjs";

/** @import { Run } from "./results.mjs" */

/** A line of a table, without the pipes at its ends. @param {string} line */
const cellsOf = (line) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/**
 * A figure of README's table.
 * @param {Run} run
 * @param {string} title of a line: a library, and what of it
 * @param {string} at of a column: a shape, or a kind of numbers
 * @returns {number} microseconds, or an error
 */
export function measured({ peers, accuracy }, title, at) {
  const name = title.replace(/, (resident tensors|ordinary tensors|in float64)$/, "");
  const size = peers.find(({ shape }) => shape.join("x") === at),
    kind = accuracy.find(({ forward }) => forward.name === at);
  const times = size?.libraries.find((library) => library.name === name);
  if (times) return (title.endsWith("ordinary tensors") ? times.copied : times.alone) * 1e6;
  if (!kind) throw new Error(`README's table: no run has "${title}" at "${at}"`);
  return Number(kind.forward.errors[name]);
}

/** Errors are below 1, times in microseconds above. @param {number} value */
function text(value) {
  if (Number.isNaN(value)) return "NaN";
  return value < 1 ? value.toExponential(1) : Number(digits(value)).toLocaleString("en");
}

/**
 * README with the figures of these runs in its table: a cell has one of each machine, in their order, or one for all.
 * @param {string} readme
 * @param {readonly Run[]} runs
 */
export function renewed(readme, runs) {
  const [start] = /^\| \| .*\n\| ---.*\n(\|.*\n)+/m.exec(readme) ?? [];
  if (!start) throw new Error("README has no table of figures");
  const [head, rule, ...lines] = start.trimEnd().split("\n"),
    columns = cellsOf(head).slice(1);
  const renewedLines = lines.map((line) => {
    const [title] = cellsOf(line);
    const cells = columns.map((at) => {
      const figures = runs.map((run) => text(measured(run, title, at)));
      return new Set(figures).size === 1 ? figures[0] : figures.join(" / ");
    });
    return `| ${[title, ...cells].join(" | ")} |`;
  });
  return readme.replace(start, `${[head, rule, ...renewedLines].join("\n")}\n`);
}
