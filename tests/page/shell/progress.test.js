/** What was answered is kept: no prompt comes twice, sections are marked as done, and all of it can be forgotten. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noteAnswer, wasAsked } from "../../../web/page/question/answered.js";
import { forgetProgress, isDone } from "../../../web/page/question/progress.js";
import { randomFrom } from "../../../web/page/question/answers.js";
import { sectionsOfKind } from "../../../web/page/course/sections.js";
import { useBrowser } from "../../chromium.js";
import { bringIntoView, withPage, withSection } from "../helpers/browser.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

describe("progress", () => {
  test("holds prompts by question, and sections by their checks", () => {
    noteAnswer("dim.predict", "How many?", { right: true, kind: "predict" });
    expect(wasAsked("dim.predict", "How many?")).toBe(true);
    expect(wasAsked("dim.check", "How many?")).toBe(false);
    expect(isDone("dim")).toBe(false);
    noteAnswer("dim.check", "How many?", { right: true, kind: "check" });
    expect(isDone("dim")).toBe(true);
    forgetProgress();
    expect(wasAsked("dim.predict", "How many?")).toBe(false);
    expect(isDone("dim")).toBe(false);
  });
});

describe("randomFrom", () => {
  test("is the same for the same round, others for others, and spread over [0, 1)", () =>
    fc.assert(
      fc.property(fc.nat(10_000), (round) => {
        const draw = (/** @type {number} */ from) => Array.from({ length: 32 }, randomFrom(from));
        const numbers = draw(round);
        expect(draw(round)).toEqual(numbers);
        expect(draw(round + 1)).not.toEqual(numbers);
        expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
        expect(numbers.some((number) => number < 0.5) && numbers.some((number) => number >= 0.5)).toBe(true);
      }),
    ));
});

/** The check of a section. @param {Page} page @param {string} id */
const check = (page, id) => page.locator(`#${id} .question[data-kind="check"]`).last();

/** Tries the answers until one is right. @param {Page} page @param {string} id */
async function answerRightly(page, id) {
  const question = check(page, id);
  for (const answer of await question.locator(".answer").all()) {
    await answer.click();
    if ((await answer.getAttribute("data-verdict")) === "right") return;
  }
  throw new Error(`no answer of ${id} is right`);
}

/** @param {Page} page @param {string} id */
const promptOf = (page, id) => check(page, id).locator(".prompt").textContent();

describe("a check", () => {
  test("explains wrong answers, and then asks another, never the same", () =>
    withSection("dim", {}, async (page) => {
      const seen = new Set();
      const question = check(page, "dim");
      for (let round = 0; round < 6; round++) {
        const prompt = await promptOf(page, "dim");
        expect(seen.has(prompt), String(prompt)).toBe(false);
        seen.add(prompt);
        await answerRightly(page, "dim");
        expect(await question.locator(".why").textContent()).toMatch(/^Yes\. ./);
        expect(await promptOf(page, "dim")).toBe(prompt);
        await question.getByRole("button", { name: "Another" }).click();
        expect(await question.locator(".why").textContent()).toBe("");
        expect(await question.locator(".prompt").evaluate((at) => at === document.activeElement)).toBe(true);
      }
    }));

  test("stays as it was asked once it is answered, whatever is done in the figure", () =>
    withSection("dim", {}, async (page) => {
      const prompt = await promptOf(page, "dim");
      await answerRightly(page, "dim");
      await page
        .getByRole("button", { name: /^dim 0 size/ })
        .first()
        .click();
      expect(await promptOf(page, "dim")).toBe(prompt);
    }));
});

describe("what was answered", () => {
  test("marks the section, is kept for the next visit, and forgotten on request", () =>
    withPage({}, async (page) => {
      const link = page.getByRole("navigation", { name: "Sections" }).locator('a[href="#dim"]');
      expect(await link.textContent()).not.toContain("done");
      const prompt = await promptOf(page, "dim");
      await answerRightly(page, "dim");
      expect(await link.textContent()).toContain("done");
      await page.reload();
      await expect.poll(() => link.textContent()).toContain("done");
      await expect.poll(() => promptOf(page, "dim")).not.toBe(prompt);
      const forget = page.locator("footer[data-open]").getByRole("button", { name: "Forget my progress" });
      await forget.click();
      expect(await page.locator(".page-footer [role=status]").textContent()).toBe("Forgotten.");
      expect(await link.textContent()).not.toContain("done");
      expect(await page.evaluate(() => localStorage.getItem("progress"))).toBe(null);
      await page.reload();
      await expect.poll(() => promptOf(page, "dim")).toBe(prompt);
    }));

  test("lasts for the visit where storage is forbidden", () => {
    const prepare = (/** @type {Page} */ page) =>
      page.addInitScript(() => {
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("forbidden", "SecurityError");
          },
        });
      });
    return withSection("dim", { prepare }, async (page) => {
      await answerRightly(page, "dim");
      const done = page.locator(".progress [data-done]");
      expect(await done.count()).toBe(1);
      await bringIntoView(page.locator("footer"));
      await page.locator("footer[data-open]").getByRole("button", { name: "Forget my progress" }).click();
      expect(await done.count()).toBe(0);
    });
  });

  const strange = ["{", "null", "[]", '{"done":3}', '{"done":["dim",4],"asked":{}}', '{"done":[],"asked":{"a":1}}'];
  for (const kept of strange) {
    test(`is not taken from what is no progress: ${kept}`, () => {
      const prepare = (/** @type {Page} */ page) =>
        page.addInitScript((text) => localStorage.setItem("progress", text), kept);
      return withSection("dim", { prepare }, async (page) => {
        expect(await page.locator(".progress a").count()).toBe(sectionsOfKind("main").length);
        expect(await page.locator(".progress [data-done]").count()).toBe(0);
        expect(await promptOf(page, "dim")).not.toBe("");
      });
    });
  }
});
