/** The verdict beside the hand: whether a control, what it changes most and the result strip are in one view. */

/** @typedef {import("playwright").Page} Page */

/** The windows in which it must be so. */
export const VIEWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/**
 * Scrolls until control and effect are in view, below header and strip, and says what is not.
 * @param {Page} page
 * @param {{ control: string, effect: string, strip: string }} selectors  of one element each, or of the first of
 *   several
 * @returns {Promise<string[]>}
 */
export const outOfView = (page, selectors) =>
  page.evaluate(async ({ control, effect, strip }) => {
    const found = Object.entries({ control, effect, strip }).map(([name, selector]) => {
      const element = document.querySelector(selector);
      if (!element) throw new Error(`there is no ${selector}`);
      return /** @type {const} */ ([name, element]);
    });
    const box = (/** @type {string} */ name) => new Map(found).get(name)?.getBoundingClientRect() ?? new DOMRect();
    const header = document.querySelector(".page-header")?.getBoundingClientRect().height ?? 0;
    const top = Math.min(box("control").top, box("effect").top);
    // Where the strip lies between the two, it has its place there.
    const isBetween = box("strip").top >= top && box("strip").top < Math.max(box("control").top, box("effect").top);
    scrollBy(0, top - header - (isBetween ? 0 : box("strip").height) - 2);
    await new Promise(requestAnimationFrame);
    const { top: from, bottom: to } = box("strip");
    return found.flatMap(([name]) => {
      const { top: start, bottom: end } = box(name);
      const isCovered = name !== "strip" && start < to - 1 && end > from + 1;
      return start >= header - 3 && end <= innerHeight + 1 && !isCovered
        ? []
        : [
            `${name} from ${Math.round(start)} to ${Math.round(end)}, strip from ${Math.round(from)} to ${Math.round(to)}`,
          ];
    });
  }, selectors);
