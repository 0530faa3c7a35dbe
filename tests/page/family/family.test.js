/** The family in a browser: predict, act, reveal, and every number as PyTorch computed it. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import fixtures from "../../fixtures/page.json" with { type: "json" };
import { cellTexts, clickFixed, question, withPage, withSection } from "../helpers/browser.js";
import { expectNumbers, oneLine, said } from "../helpers/texts.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

describe("the family", () => {
  /** @param {Page} page @param {string} name */
  const choose = (page, name) => page.locator("#family .members").getByRole("radio", { name }).check();
  /** @param {Page} page @param {number} groups */
  const split = (page, groups) =>
    page
      .locator("#family .result-strip")
      .getByRole("radio", { name: String(groups) })
      .check();
  /** @param {Page} page */
  const verdict = (page) => said(page.locator("#family .result-strip p"));
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
    oneLine(await page.locator(`#family .facts > div:has(dt:text-is("${name}")) dd`).innerText());

  for (const { name, groups, y } of fixtures.family) {
    test(`${name}${groups ? ` with ${groups} groups` : ""} shows PyTorch’s numbers`, () =>
      withSection("family", {}, async (page) => {
        await choose(page, name);
        if (groups) await split(page, groups);
        expect(await chosen(page)).toEqual([name]);
        expectNumbers(await cellTexts(page, "family", "out"), y);
      }));
  }

  test("each card says how many statistics there are, and the figure has as many", () =>
    withSection("family", {}, async (page) => {
      for (const card of await page.locator("#family .member").all()) {
        await card.locator("input").check();
        const [, count, size] = oneLine(await card.innerText()).match(/(\d+) mean(?: square)?s? of (\d+)/) ?? [];
        expect(await cellTexts(page, "family", "variance")).toHaveLength(Number(count));
        expect(Number(count) * Number(size)).toBe(32);
      }
    }));

  test("each layer has its line of code, what it learns and what it needs", () =>
    withSection("family", {}, async (page) => {
      for (const { name, shape, parameters, text } of fixtures.parameters) {
        if (`${shape}` !== "4,2,2" || text.startsWith("GroupNorm(1")) continue;
        await choose(page, name);
        expect(await fact(page, "Learns")).toContain(parameters === 0 ? "nothing" : `${parameters} numbers`);
        expect(await fact(page, "PyTorch")).toContain(`nn.${text.split("(")[0]}(`);
        expect(await fact(page, "layernorm")).toContain(`new ${name}(`);
        expect(await fact(page, "Needs")).toContain(
          name === "BatchNorm" ? "the other examples" : "Only the example itself",
        );
      }
      await choose(page, "BatchNorm");
      expect(await fact(page, "Learns")).toContain("keeps 8 running statistics");
    }));

  test("pressing the axes finds the layer, or says that there is none", () =>
    withSection("family", {}, async (page) => {
      await alone(page, 0);
      expect(await verdict(page)).toBe("No layer of the family has dim 0 as it is set here.");
      expect(await chosen(page)).toEqual([]);
      await axes(page).getByRole("button", { name: "Reduce dim 2 as well" }).click();
      await axes(page).getByRole("button", { name: "Reduce dim 3 as well" }).click();
      expect(await verdict(page)).toBe("Dims (0, 2, 3): BatchNorm.");
      expect(await chosen(page)).toEqual(["BatchNorm"]);
    }));

  test("groups of channels end at LayerNorm and at InstanceNorm", () =>
    withSection("family", {}, async (page) => {
      await choose(page, "GroupNorm");
      expect(await verdict(page)).toBe("Dims (1, 2, 3): GroupNorm.");
      await split(page, 4);
      expect(await verdict(page)).toContain("InstanceNorm would take the same means");
      await split(page, 1);
      expect(await verdict(page)).toContain("LayerNorm would take the same means");
      expect(await chosen(page)).toEqual(["GroupNorm"]);
      await page.locator("#family").getByRole("button", { name: "Undo", exact: true }).click();
      expect(await chosen(page)).toEqual(["GroupNorm"]);
      expect(await cellTexts(page, "family", "mean")).toHaveLength(8);
    }));

  test("of two layers with the same means the one that was chosen is in the link", () =>
    withSection("family", {}, async (page) => {
      await choose(page, "GroupNorm");
      await split(page, 1);
      await page.waitForURL(/family\.member=GroupNorm(#|$)/);
      const text = await verdict(page);
      await page.reload();
      await expect.poll(() => chosen(page)).toEqual(["GroupNorm"]);
      expect(await verdict(page)).toBe(text);
      await choose(page, "LayerNorm");
      await page.waitForURL((url) => url.search === "");
      expect(await verdict(page)).toMatch(/: LayerNorm\. GroupNorm with 1 group would take the same means/);
    }));

  test("RMSNorm leaves the mean out, and says what is left of it", () =>
    withSection("family", {}, async (page) => {
      await choose(page, "RMSNorm");
      const out = (fixtures.family.find(({ name }) => name === "RMSNorm")?.y ?? []).map(Number);
      const means = [out.slice(0, 16), out.slice(16)].map((half) => half.reduce((sum, value) => sum + value) / 16);
      const [, a, b] = (await verdict(page)).match(/x̂ still has one: A (\S+), B (\S+)\.$/) ?? [];
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
    withSection("family", { query: `?family.${query}` }, async (page) => {
      const shown = (await page.locator("#family .shape-line p").textContent()) ?? "";
      const words = (/** @type {string} */ text) => text.replaceAll("gives→", "").replaceAll(/\s/g, "");
      expect(words(shown).slice(0, words(line).length)).toBe(words(line));
      const shape = await page.locator("#family .statistics .head").first().textContent();
      expect(line).toContain(`keepdim=${query.includes("keepdim") ? "False" : "True"}) ${shape?.match(/\[.*\]/)?.[0]}`);
    }),
  );

  test("the prediction is revealed once BatchNorm was chosen", () =>
    withSection("family", {}, async (page) => {
      const predict = question(page, "family", "predict");
      await predict.locator(".answer").first().click();
      expect(await predict.locator(".why").textContent()).toContain("Noted");
      await choose(page, "BatchNorm");
      expect(await predict.locator(".why").textContent()).toMatch(/^(Yes|Not quite)\./);
      expect(await predict.locator(".why").textContent()).toContain("BatchNorm takes one mean for each channel");
    }));

  test("a lesson can fix the axes, and with them the layer", () =>
    withSection("family", { query: "?lock=dims" }, async (page) => {
      for (const name of ["BatchNorm", "GroupNorm"]) {
        await clickFixed(page.locator("#family .members").getByRole("radio", { name }));
        expect(await chosen(page)).toEqual(["LayerNorm"]);
      }
      expect(await cellTexts(page, "family", "mean")).toHaveLength(2);
    }));

  test("of a batch of one, BatchNorm has as many means as InstanceNorm, and one value has no spread", () =>
    withPage({ query: "?family.x=1x3x1x2:1,2,3,4,5,7&family.dims=0,2,3" }, async (page) => {
      const cards = await Promise.all((await page.locator("#family .member").all()).map(said));
      expect(cards[1]).toContain("3 means of 2");
      expect(cards[2]).toContain("3 means of 2");
      expect(await page.locator("#family .members rect").count()).toBe(5 * 3);
      expect(await verdict(page)).toBe("Dims (0, 2, 3): BatchNorm.");
      await page.goto(`${new URL(page.url()).origin}/?family.x=1x1x1x1:5`);
      await page.locator("#family[data-open] .member").first().waitFor();
      expectNumbers(await cellTexts(page, "family", "out"), [0]);
    }));

  test("the cards are one group of the keyboard", () =>
    withSection("family", {}, async (page) => {
      await page.locator("#family .member input").first().focus();
      await page.keyboard.press("ArrowRight");
      expect(await chosen(page)).toEqual(["BatchNorm"]);
      await page.keyboard.press("ArrowLeft");
      expect(await chosen(page)).toEqual(["LayerNorm"]);
    }));
});
