/** What a learner does. What it makes the page do is counted by `npm test`, and timed by `npm run bench -- --page`. */

/** @typedef {import("playwright").Page} Page */
/** @typedef {import("playwright").Locator} Locator */

/**
 * `prepare` makes ready what the act needs, and returns its inputs, one after the other.
 * @typedef {{ name: string, on: string, prepare: (page: Page, on: Locator, i: number) => Promise<Input[]> }} Act
 * @typedef {() => Promise<void>} Input
 */

/** Presses two keys in turn. @param {...string} keys @returns {Act["prepare"]} */
const keys =
  (...keys) =>
  async (page, on, i) => {
    if (i === 0) await on.first().focus();
    const chord = keys[i % keys.length].split("+");
    return [
      ...chord.map((key) => () => page.keyboard.down(key)),
      ...chord.toReversed().map((key) => () => page.keyboard.up(key)),
    ];
  };

/**
 * Clicks all of them in turn, as a hand does: a locator's click asks the page what it hits, which takes time.
 * @type {Act["prepare"]}
 */
const click = async (page, on, i) => {
  const target = on.nth((i + 1) % (await on.count()));
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error("nothing to click on");
  const { mouse } = page;
  return [() => mouse.move(box.x + box.width / 2, box.y + box.height / 2), () => mouse.down(), () => mouse.up()];
};

const CELLS = "[data-panel=x] .cell, [data-panel=input] .cell";

/** Where a section has what it is done on. @type {readonly Act[]} */
export const ACTS = [
  { name: "name a dim", on: ".axis button[aria-pressed]", prepare: click },
  { name: "move the stage", on: ".stage-slider input", prepare: keys("ArrowLeft", "ArrowRight") },
  { name: "what one group is", on: "label:has(input[name$=dims])", prepare: click },
  { name: "visit a dot", on: ".dot[tabindex='0']", prepare: keys("ArrowRight", "ArrowLeft") },
  { name: "move a dot", on: ".dot[tabindex='0']", prepare: keys("Alt+ArrowRight", "Alt+ArrowLeft") },
  { name: "n or n − 1", on: "label:has(input[name$=correction])", prepare: click },
  { name: "keepdim", on: "label:has(input[name$=keepdim])", prepare: click },
  { name: "another input", on: "label:has(input[name$=input])", prepare: click },
  { name: "a member of the family", on: "label:has(input[name$=member])", prepare: click },
  { name: "visit a cell", on: CELLS, prepare: keys("ArrowRight", "ArrowLeft") },
  { name: "nudge a value", on: CELLS, prepare: keys("Alt+ArrowUp", "Alt+ArrowDown") },
  { name: "another example", on: ".toolbar select", prepare: keys("ArrowDown", "ArrowUp") },
  { name: "the gain", on: "#why-gain", prepare: keys("ArrowRight", "ArrowLeft") },
  { name: "another layer", on: "#why-layer", prepare: keys("ArrowLeft", "ArrowRight") },
  { name: "another network", on: "label:has(input[name^=why-])", prepare: click },
  { name: "type a letter", on: "#model-word", prepare: keys("s", "Backspace") },
  { name: "another norm", on: ".norm", prepare: click },
  { name: "how it is computed", on: "label:has(input[name=model-mode])", prepare: click },
  { name: "a learning rate", on: "#learning-rate, #spirals-pace", prepare: keys("ArrowRight", "ArrowLeft") },
  { name: "another number", on: "label:has(input[name=precision-number])", prepare: click },
  { name: "another order", on: "label:has(input[name=precision-order])", prepare: click },
  { name: "a bit", on: ".lens-bits label", prepare: click },
  { name: "the mean", on: "#precision-mean", prepare: keys("ArrowRight", "ArrowLeft") },
  { name: "another shape", on: "label:has(input[name=speed-shape])", prepare: click },
  { name: "an instruction", on: "#speed-lanes .pill", prepare: click },
  { name: "a cell in memory", on: "label:has(input[name=speed-dim])", prepare: click },
  { name: "copy", on: ".install .text-button", prepare: click },
  { name: "answer", on: ".answer", prepare: click },
];

const GPT2 = "?three.preset=gpt2&three.at=x:0";

/** What is dragged. */
export const DRAGGED = [
  { what: "a dot of [4, 6]", id: "first", query: "?first.stage=2", selector: ".ghost" },
  { what: "a dot of 2 x 4 x 768", id: "three", query: GPT2, selector: ".tracks .dot" },
  { what: "the window of the overview", id: "three", query: GPT2, selector: ".overview" },
];

/**
 * Drags to the right, step by step.
 * @param {Page} page
 * @param {Locator} target
 * @param {number} moves
 * @param {Input} afterEach  what is done after the pointer is down, and after each step
 */
export async function drag(page, target, moves, afterEach) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error("nothing to drag on the page");
  const [x, y] = [box.x + Math.min(box.width / 2, 40), box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await afterEach();
  for (let step = 1; step <= moves; step++) {
    await page.mouse.move(x + 3 * step, y);
    await afterEach();
  }
  await page.mouse.up();
}

/** What has been done is painted. @param {Page} page */
export const painted = (page) =>
  page.evaluate(
    () =>
      new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );
