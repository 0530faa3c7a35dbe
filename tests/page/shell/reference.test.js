/** The API reference that is built with the page. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as entries from "../../../web/page/build/reference/entries.js";
import { TASKS } from "../../../web/page/build/reference/plugin.js";
import { useBrowser } from "../../chromium.js";
import { root } from "../../setup.mjs";
import { withPage } from "../helpers/browser.js";
import { dist } from "../helpers/serve.js";

useBrowser();

const folder = join(dist, "reference");
const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
/** @param {string} name */
const read = (name) => readFileSync(join(folder, name), "utf8");

const OPEN = /** @type {const} */ ({ query: "reference/", opened: "none" });

/** @typedef {import("../helpers/browser.js").Page} Page */

/** @param {Page} page */
const theme = (page) => page.evaluate(() => document.documentElement.dataset.theme);

describe("the way there and back", () => {
  test("from the page's footer to a function with its example, and home", () =>
    withPage({}, async (page) => {
      await page.getByRole("contentinfo").getByRole("link", { name: "API reference" }).click();
      await page.locator("#layernorm").getByRole("link", { name: "layerNorm", exact: true }).click();
      await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toContain("layerNorm");
      const example = page.locator("h4:has-text('Example') + pre").first();
      expect(await example.textContent()).toContain("layerNorm([[");
      await page.getByRole("link", { name: "To the page" }).click();
      await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toContain("how normalization");
    }));

  test("every link and file of every page is there", () => {
    for (const name of pages) {
      for (const [, address] of read(name).matchAll(/ (?:href|src)="([^"#]+)/g)) {
        const path = join(folder, name, "..", address);
        expect(
          () => readFileSync(path.endsWith("/") ? join(path, "index.html") : path),
          `${name}: ${address}`,
        ).not.toThrow();
      }
    }
  });
});

describe("what is in it", () => {
  const landing = read("index.html");
  const headings = Array.from(landing.matchAll(/<h2[^>]*>([^<]+)/g), ([, text]) => text);

  test("every export, by task", () => {
    expect(headings).toEqual([...Object.keys(TASKS), "Types of arguments"]);
    const tasks = Object.values(TASKS).flat();
    for (const name of Object.keys(entries)) expect(tasks, "web/page/build/reference/plugin.js").toContain(name);
    for (const name of tasks) expect(landing).toMatch(new RegExp(`href="[a-z]+/${name}\\.html"`));
  });

  test("every type that it speaks of, and no link to what is not there", () => {
    const args = [
      "node_modules/typedoc/bin/typedoc",
      "--options",
      "web/page/build/reference/typedoc.json",
      "--emit",
      "none",
    ];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
    expect(`${stdout}${stderr}`).not.toContain("[warning]");
    expect(status).toBe(0);
  });

  test("which errors, by class", () => {
    for (const name of pages) {
      for (const [, text] of read(name).matchAll(/>Throws<.*?<p>(.*?)<\/p>/gs)) {
        expect(text, name).toMatch(/^(Type|Range)?Error: /);
      }
    }
    expect(read("functions/layerNorm.html")).toMatch(/<p>TypeError: if .*<p>RangeError: if /s);
  });

  test("the first page says what it is about; each export's summary there is a sentence", () => {
    expect(landing).toContain("npm install layernorm");
    const summaries = Array.from(landing.matchAll(/<dd class="tsd-member-summary">(.*?)<\/dd>/gs), ([, text]) => text);
    expect(summaries.length).toBeGreaterThan(Object.keys(entries).length);
    for (const text of summaries) expect(text).not.toMatch(/:\s*(<[^>]*>\s*)*$/);
  });

  test("nothing internal", () => {
    for (const name of pages) expect(read(name), name).not.toMatch(/\b_(sizes|view|place|pointer|saved|gradients)\b/);
  });
});

describe("the reference as a page", () => {
  test("has the course's theme, and the course has its", () =>
    withPage({}, async (page) => {
      await page.getByRole("button", { name: "Dark theme" }).click();
      await page.getByRole("link", { name: "API reference" }).click();
      await expect.poll(() => theme(page)).toBe("dark");
      await page.getByText("Settings").click();
      await page.getByLabel("Theme").selectOption("light");
      await page.getByRole("link", { name: "To the page" }).click();
      await expect.poll(() => theme(page)).toBe("light");
    }));

  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`axe finds nothing but TypeDoc's own outline, ${colorScheme}`, () =>
      withPage({ ...OPEN, colorScheme }, async (page) => {
        await page.addScriptTag({ content: readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8") });
        const found = await page.evaluate(async () => {
          const { violations } = await /** @type {any} */ (window).axe.run();
          return violations.map((/** @type {any} */ { id }) => id);
        });
        expect(found.sort()).toEqual(["landmark-one-main", "nested-interactive", "region"]);
      }));
  }

  test("is found by searching", () =>
    withPage(OPEN, async (page) => {
      await page.getByRole("button", { name: "Search" }).click();
      await page.getByRole("dialog").getByRole("combobox").fill("rmsnormback");
      await page.getByRole("dialog").getByRole("option").first().click();
      await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toContain("rmsNormBackward");
    }));
});
