/** The keys that go from cell to cell of a grid. */

/** @type {Record<string, readonly [rows: number, columns: number]>} */
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/**
 * How many rows and columns a key goes: an arrow key one, Home and End to the row's ends and beyond. The page does not
 * scroll then.
 * @param {KeyboardEvent} event
 * @param {number} columns  of the grid
 * @returns {readonly [rows: number, columns: number] | undefined}  undefined: another key
 */
export function gridStep(event, columns) {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const ends = /** @type {Record<string, readonly [number, number]>} */ ({ Home: [0, -columns], End: [0, columns] });
  const step = ARROWS[event.key] ?? ends[event.key];
  if (step) event.preventDefault();
  return step;
}
