/** Everything in a section that can be used, used once, for tests of what must hold whatever is done. */

/** @typedef {import("playwright").Page} Page */

/** A section with more than this has a control that makes others without end. */
const MOST_ACTS = 400;

/**
 * Uses one control after another, in the order of the page: presses buttons, chooses every radio button, every entry
 * of a list and every stop of a slider, answers questions, visits one cell of each panel.
 * @param {Page} page
 * @param {string} id of the section
 * @param {(act: string) => Promise<unknown>} visit  after each
 */
export async function walk(page, id, visit) {
  /** @type {string[]} */
  const done = [];
  for (;;) {
    const act = await page.evaluate(actNext, { id, done });
    if (act === null) return;
    done.push(act);
    if (done.length > MOST_ACTS) throw new Error(`#${id} has no end: ${done.slice(-5).join("; ")}`);
    await visit(act);
  }
}

/**
 * Runs in the page: does the first thing that was not done yet, and says what; null where all is done.
 * @param {{ id: string, done: string[] }} where
 */
async function actNext({ id, done }) {
  /** Of more dots than this one is used: each stage and each dim would make others of them. */
  const MOST_DOTS = 100;
  /** They leave the section, or take back what the walk did. */
  const LEFT_OUT = /undo|redo|reset|copy|export|png|svg|csv|close|forget|seed/i;
  /** @param {Element} element */
  const nameOf = (element) => {
    const labels = /** @type {HTMLInputElement} */ (element).labels;
    return (element.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? element.textContent ?? "").trim();
  };
  /** @param {Element} element */
  const placeOf = (element) =>
    element.closest("[data-panel]")?.getAttribute("data-panel") ??
    element.closest("fieldset")?.querySelector("legend")?.textContent ??
    element.closest("[class]")?.className ??
    "";

  /** What can be done with an element, by name. @param {Element} element @returns {[string, () => void][]} */
  function actsOf(element) {
    const name = `${placeOf(element)}: ${nameOf(element)}`;
    if (element instanceof HTMLSelectElement) {
      return Array.from(element.options, ({ value }) => [`${name} = ${value}`, () => set(element, value)]);
    }
    if (element instanceof HTMLInputElement && element.type === "range") {
      const [low, high] = [Number(element.min), Number(element.max)];
      const stops = Array.from({ length: Math.min(high - low + 1, 12) }, (_, i) => String(low + i));
      return stops.map((stop) => [`${name} = ${stop}`, () => set(element, stop)]);
    }
    if (element instanceof HTMLInputElement && !/radio|checkbox/.test(element.type)) return [];
    if (element.matches("[role=gridcell]")) {
      return [[`a cell of ${placeOf(element)}`, () => /** @type {HTMLElement} */ (element).focus()]];
    }
    return [[name, () => /** @type {HTMLElement} */ (element).click()]];
  }

  /** @param {HTMLInputElement | HTMLSelectElement} field @param {string} value */
  function set(field, value) {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  const controls = document
    .getElementById(id)
    ?.querySelectorAll("button:not([disabled], [aria-disabled=true]), summary, select, input, [role=gridcell]");
  const dots = Array.from(document.querySelectorAll(`#${id} .dot`));
  for (const control of controls ?? []) {
    if (dots.length > MOST_DOTS && dots.indexOf(control) > 0) continue;
    if (LEFT_OUT.test(nameOf(control)) || !control.checkVisibility({ visibilityProperty: true })) continue;
    for (const [name, act] of actsOf(control)) {
      if (done.includes(name)) continue;
      act();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return name;
    }
  }
  return null;
}
