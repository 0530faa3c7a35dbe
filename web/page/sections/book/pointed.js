/** What is pointed at in the network, in whichever layer. */

/**
 * The input or the output unit that is pointed at. An input's weights light up; with an output, its inputs and weights
 * do.
 * @typedef {{ input: number } | { unit: number }} Pointed
 */

/**
 * The attributes of cells and of the formula's rows name their input or unit.
 * @param {EventTarget | null} target
 * @returns {Pointed | null}
 */
export function pointedAt(target) {
  const mark = target instanceof Element ? target.closest("[data-input], [data-index]") : null;
  if (mark === null) return null;
  const index = Number(mark.getAttribute("data-input") ?? mark.getAttribute("data-index"));
  return mark.closest('[data-input], [data-panel="input"]') ? { input: index } : { unit: index };
}
