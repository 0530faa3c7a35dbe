/** Which number of a formula is under the pointer or has the focus: its line of code is lit. */
import { signal } from "@preact/signals";

/** @typedef {{ id: import("../model/state.js").FigureId, from: string }} Linked from: a panel, or weight or bias */

export const linked = signal(/** @type {Linked | null} */ (null));
