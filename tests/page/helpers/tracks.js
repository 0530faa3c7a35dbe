/** The tracks of a figure, as a reader meets them: what they show, and hands that pull and drag. */
import { middleOf } from "./browser.js";
import { plain } from "./texts.js";

/** @typedef {import("playwright").Page} Page */

/** @param {Page} page @param {string} id */
export const tracksOf = (page, id) => page.locator(`#${id}-tracks`);

/** @param {Page} page @param {string} id @param {number} element */
export const dot = (page, id, element) => tracksOf(page, id).locator(`.dot[data-element="${element}"]`);

/** What stands beside each track: "mean 3.40", "spread 0.62". @param {Page} page @param {string} id */
export const numbersOf = (page, id) =>
  tracksOf(page, id)
    .locator(".track-statistics")
    .evaluateAll((all) =>
      all.map((each) => [...each.querySelectorAll("b")].map((b) => Number(b.textContent?.replace("−", "-")))),
    );

/** Where things are across, in px, by the middle. @param {import("playwright").Locator} marks */
const middles = (marks) =>
  marks.evaluateAll((all) =>
    all.map((each) => {
      const { left, width } = each.getBoundingClientRect();
      return left + width / 2;
    }),
  );

/** A pixel of the screen as a number of the axis. @param {Page} page @param {string} id */
export async function scaleOf(page, id) {
  const ticks = tracksOf(page, id).locator(".track-axis span");
  const texts = (await ticks.allTextContents()).map((text) => Number(plain(text)));
  const places = await ticks.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  const pixels = (places[places.length - 1] - places[0]) / (texts[texts.length - 1] - texts[0]);
  return { pixels, valueAt: (/** @type {number} */ x) => texts[0] + (x - places[0]) / pixels };
}

/**
 * Where the fulcrums stand and how far the rulers reach to either side, in numbers.
 * @param {Page} page
 * @param {string} id
 */
export async function balance(page, id) {
  const { pixels, valueAt } = await scaleOf(page, id);
  const tracks = tracksOf(page, id);
  const rulers = await tracks.locator(".ruler").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().width));
  return {
    fulcrums: (await middles(tracks.locator(".fulcrum"))).map(valueAt),
    // Those of the first screen begin at the mean, the others one spread below it.
    rulers: rulers.map((width) => width / (id === "first" ? 1 : 2) / pixels),
  };
}

/**
 * What each dot says, which track it lies on, and which number its place means.
 * @param {Page} page
 * @param {string} id
 */
export async function dotsOf(page, id) {
  const { valueAt } = await scaleOf(page, id);
  const dots = tracksOf(page, id).locator(".dot");
  const places = await middles(dots);
  const rows = await dots.evaluateAll((all) =>
    all.map((each) => {
      const { top, height } = each.getBoundingClientRect();
      const tracks = [...(each.closest(".track-list")?.querySelectorAll(".track") ?? [])];
      const middle = top + height / 2;
      const at = tracks.findIndex((track) => {
        const box = track.getBoundingClientRect();
        return box.top <= middle && middle < box.bottom;
      });
      return {
        element: Number(each.getAttribute("data-element")),
        track: Number(tracks[at]?.getAttribute("data-group")),
        label: each.textContent ?? "",
      };
    }),
  );
  return rows.map((row, i) => ({ ...row, value: valueAt(places[i]) }));
}

/**
 * Pulls the slider's thumb with the mouse, and lets it go where the stop is.
 * @param {Page} page
 * @param {string} id
 * @param {number} stage
 */
export async function pull(page, id, stage) {
  const slider = tracksOf(page, id).getByRole("slider");
  const stops = tracksOf(page, id).locator(".stops button");
  const from = Math.round(Number(await slider.inputValue()));
  const y = (await middleOf(slider)).y;
  const [start, end] = [await middleOf(stops.nth(from)), await middleOf(stops.nth(stage))];
  await page.mouse.move(start.x, y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, y, { steps: 3 });
  await page.mouse.move(end.x, y, { steps: 3 });
  await page.mouse.up();
}

/**
 * Drags something by so many pixels.
 * @param {Page} page
 * @param {import("playwright").Locator} target
 * @param {number} by
 */
export async function drag(page, target, by) {
  const { x, y } = await middleOf(target);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by / 2, y + 2, { steps: 3 });
  await page.mouse.move(x + by, y, { steps: 3 });
  await page.mouse.up();
}

/**
 * Which dots of a figure lie on one another, and which of the numbers that are written on its tracks do: names of both.
 * @param {Page} page
 * @param {string} id
 */
export const overlapsOf = (page, id) =>
  tracksOf(page, id).evaluate((tracks) => {
    /** @typedef {{ name: string, left: number, right: number, top: number, bottom: number }} Box */
    const dots = Array.from(tracks.querySelectorAll(".dot"), (dot) => {
      const { x, y, width } = dot.getBoundingClientRect();
      return { name: String(dot.textContent), x: x + width / 2, y: y + width / 2, width };
    });
    const found = dots.flatMap((dot, i) =>
      dots
        .slice(0, i)
        // Half a px is lost where pictures are rounded.
        .filter((other) => Math.hypot(other.x - dot.x, other.y - dot.y) < dot.width - 0.75)
        .map((other) => `dot ${dot.name} on dot ${other.name}`),
    );
    const range = document.createRange();
    /** @type {Box[]} */
    const texts = Array.from(
      tracks.querySelectorAll(".off-axis, .track-axis span, .track-name, .track-statistics > span"),
      (text) => {
        range.selectNodeContents(text);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return { name: String(text.textContent), left, right, top: top + 2, bottom: bottom - 2 };
      },
    );
    for (const mark of tracks.querySelectorAll("[data-value]")) {
      const style = getComputedStyle(mark, "::before");
      const box = mark.getBoundingClientRect();
      const [width, height, top, left] = [style.width, style.height, style.top, style.left].map(parseFloat);
      const moved = new DOMMatrix(style.transform);
      const start = box.left + 2 + left + moved.m41;
      const own = { left: start, right: start + width, top: box.top + 2 + top + moved.m42, name: "" };
      texts.push({ ...own, bottom: own.top + height, name: String(mark.getAttribute("data-value")) });
    }
    const meets = (/** @type {Box} */ a, /** @type {Box} */ b) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    for (const [i, text] of texts.entries()) {
      for (const other of texts.slice(0, i)) if (meets(text, other)) found.push(`${text.name} on ${other.name}`);
      for (const { name, x, y, width } of dots) {
        const across = Math.max(text.left - x, 0, x - text.right);
        const along = Math.max(text.top - y, 0, y - text.bottom);
        if (Math.hypot(across, along) < width / 2 - 1) found.push(`${text.name} on dot ${name}`);
      }
    }
    for (const fulcrum of tracks.querySelectorAll(".fulcrum")) {
      const { left, right, top, bottom } = fulcrum.getBoundingClientRect();
      for (const text of texts) {
        if (meets(text, { name: "", left, right, top, bottom })) found.push(`${text.name} under a fulcrum`);
      }
    }
    return found;
  });
