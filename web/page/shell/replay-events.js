/** Events that come before the page is alive are kept, and dispatched again once it is. */

const KEPT = ["focusin", "keydown", "click", "input", "change"];

/** @typedef {HTMLElement & { type?: string, value?: string }} Target */

/**
 * @param {HTMLElement} element
 * @returns {() => Promise<void>} does it again, from then on keeping nothing
 */
export function keepEvents(element) {
  /** @type {{ event: Event, target: Target, value: string | undefined }[]} */
  const kept = [];
  const keeping = new AbortController();
  const keep = (/** @type {Event} */ event) => {
    const target = /** @type {Target} */ (event.target);
    kept.push({ event, target, value: target.value });
  };
  for (const type of KEPT) element.addEventListener(type, keep, { signal: keeping.signal });
  return async () => {
    keeping.abort();
    for (const { event, target, value } of kept) {
      await settled();
      if (!event.defaultPrevented) repeat(event, target, value);
    }
  };
}

/** The page has been drawn, and the effects of that have run. */
const settled = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

/** @param {Event} event @param {Target} target @param {string | undefined} value the one that it held then */
function repeat(event, target, value) {
  if (event instanceof KeyboardEvent) return repeatKey(event);
  // A click on a label, or on something in it, makes a second event, which was kept as well.
  if (event.type === "click" && target.closest("label")) return;
  if ((event.type === "input" || event.type === "change") && target.type !== "radio") target.value = value;
  target.dispatchEvent(copyOf(event));
}

/** A key that opens an editor gives it the focus, and the keys after it. @param {KeyboardEvent} event */
function repeatKey(event) {
  const target = document.activeElement;
  const isFree = target?.dispatchEvent(copyOf(event));
  if (isFree && target !== event.target && target instanceof HTMLInputElement && event.key.length === 1) {
    target.setRangeText(event.key, target.value.length, target.value.length, "end");
    target.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
}

/** @template {Event} T @param {T} event */
const copyOf = (event) => new /** @type {any} */ (event.constructor)(event.type, event);
