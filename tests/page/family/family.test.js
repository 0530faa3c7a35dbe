/** Sections 7 and 8 in a real browser: predict, act, reveal, and every number as PyTorch computed it. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import fixtures from "../../fixtures/page.json" with { type: "json" };
import { cellTexts, withPage } from "../helpers/browser.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** @param {string} text */
const plain = (text) => text.replaceAll("−", "-").replaceAll("∞", "Infinity").replace(/\s+/g, " ").trim();

/**
 * Numbers on the page have four decimals.
 * @param {readonly string[]} texts
 * @param {readonly (number | string)[]} wanted
 */
function expectNumbers(texts, wanted) {
  expect(texts).toHaveLength(wanted.length);
  texts.forEach((text, i) => {
    if (Number.isNaN(Number(wanted[i]))) expect(text).toBe("NaN");
    else expect(Math.abs(Number(text) - Number(wanted[i])), `${text} for ${wanted[i]}`).toBeLessThan(6e-5);
  });
}

/** @param {Page} page @param {string} section @param {"predict" | "check"} kind */
const question = (page, section, kind) => page.locator(`#${section} .question[data-kind="${kind}"]`);

describe("section 7, the family", () => {
  /** @param {Page} page @param {string} name */
  const choose = (page, name) => page.locator("#family .members").getByRole("radio", { name }).check({ force: true });
  /** @param {Page} page @param {number} groups */
  const split = (page, groups) =>
    page
      .locator("#family .verdict")
      .getByRole("radio", { name: String(groups) })
      .check({ force: true });
  /** @param {Page} page */
  const verdict = async (page) => plain(await page.locator("#family .verdict p").innerText());
  /** @param {Page} page */
  const chosen = (page) => page.locator("#family .member:has(input:checked) strong").allTextContents();
  /** @param {Page} page */
  const axes = (page) => page.locator("#family-figure .axes");
  /** @param {Page} page @param {number} dim */
  const alone = (page, dim) =>
    axes(page)
      .getByRole("button", { name: new RegExp(`dim ${dim}\\b`) })
      .first()
      .click();
  /** @param {Page} page @param {string} name */
  const fact = async (page, name) =>
    plain(await page.locator(`#family .facts > div:has(dt:text-is("${name}")) dd`).innerText());

  for (const { name, groups, y } of fixtures.family) {
    test(`${name}${groups ? ` with ${groups} groups` : ""} shows PyTorch’s numbers`, () =>
      withPage({}, async (page) => {
        await choose(page, name);
        if (groups) await split(page, groups);
        expect(await chosen(page)).toEqual([name]);
        expectNumbers(await cellTexts(page, "family", "out"), y);
      }));
  }

  test("each card says how many statistics there are, and the figure has as many", () =>
    withPage({}, async (page) => {
      for (const card of await page.locator("#family .member").all()) {
        await card.locator("input").check({ force: true });
        const [, count, size] = plain(await card.innerText()).match(/(\d+) mean(?: square)?s? of (\d+)/) ?? [];
        expect(await cellTexts(page, "family", "variance")).toHaveLength(Number(count));
        expect(Number(count) * Number(size)).toBe(32);
      }
    }));

  test("each layer has its line of code, what it learns and what it needs", () =>
    withPage({}, async (page) => {
      for (const { name, shape, parameters, text } of fixtures.parameters) {
        if (`${shape}` !== "4,2,2" || text.startsWith("GroupNorm(1")) continue;
        await choose(page, name);
        expect(await fact(page, "Learns")).toContain(parameters === 0 ? "nothing" : `${parameters} numbers`);
        expect(await fact(page, "PyTorch")).toContain(`nn.${text.split("(")[0]}(`);
        expect(await fact(page, "layernorm")).toContain(`new ${name}(`);
        expect(await fact(page, "Needs")).toContain(name === "BatchNorm" ? "the other examples" : "Nothing but");
      }
      await choose(page, "BatchNorm");
      expect(await fact(page, "Learns")).toContain("keeps 8 running statistics");
    }));

  test("pressing the axes finds the layer, or says that there is none", () =>
    withPage({}, async (page) => {
      await alone(page, 0);
      expect(await verdict(page)).toBe("No layer of the family has dim 0 as it is set here.");
      expect(await chosen(page)).toEqual([]);
      await axes(page).getByRole("button", { name: "Reduce dim 2 as well" }).click();
      await axes(page).getByRole("button", { name: "Reduce dim 3 as well" }).click();
      expect(await verdict(page)).toBe("Dims (0, 2, 3): BatchNorm.");
      expect(await chosen(page)).toEqual(["BatchNorm"]);
    }));

  test("groups of channels end at LayerNorm and at InstanceNorm", () =>
    withPage({}, async (page) => {
      await choose(page, "GroupNorm");
      expect(await verdict(page)).toBe("Dims (1, 2, 3): GroupNorm.");
      await split(page, 4);
      expect(await verdict(page)).toContain("InstanceNorm would take the same means");
      await split(page, 1);
      expect(await verdict(page)).toContain("LayerNorm would take the same means");
      expect(await chosen(page)).toEqual(["GroupNorm"]);
      await page.locator("#family").getByRole("button", { name: "Undo", exact: true }).click();
      expect(await cellTexts(page, "family", "mean")).toHaveLength(8);
    }));

  test("RMSNorm leaves the mean out, and says what is left of it", () =>
    withPage({}, async (page) => {
      await choose(page, "RMSNorm");
      const out = (fixtures.family.find(({ name }) => name === "RMSNorm")?.y ?? []).map(Number);
      const means = [out.slice(0, 16), out.slice(16)].map((half) => half.reduce((sum, value) => sum + value) / 16);
      const [, a, b] = (await verdict(page)).match(/x̂ keeps one: A (\S+), B (\S+)\.$/) ?? [];
      expectNumbers([a, b], means);
      expect(await cellTexts(page, "family", "mean")).toEqual([]);
    }));

  test.each([
    {
      query: "channelGroups=2",
      line:
        "[2, 4, 2, 2] reshape [2, 2, 2, 2, 2] mean(dim=(2, 3, 4), keepdim=True) [2, 2, 1, 1, 1] " +
        "broadcast along dims 2, 3 and 4 [2, 2, 2, 2, 2] reshape [2, 4, 2, 2]",
    },
    {
      query: "channelGroups=2&family.keepdim=false",
      line: "[2, 4, 2, 2] reshape [2, 2, 2, 2, 2] mean(dim=(2, 3, 4), keepdim=False) [2, 2]",
    },
    {
      query: "center=false",
      line: "[2, 4, 2, 2] x².mean(dim=(1, 2, 3), keepdim=True) [2, 1, 1, 1] broadcast along dims 1, 2 and 3 [2, 4, 2, 2]",
    },
  ])("the shapes on the way, as in the code: $query", ({ query, line }) =>
    withPage({ query: `?family.${query}` }, async (page) => {
      const shown = (await page.locator("#family .shape-line p").textContent()) ?? "";
      const words = (/** @type {string} */ text) => text.replaceAll("gives→", "").replaceAll(/\s/g, "");
      expect(words(shown).slice(0, words(line).length)).toBe(words(line));
      const shape = await page.locator("#family .statistics .head").first().textContent();
      expect(line).toContain(`keepdim=${query.includes("keepdim") ? "False" : "True"}) ${shape?.match(/\[.*\]/)?.[0]}`);
    }),
  );

  test("the prediction is revealed once BatchNorm was chosen", () =>
    withPage({}, async (page) => {
      const predict = question(page, "family", "predict");
      await predict.locator(".answer").first().click();
      expect(await predict.locator(".why").textContent()).toContain("Noted");
      await choose(page, "BatchNorm");
      expect(await predict.locator(".why").textContent()).toMatch(/^(Yes|Not quite)\./);
      expect(await predict.locator(".why").textContent()).toContain("BatchNorm: one mean for each channel");
    }));

  test("a lesson can fix the axes, and with them the layer", () =>
    withPage({ query: "?lock=dims" }, async (page) => {
      for (const name of ["BatchNorm", "GroupNorm"]) {
        await page.locator("#family .members").getByRole("radio", { name }).click({ force: true });
        expect(await chosen(page)).toEqual(["LayerNorm"]);
      }
      expect(await cellTexts(page, "family", "mean")).toHaveLength(2);
    }));

  test("of a batch of one, BatchNorm has as many means as InstanceNorm, and one value has no spread", () =>
    withPage({ query: "?family.x=1x3x1x2:1,2,3,4,5,7&family.dims=0,2,3" }, async (page) => {
      const cards = (await page.locator("#family .member").allInnerTexts()).map(plain);
      expect(cards[1]).toContain("3 means of 2");
      expect(cards[2]).toContain("3 means of 2");
      expect(await page.locator("#family .members rect").count()).toBe(5 * 3);
      expect(await verdict(page)).toBe("Dims (0, 2, 3): BatchNorm.");
      await page.goto(`${new URL(page.url()).origin}/?family.x=1x1x1x1:5`);
      await page.locator("#family[data-open] .member").first().waitFor();
      expectNumbers(await cellTexts(page, "family", "out"), [0]);
    }));

  test("the cards are one group of the keyboard", () =>
    withPage({}, async (page) => {
      await page.locator("#family .member input").first().focus();
      await page.keyboard.press("ArrowRight");
      expect(await chosen(page)).toEqual(["BatchNorm"]);
      await page.keyboard.press("ArrowLeft");
      expect(await chosen(page)).toEqual(["LayerNorm"]);
    }));
});

describe("section 8, variance and eps", () => {
  /** @param {Page} page @param {"A" | "B"} side @param {string} name */
  const choose = (page, side, name) => page.getByRole("radio", { name: `${side}: ${name}` }).check();
  /** What stands in a line of the comparison. @param {Page} page @param {string} name */
  const line = async (page, name) =>
    (await page.locator(`#variance .same-row tr:has(th[scope="row"]:text-is("${name}")) td`).allInnerTexts()).map(
      plain,
    );
  /** @param {Page} page */
  const summary = async (page) => plain(await page.locator("#variance .summary").innerText());
  /** @param {Page} page @param {string} row */
  const takeRow = (page, row) => page.locator("#variance").getByLabel("Row", { exact: true }).selectOption(row);

  /** @type {Record<string, [correction: 0 | 1, eps: number, epsAt: string, center: boolean]>} */
  const FORMULAS = {
    "The book’s cells": [1, 0, "inside", true],
    "torch.nn.LayerNorm": [0, 1e-5, "inside", true],
    Tensor2Tensor: [0, 1e-6, "inside", true],
    BERT: [0, 1e-12, "inside", true],
    Keras: [0, 1e-3, "inside", true],
    "The Annotated Transformer": [1, 1e-6, "outside", true],
    "A notebook’s formula": [1, 1e-5, "inside", true],
    RMSNorm: [0, 1e-6, "inside", false],
  };
  /** @param {string} row @param {string} name */
  function wanted(row, name) {
    const [correction, eps, epsAt, center] = FORMULAS[name];
    const found = fixtures.recipes.find(
      (one) =>
        `${[one.row, one.correction, one.eps, one.epsAt, one.center]}` === `${[row, correction, eps, epsAt, center]}`,
    );
    if (!found) throw new Error(`no fixture of ${name} on ${row}`);
    return found;
  }

  for (const row of ["bookRow", "tens", "tenths", "constantRow"]) {
    test(`every formula shows PyTorch’s numbers of ${row}, as A and as B`, () =>
      withPage({}, async (page) => {
        await takeRow(page, row);
        for (const name of Object.keys(FORMULAS)) {
          const { y } = wanted(row, name);
          await choose(page, "A", name);
          await choose(page, "B", name);
          for (const side of ["A", "B"]) expectNumbers((await line(page, side)).slice(0, y.length), y);
          expectNumbers(await cellTexts(page, "variance", "out"), y);
          expect(await summary(page)).toBe("Not one bit differs.");
          expect(await page.locator("#variance .formulas math").count()).toBe(2);
        }
      }));
  }

  test("the book’s cells and its class: predict, compare, reveal", () =>
    withPage({}, async (page) => {
      const predict = question(page, "variance", "predict");
      expect(await predict.locator(".prompt").textContent()).toContain("0.6159");
      await predict.getByRole("button", { name: "0.6745" }).click();
      expect(await predict.locator(".why").textContent()).toContain("Noted");
      expect(await line(page, "B")).toEqual([]);
      await choose(page, "B", "torch.nn.LayerNorm");
      expect(await predict.locator(".why").textContent()).toContain("Yes.");
      expect((await line(page, "A")).slice(0, 2)).toEqual(["0.6159", "1.4126"]);
      expect((await line(page, "B")).slice(0, 2)).toEqual(["0.6745", "1.5470"]);
      const marked = page.locator('#variance .same-row tr:has(th:text-is("B")) b');
      expect((await marked.allTextContents()).slice(0, 2)).toEqual(["745", "5470"]);
      expect(await marked.first().evaluate((b) => getComputedStyle(b).textDecorationLine)).toBe("underline");
      expect(await summary(page)).toBe("The largest difference is 0.1344, in x̂[1].");
      expectNumbers((await line(page, "A")).slice(-1), [5 / 6]);
      expectNumbers((await line(page, "B")).slice(-1), [wanted("bookRow", "torch.nn.LayerNorm").varianceAfter]);
    }));

  test("B is in the link, and Reset takes it away", () =>
    withPage({ query: "?variance.beside=class" }, async (page) => {
      expect((await line(page, "B")).slice(0, 2)).toEqual(["0.6745", "1.5470"]);
      await choose(page, "B", "Keras");
      await expect.poll(() => new URL(page.url()).search).toBe("?variance.beside=keras");
      await page.locator("#variance").getByRole("button", { name: "Reset" }).click();
      expect(await line(page, "B")).toEqual([]);
    }));

  test("nearly equal values stay nearly equal where eps is not small beside their variance", () =>
    withPage({ query: "?variance.preset=nearlyEqual" }, async (page) => {
      await choose(page, "B", "torch.nn.LayerNorm");
      const b = (await line(page, "B")).slice(0, 5).map(Number);
      expect(Math.max(...b.map(Math.abs))).toBeLessThan(0.0633);
      expect(Math.max(...b.map(Math.abs))).toBeGreaterThan(0.0631);
      const told = plain(await page.locator("#variance .comparison dl").innerText());
      expect(told).toMatch(/variance var ÷ \(var \+ eps\) = 2e-08 ÷ \(2e-08 \+ 1e-05\) = 0\.0020/);
    }));

  test("a constant row is NaN without eps, and 0 with one", () =>
    withPage({ query: "?variance.preset=constantRow" }, async (page) => {
      await choose(page, "B", "Keras");
      expect(await summary(page)).toBe("A gives NaN where B gives 0.0000.");
      const told = plain(await page.locator("#variance .comparison dl").innerText());
      expect(told).toContain("Nothing crashes");
      expect(told).toContain("0 over a root that holds an eps is 0");
    }));

  test("A is the figure: set there, undone in one step", () =>
    withPage({}, async (page) => {
      await choose(page, "A", "The Annotated Transformer");
      const chosen = page.locator("#variance .shelf input[name='recipe-A']:checked");
      await page.locator("#variance").getByRole("button", { name: "Undo", exact: true }).click();
      expect(await chosen.getAttribute("aria-label")).toBe("A: The book’s cells");
      await page.locator("#variance .toolbar").getByRole("radio", { name: "n", exact: true }).check({ force: true });
      expect(await chosen.count()).toBe(0);
      expect(await page.locator("#variance .formulas").innerText()).toContain("As set below: n, no eps");
    }));

  test("in a lesson that has fixed eps, only formulas with that eps are followed", () =>
    withPage({ query: "?lock=eps" }, async (page) => {
      await page.getByRole("radio", { name: "A: Keras" }).click();
      const chosen = page.locator("#variance .shelf input[name='recipe-A']:checked");
      expect(await chosen.getAttribute("aria-label")).toBe("A: The book’s cells");
      await choose(page, "B", "Keras");
      expect((await line(page, "B")).length).toBeGreaterThan(0);
    }));

  test("the two words: the row is the one of the selected cell", () =>
    withPage({ query: "?variance.preset=words" }, async (page) => {
      expect((await line(page, "x")).slice(0, 5)).toEqual(["10", "20", "30", "40", "50"]);
      const first = await line(page, "A");
      await page.locator('#variance-figure [data-panel="x"] [data-index="7"]').click();
      await expect.poll(async () => (await line(page, "x"))[0]).toBe("1.0000");
      expect((await line(page, "A")).slice(0, 5)).toEqual(first.slice(0, 5));
    }));

  test("the check explains every answer, and then asks another", () =>
    withPage({}, async (page) => {
      for (const section of ["family", "variance"]) {
        const check = question(page, section, "check");
        const first = await check.locator(".prompt").textContent();
        await check.locator(".answer").first().click();
        expect(await check.locator(".why").textContent()).toMatch(/^(Yes|Not quite)\. ./);
        await check.getByRole("button", { name: "Another question" }).click();
        expect(await check.locator(".prompt").textContent()).not.toBe(first);
      }
    }));
});
