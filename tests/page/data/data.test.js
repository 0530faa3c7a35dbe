/** A reader's own data in a browser: a file is dropped, a tensor chosen, a wrong file refused, numbers are pasted. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { moments, normalize, tensor } from "layernorm";
import { readSafetensors } from "layernorm/safetensors";
import { useBrowser } from "../../chromium.js";
import fixtures from "../../fixtures/files.json" with { type: "json" };
import { root } from "../../setup.mjs";
import { cellTexts, press, question, withSection } from "../helpers/browser.js";
import { violationsIn } from "../helpers/everyone.js";
import { dist } from "../helpers/serve.js";
import { said, texts } from "../helpers/texts.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

const MODEL = join(root, "web/page/sections/transformer/words/words.safetensors");

/** @param {Page} page @param {string} name @param {string} text */
const choose = (page, name, text) =>
  page.locator("#data input[type=file]").setInputFiles({ name, mimeType: "", buffer: Buffer.from(text) });

/** Drops a file on the section's headline. @param {Page} page @param {string} name @param {string} base64 */
const drop = (page, name, base64) =>
  page.locator("#data-lesson").evaluate(
    (target, [called, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], called));
      for (const type of ["dragover", "drop"])
        target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
    },
    [name, base64],
  );

const told = (/** @type {Page} */ page) => page.locator("#data .own-told");
const strip = (/** @type {Page} */ page) => page.locator("#data [data-strip=data-own]");
const refusal = (/** @type {Page} */ page) => page.locator("#data-refused");
const radio = (/** @type {Page} */ page, /** @type {string} */ name) =>
  page.locator(`#data input[name=data-tensor][value="${name}"]`);

describe("a reader's own data", () => {
  test("an example stands there; predict, choose the last norm's weight, and it is told", () =>
    withSection("data", {}, async (page) => {
      expect(await radio(page, "four words").isChecked()).toBe(true);
      expect(await said(page.locator("#data .prose"))).toContain("an example stands here, made by this page");
      const predict = question(page, "data", "predict");
      await predict.getByRole("button", { name: "Most are larger than 1" }).click();
      await radio(page, "four words").focus();
      await press(page, "ArrowUp");
      await expect.poll(() => radio(page, "ln_f.weight").isChecked()).toBe(true);
      expect(await said(predict.locator(".why"))).toMatch(/^Yes\. They lie between 0\.82 and 2\.44, and 47 of the 48/);
      const { mean } = moments(readSafetensors(readFileSync(MODEL))["ln_f.weight"], { dim: 0 });
      expect(await said(strip(page))).toContain(`with mean ${mean.data[0].toFixed(2)}`);
      await press(page, "Control+z");
      await expect.poll(() => radio(page, "four words").isChecked()).toBe(true);
    }));

  test("a model is dropped: its tensors are listed and filtered, one is in the figure, and nothing is asked of anyone", () =>
    withSection("data", {}, async (page) => {
      // What says that a figure has changed, and what writes the address, comes with the first change.
      await radio(page, "letters").check();
      await expect.poll(() => new URL(page.url()).searchParams.get("data.preset")).toBe("letters");
      await expect.poll(() => page.locator("#narration").textContent()).not.toBe("");
      // The reader of files came with the section.
      const readers = readdirSync(join(dist, "assets")).filter((name) => /^open-.*\.js$/.test(name));
      expect(readers).toHaveLength(1);
      await page.waitForFunction(
        (name) => performance.getEntriesByType("resource").some((each) => each.name.endsWith(name)),
        readers[0],
      );
      await page.waitForLoadState("networkidle");
      /** @type {string[]} */
      const requests = [];
      page.on("request", (request) => requests.push(request.url()));
      const content = readFileSync(MODEL);
      await drop(page, "words.safetensors", content.toString("base64"));
      await expect
        .poll(() => told(page).textContent())
        .toBe("Read “words.safetensors”, a safetensors file: 52 tensors.");
      expect(await page.locator("#narration").textContent()).toContain("52 tensors");
      expect(await radio(page, "h.0.ln_1.weight").isChecked()).toBe(true);
      await page.getByLabel("filter by name").fill("WTE");
      expect(await page.locator("#data input[name=data-tensor]").count()).toBe(1);
      expect(await said(page.locator("#data .own-list label").last())).toBe("wte float16 [27, 48]");
      await radio(page, "wte").check();
      await expect.poll(() => said(strip(page))).toContain("Rows 0 to 11 of the 27 rows of [27, 48].");
      await page.locator("#data-row").fill("20");
      await press(page, "Enter");
      await expect.poll(() => said(strip(page))).toContain("Rows 15 to 26");
      const wte = readSafetensors(content).wte.data.slice(15 * 48);
      await page.locator("#data fieldset[data-name=data-narrow] label").last().click();
      await expect
        .poll(() => said(strip(page)))
        .toContain("of each 12 numbers, 0 to 11 of 48: its means are of these alone");
      const part = Array.from({ length: 12 * 12 }, (_, i) => wte[48 * Math.floor(i / 12) + (i % 12)]);
      expect(await cellTexts(page, "data", "x")).toEqual(texts(part));
      const out = normalize(tensor(part, [12, 12]), { correction: 0, eps: 1e-5 });
      expect(await cellTexts(page, "data", "out")).toEqual(texts(out.data));
      await expect.poll(() => new URL(page.url()).search).toBe("");
      expect(requests.filter((url) => !url.startsWith("data:"))).toEqual([]);
    }));

  test("each kind of file is read, and a wrong one is refused in a sentence and changes nothing", () =>
    withSection("data", {}, async (page) => {
      const array = fixtures.arrays.find(({ name }) => name === ">f2 F 2.npy");
      await drop(page, "half.npy", String(array?.base64));
      await expect.poll(() => cellTexts(page, "data", "x")).toEqual(texts((array?.values ?? []).map(Number)));
      for (const [name, base64, why] of [
        ["b.npy", "k05VTVBZAQA=", "The array ends early: expected its header's length, got 8 bytes."],
        ["b.csv", btoa("a,b\n1,2\n3,x"), "Row 3, column 2 (“b”): expected a number, got “x”."],
        ["b.npy", fixtures.arrays.find(({ name }) => name === "not finite.npy")?.base64, "got NaN at [1]."],
      ]) {
        await drop(page, String(name), String(base64));
        await expect.poll(() => refusal(page).textContent()).toContain(why);
        expect(await cellTexts(page, "data", "x")).toEqual(texts((array?.values ?? []).map(Number)));
        expect(await radio(page, "half").isChecked()).toBe(true);
      }
      for (const { name, base64 } of fixtures.archives) {
        await drop(page, name, base64);
        await expect.poll(() => told(page).textContent()).toBe(`Read “${name}”, an archive of arrays: 3 tensors.`);
        expect(await refusal(page).textContent()).toBe("");
      }
      await choose(page, "flowers.csv", "length,kind\n1.5,a\n2.5,b\n5,c");
      await expect
        .poll(() => told(page).textContent())
        .toBe(
          "Read “flowers.csv”, a table: 3 numbers. Columns: “length”. Left out, as there is no number in it: “kind”.",
        );
      await page.getByRole("button", { name: "Back to the example" }).click();
      await expect.poll(() => radio(page, "four words").isChecked()).toBe(true);
    }));

  test("numbers are pasted into the field, and on the card", () =>
    withSection("data", {}, async (page) => {
      await page.locator("#data").getByRole("button", { name: "Paste numbers" }).click();
      await page.keyboard.type("1;2,5\n3;4");
      await press(page, "Tab", "Enter");
      await expect.poll(() => cellTexts(page, "data", "x")).toEqual(["1.0000", "2.5000", "3.0000", "4.0000"]);
      expect(await told(page).textContent()).toBe("Read: 2 rows of 2 numbers.");
      await page.evaluate(() => navigator.clipboard.writeText("[[7, 8], [9, 5]]"));
      await page.locator("#data").getByRole("button", { name: "Choose a file" }).focus();
      await press(page, "Control+v");
      await expect.poll(() => cellTexts(page, "data", "x")).toEqual(["7", "8", "9", "5"]);
    }));

  test("a lesson that fixes the values takes no file", () =>
    withSection("data", { query: "?lesson=data&lock=x" }, async (page) => {
      await drop(page, "a.csv", btoa("1,2"));
      await expect.poll(() => page.locator("#narration").textContent()).toBe("Fixed in this lesson: the values.");
      await radio(page, "ln_f.weight").click();
      await expect.poll(() => radio(page, "four words").isChecked()).toBe(true);
    }));

  for (const [width, colorScheme] of /** @type {const} */ ([
    [320, "dark"],
    [1280, "light"],
  ]))
    test(`axe finds nothing with a file open, at ${width} px, ${colorScheme}`, () =>
      withSection("data", { colorScheme, viewport: { width, height: 900 } }, async (page) => {
        await page.locator("#data input[type=file]").setInputFiles(MODEL);
        await expect.poll(() => told(page).textContent()).toContain("52 tensors");
        await radio(page, "wte").check();
        await expect.poll(() => said(strip(page))).toContain("Rows 0 to 11");
        expect(await violationsIn(page, "#data")).toEqual([]);
        expect(await page.locator("#data").evaluate((each) => each.scrollWidth)).toBeLessThanOrEqual(width);
      }));

  test("the build has no file for worker threads, which the page never asks for", () => {
    expect(existsSync(dist)).toBe(true);
    expect(readdirSync(join(dist, "assets")).filter((name) => name.includes("external"))).toEqual([]);
  });
});
