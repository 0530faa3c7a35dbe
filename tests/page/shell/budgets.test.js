/** What the page may weigh and ask for, and that nothing in it shifts. How fast it is: speed.test.js. */
import { readFileSync, readdirSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { withinBudget } from "../../budget.js";
import { useBrowser } from "../../chromium.js";
import { neverIdle, pageUrl, sectionIds, shifts, untilOpen, withPage } from "../helpers/browser.js";
import { slow4G, slowNetwork } from "../helpers/machines.js";
import { dist } from "../helpers/serve.js";
import { walk } from "../helpers/walk.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** The next section may begin in view, and has a weight of its own: it is not fetched for that. @param {Page} page */
const neverNear = (page) =>
  page.addInitScript(() => {
    IntersectionObserver.prototype.observe = () => {};
  });

describe("weight", () => {
  // The reference is another page.
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !file.parentPath.startsWith(join(dist, "reference")))
    .map(({ name, parentPath }) => ({ name, bytes: readFileSync(join(parentPath, name)) }));
  const faces = files.filter(({ name }) => name.endsWith(".woff2"));
  /** Gzipped, without the face, which has a limit of its own. @param {(name: string) => boolean} isCounted */
  const weightOf = (isCounted) =>
    files
      .filter(({ name }) => isCounted(name) && !name.endsWith(".woff2"))
      .reduce((sum, { bytes }) => sum + gzipSync(bytes, { level: 9 }).length, 0);

  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    test(`the first view, gzipped and with the kernels, keeps to its budget at ${viewport.width} px`, async () => {
      /** @type {Set<string>} */
      const fetched = new Set();
      const prepare = async (/** @type {Page} */ page) => {
        await neverIdle(page);
        await neverNear(page);
        page.on("request", (request) => fetched.add(new URL(request.url()).pathname.slice(1)));
      };
      await withPage({ viewport, prepare, opened: "first" }, async (page) => {
        // What is in view can be used without anything more.
        await page.locator("#first").getByRole("radio", { name: "dim 0" }).hover();
        await page.waitForLoadState("networkidle");
      });
      const names = Array.from(fetched, (path) => basename(path || "index.html"));
      expect(names.map((name) => extname(name))).toEqual(expect.arrayContaining([".html", ".js", ".css", ".wasm"]));
      expect(names.length).toBeLessThan(files.length);
      withinBudget(
        "the page's first view",
        weightOf((name) => names.includes(name)),
      );
    });
  }

  test("all of the page, gzipped, keeps to its budget", () => {
    withinBudget(
      "the whole page",
      weightOf(() => true),
    );
  });

  // The worker is one for all labs; each is counted as if it were the only one.
  test("each lab is at most 30 kB of code, gzipped, with its worker", () => {
    const labs = files.filter(({ name }) => /^lab-.*\.js$/.test(name));
    expect(labs).toHaveLength(2);
    const worker = weightOf((name) => /^(worker|client)-.*\.js$/.test(name));
    for (const { name } of labs) expect(weightOf((each) => each === name) + worker).toBeLessThan(30_000);
  });

  test("so does the face", () => {
    expect(faces).toHaveLength(1);
    withinBudget("the page's face", faces[0].bytes.length);
  });

  test("the page works from any folder", () => {
    const html = readFileSync(join(dist, "index.html"), "utf8");
    expect(html).not.toMatch(/(src|href)="\//);
    expect(html).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
    expect(pageUrl()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  });
});

describe("nothing shifts", () => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 768, height: 1024 },
    { width: 320, height: 740 },
  ]) {
    const wishes = /** @type {const} */ ({ viewport, reducedMotion: "no-preference", explained: false });

    test(`while the page loads slowly, and is scrolled through, at ${viewport.width} px`, () => {
      const prepare = (/** @type {Page} */ page) => slowNetwork(page, slow4G);
      return withPage({ ...wishes, prepare, opened: "first" }, async (page) => {
        const left = () => page.evaluate(() => document.body.scrollHeight - scrollY - innerHeight);
        while ((await left()) > 1) {
          await page.mouse.wheel(0, 600);
          await page.waitForTimeout(80);
        }
        await untilOpen(page, "all");
        await page.waitForTimeout(300);
        expect(await shifts(page)).toEqual([]);
      });
    });

    for (const id of sectionIds().slice(1)) {
      test(`after a link to #${id}, which lands there, at ${viewport.width} px`, () =>
        withPage({ ...wishes, query: `#${id}`, opened: "all" }, async (page) => {
          await page.waitForTimeout(500);
          expect(await shifts(page)).toEqual([]);
          const [header, heading] = await page.evaluate(
            (of) => [".page-header", `#${of} h2`].map((each) => document.querySelector(each)?.getBoundingClientRect()),
            id,
          );
          expect(heading?.top).toBeGreaterThanOrEqual(header?.bottom ?? 0);
          expect(heading?.top).toBeLessThan(viewport.height / 2);
        }));
    }
  }
});

describe("without a connection", () => {
  /** All but what reads a link's query, which is there at once where there is one. */
  const scripts = readdirSync(join(dist, "assets")).filter(
    (name) => name.endsWith(".js") && !name.includes("from-link"),
  );

  /** Everything has been fetched, for want of anything better to do. @param {Page} page */
  const untilFetched = (page) =>
    page.waitForFunction((names) => {
      const fetched = performance.getEntriesByType("resource").map(({ name }) => name);
      return names.every((name) => fetched.some((url) => url.endsWith(name)));
    }, scripts);

  for (const id of sectionIds()) {
    test(`everything in #${id} works, once the page has loaded`, () =>
      // Chromium asks for the icon again whenever the address changes.
      withPage({ pardoned: /icon\.svg$/ }, async (page) => {
        await untilFetched(page);
        await page.context().setOffline(true);
        let acts = 0;
        await walk(page, id, async () => void acts++);
        expect(acts).toBeGreaterThan(5);
        expect(await page.locator("#incomplete").isVisible()).toBe(false);
      }));
  }
});
