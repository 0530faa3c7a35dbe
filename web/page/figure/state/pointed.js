/** The group under the pointer in a figure, in whichever pane, and the element, where the mark stands for one. */
import { signal } from "@preact/signals";

/** @typedef {{ group: number, element: number | null }} Pointed */
/** @typedef {import("@preact/signals").Signal<Pointed | null>} Hovered */

/**
 * Cells, dots and the formula's numbers say which group they belong to, and which element.
 * @param {EventTarget | null} target
 * @returns {Pointed | null}
 */
export function pointedAt(target) {
  const mark = target instanceof Element ? target.closest("[data-group]") : null;
  if (mark === null) return null;
  const element = mark.getAttribute("data-element");
  return {
    group: Number(mark.getAttribute("data-group")),
    element: element === null ? null : Number(element),
  };
}

/**
 * Which number of a formula is under the pointer or has the focus: its line of code is lit. `from` is a panel, or
 * weight or bias.
 * @typedef {{ id: import("../../store/state.js").FigureId, from: string }} PointedNumber
 */

export const pointedNumber = signal(/** @type {PointedNumber | null} */ (null));
