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
    spread: (track.querySelector(".ruler")?.getBoundingClientRect().width ?? 0) / unit,
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

/**
 * What each section draws: its dots' widths and heights, whether the words with a meaning and the links in its prose
 * are underlined, whether a select's text is cut in the middle of a letter, and how many things stand there.
 */
export function drawnIn() {
  // A circle's box has its line in Firefox, and not in the others: its radius says how large it is in all of them.
  const sizeOf = (/** @type {Element} */ element) => {
    if (element instanceof SVGCircleElement) {
      const { a = 0, d = 0 } = element.getScreenCTM() ?? {};
      const diameter = 2 * element.r.baseVal.value;
      return /** @type {const} */ ([a * diameter, d * diameter]);
    }
    const { width, height } = element.getBoundingClientRect();
    return /** @type {const} */ ([width, height]);
  };
  const isShown = (/** @type {Element} */ element) => element.checkVisibility({ visibilityProperty: true });
  const drawn = (/** @type {Element} */ section) => {
    const all = (/** @type {string} */ selector) => Array.from(section.querySelectorAll(selector)).filter(isShown);
    return {
      dots: all(".dot, svg circle").map(sizeOf),
      underlines: all(".term, .prose a, .further a").map((word) => [
        word.matches(".term") ? "term" : "link",
        getComputedStyle(word).textDecorationLine,
      ]),
      selects: all("select").map((select) => {
        const seen = getComputedStyle(select).opacity === "0" ? select.nextElementSibling : select;
        const isWide = seen !== null && seen.scrollWidth > seen.clientWidth;
        const ends = seen !== null && seen !== select && getComputedStyle(seen).textOverflow === "ellipsis";
        return { name: select.getAttribute("aria-label"), isCut: seen === null || (isWide && !ends) };
      }),
      counts: Object.fromEntries(
        [".cell", ".track", "button", "input", "h2, h3", "path"].map((selector) => [selector, all(selector).length]),
      ),
    };
  };
  return Object.fromEntries(
    Array.from(document.querySelectorAll("main > section"), (section) => [section.id, drawn(section)]),
  );
}

/** Lines of no length with round ends that keep their width: WebKit stretches these dots. Where they stand. */
export function zeroStrokes() {
  const stretched = Array.from(document.querySelectorAll("main path"))
    .filter((path) => {
      const { strokeLinecap, vectorEffect } = getComputedStyle(path);
      return (
        strokeLinecap === "round" &&
        vectorEffect === "non-scaling-stroke" &&
        /[hv]\s*0(?![.\d])|l\s*0[ ,]+0(?![.\d])/i.test(path.getAttribute("d") ?? "")
      );
    })
    .map((path) => `${path.closest("section")?.id}: ${path.closest("svg")?.parentElement?.outerHTML.slice(0, 60)}`);
  return Array.from(new Set(stretched));
}

/** The ids of the sections. */
export const sectionsIn = () => Array.from(document.querySelectorAll("main > section"), ({ id }) => id);

/** Two frames later, what has come near has noticed it. */
export const nextFrame = () =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined))));

/** From now on, counts the dots that fly. */
export function countFlights() {
  document.documentElement.dataset.flights = "0";
  document.addEventListener("transitionrun", ({ target }) => {
    const { dataset } = document.documentElement;
    if (/** @type {Element} */ (target).matches(".dot")) dataset.flights = String(Number(dataset.flights) + 1);
  });
}

/** How many have flown. */
export const flights = () => Number(document.documentElement.dataset.flights);
