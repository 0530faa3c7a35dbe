/** The picture in space in a browser: what it shows is what its functions, run in Node, give. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { formatBrief } from "../../../web/page/kit/format.js";
import { cameraOf, placeOf } from "../../../web/page/sections/space/geometry.js";
import { gradientsOf, shownOf } from "../../../web/page/sections/space/norm.js";
import { sentenceOf } from "../../../web/page/sections/space/sentences.js";
import { spec } from "../../../web/page/sections/space/spec.js";
import { clickFixed, middleOf, press, question, withSection } from "../helpers/browser.js";
import { violationsIn } from "../helpers/everyone.js";
import { expectInOneView, VIEWS } from "../helpers/in-view.js";
import { oneLine, said } from "../helpers/texts.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */
/** @typedef {import("../../../web/page/sections/space/spec.js").SpaceFigure} SpaceFigure */

const figure = (/** @type {Page} */ page) => page.locator("#space-figure");
const told = (/** @type {Page} */ page) => said(figure(page).locator(".space-told"));
const choice = (/** @type {Page} */ page, /** @type {string} */ name, /** @type {string} */ label) =>
  figure(page).locator(`[data-name="space-${name}"]`).getByRole("radio", { name: label, exact: true });
const choose = (/** @type {Page} */ page, /** @type {string} */ name, /** @type {string} */ label) =>
  choice(page, name, label).check();
const searched = (/** @type {Page} */ page, /** @type {string} */ name) =>
  new URL(page.url()).searchParams.get(`space.${name}`);

/** @param {Partial<SpaceFigure>} changes */
const queryOf = (changes) =>
  `?${Object.entries(changes)
    .map(([name, value]) => `space.${name}=${value}`)
    .join("&")}`;

/** @param {Partial<SpaceFigure>} changes */
function sentence(changes) {
  const settings = { ...spec.initial, ...changes };
  return oneLine(sentenceOf(settings, shownOf(settings), gradientsOf(settings)));
}

/** The strip, and the lengths in the table. @param {Page} page @param {Partial<SpaceFigure>} changes */
async function expectShown(page, changes) {
  await expect.poll(() => told(page)).toBe(sentence(changes));
  const { all, now } = shownOf({ ...spec.initial, ...changes });
  const cells = (await figure(page).locator(".space-numbers td").allTextContents()).map(oneLine).filter(Boolean);
  const lengths = all.flatMap(({ lengths: { along, off, length } }) => [along, off, length]);
  expect(cells).toEqual(lengths.map((value) => oneLine(formatBrief(value))));
  expect(await said(figure(page).locator(".space-length strong"))).toBe(oneLine(formatBrief(now.lengths.length)));
}

/** What stands beyond the window; the settings scroll by themselves on a phone. @param {Page} page */
const beyondWindow = (page) =>
  page.locator("#space *:not(.space-settings *)").evaluateAll((all) =>
    all
      .filter((each) => each.checkVisibility() && !each.closest(".visually-hidden, [popover], legend"))
      .filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        return right - left > 1 && (left < -1 || right > innerWidth + 1);
      })
      .map((each) => each.outerHTML.slice(0, 100)),
  );

/**
 * A drag from the middle of something.
 * @param {Page} page
 * @param {import("playwright").Locator} target
 * @param {readonly [number, number]} by
 */
async function drag(page, target, [across, down]) {
  const { x, y } = await middleOf(target);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + across, y + down, { steps: 4 });
  await page.mouse.up();
}

describe("the stages", () => {
  test("are gone through by hand, answer the prediction, and are told; undo takes them back", () =>
    withSection("space", {}, async (page) => {
      const predict = question(page, "space", "predict");
      const curve = figure(page).locator("[data-curve=target]").first();
      const opacity = () => curve.evaluate((each) => getComputedStyle(each.closest("g") ?? each).opacity);
      expect(await opacity()).toBe("0");
      await predict.getByRole("button", { name: "A circle" }).click();
      expect(await predict.locator(".why").textContent()).toMatch(/^Noted: .* “− mean”/);
      await choose(page, "stage", "− mean");
      await expectShown(page, { stage: "centred" });
      await choose(page, "stage", "÷ spread");
      await expectShown(page, { stage: "normalized" });
      expect(await opacity()).toBe("1");
      await expect.poll(() => predict.locator(".why").textContent()).toMatch(/^Yes\./);
      await expect
        .poll(async () => oneLine((await page.locator("#narration").textContent()) ?? ""))
        .toBe(sentence({ stage: "normalized" }));
      await choose(page, "norm", "RMSNorm");
      await expectShown(page, { stage: "normalized", norm: "rms" });
      for (let i = 0; i < 3; i++) await figure(page).getByRole("button", { name: "Undo" }).click();
      await expectShown(page, {});
    }));
});

describe("hands and keys", () => {
  test("a drag turns the picture, which is no step; x follows its tip, and a drag of it is one step", () =>
    withSection("space", {}, async (page) => {
      const svg = figure(page).locator("svg[role=img]");
      await drag(page, svg, [-60, 20]);
      // Half a degree a pixel.
      await expect.poll(() => searched(page, "turn")).toBe("10");
      expect(searched(page, "tilt")).toBe("28");
      const undo = figure(page).getByRole("button", { name: "Undo" });
      expect(await undo.getAttribute("aria-disabled")).toBe("true");
      await drag(page, figure(page).locator(".space-dot"), [40, 30]);
      const xInAddress = () => (searched(page, "x") ?? "").split(",").map(Number);
      const camera = cameraOf({ turn: 10, tilt: 28 });
      const unit = 8.6 / ((await svg.boundingBox())?.width ?? NaN);
      const [fromX, fromY] = placeOf(camera, spec.initial.x);
      // A drag that takes long is in the address before its end.
      await expect.poll(async () => sentence({ x: xInAddress() }) === (await told(page))).toBe(true);
      // Each number is rounded to a tenth.
      const [x, y] = placeOf(camera, xInAddress());
      expect(Math.abs(x - fromX - 40 * unit)).toBeLessThan(0.1);
      expect(Math.abs(y - fromY - 30 * unit)).toBeLessThan(0.1);
      await expectShown(page, { x: xInAddress() });
      await undo.click();
      await expectShown(page, {});
      expect(searched(page, "turn")).toBe("10");
    }));

  test("keys do all of it", () =>
    withSection("space", {}, async (page) => {
      await page.locator("#space-number-0").focus();
      await press(page, "ArrowRight", "ArrowRight");
      await expectShown(page, { x: [0.4, 1.1, 1.7] });
      await page.locator("#space-number-2").focus();
      await press(page, "End", "ArrowRight");
      await expectShown(page, { x: [0.4, 1.1, 2] });
      await page.locator("#space-turn").focus();
      await press(page, "Home", "ArrowRight");
      await expect.poll(() => searched(page, "turn")).toBe("5");
      await page.locator("#space-tilt").focus();
      await press(page, "End");
      await expect.poll(() => searched(page, "tilt")).toBe("90");
      await figure(page).locator("input[name=space-hand]:checked").focus();
      await press(page, "ArrowRight");
      // Weight is seen at the last stage.
      await page.locator("#space-number-1").focus();
      await press(page, "ArrowLeft");
      await expectShown(page, { x: [0.4, 1.1, 2], weight: [1, 0.9, 1], stage: "scaled" });
      await figure(page).getByRole("button", { name: "dy and dx" }).focus();
      await press(page, "Enter");
      await expectShown(page, { x: [0.4, 1.1, 2], weight: [1, 0.9, 1], stage: "scaled", gradient: "on" });
      expect(await figure(page).locator("[data-arrow=dx]").count()).toBe(1);
    }));

  test("the camera looks along (1, 1, 1), edge on, and as at first", () =>
    withSection("space", { query: queryOf({ stage: "normalized" }) }, async (page) => {
      const plane = () => figure(page).locator(".space-plane").boundingBox();
      await figure(page).getByRole("button", { name: "Along (1, 1, 1)" }).click();
      const face = await plane();
      expect(Math.abs((face?.width ?? 0) - (face?.height ?? 1))).toBeLessThan(1);
      await figure(page).getByRole("button", { name: "Edge on" }).click();
      await expect.poll(() => searched(page, "turn")).toBe("315");
      await figure(page).getByRole("button", { name: "As at first" }).click();
      await expect.poll(() => searched(page, "turn")).toBe(null);
    }));
});

describe("more than three numbers", () => {
  test("are two lengths, a right triangle whose numbers are the row's", () =>
    withSection("space", {}, async (page) => {
      await choose(page, "size", "6");
      await expectShown(page, { size: "6" });
      const { lengths } = shownOf({ ...spec.initial, size: "6" }).x;
      const names = (await figure(page).locator(".space-sides span").allTextContents()).map(oneLine);
      expect(names).toEqual(
        [
          `√6 · mean = ${formatBrief(lengths.along)}`,
          `√6 · spread = ${formatBrief(lengths.off)}`,
          `x: ${formatBrief(lengths.length)}`,
        ].map(oneLine),
      );
      await choose(page, "stage", "÷ spread");
      await page.locator("#space-stretch").focus();
      await press(page, "Home");
      await expectShown(page, { size: "6", stage: "normalized", stretch: 0 });
      expect(await told(page)).toContain("x̂ is NaN");
      expect(await figure(page).locator("[data-arrow=now]").count()).toBe(0);
      await figure(page).getByRole("button", { name: "Undo" }).click();
      await figure(page).getByRole("button", { name: "Other numbers" }).click();
      await expectShown(page, { size: "6", stage: "normalized", seed: spec.initial.seed + 1 });
    }));
});

describe("a link", () => {
  /** @type {Partial<SpaceFigure>[]} */
  const LINKS = [
    { stage: "scaled", weight: [2, 1, 0.5], bias: [0.5, 0, -0.5], gradient: "on", eps: "0.1", turn: 45, tilt: -10 },
    { size: "12", stage: "normalized", gradient: "on", eps: "1e-5", seed: 7, shift: -1.5, stretch: 0.5 },
    { norm: "rms", x: [1, 1, 1], dy: [1, 0, -1], stage: "normalized", hand: "dy" },
  ];
  for (const changes of LINKS) {
    test(`brings it all: ${JSON.stringify(changes)}`, () =>
      withSection("space", { query: queryOf(changes) }, async (page) => {
        expect(await page.getByRole("alert").count()).toBe(0);
        await expectShown(page, changes);
        // Something else is changed and taken back: then the address is written anew.
        await choose(page, "norm", changes.norm === "rms" ? "LayerNorm" : "RMSNorm");
        await figure(page).getByRole("button", { name: "Undo" }).click();
        await expect
          .poll(() => Object.fromEntries(Object.keys(changes).map((name) => [name, searched(page, name)])))
          .toEqual(Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, String(value)])));
      }));
  }

  test("that is absurd is refused with a word of why", () =>
    withSection("space", { query: "?space.x=1,2,9&space.weight=1,2&space.tilt=100&space.size=5" }, async (page) => {
      const notice = page.getByRole("alert");
      await expect.poll(() => notice.locator("li").count()).toBe(4);
      const why = await said(notice);
      expect(why).toContain("each number of x is a number from -2 to 2");
      expect(why).toContain("weight needs 3 numbers here, not 2");
      await expectShown(page, {});
    }));

  test("of a lesson fixes what it names", () =>
    withSection("space", { query: "?lesson=space&lock=x,stage,eps" }, async (page) => {
      const narrated = () => page.locator("#narration").textContent();
      await page.locator("#space-number-0").press("ArrowRight");
      await expect.poll(narrated).toBe("Fixed in this lesson: the values.");
      await clickFixed(choice(page, "eps", "0.1"));
      await expect.poll(narrated).toBe("Fixed in this lesson: eps.");
      await drag(page, figure(page).locator(".space-dot"), [40, 30]);
      await expect.poll(narrated).toBe("Fixed in this lesson: the values.");
      await expectShown(page, {});
      // Other numbers can be set, but the stage does not come along.
      await choose(page, "hand", "weight");
      await page.locator("#space-number-0").press("ArrowRight");
      await expectShown(page, { weight: [1.1, 1, 1] });
    }));
});

describe("for everyone", () => {
  for (const width of [320, 390, 768, 1280]) {
    test(`the card keeps its height, whatever is set, and nothing stands beyond the window, at ${width} px`, () =>
      withSection("space", { face: true, viewport: { width, height: 844 } }, async (page) => {
        const height = async () => Math.round((await figure(page).boundingBox())?.height ?? 0);
        const before = await height();
        const heights = {};
        const note = async (/** @type {string} */ what) =>
          Object.assign(heights, (await height()) === before ? {} : { [what]: await height() });
        for (const norm of ["RMSNorm", "LayerNorm"]) {
          await choose(page, "norm", norm);
          await choose(page, "eps", norm === "LayerNorm" ? "0.1" : "1e-05");
          const stages = figure(page).locator("input[name=space-stage]");
          for (let i = 0; i < (await stages.count()); i++) {
            await stages.nth(i).check();
            await note(`${norm} ${i}`);
          }
          await figure(page).getByRole("button", { name: "dy and dx" }).click();
          await note(`${norm} dx`);
        }
        expect(await beyondWindow(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        // A row on the line has the longest words.
        for (const place of [0, 1, 2]) await page.locator(`#space-number-${place}`).press("End");
        await note("on the line, dx");
        await figure(page).getByRole("button", { name: "dy and dx" }).click();
        await note("on the line");
        await choose(page, "size", "12");
        await note("of twelve");
        await choose(page, "stage", "÷ spread");
        await note("of twelve, normalized");
        expect(heights, String(before)).toEqual({});
      }));
  }

  for (const { width, colorScheme, query } of /** @type {const} */ ([
    { width: 320, colorScheme: "light", query: "?space.size=12&space.stage=normalized" },
    { width: 1440, colorScheme: "dark", query: "?space.stage=scaled&space.gradient=on&lock=x" },
  ])) {
    test(`axe finds nothing at ${width} px, ${colorScheme}`, () =>
      withSection("space", { query, colorScheme, viewport: { width, height: 900 } }, async (page) => {
        expect(await violationsIn(page, "#space")).toEqual([]);
      }));
  }

  for (const viewport of VIEWS) {
    test(`controls, strip and picture are in one view at ${viewport.width} px`, () =>
      withSection("space", { viewport, face: true, query: queryOf({ stage: "normalized" }) }, async (page) => {
        await expectInOneView(figure(page), "input[name=space-stage]", ".space-picture");
      }));
  }
});
