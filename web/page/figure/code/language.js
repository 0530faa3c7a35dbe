/** The language of the code, and the panel of each of its lines. */
import { signal } from "@preact/signals";

/** One choice for the whole page: a reader of NumPy reads NumPy everywhere. */
export const language = signal(/** @type {import("./code.js").Language} */ ("pytorch"));

/**
 * The panel whose line of code made the selected cell; x was given.
 * @param {import("../../store/state.js").Figure} figure
 */
export function currentPanel({ at: { panel }, stage }) {
  if (panel !== "x" && panel !== "out") return panel;
  return stage === 0 ? "x" : "out";
}
