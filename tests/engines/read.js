/** Functions that run in the page, and say what it shows. Each stands alone: it is sent to the browser as text. */

/**
 * The tracks of a section: what each says of itself, and where its fulcrum is and how long its ruler, read off the
 * axis that is drawn.
 * @param {string} section
 */
export function tracksIn(section) {
  const whole = /** @type {Element} */ (document.querySelector(`#${section}-tracks`));
  const middle = (/** @type {Element | null} */ element) => {
    const { left, width } = /** @type {Element} */ (element).getBoundingClientRect();
    return left + width / 2;
  };
  const ticks = [...whole.querySelectorAll(".track-axis span")].map((tick) => ({
    at: middle(tick),
    value: Number(tick.textContent?.replace("−", "-")),
  }));
  const [first, last] = [ticks[0], ticks[ticks.length - 1]];
  const unit = (last.at - first.at) / (last.value - first.value);
  return [...whole.querySelectorAll(".track")].map((track) => ({
    text: (track.querySelector(".track-statistics")?.textContent ?? "").replaceAll("−", "-"),
    fulcrum: first.value + (middle(track.querySelector(".fulcrum")) - first.at) / unit,
    spread: (track.querySelector(".ruler")?.getBoundingClientRect().width ?? 0) / unit / 2,
    pixel: 1 / unit,
  }));
}

/** Mean and spread of each track, as it says them. @param {string} section */
export const statisticsIn = (section) =>
  Array.from(document.querySelectorAll(`#${section}-tracks .track-statistics`), ({ textContent }) => textContent);

/** Each dot: which element it is, in which group, and where. @param {string} section */
export const dotsIn = (section) =>
  Array.from(document.querySelectorAll(`#${section}-tracks .dot`), (dot) => {
    const { left, width } = dot.getBoundingClientRect();
    const element = Number(dot.getAttribute("data-element"));
    return { element, group: Number(dot.getAttribute("data-group")), x: left + width / 2 };
  }).sort((a, b) => a.element - b.element);

/**
 * What the cells of a panel say, with a plain hyphen for the minus sign.
 * @param {{ section: string, panel: string }} place
 */
export const cellTexts = ({ section, panel }) =>
  Array.from(document.querySelectorAll(`#${section}-figure [data-panel="${panel}"] .cell`), ({ firstChild }) =>
    String(firstChild?.textContent).replaceAll("−", "-"),
  );

/** Whether a radio button is the one that is chosen. @param {{ section: string, label: string }} button */
export function isRadioOn({ section, label }) {
  const labels = [...document.querySelectorAll(`#${section}-figure label`)];
  return labels.find(({ textContent }) => textContent === label)?.querySelector("input")?.checked ?? false;
}

/** Where these lie in the window. @param {readonly string[]} selectors */
export const boxesOf = (selectors) =>
  selectors.map((selector) => {
    const box = /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
    return { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
  });
