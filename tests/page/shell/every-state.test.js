/**
 * What holds in all the states that can be reached from a section's controls. It works without a connection, and
 * nothing moves for those who want less motion. What is often told wrong about layer normalization is said right: the
 * words are read but for the answers to choose from, of which the wrong ones are wrong on purpose, and for what the
 * table of errata quotes.
 */
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import book from "../../fixtures/book.json";
import fixtures from "../../fixtures/page.json";
import { formatNumber } from "../../../web/page/kit/format.js";
import { root } from "../../setup.mjs";
import { bringNear, drawEverything, sectionIds, untilComputed, withPage } from "../helpers/browser.js";
import { dist } from "../helpers/serve.js";
import { pageStates } from "../helpers/states.js";
import { addStyle } from "../helpers/styles.js";
import { walk } from "../helpers/walk.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** @typedef {{ lines: Set<string>, moving: string[], broken: string[], acts: number }} Found */

/** All is drawn; what is not to be read is left out while a section is read. */
const READ = ".reading :is(.answers, .written) { display: none }";

/** Other sections take no time to lay out. @param {Page} page @param {string} id */
const drawAlone = (page, id) => addStyle(page, `${READ} main > section:not(#${id}) { display: none }`);

/**
 * Runs in the page, once for each act: what a section says, line by line; what moves at the moment; whether the page
 * says that something did not arrive.
 * @param {string} id
 */
function look(id) {
  const section = /** @type {HTMLElement} */ (document.getElementById(id));
  section.classList.add("reading");
  const text = section.innerText;
  section.classList.remove("reading");
  return {
    lines: text.split("\n").map((line) => line.replaceAll("−", "-").replaceAll("\u00a0", " ").trim()),
    moving: document
      .getAnimations()
      .filter(({ playState }) => playState === "running")
      .map(({ effect }) => /** @type {KeyframeEffect} */ (effect).target?.outerHTML.slice(0, 100)),
    isBroken: document.getElementById("incomplete")?.checkVisibility() === true,
  };
}

/**
 * The page's code: all but what reads a link's query, which is there at once where there is one, and what sets the
 * first figure going, which those who want less motion do not get.
 */
const scripts = readdirSync(join(dist, "assets")).filter(
  (name) => name.endsWith(".js") && !/from-link|play-once/.test(name),
);

/**
 * A walk through all of a section, for those who want less motion, once the page has loaded and the connection is gone.
 * @param {string} id
 * @returns {Promise<Found>}
 */
async function walkThrough(id) {
  /** @type {Found} */
  const found = { lines: new Set(), moving: [], broken: [], acts: 0 };
  /** @type {Set<string>} */
  const fetched = new Set();
  const prepare = async (/** @type {Page} */ page) =>
    void page.on("requestfinished", (request) => fetched.add(basename(new URL(request.url()).pathname)));
  // Chromium asks for the icon again whenever the address changes.
  await withPage({ pardoned: /icon\.svg$/, prepare }, async (page) => {
    // Everything is fetched, the labs' work by the worker, for want of anything better to do.
    await expect.poll(() => scripts.filter((name) => !fetched.has(name))).toEqual([]);
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    await untilComputed(page, id);
    await page.context().setOffline(true);
    await drawAlone(page, id);
    await drawEverything(page);
    const visit = async (/** @type {string} */ act) => {
      const { lines, moving, isBroken } = await page.evaluate(look, id);
      for (const line of lines) found.lines.add(line);
      for (const what of moving) found.moving.push(`${act}: ${what}`);
      if (isBroken) found.broken.push(act);
      found.acts++;
    };
    await visit("nothing");
    await walk(page, id, visit);
  });
  return found;
}

/**
 * What all sections say in the states of other links, each of which is opened once.
 * @returns {Promise<Map<string, string[]>>} by section
 */
async function readLinks() {
  /** @type {Map<string, string[]>} */
  const lines = new Map(sectionIds().map((id) => [id, []]));
  for (const { query } of pageStates().filter(({ query }) => query !== "")) {
    await withPage({ query }, async (page) => {
      await addStyle(page, READ);
      // The text of what is not drawn is not read.
      await drawEverything(page);
      for (const [id, said] of lines) {
        await bringNear(page, id);
        await untilComputed(page, id);
        said.push(...(await page.evaluate(look, id)).lines);
      }
    });
  }
  return lines;
}

/** @type {Promise<Map<string, string[]>> | undefined} */
let ofLinks;

/** The walk, and what the section says in the states of other links. @param {string} id */
async function findEverything(id) {
  const found = await walkThrough(id);
  ofLinks ??= readLinks();
  for (const line of (await ofLinks).get(id) ?? []) found.lines.add(line);
  return found;
}

/** Each section is gone through once, for the first test that asks. @type {Map<string, Promise<Found>>} */
const known = new Map();
/** @param {string} id */
function everythingIn(id) {
  const found = known.get(id) ?? findEverything(id);
  known.set(id, found);
  return found;
}

describe("whatever is done", () => {
  for (const id of sectionIds()) {
    test(`in #${id}, it works without a connection, once the page has loaded`, async () => {
      const { broken, acts } = await everythingIn(id);
      // The recap is there to be read; its questions come of wrong answers.
      expect(acts).toBeGreaterThan(id === "recap" ? 1 : 5);
      expect(broken).toEqual([]);
    });

    test(`in #${id}, nothing moves for those who want less motion`, async () => {
      expect((await everythingIn(id)).moving).toEqual([]);
    });
  }
});

/** What a line says, unless it denies it. @type {readonly { claim: string, said: RegExp, unless?: RegExp }[]} */
const FALSEHOODS = [
  { claim: "5.9605e-08 with another number of zeros", said: /0\.(?!0{7}5)0+59605/ },
  { claim: "2.9802e-08 with another number of zeros", said: /0\.(?!0{7}2)0+29802/ },
  {
    claim: "keepdim keeps the shape",
    said: /keepdim[^.;:]*\b(keeps?|preserves?|retains?)\b[^.;:]*\bshape/i,
    unless: /number of dims|not the shape|does not/i,
  },
  { claim: "across rows", said: /across (the |all )?(rows|columns)/i, unless: /ambiguous|which|either/i },
  {
    claim: "divided by the variance",
    said: /divid\w+ (it |them )?by (the|its|their) variance/i,
    unless: /\bnot\b|root/i,
  },
  {
    claim: "a Gaussian comes out",
    said: /gaussian|bell curve|normal(ly)? distribut/i,
    unless: /\bnot\b|never|whatever/i,
  },
  { claim: "gradients are normalized", said: /gradients? (is|are|gets?) normali|normali[sz]\w+ (the )?gradient/i },
  { claim: "internal covariate shift as the reason", said: /covariate shift/i, unless: /contested|disputed/i },
  { claim: "a large weight means importance", said: /more important|importance/i, unless: /unsupported|\bnot?\b/i },
  {
    claim: "eps prevents a crash",
    said: /(prevents?|avoids?|keeps? from)[^.]*(crash|exception|division by zero)/i,
    unless: /not a crash|no crash|nothing crashes/i,
  },
  { claim: "variance exactly 1", said: /variance[^.]*exactly 1\b|exactly 1[^.]*variance/i, unless: /not|never|only/i },
  { claim: "Bessel without n - 1", said: /bessel/i, unless: /n - 1/ },
  { claim: "RMSNorm's eps outside the root", said: /rmsnorm[^.]*eps[^.]*outside/i },
  { claim: "LayerNorm before and after each block of GPT-2", said: /GPT-2[^.]*\bafter (attention|the MLP)/i },
];

describe("nowhere does the page say", () => {
  for (const id of sectionIds()) {
    test(`what is wrong, in #${id}`, async () => {
      const { lines } = await everythingIn(id);
      expect(lines.size).toBeGreaterThan(40);
      const wrong = FALSEHOODS.flatMap(({ claim, said, unless }) =>
        Array.from(lines)
          .filter((line) => said.test(line) && !unless?.test(line))
          .map((line) => `${claim}: ${line}`),
      );
      expect(wrong).toEqual([]);
    });
  }
});

/** @param {string} name of a stage of the book's programme @param {number} index */
const printedByBook = (name, index) => {
  const stage = book.stages.find((candidate) => candidate.name === name);
  return formatNumber(Number(stage?.data[index])).replace("−", "-");
};
const nearlyEqual = fixtures.recipes.find(
  ({ row, correction, eps, epsAt, center }) =>
    row === "nearlyEqual" && correction === 0 && eps === 1e-5 && epsAt === "inside" && center,
);
const raised = fixtures.broadcasts.find(({ shape, dims }) => `${shape}:${dims}` === "2,6:1");

/** @type {readonly { section: string, truth: string, says: readonly (string | RegExp)[] }[]} */
const TRUTHS = [
  {
    section: "dim",
    truth: "the cells' numbers and the class's, both",
    says: [
      ...[0, 1].map((index) => printedByBook("normalized", index)),
      ...[0, 1].map((index) => printedByBook("LayerNorm(out)", index)),
    ],
  },
  {
    section: "dim",
    truth: "“across rows” is ambiguous",
    says: [/“Across rows” may mean either dim.*one result per row or one per column/],
  },
  {
    section: "shapes",
    truth: "the mean without keepdim is a 1-D tensor",
    says: ["[0.1324, 0.2170]", /1-D tensor, of shape \[2\]/, /keeps the number of dims, 2, not the shape/],
  },
  { section: "shapes", truth: "an error in PyTorch's words", says: [String(raised?.error)] },
  {
    section: "three",
    truth: "LN of a transformer is over the embedding",
    says: [/over the embedding|token is normalized by itself/],
  },
  {
    section: "three",
    truth: "where LN stands in GPT-2",
    says: [/In GPT-2[^.]* before attention, before the MLP, and once at the end/],
  },
  { section: "family", truth: "RMSNorm leaves the mean out", says: [/RMSNorm[^.]*mean|mean[^.]*RMSNorm/] },
  {
    section: "variance",
    truth: "both recipes",
    says: [printedByBook("normalized", 0), printedByBook("LayerNorm(out)", 0)],
  },
  {
    section: "variance",
    truth: "eps prevents NaN or pure rounding error, never inf, not a crash",
    says: [/NaN for the others, never inf/, /pure rounding error/, /crash/],
  },
  { section: "variance", truth: "Bessel's correction is the n - 1", says: [/Bessel[^.]*n - 1|n - 1[^.]*Bessel/] },
  { section: "variance", truth: "the output's variance is var / (var + eps)", says: [/var ÷ \(var \+ eps\)/] },
  {
    section: "variance",
    truth: "the mean of the book's row, written out",
    says: ["-5.9605e-08 is -0.000000059605", "2.9802e-08 is 0.000000029802"],
  },
  {
    section: "variance",
    truth: "nearly equal values come out near 0",
    says: [formatNumber(Number(nearlyEqual?.y.at(-1)))],
  },
  {
    section: "variance",
    truth: "it is the root of the variance that LN divides by",
    says: [/standard deviation,? not (by )?the variance|root of the variance|not the variance/i],
  },
];

describe("somewhere the page says", () => {
  for (const { section, truth, says } of TRUTHS) {
    test.runIf(sectionIds().includes(section))(`#${section}: ${truth}`, async () => {
      const lines = [...(await everythingIn(section)).lines];
      const missing = says.filter(
        (what) => !lines.some((line) => (typeof what === "string" ? line.includes(what) : what.test(line))),
      );
      expect(missing.map(String)).toEqual([]);
    });
  }
});

describe("numbers come from the state", () => {
  const folders = ["sections", "question", "parts", "figure", "link", "shell"];
  const sources = folders
    .map((folder) => join(root, "web/page", folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    // The numbers of examples are given; the constants of a worker's job are not shown.
    .filter((path) => /\.jsx?$/.test(path) && !/\/((later-)?presets|job)\.js$/.test(path));

  test.each(sources.map((path) => [path.slice(root.length), path]))("none is typed by hand in %s", (_, path) => {
    const code = readFileSync(path, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    // Four decimals are how the page shows what it computed; 0.0000 and 1.0000 are how 0 and 1 are shown. arXiv numbers
    // its papers by year and month, a point, and five digits.
    const numbers = code.match(/\b\d+\.(?!0000\b)\d{4,}/g) ?? [];
    expect(numbers.filter((number) => !/^\d{4}\.\d{5}$/.test(number))).toEqual([]);
  });
});
