/** Words are explained where they first stand, and a beginner's questions are answered by a sentence each. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { glossary } from "../../../web/page/course/glossary.js";
import { withPage } from "../helpers/browser.js";
import { oneLine, said } from "../helpers/texts.js";

useBrowser();

/** How each word is found in a text; the first screen, which shows dims before it names them, comes before all this. */
const FOUND = {
  spread: /\bspreads?\b/i,
  variance: /\bvariances?\b/i,
  layerNorm: /\bLayerNorm\b/,
  nan: /\bNaN\b/,
  gain: /\bgains?\b/i,
  gradient: /\bgradients?\b/i,
  seed: /\bseed\b/i,
  activation: /\bactivation\b/i,
  relu: /\bReLU\b/,
  residual: /\bresidual\b/i,
  xhat: /x̂/,
  sigma: /σ|\bsigma\b/i,
  eps: /\beps\b/,
  bessel: /n − 1|Bessel/,
  affine: /\bweight and bias\b/,
  tensor: /\btensors?\b/i,
  dim: /\bdims?\b/i,
  keepdim: /\bkeepdim\b/,
  broadcasting: /\bbroadcast(ing|s)?\b/i,
  transformer: /\btransformers?\b/i,
  token: /\btokens?\b/i,
  embedding: /\bembeddings?\b/i,
  attention: /\battention\b/i,
  mlp: /\bMLP\b/,
  channel: /\bchannels?\b/i,
  rms: /\broot mean square\b/i,
  eval: /\beval\b/,
  running: /\brunning (mean|statistics)\b/i,
  batch: /\bbatch(es)?\b/i,
  momentum: /\bmomentum\b/i,
  padding: /\bpadding\b/i,
  causal: /\bcausal\b/i,
  bits: /\bbits\b/i,
  mask: /\bmasks?\b/i,
  loss: /\bloss(es)?\b/i,
  curvature: /\bcurvatures?\b/i,
  rate: /\blearning rates?\b/i,
  warmUp: /\bwarm-ups?\b/i,
  float32: /\bfloat32\b/,
  rounding: /\brounding errors?\b/i,
  ulp: /\bulps?\b/,
  float16: /\bfloat16\b/,
  simd: /\bSIMD\b/,
  wasm: /\bWebAssembly\b/,
  median: /\bmedians?\b/i,
  quartile: /\bquartiles?\b/i,
  lane: /\blanes?\b/i,
  cacheLine: /\bcache lines?\b/i,
};

/** Which words stand in front of the term that explains them, and where. @param {Record<string, string>} found */
function early(found) {
  const sections = Array.from(document.querySelectorAll("main > section:not(:first-child)"));
  /** @type {string[]} */
  const wrong = [];
  for (const [name, pattern] of Object.entries(found)) {
    const term = document.querySelector(`main button[data-term="${name}"]`);
    if (term === null) {
      wrong.push(`${name} is not explained`);
      continue;
    }
    for (const section of sections) {
      const texts = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const parent = /** @type {Element} */ (text.parentElement);
        // A heading is explained by the text under it, the name of the next section by that section.
        if (
          parent.closest(
            "[popover], .kicker, h2, .opening h3, .next-stop, .visually-hidden, option, code, pre, .shape-line",
          )
        )
          continue;
        // Stand-ins for numbers that are not there yet are invisible.
        if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        // So are the names of a figure's controls and marks, where the text is in the same section.
        if (section.contains(term) && parent.closest("label, legend, .toolbar, .depth-end, .depth-key, .machine"))
          continue;
        const isBefore = term.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_PRECEDING;
        if (isBefore && new RegExp(pattern, "i").test(text.textContent ?? ""))
          wrong.push(`${name}: ${section.id}: ${text.textContent}`);
      }
    }
  }
  return wrong;
}

describe("words", () => {
  test("the list is the glossary's, and each has a meaning of a sentence or two", () => {
    expect(Object.keys(FOUND)).toEqual(Object.keys(glossary));
    for (const [word, meaning] of Object.values(glossary)) {
      expect(meaning, word).toMatch(/^[A-Z].*[.)]$/);
      expect(meaning.length, word).toBeLessThan(170);
    }
  });

  test("each stands on the page, once as a term, and shows its meaning", () =>
    withPage({}, async (page) => {
      const terms = page.locator("main button[data-term]");
      const names = await terms.evaluateAll((all) => all.map((each) => each.getAttribute("data-term")));
      expect([...names].sort()).toEqual(Object.keys(glossary).sort());
      for (const name of names) {
        const [word, meaning] = glossary[/** @type {import("../../../web/page/course/glossary.js").TermName} */ (name)];
        expect(oneLine((await page.locator(`#term-${name}`).textContent()) ?? "")).toBe(oneLine(`${word} ${meaning}`));
      }
    }));

  test("none is used before it is explained", () =>
    withPage({}, async (page) => {
      const patterns = Object.fromEntries(Object.entries(FOUND).map(([name, { source }]) => [name, source]));
      expect(await page.evaluate(early, patterns)).toEqual([]);
    }));

  test("a term opens by keyboard, moves nothing, and Escape closes it", () =>
    withPage({}, async (page) => {
      const term = page.locator("#dim [data-term=dim]");
      const meaning = page.locator("#term-dim");
      await term.focus();
      const before = await page.locator("#dim").boundingBox();
      expect(await meaning.isVisible()).toBe(false);
      await page.keyboard.press("Enter");
      expect(oneLine(await meaning.innerText())).toContain("In shape [4, 6]");
      expect(await meaning.isVisible()).toBe(true);
      expect(await page.locator("#dim").boundingBox()).toEqual(before);
      await page.keyboard.press("Escape");
      expect(await meaning.isVisible()).toBe(false);
    }));
});

/** @type {readonly { asked: string, section: string, answer: RegExp }[]} */
const ANSWERS = [
  {
    asked: "what does dim=0 of a [2, 6] tensor give, and which shape with and without keepdim",
    section: "dim",
    answer:
      /dim 0 disappears, dim 1 is left: 6 means, one per column.*The mean over dim 0 of \[2, 6\] has shape \[6\], and with keepdim.* \[1, 6\], which x - mean repeats until it fits, by broadcasting/i,
  },
  {
    asked: "why does the class print 0.6745 where the cells printed 0.6159",
    section: "variance",
    answer:
      /cells print 0\.6159, and its class prints 0\.6745\. Both are right: the cells divide the squares by n - 1 = 5.*by n = 6/,
  },
  {
    asked: "what is shared between two values that are normalized together",
    section: "dim",
    answer: /Values that are normalized together share one mean and one variance, and nothing else\./,
  },
  {
    asked: "what do BatchNorm and LayerNorm share and where do they differ",
    section: "family",
    answer:
      /LayerNorm and BatchNorm share the formula, .* differ in what is averaged: LayerNorm takes the mean of each example by itself, BatchNorm that of each channel over all examples\./,
  },
  {
    asked: "what does eps do to a constant row",
    section: "variance",
    answer:
      /Without eps, a row of one number six times gives 0 ÷ 0: NaN.*±√\(5 ÷ 6\) comes out: pure rounding error.*With an eps of 1e-05 PyTorch’s largest is 0\.0002; six times 12,345\.678 gives -0\.2951/,
  },
  {
    asked: "why not over the batch in a language model",
    section: "batch",
    answer:
      /Over batch and tokens.*a word’s numbers depend on the words after it.*on the other sentence; and on the padding\. Over its features they depend on this word alone\./,
  },
  {
    asked: "why is the printed mean not 0",
    section: "variance",
    answer: /: 0, but for rounding\. How much is left hangs on a last bit of the layer’s outputs/,
  },
  {
    asked: "can it be 0",
    section: "precision",
    answer: /Can the mean be 0\? Yes: of [\d,]+ random rows of six, .* \d+ % add up to exactly 0\./,
  },
  {
    asked: "why does training go faster, and when not",
    section: "spirals",
    answer:
      /the first step with LayerNorm is longer\..*The best rate is not larger with it\..*All this is of these two shallow/,
  },
  {
    asked: "can a loss be too good to be true",
    section: "train",
    answer: /Over the wrong dim, the network reads what it is to guess\..*Where words are made up there are no later/,
  },
  {
    asked: "what do weight and bias undo",
    section: "row",
    answer: /may move mean and spread off 0 and 1 again; each row’s own mean and spread they cannot bring back\./,
  },
  {
    asked: "where has GPT-2 its norms",
    section: "three",
    answer:
      /In GPT-2 that happens before attention, before the MLP, and once at the end\. The smallest, of 12 blocks, has 25 norms\./,
  },
  {
    asked: "how many norms has GPT-2, and where",
    section: "model",
    answer:
      /A norm stands before each attention.* and MLP.*, and at the end: 2 × 4 \+ 1 = 9 here, 2 × 12 \+ 1 = 25 in the smallest GPT-2\./,
  },
  {
    asked: "does RMSNorm change a trained model",
    section: "model",
    answer:
      /With it in place of all nine, the model’s loss is 2\.56\. With LayerNorm’s bias kept it is 1\.66.*Shift this model’s means, and they matter\./,
  },
  {
    asked: "can one do without norms",
    section: "model",
    answer: /A model of this size can be trained without any norm\..*In deep networks it is harder to do without/,
  },
  {
    asked: "what does RMSNorm leave out",
    section: "family",
    answer: /RMSNorm leaves out the mean: nothing is subtracted, and it divides by the root mean square\./,
  },
];

test("a beginner's questions are answered", () =>
  withPage({}, async (page) => {
    await page.locator("#dim").getByRole("button", { name: "Try the book’s, dim 0" }).click();
    for (const { asked, section, answer } of ANSWERS) {
      const text = (await said(page.locator(`#${section}`))).replace(/\s+/g, " ");
      expect(text, asked).toMatch(answer);
    }
  }));

test("no line can begin with the comma after a word that can be pressed", () =>
  withPage({}, async (page) => {
    const parted = await page.locator("main button.term").evaluateAll((terms) =>
      terms
        .map((term) => {
          let after = term.nextSibling;
          while (after instanceof Element && after.matches("[popover]")) after = after.nextSibling;
          return { term, after: after?.textContent ?? "" };
        })
        .filter(({ term, after }) => /^[.,;:!?)]/.test(after) && !term.closest(".unbroken"))
        .map(({ term, after }) => term.textContent + after.slice(0, 10)),
    );
    expect(parted).toEqual([]);
    expect(await page.locator("main .unbroken > button.term").count()).toBeGreaterThan(10);
  }));

describe("n − 1 and x − mean stay in one line", () => {
  for (const width of [320, 360, 390, 768, 1280])
    test(`at ${width} px`, () =>
      withPage({ viewport: { width, height: 800 }, looks: true }, async (page) => {
        const { found, broken } = await page.locator("main").evaluate((main) => {
          const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
          let found = 0;
          const broken = [];
          for (let text = texts.nextNode(); text; text = texts.nextNode()) {
            const around = /** @type {HTMLElement} */ (text.parentElement);
            if (!around.checkVisibility() || around.closest("pre")) continue;
            const words = text.textContent ?? "";
            for (const { 0: minus, index } of words.matchAll(/\b[nx]\s−\s(1|mean|x\.mean)\b/g)) {
              const range = document.createRange();
              range.setStart(text, index);
              range.setEnd(text, index + minus.length);
              found++;
              const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
              if (new Set(tops).size > 1) broken.push(words.slice(Math.max(0, index - 30), index + 30));
            }
          }
          return { found, broken };
        });
        expect(broken).toEqual([]);
        expect(found).toBeGreaterThan(15);
      }));
});

test("two numbers can only be one spread left and right", () =>
  withPage({}, async (page) => {
    await page.locator("#dim").getByRole("button", { name: "Try the book’s, dim 0" }).click();
    const line = page.locator("#dim .of-two");
    await expect
      .poll(() => said(line))
      .toContain("they come out as ±1.0000 with the variance over n, and as ±0.7071 over n");
    expect(await said(line)).toContain("Two that are alike have no spread, and come out as 0.");
  }));
