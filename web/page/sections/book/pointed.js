/** What is pointed at in the network, in whichever layer. */

/**
 * An input, whose weights light up, or an output, with everything that it is made from.
 * @typedef {{ input: number } | { unit: number }} Pointed
 */

/**
 * Cells and the formula's rows say what they belong to.
 * @param {EventTarget | null} target
 * @returns {Pointed | null}
 */
export function pointedAt(target) {
  const mark = target instanceof Element ? target.closest("[data-input], [data-index]") : null;
  if (mark === null) return null;
  const index = Number(mark.getAttribute("data-input") ?? mark.getAttribute("data-index"));
  return mark.closest('[data-input], [data-panel="input"]') ? { input: index } : { unit: index };
}
