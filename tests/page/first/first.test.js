/** The first screen: what it is about is seen at once, and can be pulled, dragged and turned. */
import { moments, normalize, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { presets } from "../../../web/page/figure/values/presets.js";
import { readQuery } from "../../../web/page/link/read.js";
import { useBrowser } from "../../chromium.js";
import { clickFixed, middleOf, press, shifts, withPage } from "../helpers/browser.js";
import { balance, dot, dotsOf, drag, numbersOf, overlapsOf, pull, scaleOf, tracksOf } from "../helpers/tracks.js";
import { plain } from "../helpers/texts.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** The page as it opens, with no section alive but the first. @type {typeof withPage} */
const withFirst = (options, test) => withPage({ opened: "first", busy: true, ...options }, test);

const { shape, tensor: make } = presets.fourWords;
const X = make();
/** D's number 3. */
const OUTLIER = 21;

/** @param {ArrayLike<number>} values @param {number} dim */
const statisticsOf = (values, dim) => {
  const { mean, variance } = moments(tensor(Float32Array.from(values), [...shape]), { dim, correction: 0 });
  return Array.from(mean.data, (m, i) => [m, Math.sqrt(variance.data[i])]);
};

/** @param {number} dim */
const normalizedOver = (dim) => normalize(tensor(X, [...shape]), { dim, correction: 0, eps: 1e-5 }).data;

/**
 * What the page says about each track, and what the package's API gives.
 * @param {number[][]} said
 * @param {number[][]} meant
 */
function expectNumbers(said, meant) {
  expect(said.map((pair) => pair.length)).toEqual(meant.map(() => 2));
  // Two decimals are shown.
  said.forEach((pair, i) => pair.forEach((value, k) => expect(Math.abs(value - meant[i][k])).toBeLessThan(0.00501)));
}

/** The numbers of a small grid. @param {Page} page @param {"before" | "after"} name */
const gridOf = async (page, name) => {
  const grid = page.locator("#first .small-grid", { hasText: name });
  return (await grid.locator("[role=img] span").allTextContents()).map(plain);
};

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

for (const viewport of SIZES) {
  describe(`at ${viewport.width} x ${viewport.height}`, () => {
    test("headline, figure and slider with its labels are seen without scrolling", () =>
      withFirst({ viewport }, async (page) => {
        const parts = ["h2", ".prose >> nth=0", ".segmented", ".tracks .track >> nth=3", ".stage-slider"];
        for (const part of parts) {
          const box = await page.locator("#first").locator(part).first().boundingBox();
          expect(box?.y, part).toBeGreaterThanOrEqual(0);
          expect((box?.y ?? 0) + (box?.height ?? NaN), part).toBeLessThanOrEqual(viewport.height);
        }
        expect(await page.evaluate(() => scrollY)).toBe(0);
      }));

    test("the slider, pulled, brings every fulcrum to 0 and every ruler to 1", () =>
      withFirst({ viewport }, async (page) => {
        const before = await balance(page, "first");
        const meant = statisticsOf(X, -1);
        before.fulcrums.forEach((at, i) => expect(at).toBeCloseTo(meant[i][0], 1));
        before.rulers.forEach((length, i) => expect(length).toBeCloseTo(meant[i][1], 1));
        await pull(page, "first", 1);
        const centred = await balance(page, "first");
        for (const at of centred.fulcrums) expect(at).toBeCloseTo(0, 1);
        centred.rulers.forEach((length, i) => expect(length).toBeCloseTo(meant[i][1], 1));
        await pull(page, "first", 2);
        const { fulcrums, rulers } = await balance(page, "first");
        expect([fulcrums.length, rulers.length]).toEqual([4, 4]);
        for (const at of fulcrums) expect(at).toBeCloseTo(0, 1);
        for (const length of rulers) expect(length).toBeCloseTo(1, 1);
        expect(await numbersOf(page, "first")).toEqual([0, 1, 2, 3].map(() => [0, 1]));
      }));
  });
}

describe("another dim", () => {
  test("moves every dot to its column's track, with the numbers that the kernels give", () =>
    withFirst({}, async (page) => {
      await page.locator("#first").getByRole("radio", { name: "dim 0" }).check();
      expectNumbers(await numbersOf(page, "first"), statisticsOf(X, 0));
      const dots = await dotsOf(page, "first");
      expect(dots).toHaveLength(24);
      for (const { element, track, label, value } of dots) {
        expect(track).toBe(element % 6);
        expect(label).toBe("ABCD"[Math.floor(element / 6)]);
        expect(value).toBeCloseTo(X[element], 1);
      }
      await pull(page, "first", 2);
      const normalized = normalizedOver(0);
      for (const { element, value } of await dotsOf(page, "first")) expect(value).toBeCloseTo(normalized[element], 1);
      expect((await gridOf(page, "after")).map(Number)).toEqual(
        Array.from(normalized, (value) => Number(value.toFixed(1)) + 0),
      );
    }));

  test("and all dims together make one track of 24", () =>
    withFirst({}, async (page) => {
      await page.locator("#first").getByRole("radio", { name: "all" }).check();
      const { mean, variance } = moments(tensor(X, [...shape]), { dim: [0, 1], correction: 0 });
      expectNumbers(await numbersOf(page, "first"), [[mean.data[0], Math.sqrt(variance.data[0])]]);
      expect(new Set((await dotsOf(page, "first")).map(({ track }) => track))).toEqual(new Set([0]));
    }));

  test("is where the dots fly to; for those who want less motion they are there at once", async () => {
    const flying = (/** @type {Page} */ page) =>
      page.evaluate(
        () =>
          document.getAnimations().filter(({ effect }) => {
            const { target } = /** @type {KeyframeEffect} */ (effect);
            return target?.matches("#first .dot");
          }).length,
      );
    const turn = async (/** @type {Page} */ page) => {
      await page.locator("#first label", { hasText: "dim 0" }).click();
      return flying(page);
    };
    await withFirst({ reducedMotion: "no-preference" }, async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Animation.enable");
      await session.send("Animation.setPlaybackRate", { playbackRate: 0.01 });
      expect(await turn(page)).toBeGreaterThan(20);
    });
    await withFirst({ reducedMotion: "reduce" }, async (page) => expect(await turn(page)).toBe(0));
  });
});

describe("dragging D’s number 3", () => {
  const WORDS = [0, 1, 2, 3];

  test("changes row D alone, and is one step to undo", () =>
    withFirst({}, async (page) => {
      const before = await numbersOf(page, "first");
      const { pixels } = await scaleOf(page, "first");
      await drag(page, dot(page, "first", OUTLIER), -3 * pixels);
      const dots = await dotsOf(page, "first");
      const moved = dots.filter(({ element, value }) => Math.abs(value - X[element]) > 0.1);
      expect(moved.map(({ element }) => element)).toEqual([OUTLIER]);
      expect(moved[0].value).toBeCloseTo(2.2, 1);
      const after = await numbersOf(page, "first");
      expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
      const now = Array.from(X);
      now[OUTLIER] = Number((await dot(page, "first", OUTLIER).getAttribute("aria-label"))?.split(" ").at(-1));
      expect(now[OUTLIER]).toBeCloseTo(2.2, 1);
      expectNumbers(after, statisticsOf(now, -1));
      await page.locator("#first").getByRole("button", { name: "Undo" }).click();
      expect(await numbersOf(page, "first")).toEqual(before);
      expect(await page.locator("#first").getByRole("button", { name: "Undo" }).getAttribute("aria-disabled")).toBe(
        "true",
      );
    }));

  test("after a stage pulls its ghost: all of row D follow, nobody else does", () =>
    withFirst({ query: "?first.stage=2" }, async (page) => {
      const before = await dotsOf(page, "first");
      const { pixels } = await scaleOf(page, "first");
      await drag(page, tracksOf(page, "first").locator(".ghost"), -4 * pixels);
      const after = await dotsOf(page, "first");
      const moved = after.filter(({ value }, i) => Math.abs(value - before[i].value) > 0.02);
      expect(new Set(moved.map(({ track }) => WORDS[track]))).toEqual(new Set([3]));
      expect(moved.length).toBeGreaterThan(4);
      expect((await numbersOf(page, "first"))[3]).toEqual([0, 1]);
    }));

  test("under dim 0 changes column 3 alone", () =>
    withFirst({ query: "?first.stage=2&first.dims=0" }, async (page) => {
      const before = await dotsOf(page, "first");
      const { pixels } = await scaleOf(page, "first");
      await drag(page, dot(page, "first", OUTLIER), -4 * pixels);
      const after = await dotsOf(page, "first");
      const moved = after.filter(({ value }, i) => Math.abs(value - before[i].value) > 0.02);
      expect(moved.length).toBeGreaterThanOrEqual(3);
      expect(moved.every(({ element, track }) => element % 6 === 3 && track === 3)).toBe(true);
    }));

  test("is heard, and kept in the link", () =>
    withFirst({}, async (page) => {
      const { pixels } = await scaleOf(page, "first");
      await drag(page, dot(page, "first", OUTLIER), -3 * pixels);
      await expect
        .poll(() => page.locator("#narration").textContent())
        .toMatch(/^2\.\d+\. Row D: mean 0\.\d+, spread [01]\.\d+; after: mean 0\.00, spread 1\.00\.$/);
      await expect.poll(() => new URL(page.url()).searchParams.get("first.x")).toMatch(/@21:2\.|:/);
      // Where the drag took long, link and sentence are those of its middle for a while.
      await expect
        .poll(async () => {
          const [heard = ""] = /^2\.\d+/.exec((await page.locator("#narration").textContent()) ?? "") ?? [];
          const { x } = readQuery(new URL(page.url()).search).state.first;
          return x?.values[OUTLIER].toFixed(heard.length - 2) === heard;
        })
        .toBe(true);
      const said = await numbersOf(page, "first");
      await page.reload();
      await expect.poll(() => numbersOf(page, "first")).toEqual(said);
    }));

  test("is refused where the lesson has fixed the values; a press still selects", () =>
    withFirst({ query: "?lock=x" }, async (page) => {
      const before = await gridOf(page, "before");
      await drag(page, dot(page, "first", 20), 100);
      expect(await gridOf(page, "before")).toEqual(before);
      expect(await dot(page, "first", 20).getAttribute("aria-pressed")).toBe("true");
    }));
});

describe("by keyboard", () => {
  test("the slider goes from stop to stop, and says what was done", () =>
    withFirst({}, async (page) => {
      const slider = tracksOf(page, "first").getByRole("slider");
      await slider.focus();
      await press(page, "ArrowRight");
      expect(await slider.getAttribute("aria-valuetext")).toBe("x minus its mean");
      await press(page, "End");
      expect(await slider.getAttribute("aria-valuetext")).toBe("divided by the standard deviation");
      await press(page, "Home", "PageUp", "PageUp");
      await expect
        .poll(() => page.locator("#narration").textContent())
        .toMatch(/^Stage: normalized\. Row A: mean 0\.00, spread 1\.00; row B: /);
    }));

  test("arrows go from dot to dot, and with Alt move one", () =>
    withFirst({}, async (page) => {
      const at = () => page.evaluate(() => Number(document.activeElement?.getAttribute("data-element")));
      await dot(page, "first", OUTLIER).focus();
      await press(page, "ArrowLeft");
      // Of D, the next one to the left of 5.2 is 0.4.
      await expect.poll(at).toBe(22);
      await press(page, "ArrowUp");
      await expect.poll(at).toBe(16);
      await press(page, "End");
      // Of C, 0.6 is the farthest to the right.
      await expect.poll(at).toBe(15);
      await press(page, "Alt+ArrowRight", "Alt+ArrowRight");
      await expect.poll(async () => (await gridOf(page, "before"))[15]).toBe("0.8");
      expect(await at()).toBe(15);
    }));
});

test("no number of the small grids is −0.0", () =>
  withFirst({}, async (page) => {
    for (const query of ["", "?first.dims=0", "?first.dims=0,1"]) {
      await page.goto(page.url().split("?")[0] + query);
      await page.locator("#first[data-open]").waitFor();
      const all = [...(await gridOf(page, "before")), ...(await gridOf(page, "after"))];
      expect(all).toHaveLength(48);
      expect(all).not.toContain("-0.0");
    }
    expect((await middleOf(tracksOf(page, "first"))).x).toBeGreaterThan(0);
  }));

const DIMS = ["1", "0", "0,1"];

/** @param {Page} page @param {number} stage */
const go = async (page, stage) => {
  await tracksOf(page, "first").locator(".stops button").nth(stage).click();
  await expect.poll(() => tracksOf(page, "first").getByRole("slider").inputValue()).toBe(String(stage));
};

describe("the card", () => {
  test("is 780 x 640 px at 1280 px, from the left column to the right edge, and stays so whatever is chosen", () =>
    withFirst({ face: true, viewport: { width: 1280, height: 800 } }, async (page) => {
      const header = await page.locator(".page-header").boundingBox();
      for (const dims of DIMS) {
        await page.locator(`#first input[name=first-dims]`).nth(DIMS.indexOf(dims)).check();
        for (const stage of [0, 1, 2]) {
          await go(page, stage);
          const card = await page.locator("#first-figure").boundingBox();
          expect([card?.x, card?.width, card?.height]).toEqual([440, 780, 640]);
          expect((card?.y ?? 0) - (header?.height ?? 0)).toBeCloseTo(32, 0);
          const tracks = await tracksOf(page, "first").locator(".track").all();
          const boxes = await Promise.all(tracks.map((track) => track.boundingBox()));
          expect(boxes.reduce((sum, box) => sum + (box?.height ?? NaN), 0)).toBeCloseTo(420, 0);
        }
      }
    }));

  test("keeps its height on a phone, too, and ends above the ways and the spread’s arithmetic, all in the first view", () =>
    withFirst({ face: true, viewport: { width: 390, height: 844 } }, async (page) => {
      const heights = new Set();
      for (const [i] of DIMS.entries()) {
        await page.locator(`#first input[name=first-dims]`).nth(i).check();
        for (const stage of [0, 2]) {
          await go(page, stage);
          heights.add(Math.round((await page.locator("#first-figure").boundingBox())?.height ?? NaN));
        }
      }
      expect(heights.size).toBe(1);
      for (const part of [".stage-slider", ".play", ".card-foot", ".ways", ".spread-of"]) {
        const box = await page.locator(`#first ${part}`).boundingBox();
        expect((box?.y ?? NaN) + (box?.height ?? NaN), part).toBeLessThanOrEqual(844);
      }
    }));

  for (const viewport of SIZES) {
    test(`has no dot on another, no label on a dot, and no fulcrum on the axis’s 0, at ${viewport.width} px`, () =>
      withFirst({ face: true, viewport }, async (page) => {
        for (const [i, dims] of DIMS.entries()) {
          await page.locator(`#first input[name=first-dims]`).nth(i).check();
          for (const stage of [0, 1, 2]) {
            await go(page, stage);
            await expect.poll(() => overlapsOf(page, "first"), { message: `${dims} ${stage}` }).toEqual([]);
          }
        }
      }));
  }
});

test("by a link its dots lie where they lie when the same is chosen by hand, at 390 px", () =>
  withFirst({ viewport: { width: 390, height: 844 } }, async (page) => {
    const places = () =>
      tracksOf(page, "first")
        .locator(".dot")
        .evaluateAll((all) =>
          all.map(({ dataset, style }) => [
            dataset.element,
            ...["--track-at", "--at", "--level", "--top"].map((name) => style.getPropertyValue(name).trim()),
          ]),
        );
    await page.locator("#first input[name=first-dims]").nth(DIMS.indexOf("0")).check();
    await go(page, 2);
    const chosen = await places();
    await page.goto(`${page.url().split("?")[0]}?first.dims=0&first.stage=2`);
    await page.locator("#first[data-open]").waitFor();
    await expect.poll(places).toEqual(chosen);
  }));

describe("the readouts", () => {
  test("have two decimals while a dot is dragged, stay in the card, and tick 0.00 and 1.00", () =>
    withFirst({ viewport: { width: 1280, height: 800 } }, async (page) => {
      const readouts = tracksOf(page, "first").locator(".track-statistics b");
      const ticks = tracksOf(page, "first").locator("[data-ticked]");
      expect(await readouts.allTextContents()).toEqual([
        "+3.40",
        "0.62",
        "+0.70",
        "3.15",
        "−0.02",
        "0.39",
        "+0.67",
        "2.07",
      ]);
      expect(await ticks.count()).toBe(0);
      const { x, y } = await middleOf(dot(page, "first", 15));
      await page.mouse.move(x, y);
      await page.mouse.down();
      const right = await page.locator("#first-figure").evaluate((card) => card.getBoundingClientRect().right - 23);
      for (let step = 1; step <= 24; step++) {
        await page.mouse.move(x + step, y);
        for (const text of await readouts.allTextContents()) expect(text).toMatch(/^[+−]?\d\.\d\d$/);
        const ends = await readouts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
        expect(Math.max(...ends)).toBeLessThanOrEqual(right);
      }
      await page.mouse.up();
      await go(page, 2);
      expect(await readouts.allTextContents()).toEqual([0, 1, 2, 3].flatMap(() => ["+0.00", "1.00"]));
      expect(await ticks.count()).toBe(8);
    }));

  test("the band of one scale comes with the division, from −1 to 1", () =>
    withFirst({ viewport: { width: 1280, height: 800 } }, async (page) => {
      const band = tracksOf(page, "first").locator(".band");
      await go(page, 1);
      expect(await band.count()).toBe(0);
      await go(page, 2);
      const { valueAt } = await scaleOf(page, "first");
      const box = await band.boundingBox();
      expect(valueAt(box?.x ?? NaN)).toBeCloseTo(-1, 1);
      expect(valueAt((box?.x ?? NaN) + (box?.width ?? NaN))).toBeCloseTo(1, 1);
      expect(await band.textContent()).toBe("one scale");
    }));

  test("a dot’s number is written wherever it is dragged, at the axis’s end too", () =>
    withFirst({ viewport: { width: 390, height: 844 } }, async (page) => {
      await drag(page, dot(page, "first", OUTLIER), 60);
      expect(await dot(page, "first", OUTLIER).getAttribute("data-value")).toBe("5.50");
    }));
});

describe("playing", () => {
  const moving = /** @type {const} */ ({ paints: true, reducedMotion: "no-preference" });
  /** @param {Page} page */
  const at = async (page) => Number(await tracksOf(page, "first").getByRole("slider").inputValue());
  /** @param {Page} page */
  const label = (page) => page.locator("#first .play").textContent();

  /** Runs in the page: keeps what the button says, one after the other. */
  function noteLabels() {
    /** @type {string[]} */
    const labels = [];
    Reflect.set(window, "labels", labels);
    new MutationObserver(() => {
      const now = document.querySelector("#first .play")?.textContent;
      if (now && now !== labels.at(-1)) labels.push(now);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }

  /** Runs in the page: somebody presses while it waits to play, however slow the machine is. */
  function keepPressing() {
    setInterval(() => document.documentElement.dispatchEvent(new Event("pointerdown")), 50);
  }

  test("goes once from x to ÷ spread for a first visitor, moves nothing else, and then never again", () =>
    withFirst({ ...moving, firstVisit: true, begin: noteLabels }, async (page) => {
      await expect.poll(() => at(page)).toBe(2);
      await expect.poll(() => label(page)).toBe("Replay");
      expect(await page.evaluate(() => Reflect.get(window, "labels"))).toEqual(["Play", "Stop", "Replay"]);
      expect(await shifts(page)).toEqual([]);
      // Longer than the address waits for a state to rest.
      await page.waitForTimeout(700);
      expect(new URL(page.url()).search, "nobody has pressed anything").toBe("");
      await page.reload();
      await page.locator("#first[data-open]").waitFor();
      await page.waitForTimeout(1800);
      expect([await at(page), await label(page)]).toEqual([0, "Play"]);
    }));

  test("leaves the address to what is done after it", () =>
    withFirst({ ...moving, firstVisit: true }, async (page) => {
      await expect.poll(() => label(page)).toBe("Replay");
      await page.locator("#first").getByRole("radio", { name: "all" }).check();
      await expect.poll(() => new URL(page.url()).search).toBe("?first.stage=2&first.dims=0,1");
    }));

  test("never for one who wants less motion, who has seen it, or whose link shows something", async () => {
    const rests = (/** @type {Page} */ page) => page.waitForTimeout(1800).then(() => at(page));
    await withFirst({ ...moving, firstVisit: true, reducedMotion: "reduce" }, async (page) =>
      expect(await rests(page)).toBe(0),
    );
    await withFirst(moving, async (page) => expect(await rests(page)).toBe(0));
    await withFirst({ ...moving, firstVisit: true, query: "?first.stage=1" }, async (page) =>
      expect(await rests(page)).toBe(1),
    );
  });

  test("is called off by any press before", () =>
    withFirst({ ...moving, firstVisit: true, begin: keepPressing }, async (page) => {
      await expect.poll(() => page.evaluate(() => localStorage.getItem("played"))).not.toBe(null);
      expect([await at(page), await label(page)]).toEqual([0, "Play"]);
    }));

  test("is stopped by any press at the nearest stop, and begins anew", () =>
    withFirst(moving, async (page) => {
      // The frames come when the test says so.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 1000);
      await page.locator("#first .play").click();
      await page.clock.runFor(900);
      expect(await label(page)).toBe("Stop");
      expect(await at(page)).toBeGreaterThan(0.5);
      await press(page, "Shift");
      await page.clock.runFor(900);
      expect([await at(page), await label(page)]).toEqual([1, "Replay"]);
      await page.locator("#first .play").click();
      await page.clock.runFor(3000);
      expect(await at(page)).toBe(2);
    }));

  test("stands still where the lesson has fixed the stage", () =>
    withFirst({ query: "?lock=stage" }, async (page) => {
      await clickFixed(page.locator("#first .play"));
      expect(await at(page)).toBe(0);
      await expect.poll(() => page.locator("#narration").textContent()).toContain("the stage");
    }));
});

describe("the ways", () => {
  test("are three buttons; the one that is chosen leads to its next stop, and is kept", () =>
    withFirst({}, async (page) => {
      const ways = page.locator("#first .ways button");
      expect(await ways.allTextContents()).toEqual(["Five minutes", "I write the code", "All of it"]);
      const pressed = () => page.locator('#first .ways [aria-pressed="true"]').allTextContents();
      expect(await pressed()).toEqual(["All of it"]);
      await ways.nth(1).click();
      expect(await pressed()).toEqual(["I write the code"]);
      expect(await page.locator("#first .next-stop a").getAttribute("href")).toBe("#dim");
      await page.reload();
      await expect.poll(pressed).toEqual(["I write the code"]);
    }));
});

test("an old link to weight and bias leads to the last stop, and nothing of it is refused", () =>
  withFirst({ query: "?first.stage=3&first.weight=1,1,1,1,1,2&first.bias=0,0,0,0,0,1" }, async (page) => {
    expect(await tracksOf(page, "first").getByRole("slider").inputValue()).toBe("2");
    expect(await page.locator(".notices").count()).toBe(0);
  }));
