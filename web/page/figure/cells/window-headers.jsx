/** Where one is in a tensor that is not a single matrix. */
import { coordinatesOf } from "../../kit/shapes.js";

/** @typedef {import("./frame.js").Frame} Frame */

/**
 * The indices of the rows and columns in a window.
 * @param {{ frame: Frame, shape: readonly number[] }} props
 */
export function Headers({ frame: { top, left, rows, columns, width }, shape }) {
  return (
    <>
      <div class="outlines column-headers" aria-hidden="true">
        {Array.from({ length: columns }, (_, at) => (
          <span key={at}>{left + at}</span>
        ))}
      </div>
      <div class="outlines row-headers" aria-hidden="true">
        {Array.from({ length: rows }, (_, at) => (
          <span key={at}>{sliceName(coordinatesOf((top + at) * width, shape).slice(0, -1), 1)}</span>
        ))}
      </div>
    </>
  );
}

/**
 * "[0, 3, :]", as PyTorch writes it.
 * @param {readonly number[]} leading  indices
 * @param {number} open  how many dims come after them
 */
const sliceName = (leading, open) => `[${[...leading, ...new Array(open).fill(":")].join(", ")}]`;

/**
 * What the matrices of a tensor are: "[0, :, :]", or "batch 0".
 * @param {import("../values/derive.js").Derived} view
 * @param {import("./frame.js").Manner} manner
 */
export function captionsOf({ shape, rank, names }, manner) {
  if (rank < 3 || manner !== "facets") return undefined;
  const outer = shape.slice(0, -2);
  const count = outer.reduce((a, b) => a * b);
  return Array.from({ length: count }, (_, block) =>
    names && rank === 3 ? `${names[0]} ${block}` : sliceName(coordinatesOf(block, outer), 2),
  );
}
