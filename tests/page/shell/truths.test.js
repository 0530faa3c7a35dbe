/**
 * What is often told wrong about layer normalization: the page says it right. Its words are read in all the states
 * that can be reached from its controls, but for the answers to choose from, of which the wrong ones are wrong on purpose.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import book from "../../fixtures/book.json";
import fixtures from "../../fixtures/page.json";
import { formatNumber } from "../../../web/page/model/format.js";
import { root } from "../../setup.mjs";
import { sectionIds, untilComputed, withSection } from "../helpers/browser.js";
import { pageStates } from "../helpers/states.js";
import { walk } from "../helpers/walk.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/**
 * What a section says in any state, line by line.
 * @param {string} id
 * @returns {Promise<Set<string>>}
 */
async function everythingSaid(id) {
  /** @type {Set<string>} */
  const lines = new Set();
  for (const { query } of pageStates()) {
    await withSection(id, { query }, async (page) => {
      await untilComputed(page, id);
      await page.addStyleTag({
        content: "* { content-visibility: visible !important } .reading .answers { display: none }",
      });
      const read = async () => {
        const text = await page.locator(`#${id}`).evaluate((section) => {
          const { classList } = document.documentElement;
          classList.add("reading");
          try {
            return /** @type {HTMLElement} */ (section).innerText;
          } finally {
            classList.remove("reading");
          }
        });
        for (const line of text.split("\n")) lines.add(line.replaceAll("−", "-").replaceAll("\u00a0", " ").trim());
      };
      await read();
      if (query === "") await walk(page, id, read);
    });
  }
  return lines;
}

/** Each section is read once, by the first test that asks. @type {Map<string, Promise<Set<string>>>} */
const heard = new Map();
/** @param {string} id */
function saidIn(id) {
  const said = heard.get(id) ?? everythingSaid(id);
  heard.set(id, said);
  return said;
}

/** What a line says, unless it denies it. @type {readonly { claim: string, said: RegExp, unless?: RegExp }[]} */
const FALSEHOODS = [
  { claim: "5.9605e-08 with another number of zeros", said: /0\.(?!0{7}5)0+59605/ },
  { claim: "the residue ten times too small", said: /2\.9802e-0?8/ },
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
    test(`what is wrong, in #${id}`, { timeout: 240_000 }, async () => {
      const lines = await saidIn(id);
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
  { section: "variance", truth: "eps prevents NaN or inf, not a crash", says: [/NaN[^.]*inf|inf[^.]*NaN/, /crash/] },
  { section: "variance", truth: "Bessel's correction is the n - 1", says: [/Bessel[^.]*n - 1|n - 1[^.]*Bessel/] },
  { section: "variance", truth: "the output's variance is var / (var + eps)", says: [/var ÷ \(var \+ eps\)/] },
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
    test.runIf(sectionIds().includes(section))(`#${section}: ${truth}`, { timeout: 240_000 }, async () => {
      const lines = [...(await saidIn(section))];
      const missing = says.filter(
        (what) => !lines.some((line) => (typeof what === "string" ? line.includes(what) : what.test(line))),
      );
      expect(missing.map(String)).toEqual([]);
    });
  }
});

describe("numbers come from the state", () => {
  const folders = ["sections", "question", "parts", "cells", "tracks", "formula", "code", "figure", "shell"];
  const sources = folders
    .map((folder) => join(root, "web/page", folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    .filter((path) => /\.jsx?$/.test(path));

  test.each(sources.map((path) => [path.slice(root.length), path]))("none is typed by hand in %s", (_, path) => {
    const code = readFileSync(path, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    // Four decimals are how the page shows what it computed; 0.0000 and 1.0000 are how 0 and 1 are shown.
    expect(code.match(/\d\.(?!0000\b)\d{4,}/g) ?? []).toEqual([]);
  });
});
