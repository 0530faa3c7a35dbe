/** The model lab in a browser: every number that it shows is what the small GPT gives in Node, for what was done. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { moments, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { FEATURES } from "../../../web/page/sections/transformer/architecture.js";
import { AS_TRAINED, NORM_NAMES, readModel } from "../../../web/page/sections/transformer/network.js";
import { guessHeldOut, readingOf } from "../../../web/page/sections/transformer/job.js";
import { makeWords } from "../../../web/page/sections/transformer/made-up.js";
import measured from "../../../web/page/sections/transformer/words/losses.json" with { type: "json" };
import realInput from "../../../web/page/figure/values/real-input.json" with { type: "json" };
import { MODE_IDS, MODES } from "../../../web/page/sections/transformer/modes.js";
import { spec } from "../../../web/page/sections/transformer/spec.js";
import { dark, light, shadeOf } from "../../../web/page/kit/styles/ramp.js";
import { root } from "../../setup.mjs";
import { bringNear, clickFixed, press, question, untilComputed, withSection } from "../helpers/browser.js";
import { isRight } from "../helpers/calculator.js";
import { oneLine, plain, said } from "../helpers/texts.js";
import { violationsIn } from "../helpers/everyone.js";
import { run } from "../helpers/jobs.js";
import { words } from "../../fixtures/train.mjs";

useBrowser();

/** @typedef {import("playwright").Page} Page */
/** @typedef {import("../../../web/page/sections/transformer/spec.js").Mode} Mode */

const { heldOut } = words;
const model = readModel(readFileSync(join(root, "web/page/sections/transformer/words/words.safetensors")));
const { seed: SEED } = spec.initial;

/** Each takes a good part of a second. @type {Map<string, string>} */
const losses = new Map();

/** @param {readonly Mode[]} modes */
function lossOf(modes) {
  const known = losses.get(modes.join());
  if (known) return known;
  const loss = run(guessHeldOut(model, { modes }, heldOut)).result.loss.toFixed(2);
  losses.set(modes.join(), loss);
  return loss;
}

/** @param {readonly Mode[]} modes @param {number} seed */
const wordsOf = (modes, seed) => run(makeWords(model, { modes, seed, count: 8 })).result;

/** @param {Mode} mode @returns {Mode[]} */
const everywhere = (mode) => NORM_NAMES.map(() => mode);
/** @param {Mode} mode @param {number} norm @returns {Mode[]} */
const alone = (mode, norm) => NORM_NAMES.map((_, i) => (i === norm ? mode : "trained"));

/** @param {Float32Array} values [tokens, 48] */
function momentsOf(values) {
  const { mean, variance } = moments(tensor(values, [values.length / FEATURES, FEATURES]), { dim: -1, correction: 0 });
  return { mean: [...mean.data], spread: [...variance.data].map(Math.sqrt) };
}
/** @param {number[]} list */
const average = (list) => list.reduce((a, b) => a + b) / list.length;

/** The figure, once it shows what belongs to its state. @param {Page} page */
const figure = (page) => page.locator("#model-figure");

/** The model has answered. @param {Page} page */
const untilRead = (page) => expect.poll(() => figure(page).locator("[data-awaited]").count()).toBe(0);

/** Held-out words are all gone through, and nothing is awaited any more. @param {Page} page */
const untilMeasured = (page) => untilComputed(page, "model");

/** The choice of one norm is there. @param {Page} page */
async function openChoice(page) {
  const button = figure(page).locator(".change-one");
  if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
}

/** @param {Page} page @param {Mode} how */
async function setMode(page, how) {
  await openChoice(page);
  await figure(page).locator("[name=model-mode]").nth(MODE_IDS.indexOf(how)).check();
}

/** Changes are of all norms from now on. @param {Page} page */
async function applyToAll(page) {
  await openChoice(page);
  await figure(page).locator("[name=model-applies]").last().check();
}

/** All norms at once. @param {Page} page @param {"on" | "off"} to */
const switchNorms = (page, to) =>
  figure(page)
    .locator("[name=model-switch]")
    .nth(to === "on" ? 0 : 1)
    .check();
/** @param {Page} page @param {number} i */
const norm = (page, i) => figure(page).locator("label.norm").nth(i);

/** Two decimals, as read. @param {string | null} text @param {number} wanted */
function near(text, wanted) {
  const value = Number(plain(text));
  expect(Math.abs(value - wanted), `${text} for ${wanted}`).toBeLessThan(0.00501);
}

/**
 * Everything that follows from word, modes and norm alone.
 * @param {Page} page
 * @param {{ word: string, modes: readonly Mode[], at: number, shift?: number }} state
 */
async function expectReading(page, { word, modes, at, shift = 0 }) {
  const { tokens, next, before, norms } = readingOf(model, { word, modes, shift });
  const shown = figure(page);
  await untilRead(page);
  // The word has been read once the table has its caption.
  const caption = word === "" ? "the first letter" : `what follows “${word}”`;
  await expect.poll(() => shown.locator(".next caption").textContent()).toBe(caption);
  const names = tokens.map((token) => (token === 0 ? "start" : String.fromCharCode(96 + token)));
  const { input, output } = norms[at];
  for (const [panel, values] of /** @type {const} */ ([
    ["before", input],
    ["after", output],
  ])) {
    const tracks = shown.locator(`[data-panel=${panel}]`);
    const { mean, spread } = momentsOf(values);
    await expect
      .poll(async () =>
        (await tracks.locator(".track-statistics b").allTextContents()).map((text) => Number(plain(text)).toFixed(2)),
      )
      .toEqual(mean.flatMap((each, i) => [each, spread[i]].map((value) => (Number(value.toFixed(2)) + 0).toFixed(2))));
    expect(await tracks.locator(".track-name strong").allTextContents()).toEqual(names);
    await expectDots(tracks, values);
  }
  const spreads = await shown.locator(".norm-spread").allTextContents();
  norms.forEach((each, i) => {
    const [was, is] = spreads[i].split(" → ");
    near(was, average(momentsOf(each.input).spread));
    near(is, average(momentsOf(each.output).spread));
  });
  await expectNext(page, next, before, shift === 0 && modes.every((each) => each === "trained"));
}

/** Each dot lies where its number is. @param {import("playwright").Locator} tracks @param {Float32Array} values */
async function expectDots(tracks, values) {
  // The axis may reach farther than its last label.
  const [text, at] = await tracks
    .locator(".track-axis span")
    .last()
    .evaluate((last) => [last.textContent, parseFloat(/** @type {HTMLElement} */ (last).style.left)]);
  const reach = Number(((Number(plain(text)) * 50) / (Number(at) - 50)).toFixed(2));
  const paths = await tracks
    .locator(".track")
    .evaluateAll((all) =>
      all.map((each) =>
        Array.from(each.querySelectorAll(".letter-dots path"), (path) => path.getAttribute("d") ?? "").join(""),
      ),
    );
  paths.forEach((path, row) => {
    const places = Array.from(path.matchAll(/M([\d.]+)/g), ([, at]) => Number(at)).sort((a, b) => a - b);
    const wanted = [...values.subarray(row * FEATURES, (row + 1) * FEATURES)]
      .map((value) => Math.min(Math.max((100 * (value + reach)) / (2 * reach), 0), 100))
      .sort((a, b) => a - b);
    expect(places).toHaveLength(FEATURES);
    expect(Math.max(...places.map((at, i) => Math.abs(at - wanted[i])))).toBeLessThan(0.0051);
  });
}

/** @param {Page} page @param {Float32Array} next @param {Float32Array} before @param {boolean} isSame */
async function expectNext(page, next, before, isSame) {
  const most = (/** @type {number} */ token) => Math.max(next[token], before[token]);
  const likeliest = [...next.keys()].sort((a, b) => most(b) - most(a)).slice(0, 6);
  const share = (/** @type {number} */ value) => (value < 0.005 ? "<1 %" : `${Math.round(100 * value)} %`);
  const rows = await figure(page)
    .locator(".next tbody tr")
    .evaluateAll((all) => all.map((row) => Array.from(row.children, (each) => (each.textContent ?? "").trim())));
  expect(rows).toEqual(
    likeliest.map((token) => [
      token === 0 ? "end" : String.fromCharCode(96 + token),
      share(before[token]),
      ...(isSame ? [] : [share(next[token])]),
    ]),
  );
}

/** What takes longer: words and losses. @param {Page} page @param {{ modes: readonly Mode[], seed?: number }} state */
async function expectOutcome(page, { modes, seed = SEED }) {
  await untilMeasured(page);
  const shown = figure(page);
  /** @type {(readonly [string, readonly Mode[]])[]} */
  const settings = [
    ["trained", AS_TRAINED],
    ["now", modes],
  ];
  expect(await shown.locator(".loss-mark[data-of=trained] dd, .loss-now strong").allTextContents()).toEqual(
    settings.map(([, each]) => lossOf(each)),
  );
  const is = Number(lossOf(modes));
  const unsure = await shown.locator(".unsure").textContent();
  if (is > Math.log(27)) expect(unsure).toBe("worse than guessing blindly");
  else expect(Math.abs(Number(unsure?.match(/[\d.]+/)) - Math.exp(is))).toBeLessThan(0.06 + 0.006 * Math.exp(is));
  for (const [of, each] of settings) {
    const words = await shown.locator(`.words-row[data-of=${of}] li`).allTextContents();
    expect(words.map((word) => (word === "(ends at once)" ? "" : word))).toEqual(wordsOf(each, seed));
  }
  await expectMarks(page, wordsOf(modes, seed), wordsOf(AS_TRAINED, seed));
  // Red is what got worse, and nothing else.
  const isWorse = is > Number(lossOf(AS_TRAINED)) + 0.02;
  const red = await shown.locator(".words-row[data-of=now] mark, .loss-now strong").evaluateAll((all) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "var(--wrong)";
    const wrong = getComputedStyle(probe).color;
    probe.remove();
    return all.map((each) => getComputedStyle(each).color === wrong);
  });
  expect(red).toEqual(red.map(() => isWorse));
}

/**
 * The letters that differ are marked, place by place.
 * @param {Page} page
 * @param {string[]} now
 * @param {string[]} was
 */
async function expectMarks(page, now, was) {
  const marked = await figure(page)
    .locator(".words-row[data-of=now] li")
    .evaluateAll((all) =>
      all.map((each) => Array.from(each.querySelectorAll("mark"), ({ textContent }) => textContent).join("")),
    );
  const wanted = now.map((word, i) => [...word].filter((letter, at) => letter !== was[i][at]).join(""));
  expect(marked.filter((letters) => letters !== "(ends at once)")).toEqual(wanted.filter((_, i) => now[i] !== ""));
}

describe("the model lab shows what the model gives", () => {
  test("as it opens, for the word “normal”", () =>
    withSection("model", {}, async (page) => {
      await expectReading(page, { word: "normal", modes: AS_TRAINED, at: 4 });
      await expectOutcome(page, { modes: AS_TRAINED });
      expect(await said(page.locator(".lessons"))).toContain(
        `has read ${measured.trainedOn.toLocaleString("en")} English words`,
      );
      const line = await said(figure(page).locator(".loss-line"));
      for (const loss of [measured.trained, measured.triples, measured.pairs, Math.log(27)]) {
        expect(line).toContain(loss.toFixed(2));
      }
    }));

  for (const [at, how] of /** @type {[number, Mode][]} */ (MODE_IDS.slice(1).map((how, i) => [(2 * i) % 9, how]))) {
    test(`with norm ${at + 1}, and with all nine, so: ${how}`, () =>
      withSection(
        "model",
        { query: `?model.norm=${at}&model.modes=${alone(how, at)}&model.word=zebra` },
        async (page) => {
          await expectReading(page, { word: "zebra", modes: alone(how, at), at });
          await expectOutcome(page, { modes: alone(how, at) });
          await applyToAll(page);
          await setMode(page, how);
          await expectReading(page, { word: "zebra", modes: everywhere(how), at });
          await expectOutcome(page, { modes: everywhere(how) });
        },
      ));
  }

  test("as one types, letter by letter, and without any", () =>
    withSection("model", {}, async (page) => {
      const field = page.getByLabel("your word");
      await field.fill("");
      await expectReading(page, { word: "", modes: AS_TRAINED, at: 4 });
      for (const word of ["q", "qu", "que"]) {
        await field.press(word.slice(-1));
        await expectReading(page, { word, modes: AS_TRAINED, at: 4 });
      }
      await field.fill("transformations");
      await norm(page, 0).click();
      await expectReading(page, { word: "transformations", modes: AS_TRAINED, at: 0 });
    }));

  test("with every input shifted, which LayerNorm takes away, and RMSNorm does not", () =>
    withSection("model", { query: `?model.modes=${everywhere("rms")}&model.shift=1` }, async (page) => {
      await expectReading(page, { word: "normal", modes: everywhere("rms"), at: 4, shift: 1 });
      await untilMeasured(page);
      const now = figure(page).locator(".loss-now strong");
      expect(await now.textContent()).toBe(measured.shifts.rms[1][1].toFixed(2));
      expect(await said(figure(page).locator(".finding"))).toContain("the shift goes on to the part behind it");
      await switchNorms(page, "on");
      await expect.poll(() => now.textContent()).toBe(measured.trained.toFixed(2));
      expect(await said(figure(page).locator(".finding"))).toContain("takes each token’s mean away, and the shift");
      await page.locator("#model-shift").press("ArrowRight");
      await expectReading(page, { word: "normal", modes: AS_TRAINED, at: 4, shift: 2 });
      await expect.poll(() => new URL(page.url()).searchParams.get("model.shift")).toBe("2");
    }));

  test("with one press for all nine norms, off and on again; the words stand there at once", () =>
    withSection("model", { prepare: (page) => page.route(/words.*safetensors/, () => {}) }, async (page) => {
      const now = figure(page).locator(".words-row[data-of=now] li");
      for (const [to, how] of /** @type {const} */ ([
        ["off", "off"],
        ["on", "trained"],
      ])) {
        await switchNorms(page, to);
        expect(await now.allTextContents()).toEqual(wordsOf(everywhere(how), SEED));
        expect(await figure(page).locator(".loss-now strong").textContent()).toBe(lossOf(everywhere(how)));
      }
    }));

  test("whatever is pressed meanwhile", () =>
    withSection("model", {}, async (page) => {
      for (const how of /** @type {const} */ (["off", "rms", "tokens", "eps"])) await setMode(page, how);
      await page.getByLabel("your word").fill("scale");
      await expectReading(page, { word: "scale", modes: alone("eps", 4), at: 4 });
      await expectOutcome(page, { modes: alone("eps", 4) });
    }));

  test("other words are those of the next seed", () =>
    withSection("model", {}, async (page) => {
      await untilMeasured(page);
      await figure(page).getByRole("button", { name: "Others" }).click();
      const first = wordsOf(AS_TRAINED, SEED + 1)[0];
      await expect.poll(() => figure(page).locator(".words-row li").first().textContent()).toBe(first);
      await expectOutcome(page, { modes: AS_TRAINED, seed: SEED + 1 });
    }));
});

describe("a number on its way through the norm", () => {
  const { norms } = readingOf(model, { word: "normal", modes: AS_TRAINED });

  for (const how of MODE_IDS) {
    test(`comes out with the numbers shown: ${how}`, () =>
      withSection("model", { query: `?model.modes=${alone(how, 4)}` }, async (page) => {
        const way = figure(page).locator(".way");
        const { output } = readingOf(model, { word: "normal", modes: alone(how, 4) }).norms[4];
        const cells = figure(page).locator("[data-panel=before] .letter-cells");
        await untilRead(page);
        await cells.focus();
        for (const key of ["ArrowRight", "ArrowUp", "ArrowRight", "End", "Home"]) {
          await press(page, key);
          const text = oneLine(await way.innerText());
          const [, letter, feature] = text.match(/“(\w+)”, feature (\d+) of 48:/) ?? [];
          const index = ["start", "n", "o", "r", "m", "a", "l"].indexOf(letter) * FEATURES + Number(feature) - 1;
          if (how === "off") {
            expect(text).toContain(`${Number(norms[4].input[index].toFixed(4)).toFixed(4)} goes in`);
            continue;
          }
          const line = (await way.innerText()).replace(/^[^:]*:|all digits/g, "").trim();
          expect(isRight(line), line).toBe(true);
          const result = plain(line).split(/[=≈]/)[1];
          expect(Math.abs(Number(result) - output[index]), text).toBeLessThan(0.000051);
        }
      }));
  }

  test("is pointed at in the cells, which have the ramp's colours", async () => {
    for (const [colorScheme, ramp] of /** @type {const} */ ([
      ["light", light],
      ["dark", dark],
    ])) {
      await withSection("model", { colorScheme }, async (page) => {
        await expectReading(page, { word: "normal", modes: AS_TRAINED, at: 4 });
        const cells = figure(page).locator("[data-panel=before] .letter-cells");
        const pixels = await cells.locator("canvas").evaluate((canvas) => {
          const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
          const { data } = /** @type {any} */ (canvas).getContext("2d").getImageData(0, 0, width, height);
          return { width, height, data: Array.from(/** @type {Uint8ClampedArray} */ (data)) };
        });
        expect([pixels.width, pixels.height]).toEqual([FEATURES, 7]);
        norms[4].input.forEach((value, i) => {
          const hex = pixels.data.slice(4 * i, 4 * i + 3).map((byte) => byte.toString(16).padStart(2, "0"));
          expect(`#${hex.join("")}`).toBe(ramp(shadeOf(value)).fill);
        });
        const box = await cells.boundingBox();
        if (!box) throw new Error("no cells");
        await cells.hover({ position: { x: (10.5 / 48) * box.width, y: (2.5 / 7) * box.height } });
        await expect.poll(() => said(figure(page).locator(".way"))).toContain("“o”, feature 11 of 48");
        const told = plain(await cells.getAttribute("aria-valuetext"));
        expect(told).toBe(`o, feature 11: ${norms[4].input[2 * FEATURES + 10].toFixed(4)}`);
      });
    }
  });

  test("weight and bias stand as bars, in order or sorted", () =>
    withSection("model", {}, async (page) => {
      await expectReading(page, { word: "normal", modes: AS_TRAINED, at: 4 });
      const bars = figure(page).locator(".bars").first().locator("span");
      const heights = () =>
        bars.evaluateAll((all) => all.map((bar) => parseFloat(/** @type {HTMLElement} */ (bar).style.height)));
      const { weight } = norms[4];
      const top = Math.max(...weight);
      const wanted = [...weight].map((value) => (100 * value) / top);
      (await heights()).forEach((height, i) => expect(height).toBeCloseTo(wanted[i], 2));
      await figure(page).getByRole("button", { name: "sorted" }).click();
      const sorted = [...wanted].sort((a, b) => a - b);
      (await heights()).forEach((height, i) => expect(height).toBeCloseTo(sorted[i], 2));
    }));
});

describe("the word", () => {
  test("is of letters: what else is typed is left out, with a word of why", () =>
    withSection("model", {}, async (page) => {
      const field = page.getByLabel("your word");
      const why = page.locator("#model-refusal");
      await field.fill("");
      await field.pressSequentially("ab3c");
      expect(await field.inputValue()).toBe("abc");
      await field.fill("ab-3");
      expect(await field.inputValue()).toBe("ab");
      expect(await why.textContent()).toContain("a to z alone: “-3” is left out");
      await field.press("c");
      await expect.poll(() => why.count()).toBe(0);
      await field.fill("Counterrevolutionary");
      expect(await field.inputValue()).toBe("counterrevoluti");
      expect(await why.textContent()).toContain("up to 15 letters");
    }));

  test("of a link is read, and refused if it is none", () =>
    withSection("model", { query: "?model.word=Zebra7&model.norm=9&model.modes=off" }, async (page) => {
      expect(await page.getByLabel("your word").inputValue()).toBe("normal");
      const refused = (await page.getByRole("alert").allTextContents()).join(" ");
      expect(refused).toContain("at most 15 letters");
      expect(refused).toContain("9 words, with commas");
    }));
});

describe("what is done in the lab", () => {
  /** @param {Page} page */
  const chosen = (page) => figure(page).locator("[name=model-mode]:checked + span").textContent();

  test("is undone, done again, and reset", () =>
    withSection("model", {}, async (page) => {
      await setMode(page, "off");
      await page.getByLabel("your word").fill("quiet");
      const history = figure(page).locator(".history");
      await history.getByRole("button", { name: "Undo" }).click();
      expect(await page.getByLabel("your word").inputValue()).toBe("normal");
      expect(await chosen(page)).toBe("off");
      await history.getByRole("button", { name: "Undo" }).click();
      expect(await chosen(page)).toBe("as trained");
      await history.getByRole("button", { name: "Redo" }).click();
      await expectReading(page, { word: "normal", modes: alone("off", 4), at: 4 });
      await history.getByRole("button", { name: "Reset" }).click();
      await expectReading(page, { word: "normal", modes: AS_TRAINED, at: 4 });
    }));

  test("stands in the address, which brings it back", () =>
    withSection("model", {}, async (page) => {
      await norm(page, 2).click();
      await setMode(page, "off");
      await page.getByLabel("your word").fill("quiet");
      const address = () => new URL(page.url()).searchParams;
      await expect.poll(() => address().get("model.word")).toBe("quiet");
      expect(address().get("model.norm")).toBe("2");
      expect(address().get("model.modes")).toBe(alone("off", 2).join());
      await page.reload();
      await bringNear(page, "model");
      await expectReading(page, { word: "quiet", modes: alone("off", 2), at: 2 });
    }));

  test("is told: the loss, and what it was", () =>
    withSection("model", {}, async (page) => {
      await untilMeasured(page);
      await norm(page, 2).click();
      await setMode(page, "off");
      const narration = page.locator("#narration");
      const was = lossOf(AS_TRAINED);
      await expect
        .poll(() => narration.textContent())
        .toBe(`With norm 3 off the loss is ${lossOf(alone("off", 2))}, was ${was}.`);
      await applyToAll(page);
      await setMode(page, "rmsnorm");
      await expect
        .poll(() => narration.textContent())
        .toBe(`With all nine norms as RMSNorm the loss is ${lossOf(everywhere("rmsnorm"))}, was ${was}.`);
    }));

  test("stays as it is where the lesson has fixed it", () =>
    withSection("model", { query: "?lock=word,norms,seed" }, async (page) => {
      expect(await page.getByLabel("your word").isEditable()).toBe(false);
      await clickFixed(figure(page).locator("[name=model-switch]").nth(1));
      await expect.poll(() => page.locator("#narration").textContent()).toContain("the norms");
      await clickFixed(figure(page).getByRole("button", { name: "Others" }));
      await expect.poll(() => page.locator("#narration").textContent()).toContain("the seed");
      await norm(page, 7).click();
      await expectReading(page, { word: "normal", modes: AS_TRAINED, at: 7 });
      await expectOutcome(page, { modes: AS_TRAINED });
    }));

  test("is all done by keyboard", () =>
    withSection("model", {}, async (page) => {
      const active = () =>
        page.evaluate(() => document.activeElement?.getAttribute("name") ?? document.activeElement?.id);
      await figure(page).locator("[name=model-switch]").first().focus();
      await press(page, "Tab", "End", "l", "y", "Tab", "Enter", "Tab");
      expect(await active()).toBe("model-applies");
      await press(page, "Tab", "Tab");
      expect(await active()).toBe("model-mode");
      await press(page, "ArrowRight", "Tab");
      for (let i = 0; i < 4 && (await active()) !== "model-norm"; i++) await press(page, "Tab");
      expect(await active()).toBe("model-norm");
      await press(page, "ArrowDown", "ArrowDown");
      await expectReading(page, { word: "normally", modes: alone("off", 4), at: 6 });
      await press(page, "Tab", "ArrowRight", "ArrowRight");
      await expect.poll(() => said(figure(page).locator(".way"))).toContain("feature 3 of 48");
    }));
});

describe("what is asked", () => {
  test("is predicted, tried, and then explained with what was measured", () =>
    withSection("model", {}, async (page) => {
      const predict = question(page, "model", "predict");
      await predict.getByRole("button", { name: "Norm 1, the first" }).click();
      expect(await said(predict.locator(".why"))).toContain("switch norm 2 off alone");
      await norm(page, 1).click();
      await setMode(page, "off");
      await expect
        .poll(() => said(predict.locator(".why")))
        .toContain(`With norm 2 off alone the loss is ${lossOf(alone("off", 1))}`);
      await predict.getByRole("button", { name: "Predict another" }).click();
      expect(await said(predict.locator(".prompt"))).toContain("keep weight and bias");
    }));
});

describe("a real layer's input", () => {
  test("is what goes into the norm that the examples name", () => {
    const { input } = readingOf(model, { word: realInput.word, modes: AS_TRAINED }).norms[realInput.norm - 1];
    expect(realInput.values).toHaveLength(input.length);
    expect(Math.max(...realInput.values.map((value, i) => Math.abs(value - input[i])))).toBeLessThan(1e-3);
  });

  for (const [id, shape] of /** @type {const} */ ([
    ["dim", "[6, 48]"],
    ["three", "[1, 6, 48]"],
    ["variance", "[6, 48]"],
  ])) {
    test(`of one's own word goes along to #${id}`, () =>
      withSection("model", { query: "?model.word=zebra&model.norm=6" }, async (page) => {
        await expectReading(page, { word: "zebra", modes: AS_TRAINED, at: 6 });
        await figure(page).locator(`.take-along a[href="#${id}"]`).click();
        const x = page.locator(`#${id}-figure [data-panel=x]`).first();
        const { input } = readingOf(model, { word: "zebra", modes: AS_TRAINED }).norms[6];
        await expect
          .poll(async () => Number(plain(await x.locator('[data-index="0"]').textContent())))
          .toBeCloseTo(input[0], 3);
        expect(await said(page.locator(`#${id}-figure`))).toContain(shape);
      }));
  }
});

describe("for everyone", () => {
  for (const [width, query] of /** @type {const} */ ([
    [1440, "?model.modes=off,rms,tokens,eps,plain,rmsnorm,offkept,earlier,trained"],
    [320, "?model.word=transformations"],
  ])) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      test(`axe finds nothing at ${width} px, ${colorScheme}`, () =>
        withSection("model", { query, colorScheme, viewport: { width, height: 900 }, looks: true }, async (page) => {
          await untilMeasured(page);
          expect(await violationsIn(page, "#model")).toEqual([]);
        }));
    }
  }

  for (const width of [320, 390, 768, 1024, 1280, 1920]) {
    test(`nothing is wider than the window at ${width} px`, () =>
      withSection(
        "model",
        {
          query: `?model.word=transformations&model.modes=${everywhere("off")}`,
          viewport: { width, height: 900 },
          looks: true,
        },
        async (page) => {
          await untilMeasured(page);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
          const cut = await figure(page).evaluate((each) =>
            [...each.querySelectorAll("*")]
              .filter((inner) => inner.getBoundingClientRect().right > each.getBoundingClientRect().right + 1)
              .filter((inner) => !inner.closest(".visually-hidden"))
              .map((inner) => inner.outerHTML.slice(0, 100)),
          );
          expect(cut).toEqual([]);
        },
      ));
  }

  test("a finger finds everything", () =>
    withSection(
      "model",
      { query: "?model.word=", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      async (page) => {
        await untilMeasured(page);
        const small = await figure(page).evaluate((each) =>
          [...each.querySelectorAll("button:not(.term), label:has(input), input:not([type=radio]), [role=slider]")]
            .map((inner) => ({ inner, box: inner.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
            .map(({ inner, box }) => `${box.width} x ${box.height} ${inner.outerHTML.slice(0, 100)}`),
        );
        expect(small).toEqual([]);
      },
    ));

  for (const width of [1280, 390]) {
    test(`nothing moves when the model’s answer comes, at ${width} px`, () =>
      withSection("model", { query: "#model", explained: false, viewport: { width, height: 900 } }, async (page) => {
        await untilMeasured(page);
        const after = await figure(page).evaluate((each) => each.clientHeight);
        await page.route(/safetensors/, () => {});
        await page.reload();
        await page.locator("#model[data-open]").waitFor();
        expect(await figure(page).evaluate((each) => each.clientHeight)).toBe(after);
      }));
  }

  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ]) {
    test(`the card keeps its height whatever the norms are, at ${width} px`, () =>
      withSection("model", { explained: false, viewport: { width, height }, face: true }, async (page) => {
        await openChoice(page);
        await applyToAll(page);
        const heights = new Set();
        for (const how of MODE_IDS) {
          await setMode(page, how);
          await untilMeasured(page);
          await expect.poll(() => said(figure(page).locator(".finding b"))).toContain(MODES[how].phrase);
          heights.add(await figure(page).evaluate((each) => each.clientHeight));
        }
        expect([...heights]).toHaveLength(1);
      }));

    test(`words and loss are in view with every control at ${width}x${height}`, () =>
      withSection(
        "model",
        { viewport: { width, height }, hasTouch: width < 500, isMobile: width < 500, face: true },
        async (page) => {
          await openChoice(page);
          await setMode(page, "off");
          await untilMeasured(page);
          const shown = width < 720 ? [".brief-words", ".brief-loss"] : [".words-row[data-of=now]", ".loss-now"];
          const missed = await figure(page).evaluate((each, parts) => {
            document.documentElement.style.scrollBehavior = "auto";
            const header = document.querySelector(".page-header, header")?.getBoundingClientRect().bottom ?? 0;
            /** @param {Element} part */
            const isSeen = (part) => {
              const { top, bottom } = part.getBoundingClientRect();
              // The header may be a few pixels higher than the room that the strip leaves for it.
              return top >= header - 4 && bottom <= innerHeight + 1;
            };
            const controls = [...each.querySelectorAll("input, button, [role=slider], a")];
            return controls
              .filter((control) => control.getClientRects().length > 0)
              .filter((control) => {
                control.scrollIntoView({ block: "center" });
                const { left, top, width, height } = control.getClientRects()[0];
                const hit = document.elementFromPoint(left + width / 2, top + height / 2);
                const isUncovered = hit !== null && (control.contains(hit) || hit.closest("label")?.contains(control));
                const strip = each.querySelector("[data-strip=model]");
                const all = [strip, ...parts.map((part) => strip?.querySelector(part))];
                return !isUncovered || !all.every((part) => part && isSeen(part));
              })
              .map((control) => control.outerHTML.slice(0, 120));
          }, shown);
          expect(missed).toEqual([]);
        },
      ));
  }

  test("what is changed, what is said of it, and what comes of it are in one view at 1280x800", () =>
    withSection("model", { viewport: { width: 1280, height: 800 }, face: true }, async (page) => {
      await openChoice(page);
      await figure(page).evaluate((each) => {
        document.documentElement.style.scrollBehavior = "auto";
        each.scrollIntoView();
      });
      for (const part of [".model-toolbar", "[name=model-mode]", "#model-shift", ".finding", "[data-strip=model]"]) {
        const box = await figure(page).locator(part).first().boundingBox();
        expect(box && box.y >= 0 && box.y + box.height <= 800, part).toBe(true);
      }
    }));

  test("a dot is a stroke of some length: WebKit makes an ellipse of one without", () =>
    withSection("model", {}, async (page) => {
      await untilRead(page);
      const paths = await figure(page)
        .locator(".letter-dots path")
        .evaluateAll((all) => all.map((each) => each.getAttribute("d") ?? ""));
      for (const path of paths) expect(path.match(/h0(?![.\d])|h0?\.0{3}/)).toBeNull();
      expect(paths.join("")).toContain("h.01");
    }));

  test("without a connection the model says so", () =>
    withSection(
      "model",
      {
        prepare: (page) => page.route(/words.*safetensors/, (route) => route.abort()),
        pardoned: /safetensors|ERR_FAILED/,
      },
      async (page) => {
        await expect.poll(() => page.locator("#model-failure").textContent()).toContain("does not answer");
      },
    ));
});
