/** The depth lab in a browser: every number that it shows is that of the same networks, computed here in Node. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { formatBrief } from "../../../web/page/kit/format.js";
import {
  bandOf,
  labelledLayers,
  lineOf,
  marksOf,
  reachOf,
  ridgeOf,
  rowsOf,
} from "../../../web/page/sections/depth/layout.js";
import {
  finding,
  gainText,
  halfText,
  shareText,
  sizeText,
  whereNormalized,
} from "../../../web/page/sections/depth/sentences.js";
import { middleIn, middlesOf } from "../../../web/page/sections/depth/middle.js";
import { spec } from "../../../web/page/sections/depth/spec.js";
import { clickFixed, middleOf, press, question, untilComputed, withSection } from "../helpers/browser.js";
import { beyondWindow, heldWorker, NO_WORKER, violationsIn } from "../helpers/everyone.js";
import { depthOf, shownFifty, shownOne } from "../helpers/depth.js";
import { addStyle } from "../helpers/styles.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */
/** @typedef {typeof spec.initial} DepthFigure */
/** @typedef {"without" | "with"} Which */

const NETWORKS = /** @type {const} */ (["without", "with"]);

/** Everything is that of the settings at hand. @param {Page} page */
const settled = (page) => untilComputed(page, "why");

/** @param {Page} page @param {Which} which */
const panel = (page, which) => page.locator(`#why .lab [data-network=${which}]`);

/**
 * A link without a word about the features means as many as in an earlier edition.
 * @param {Partial<DepthFigure>} changes
 */
const queryOf = (changes) =>
  `?${Object.entries({ features: spec.initial.features, ...changes })
    .map(([name, value]) => `why.${name}=${value}`)
    .join("&")}`;

/** @param {Page} page */
const said = (page) => page.locator("#narration").textContent();

/** What the table says of a layer. @param {Page} page */
const table = (page) =>
  page
    .locator("#why .depth-table tbody tr")
    .evaluateAll((rows) => rows.map((row) => Array.from(row.querySelectorAll("td"), (cell) => cell.textContent)));

/**
 * @param {ReturnType<typeof depthOf>} depth
 * @param {number} layer
 * @param {DepthFigure["gradient"]} [gradient]
 */
const tableOf = (depth, layer, gradient = "weights") =>
  NETWORKS.map((which) => {
    const { spread, below, above, [gradient]: sizes } = depth[which];
    const i = layer - 1;
    return [formatBrief(spread[i]), shareText(below[i] + above[i]), formatBrief(/** @type {number} */ (sizes[i]))];
  });

/** All that is drawn and written. @param {Page} page @param {Partial<DepthFigure>} changes */
const expectDrawn = (page, changes) => (changes.view === "one" ? expectOne(page, changes) : expectFifty(page, changes));

/** Of fifty networks. @param {Page} page @param {Partial<DepthFigure>} changes */
async function expectFifty(page, changes) {
  const settings = { ...spec.initial, ...changes };
  const { layers, gradient } = settings;
  const now = shownFifty(settings);
  const { networks } = now;
  const reach = reachOf(networks);
  for (const which of NETWORKS) {
    for (const quantity of /** @type {const} */ (["spread", gradient])) {
      const paths = await panel(page, which)
        .locator(
          `[data-quantity=${quantity === "spread" ? "spread" : "gradient"}] :is(.depth-half, .depth-line, .depth-median)`,
        )
        .evaluateAll((all) => all.map((path) => path.getAttribute("d")));
      const middles = middlesOf(networks, which, quantity, layers);
      expect(paths).toEqual([
        "",
        bandOf(middles, reach),
        networks.map((pair) => lineOf(pair[which][quantity], reach)).join(""),
        lineOf(
          middles.map(({ median }) => median),
          reach,
        ),
      ]);
    }
    const last = middleIn(networks, which, "spread", layers);
    const result = page.locator(`#why .depth-result[data-network=${which}]`);
    expect(await result.locator("strong").textContent()).toBe(sizeText(last?.median ?? NaN));
    expect(await result.locator(".depth-result-half").textContent()).toMatch(
      which === "without" && settings.residual === "no"
        ? `half of 50 networks between ${sizeText(last?.low ?? NaN)} and ${sizeText(last?.high ?? NaN)}`
        : /(half|all) of 50 networks/,
    );
  }
  const layer = Math.min(settings.layer, layers);
  expect(await table(page)).toEqual(
    NETWORKS.map((which) =>
      /** @type {const} */ (["spread", gradient]).flatMap((quantity) => {
        const middle = middleIn(networks, which, quantity, layer);
        return [sizeText(middle?.median ?? NaN), halfText(middle)];
      }),
    ),
  );
  expect(await page.locator("#why .depth-finding").textContent()).toBe(finding(now, gradient));
  expect(await panel(page, "with").locator("h3 strong").textContent()).toBe(whereNormalized(settings));
}

/** Of one pair of networks. @param {Page} page @param {Partial<DepthFigure>} changes */
async function expectOne(page, changes) {
  const settings = { ...spec.initial, ...changes };
  const { depth } = shownOne(settings);
  const reach = reachOf([depth]);
  const { lines } = rowsOf(settings.layers);
  for (const which of NETWORKS) {
    const told = depth[which];
    const hills = await panel(page, which)
      .locator(".depth-ridge")
      .evaluateAll((all) => all.map((hill) => hill.getAttribute("d")));
    expect(hills).toEqual(told.density.map((density, i) => ridgeOf(density, lines[i], settings.layers)));
    const labels = await panel(page, which)
      .locator(".depth-label")
      .evaluateAll((all) => all.map((label) => Array.from(label.children, (part) => part.textContent)));
    expect(labels).toEqual(
      labelledLayers(settings.layers).map((layer) => {
        const beyond = told.below[layer - 1] + told.above[layer - 1];
        return [`${layer}`, beyond > 0 ? `↔ ${shareText(beyond)}` : "", formatBrief(told.spread[layer - 1])];
      }),
    );
    const marks = await panel(page, which)
      .locator(".depth-spreads .depth-marks path:first-child")
      .evaluateAll((all) => all.map((path) => path.getAttribute("d")));
    expect(marks).toEqual(
      [told.spread, told[settings.gradient]].map((values) => marksOf(values, reach, settings.layers)),
    );
  }
  expect(await table(page)).toEqual(tableOf(depth, Math.min(settings.layer, settings.layers), settings.gradient));
  expect(await page.locator("#why .depth-finding").textContent()).toBe(finding(shownOne(settings), settings.gradient));
  expect(await panel(page, "with").locator("h3 strong").textContent()).toBe(whereNormalized(settings));
}

describe("what is shown is what the networks compute", () => {
  for (const changes of /** @type {Partial<DepthFigure>[]} */ ([
    {},
    { gain: 1.2, layer: 7 },
    { gain: 0.8, norm: "rms", gradient: "numbers" },
    { residual: "pre", activation: "gelu", layers: 48 },
    { residual: "post", activation: "tanh", layers: 3, seed: 5, features: 100 },
    { activation: "none", layers: 1, gain: 2 },
    { gain: 1.2, layers: 6, features: 256 },
    { view: "one" },
    { view: "one", gain: 1.2, layer: 7, features: 256, gradient: "numbers" },
    { view: "one", gain: 0.8, norm: "rms" },
    { view: "one", residual: "pre", activation: "gelu", layers: 48 },
    { view: "one", residual: "post", activation: "tanh", layers: 3, seed: 5, features: 100 },
    { view: "one", activation: "none", layers: 1, gain: 2 },
  ])) {
    test(JSON.stringify(changes), () =>
      withSection("why", { query: queryOf(changes) }, async (page) => {
        expect(await page.getByRole("alert").count()).toBe(0);
        await settled(page);
        await expectDrawn(page, changes);
      }),
    );
  }

  test("after each setting has been pressed", () =>
    withSection("why", {}, async (page) => {
      const section = page.locator("#why");
      const choose = (/** @type {string} */ name) => section.getByRole("radio", { name, exact: true }).check();
      const select = (/** @type {string} */ label, /** @type {string} */ value) =>
        section.getByRole("combobox", { name: label }).selectOption(value);
      const now = {};
      for (const [act, changes] of /** @type {[() => Promise<unknown>, Partial<DepthFigure>][]} */ ([
        [() => choose("tanh"), { activation: "tanh" }],
        [() => choose("RMSNorm"), { norm: "rms" }],
        [() => choose("post"), { residual: "post" }],
        [() => page.locator("#why-layers").fill("9"), { layers: 9 }],
        [() => page.locator("#why-gain").fill("1.55"), { gain: 1.55 }],
        [() => choose("numbers"), { gradient: "numbers" }],
        [() => section.getByRole("button", { name: "New weights" }).click(), { seed: 123 + 2450 }],
        [() => choose("one network"), { view: "one" }],
        [() => select("features", "256"), { features: 256 }],
        [() => section.getByRole("button", { name: "New weights" }).click(), { seed: 123 + 2450 + 49 }],
        [() => choose("50 networks"), { view: "fifty" }],
        [() => select("start", "he"), { start: "he" }],
        [() => choose("tanh(a x)"), { norm: "dyt" }],
        [() => page.locator("#why-alpha").fill("0.8"), { alpha: 0.8 }],
        [() => select("start", "fixup"), { start: "fixup" }],
      ])) {
        await act();
        Object.assign(now, changes);
        await settled(page);
        await expectDrawn(page, now);
      }
    }));

  test("another seed has no layer in common with those before", async () => {
    await withSection("why", {}, async (page) => {
      await page.locator("#why").getByRole("button", { name: "New weights" }).click();
      const seed = Number(await page.locator("#why-seed").inputValue());
      expect(seed - spec.initial.seed).toBeGreaterThanOrEqual(50 * 49);
    });
  });
});

describe("predict, act, reveal, check", () => {
  test("the gain answers one prediction after the other", () =>
    withSection("why", {}, async (page) => {
      const predict = question(page, "why", "predict");
      const why = () => predict.locator(".why").textContent();
      await settled(page);
      await predict.getByRole("button", { name: "it is infinite" }).click();
      expect(await why()).toBe("Noted: it is infinite. Now drag the gain to 1.2.");
      expect(await predict.locator(".another").count()).toBe(0);
      await page.locator("#why-gain").fill("1.2");
      await expect.poll(why).toMatch(/^Not quite\. .*79\.50/);
      await predict.getByRole("button", { name: "And at a gain of 0.8?" }).click();
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^At a gain of 0\.8/);
      await predict.getByRole("button", { name: "less than a hundredth of it is left" }).click();
      await expect.poll(why).toMatch(/^Noted/);
      await page.locator("#why-gain").fill("0.8");
      await expect.poll(why).toMatch(/^Yes\. .*0\.0047/);
      expect(await predict.locator(".another").count()).toBe(0);
    }));

  test("a question that is there before the networks, one about them, then others", () =>
    withSection("why", {}, async (page) => {
      const check = question(page, "why", "check");
      const prompt = () => check.locator(".prompt").textContent();
      const prompts = new Set();
      const first = await prompt();
      await settled(page);
      expect(await prompt()).toBe(first);
      for (let round = 0; round < 4; round++) {
        if (round === 1) await expect.poll(prompt).toContain("the middle one of these 50 networks");
        prompts.add(await prompt());
        await check.locator(".answer").first().click();
        await expect.poll(() => check.locator(".why").textContent()).toMatch(/^(Yes|Not quite)\. \S/);
        await check.getByRole("button", { name: "Another question" }).click();
      }
      expect(prompts.size).toBe(4);
    }));
});

describe("a layer", () => {
  test("is read out by arrow keys, with its medians", () =>
    withSection("why", { query: queryOf({ gain: 1.2 }) }, async (page) => {
      await settled(page);
      await page.locator("#why-layer").focus();
      await press(page, "ArrowLeft", "ArrowLeft", "ArrowLeft");
      await expectDrawn(page, { gain: 1.2, layer: 21 });
      const middle = middleIn(shownFifty({ ...spec.initial, gain: 1.2 }).networks, "without", "spread", 21);
      expect(await page.locator("#why-layer").getAttribute("aria-valuetext")).toBe(
        `21: median spread ${sizeText(middle?.median ?? NaN)} without, 1.00 with LayerNorm`,
      );
    }));

  test("of one network is read out by arrow keys, with its numbers, and computes nothing anew", () =>
    withSection("why", { query: queryOf({ gain: 1.2, view: "one" }) }, async (page) => {
      await settled(page);
      const depth = depthOf({ ...spec.initial, gain: 1.2 });
      const slider = page.locator("#why-layer");
      await slider.focus();
      await press(page, "ArrowLeft", "ArrowLeft", "ArrowLeft");
      expect(await table(page)).toEqual(tableOf(depth, 21));
      expect(await slider.getAttribute("aria-valuetext")).toBe(
        `21: spread ${formatBrief(depth.without.spread[20])} without, 1.00 with LayerNorm`,
      );
      expect(await page.locator("#why .lab").getAttribute("aria-busy")).toBe("false");
      await press(page, "Home");
      expect(await table(page)).toEqual(tableOf(depth, 1));
      expect(await page.locator("#why .history").getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
    }));

  test("is read out when it is pressed in either picture, and stands in the link", () =>
    withSection("why", { query: queryOf({ view: "one" }) }, async (page) => {
      await settled(page);
      for (const [which, layer] of /** @type {[Which, number][]} */ ([
        ["without", 5],
        ["with", 18],
      ])) {
        const body = panel(page, which).locator(".depth-body");
        await body.scrollIntoViewIfNeeded();
        const { x, y, height } = (await body.boundingBox()) ?? { x: 0, y: 0, height: 0 };
        await page.mouse.click(x + 150, y + ((layer - 0.5) * height) / 24);
        await expect.poll(() => page.locator("#why-layer").inputValue()).toBe(String(layer));
        await expect.poll(() => new URL(page.url()).search).toBe(`?why.features=64&why.layer=${layer}&why.view=one`);
        expect(await page.locator("#why .depth-table thead th").first().textContent()).toBe(`layer ${layer}`);
      }
    }));

  test("is read out when a chart of fifty is pressed", () =>
    withSection("why", {}, async (page) => {
      await settled(page);
      for (const [which, layer] of /** @type {[Which, number][]} */ ([
        ["without", 5],
        ["with", 18],
      ])) {
        const chart = panel(page, which).locator("[data-quantity=spread] svg");
        await chart.scrollIntoViewIfNeeded();
        const { x, y, width } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0 };
        await page.mouse.click(x + ((layer - 1) * width) / 23, y + 40);
        await expect.poll(() => page.locator("#why-layer").inputValue()).toBe(String(layer));
      }
      await expectDrawn(page, { layer: 18 });
    }));
});

describe("what was done", () => {
  test("is one step where it was one drag, and is undone and done again", () =>
    withSection("why", {}, async (page) => {
      await settled(page);
      const slider = page.locator("#why-gain");
      const value = () => slider.inputValue();
      const drag = async (/** @type {number} */ from, /** @type {number} */ to) => {
        const { y } = await middleOf(slider);
        const { x, width } = (await slider.boundingBox()) ?? { x: 0, width: 0 };
        await page.mouse.move(x + from * width, y);
        await page.mouse.down();
        await page.mouse.move(x + to * width, y, { steps: 6 });
        await page.mouse.up();
      };
      await drag(1 / 3, 0.6);
      const first = await value();
      expect(Number(first)).toBeGreaterThan(1.2);
      await drag(0.6, 0.2);
      expect(Number(await value())).toBeLessThan(0.95);
      const undo = page.locator("#why").getByRole("button", { name: "Undo" });
      await undo.click();
      expect(await value()).toBe(first);
      await undo.click();
      expect(await value()).toBe("1");
      expect(await undo.isDisabled()).toBe(true);
      await page.locator("#why").getByRole("button", { name: "Redo" }).click();
      expect(await value()).toBe(first);
      await settled(page);
      await expectDrawn(page, { gain: Number(first) });
      await page.locator("#why").getByRole("button", { name: "Reset" }).click();
      await settled(page);
      await expectDrawn(page, {});
      await expect.poll(() => new URL(page.url()).search).toBe("");
    }));

  test("is said once it has come to rest, and the first picture is not", () =>
    withSection("why", {}, async (page) => {
      await settled(page);
      await page.waitForTimeout(700);
      expect(await said(page)).toBe("");
      for (const gain of ["1.1", "1.15", "1.2"]) await page.locator("#why-gain").fill(gain);
      const middle = middleIn(shownFifty({ ...spec.initial, gain: 1.2 }).networks, "without", "spread", 24);
      await expect
        .poll(() => said(page))
        .toBe(
          `gain 1.20: after 24 layers the median spread of 50 networks is ${sizeText(middle?.median ?? NaN)} without a norm, ` +
            `half of them from ${halfText(middle)}; 1.00 with LayerNorm`,
        );
      await page.locator("#why").getByRole("radio", { name: "pre", exact: true }).check();
      await expect
        .poll(() => said(page))
        .toMatch(
          /^residual pre: after 24 layers the median spread of 50 networks is \S+ without a norm, .*; [56]\.\d\d with/,
        );
      await page.locator("#why").getByRole("radio", { name: "one network" }).check();
      await settled(page);
      await page.waitForTimeout(700);
      await page.locator("#why-gain").fill("1");
      await expect
        .poll(() => said(page))
        .toMatch(/^gain 1.00: after 24 layers the spread is \S+ without, [45]\.\d\d with/);
    }));

  test("that is absurd in a link is refused with a word of why", () =>
    withSection("why", { query: "?why.gain=3&why.layers=900&why.activation=sine&why.features=64" }, async (page) => {
      const notice = page.getByRole("alert");
      await expect.poll(() => notice.locator("li").count()).toBe(3);
      expect(await notice.textContent()).toContain("the gain is a number from 0.5 to 2");
      await settled(page);
      await expectDrawn(page, { features: 64 });
    }));
});

describe("a lesson", () => {
  for (const { lock, says, act } of [
    {
      lock: "gain",
      says: "the gain",
      act: (/** @type {Page} */ page) => page.locator("#why-gain").press("ArrowRight"),
    },
    {
      lock: "network",
      says: "the network",
      act: (/** @type {Page} */ page) => page.locator("#why-layers").press("ArrowRight"),
    },
    {
      lock: "network",
      says: "the network",
      act: (/** @type {Page} */ page) =>
        clickFixed(page.locator("#why").getByRole("radio", { name: "tanh", exact: true })),
    },
    {
      lock: "network",
      says: "the network",
      act: (/** @type {Page} */ page) =>
        page
          .locator("#why")
          .getByRole("combobox", { name: "start" })
          .evaluate((select) => {
            /** @type {HTMLSelectElement} */ (select).value = "he";
            select.dispatchEvent(new Event("change", { bubbles: true }));
          }),
    },
    {
      lock: "seed",
      says: "the seed",
      act: (/** @type {Page} */ page) => clickFixed(page.locator("#why").getByRole("button", { name: "New weights" })),
    },
  ]) {
    test(`that has fixed ${says} keeps it, and says so`, () =>
      withSection("why", { query: `?lesson=why&lock=${lock}&why.seed=7&why.features=64` }, async (page) => {
        await settled(page);
        await act(page);
        await expect.poll(() => said(page)).toBe(`Fixed in this lesson: ${says}.`);
        expect(await page.locator("#why-gain").inputValue()).toBe("1");
        expect(await page.locator("#why-layers").inputValue()).toBe("24");
        await expectDrawn(page, { seed: 7 });
      }));
  }

  test("leaves free what it has not fixed", () =>
    withSection("why", { query: "?lesson=why&lock=seed,network" }, async (page) => {
      await settled(page);
      await page.locator("#why-gain").fill("1.3");
      await settled(page);
      await expectDrawn(page, { gain: 1.3 });
    }));
});

/** Runs in the page: keeps all that the finding says from now on. */
function watchFinding() {
  const finding = /** @type {Element} */ (document.querySelector("#why .depth-finding"));
  /** @type {(string | null)[]} */
  const findings = [];
  Object.assign(window, { findings });
  const keep = () => findings.push(finding.textContent);
  new MutationObserver(keep).observe(finding, { characterData: true, childList: true, subtree: true });
}

describe("while it computes", () => {
  test("the last of many changes is what is shown in the end", () =>
    withSection("why", { query: queryOf({ layers: 48 }) }, async (page) => {
      await settled(page);
      for (let gain = 50; gain <= 170; gain += 10) await page.locator("#why-gain").fill(gainText(gain / 100));
      await settled(page);
      await expectDrawn(page, { layers: 48, gain: 1.7 });
    }));

  test("a change that is taken back at once is said by nobody, and shown by nothing", () =>
    withSection("why", {}, async (page) => {
      await settled(page);
      await page.waitForTimeout(700);
      await page.locator("#why-gain").fill("1.9");
      await page.locator("#why-gain").fill("1");
      await page.waitForTimeout(900);
      expect(await said(page)).toBe("");
      await expectDrawn(page, {});
    }));

  test("a large network shows its first layers before its last, and says how far it is", () =>
    withSection("why", { query: queryOf({ layers: 48, view: "one" }) }, async (page) => {
      await settled(page);
      await page.evaluate(watchFinding);
      await page.locator("#why").getByRole("combobox", { name: "features" }).selectOption("512");
      await settled(page);
      const findings = await page.evaluate(() => /** @type {any} */ (window).findings);
      expect(findings.join(" ")).toMatch(/The networks are being computed: \d+ of 48 layers …/);
      expect(findings.join(" ")).not.toMatch(/NaN|undefined/);
      expect(await panel(page, "with").locator(".depth-ridge").count()).toBe(48);
      await expectDrawn(page, { layers: 48, features: 512, view: "one" });
    }));

  test("of fifty wide networks shows the first before the last, says how many, and keeps those of before meanwhile", () =>
    withSection("why", { query: queryOf({ layers: 12 }) }, async (page) => {
      await settled(page);
      await page.evaluate(watchFinding);
      await page.evaluate(() => {
        const strip = /** @type {Element} */ (document.querySelector("#why .result-strip"));
        /** @type {{ far: string, stale: number }[]} */
        const strips = [];
        Object.assign(window, { strips });
        const keep = () =>
          strips.push({
            far: strip.querySelector(".depth-result-half")?.textContent ?? "",
            stale: document.querySelector("#why .depth-line[data-stale]")?.getAttribute("d")?.split("M").length ?? 0,
          });
        new MutationObserver(keep).observe(strip, { characterData: true, childList: true, subtree: true });
      });
      await page.locator("#why").getByRole("combobox", { name: "features" }).selectOption("512");
      await settled(page);
      const { findings, strips } = await page.evaluate(() => {
        const { findings, strips } = /** @type {any} */ (window);
        return { findings, strips };
      });
      expect(findings.join(" ")).toMatch(/The networks are being computed: \d+ of 50 …/);
      expect(findings.join(" ")).not.toMatch(/NaN|undefined/);
      const partly = strips.filter((/** @type {any} */ { far }) => / \(of 50\) so far /.test(far));
      expect(partly.length).toBeGreaterThan(0);
      for (const { far, stale } of partly) expect(stale - 1).toBe(50 - Number(far.match(/\d+/)[0]));
      await expectDrawn(page, { layers: 12, features: 512 });
    }));

  for (const width of [320, 768, 1280, 1440]) {
    test(`nothing moves when the numbers come, or change, at ${width} px`, () => {
      const { prepare, release } = heldWorker();
      return withSection("why", { viewport: { width, height: 800 }, prepare }, async (page) => {
        const tops = () =>
          page
            .locator(
              "#why :is(.toolbar, .depth-plot, .depth-layer-ticks, .depth-readout, .depth-foot, .question[data-kind=check] .answers), #why + *",
            )
            .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top + scrollY)));
        const before = await tops();
        release();
        await settled(page);
        expect(await tops()).toEqual(before);
        await page.locator("#why-gain").fill("2");
        await settled(page);
        expect(await tops()).toEqual(before);
      });
    });
  }

  test("a worker that does not arrive is told in words", () =>
    withSection("why", NO_WORKER, async (page) => {
      await expect
        .poll(() => page.locator("#why .depth-finding").textContent())
        .toContain("The networks could not be computed:");
    }));
});

/** Runs in the page: how much of the strip is in view, as a share, and how many px of the first chart. */
function inView() {
  const seen = (/** @type {string} */ selector, top = 0) => {
    const box = /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
    return { height: box.height, seen: Math.min(box.bottom, innerHeight) - Math.max(box.top, top), bottom: box.bottom };
  };
  const header = seen(".page-header").bottom;
  const strip = seen("#why .result-strip", header - 1);
  const both = seen("#why .lab", Math.max(header, strip.bottom));
  return { strip: strip.seen / strip.height, chart: both.seen };
}

describe("for everyone", () => {
  for (const { width, colorScheme, query } of /** @type {const} */ ([
    { width: 320, colorScheme: "light", query: "?why.gain=1.2&why.features=64" },
    { width: 768, colorScheme: "dark", query: "?why.features=64&why.residual=pre&why.layer=3" },
    { width: 390, colorScheme: "dark", query: "?why.features=64&why.view=one" },
    { width: 1440, colorScheme: "light", query: "?why.gain=0.5&why.layers=48&why.features=64" },
    { width: 1440, colorScheme: "dark", query: "?lock=gain,network,seed" },
    { width: 390, colorScheme: "light", query: "?why.norm=dyt&why.start=fixup&why.features=64" },
  ])) {
    test(`axe finds nothing at ${width} px, ${colorScheme} ${query}`, () =>
      withSection("why", { query, colorScheme, viewport: { width, height: 900 }, looks: true }, async (page) => {
        await settled(page);
        expect(await violationsIn(page, "#why")).toEqual([]);
      }));
  }

  for (const width of [320, 390, 768, 1280, 1920]) {
    for (const view of /** @type {const} */ (["fifty", "one"])) {
      test(`nothing stands beyond the window at ${width} px: ${view}`, () =>
        withSection(
          "why",
          { query: queryOf({ gain: 2, layers: 48, view }), viewport: { width, height: 800 }, looks: true },
          async (page) => {
            await settled(page);
            // A narrow window's line of settings scrolls by itself.
            await addStyle(page, ".depth-settings { flex-wrap: wrap; }");
            expect(await beyondWindow(page, "why")).toEqual([]);
            const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
            expect(inner).toBeLessThanOrEqual(outer);
          },
        ));
    }
  }

  for (const { width, height } of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    for (const view of /** @type {const} */ (["fifty", "one"])) {
      test(`every control is in one view with the strip and the top of the chart at ${width}x${height}: ${view}`, () =>
        withSection(
          "why",
          {
            query: queryOf({ view }),
            viewport: { width, height },
            hasTouch: width < 500,
            isMobile: width < 500,
            looks: true,
          },
          async (page) => {
            await settled(page);
            const controls = page.locator("#why-figure .depth-toolbar :is(input, select)");
            const count = await controls.count();
            expect(count).toBeGreaterThan(17);
            for (let i = 0; i < count; i++) {
              // To the middle, as the browser does for what is looked for or has the focus.
              await controls
                .nth(i)
                .evaluate((control) => control.scrollIntoView({ block: "center", inline: "center" }));
              const seen = await page.evaluate(inView);
              expect(seen.strip, `${i}`).toBeGreaterThan(0.9);
              expect(seen.chart, `${i}`).toBeGreaterThanOrEqual(120);
            }
            const layer = page.locator("#why-layer");
            await layer.evaluate((control) => control.scrollIntoView({ block: "center" }));
            const seen = await page.evaluate(inView);
            expect(seen.strip).toBeGreaterThan(0.9);
            expect(seen.chart).toBeGreaterThanOrEqual(120);
          },
        ));
    }
  }

  test("under a finger the gain and the whole picture that follows it are on one screen", () =>
    withSection("why", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
      await settled(page);
      const gain = await page.locator("#why-gain").boundingBox();
      const body = await panel(page, "with").locator(".depth-layer-ticks").boundingBox();
      expect((body?.y ?? NaN) + (body?.height ?? NaN) - (gain?.y ?? NaN)).toBeLessThan(844 - 60);
      expect(gain?.height).toBeGreaterThanOrEqual(44);
    }));

  test("controls and pictures are on one screen of a laptop", () =>
    withSection("why", { viewport: { width: 1280, height: 800 } }, async (page) => {
      await settled(page);
      const top = await page.locator("#why .toolbar").first().boundingBox();
      const figure = await page.locator("#why-figure").boundingBox();
      const header = await page.locator(".page-header").boundingBox();
      const room = (figure?.y ?? NaN) + (figure?.height ?? NaN) - (top?.y ?? NaN) + (header?.height ?? NaN);
      expect(room).toBeLessThanOrEqual(800);
      expect((await page.locator("#why .toolbar").boundingBox())?.height, "two lines").toBeLessThan(100);
      const { height } = figure ?? { height: NaN };
      for (const name of ["one network", "tanh", "pre", "tanh(a x)"]) {
        await page.locator("#why").getByRole("radio", { name, exact: true }).check();
        await settled(page);
        const now = await page.locator("#why-figure").boundingBox();
        expect(Math.abs((now?.height ?? NaN) - height), name).toBeLessThan(1);
      }
    }));

  test("numbers and gradients are told by their shape, also where the system chooses the colours", () =>
    withSection("why", { query: queryOf({ view: "one" }), forcedColors: "active", looks: true }, async (page) => {
      await settled(page);
      const shapes = await page
        .locator("#why [data-network=without] .depth-spreads .depth-marks path")
        .evaluateAll((all) => all.map((path) => getComputedStyle(path).strokeLinecap));
      expect(shapes).toEqual(["round", "square", "square"]);
    }));
});
