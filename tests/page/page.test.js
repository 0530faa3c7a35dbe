/**
 * The page as a whole: its state in the address, keyboard, access, widths, weights, and life without
 * JavaScript.
 */
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../chromium.js";
import { cell, cellTexts, neverIdle, pageUrl, withPage } from "./browser.js";
import { dist } from "./serve.js";

useBrowser();

const NORMALIZED = ["0.6159", "1.4126", "-0.8719", "0.5872", "-0.8719", "-0.8719"];
/** axe walks every element: it takes a few seconds. */
const SLOW = 60_000;

/** @typedef {import("playwright").Page} Page */

/** Where the focus is: panel and cell. @param {Page} page */
const focus = (page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return [at?.closest("[data-panel]")?.getAttribute("data-panel"), at?.getAttribute("data-index")];
  });

/** @param {Page} page @param {...string} keys */
async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

describe("undo, redo and reset", () => {
  test("take back, do again, and begin anew", () =>
    withPage({}, async (page) => {
      const section = page.locator("#dim");
      const undo = section.getByRole("button", { name: "Undo" });
      expect(await undo.isDisabled()).toBe(true);
      await cell(page, "dim", "x", 0).click();
      await press(page, "9", "Enter");
      expect((await cellTexts(page, "dim", "x"))[0]).toBe("9.0000");
      await undo.click();
      expect((await cellTexts(page, "dim", "out")).slice(0, 6)).toEqual(NORMALIZED);
      await section.getByRole("button", { name: "Redo" }).click();
      expect((await cellTexts(page, "dim", "x"))[0]).toBe("9.0000");
      await section.getByRole("button", { name: "Reset" }).click();
      expect((await cellTexts(page, "dim", "out")).slice(0, 6)).toEqual(NORMALIZED);
      await press(page, "Control+z");
      expect((await cellTexts(page, "dim", "x"))[0]).toBe("9.0000");
      await press(page, "Control+Shift+Z");
      expect((await cellTexts(page, "dim", "out")).slice(0, 6)).toEqual(NORMALIZED);
    }));
});

describe("the address", () => {
  test("follows the state, and brings it back", () =>
    withPage({}, async (page) => {
      await page.getByRole("button", { name: "dim 0 size 2" }).click();
      await page.locator("#dim").getByRole("radio", { name: "False" }).check();
      await cell(page, "dim", "x", 3).click();
      await press(page, "-", "1", "Enter");
      await expect.poll(() => new URL(page.url()).search).toContain("dim.keepdim=false");
      await expect.poll(() => new URL(page.url()).search).toContain("-1");
      const before = await cellTexts(page, "dim", "out");
      await page.reload();
      await expect.poll(() => cellTexts(page, "dim", "out")).toEqual(before);
      expect(await page.locator("#dim .statistics .shape").first().textContent()).toBe("[6]");
      await page.locator("#dim").getByRole("button", { name: "Reset" }).click();
      await expect.poll(() => new URL(page.url()).search).toBe("");
    }));

  test("Share copies a link to what is seen", () =>
    withPage({ query: "?dim.dims=0" }, async (page) => {
      await page.getByRole("button", { name: "Share" }).click();
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toMatch(/\?dim\.dims=0#\w+$/);
    }));

  test("what is absurd in a link is refused with a word of why", () =>
    withPage(
      { query: "?dim.x=9999x9999:1&dim.eps=-3&dim.keepdim=false&row.preset=<img src=x onerror=alert(1)>" },
      async (page) => {
        const notice = page.getByRole("alert");
        await expect
          .poll(() => notice.textContent())
          .toContain("each size of x is a whole number from 1 to 12");
        expect(await notice.locator("li").count()).toBe(3);
        expect(await notice.locator("img").count()).toBe(0);
        expect((await cellTexts(page, "dim", "out")).slice(0, 6)).toEqual(NORMALIZED);
        expect(await page.locator("#dim").getByRole("radio", { name: "False" }).isChecked()).toBe(true);
        await notice.getByRole("button", { name: "Dismiss" }).click();
        expect(await notice.count()).toBe(0);
      },
    ));
});

describe("the keyboard alone", () => {
  test("a grid is one tab stop, with arrow keys inside", () =>
    withPage({}, async (page) => {
      await page.getByRole("button", { name: "dim 1 = −1 size 6" }).focus();
      await press(page, "Tab");
      expect(await focus(page)).toEqual(["x", "1"]);
      await press(page, "ArrowRight", "ArrowDown");
      expect(await focus(page)).toEqual(["x", "8"]);
      await press(page, "Home");
      expect(await focus(page)).toEqual(["x", "6"]);
      await press(page, "End", "ArrowRight");
      expect(await focus(page)).toEqual(["x", "11"]);
      await press(page, "Tab");
      expect(await focus(page)).toEqual(["mean", "1"]);
      await press(page, "Tab", "Tab");
      expect(await focus(page)).toEqual(["out", "11"]);
    }));

  test("names a dim, edits, nudges, cancels, and hears what changed", () =>
    withPage({}, async (page) => {
      const said = () => page.locator("#narration").textContent();
      await page.getByRole("button", { name: "dim 0 size 2" }).focus();
      await press(page, "Enter");
      await expect.poll(said).toContain("6 means with keepdim, shape [1, 6]");
      await press(page, "Control+z");
      await cell(page, "dim", "x", 1).focus();
      await press(page, "Enter");
      await press(page, "Control+a", "2", "Enter");
      expect((await cellTexts(page, "dim", "x"))[1]).toBe("2.0000");
      expect(await focus(page)).toEqual(["x", "1"]);
      await expect.poll(said).toMatch(/^2\.0000\. Mean of group A 0\.4079/);
      await press(page, "Alt+ArrowUp");
      expect((await cellTexts(page, "dim", "x"))[1]).toBe("2.1000");
      await press(page, "7", "Escape");
      expect((await cellTexts(page, "dim", "x"))[1]).toBe("2.1000");
      await press(page, "F2", "ArrowDown", "ArrowDown", "Enter");
      expect((await cellTexts(page, "dim", "x"))[1]).toBe("1.9000");
    }));

  test("undoing away what has the focus keeps the focus in the figure", () =>
    withPage({ query: "?dim.keepdim=true" }, async (page) => {
      await page.getByRole("button", { name: "dim 0 size 2" }).click();
      await cell(page, "dim", "mean", 3).focus();
      await press(page, "Control+z");
      await expect.poll(() => focus(page)).toEqual(["x", "1"]);
      await page.locator("#dim").getByRole("radio", { name: "edit" }).check();
      await cell(page, "dim", "weight", 0).focus();
      await press(page, "Control+z");
      await expect.poll(async () => (await focus(page))[0]).toBeTruthy();
    }));

  test("Undo keeps the focus when nothing is left to undo", () =>
    withPage({}, async (page) => {
      await page.getByRole("button", { name: "dim 0 size 2" }).click();
      const undo = page.locator("#dim").getByRole("button", { name: "Undo" });
      await undo.focus();
      await press(page, "Enter");
      await expect.poll(() => undo.isDisabled()).toBe(true);
      await press(page, "Enter");
      expect(await undo.evaluate((button) => document.activeElement === button)).toBe(true);
      expect(await cellTexts(page, "dim", "mean")).toEqual(["0.1324", "0.2170"]);
    }));

  test("what is not a number is not taken", () =>
    withPage({}, async (page) => {
      await cell(page, "dim", "x", 1).focus();
      await press(page, "1", ".", ".", "Enter");
      expect(await page.locator("#dim .cell-input").getAttribute("aria-invalid")).toBe("true");
      await press(page, "Escape");
      expect((await cellTexts(page, "dim", "x"))[1]).toBe("0.3470");
      for (const text of ["-", "1e31", "--1", "-0"]) {
        await press(page, "1", "Control+a");
        await page.keyboard.type(text);
        await press(page, "Tab");
        await cell(page, "dim", "x", 1).focus();
      }
      expect((await cellTexts(page, "dim", "x"))[1]).toBe("−0.0000".replace("−", "-"));
      await press(page, "Enter", "Control+a", "Delete", "Enter");
      expect(await page.locator("#dim .cell-input").getAttribute("aria-invalid")).toBe("true");
      await press(page, "Tab");
      expect((await cellTexts(page, "dim", "x"))[1]).toBe("-0.0000");
    }));

  test(
    "everything that can be focused shows it, and Tab comes to the end",
    () =>
      withPage({}, async (page) => {
        const seen = new Set();
        for (let presses = 0; presses < 200; presses++) {
          await press(page, "Tab");
          const at = await page.evaluate(() => {
            const element = document.activeElement;
            if (!element || element === document.body) return null;
            const shown = [
              element,
              element.nextElementSibling,
              element.parentElement,
              element.closest(".stepper"),
            ].some((candidate) => {
              const style = candidate && getComputedStyle(candidate);
              return style && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
            });
            return { text: element.outerHTML.slice(0, 120), shown };
          });
          if (at === null) break;
          expect(at, at.text).toMatchObject({ shown: true });
          seen.add(at.text);
        }
        expect(seen.size).toBeGreaterThan(50);
        expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
      }),
    SLOW,
  );
});

describe("access", () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  /** States that show every part of the page. */
  const queries = [
    "",
    "?dim.dims=0&dim.keepdim=false&dim.weight=1,2&dim.bias=0,1&dim.stage=3&dim.at=variance:1" +
      "&row.preset=words&row.stage=3&row.at=y:2&dim.eps=bad",
  ];

  for (const width of [360, 768, 1440]) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      for (const query of queries) {
        test(
          `axe finds nothing at ${width} px, ${colorScheme}${query && ", all parts shown"}`,
          () =>
            withPage({ query, colorScheme, viewport: { width, height: 900 } }, async (page) => {
              await page.addScriptTag({ content: axe });
              const violations = await page.evaluate(async () => {
                const results = await /** @type {any} */ (window).axe.run();
                return results.violations.map(
                  (/** @type {any} */ { id, nodes }) =>
                    `${id}: ${nodes[0].html.slice(0, 200)} ${nodes[0].failureSummary}`,
                );
              });
              expect(violations).toEqual([]);
            }),
          SLOW,
        );
      }
    }
  }

  test("fingers have 44 px", () =>
    withPage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, async (page) => {
      const small = await page.evaluate(() =>
        [
          ...document.querySelectorAll(
            "button, select, .cell, input[type=range], .segments label, .tabs label",
          ),
        ]
          .filter((element) => element.checkVisibility())
          .map((element) => ({
            html: element.outerHTML.slice(0, 100),
            height: element.getBoundingClientRect().height,
          }))
          .filter(({ html, height }) => height < 43.5 && !html.includes('class="chip"')),
      );
      expect(small).toEqual([]);
    }));

  test("forced colours keep the groups and the selection", () =>
    withPage({ forcedColors: "active" }, async (page) => {
      const style = await cell(page, "dim", "out", 1).evaluate(
        (element) => getComputedStyle(element).outlineStyle,
      );
      expect(style).toBe("solid");
    }));
});

describe("widths", () => {
  for (const width of [320, 360, 768, 1024, 1440]) {
    for (const query of ["", "?dim.stage=3&dim.weight=1,1,1,1,1,1", "?dim.dims=0&dim.stage=3"]) {
      test(`nothing overflows the page at ${width} px ${query}`, () =>
        withPage({ query, viewport: { width, height: 800 } }, async (page) => {
          const { content, wide } = await page.evaluate(() => ({
            content: document.documentElement.scrollWidth,
            wide: [...document.querySelectorAll("body *")]
              .filter((element) => {
                const { right, left } = element.getBoundingClientRect();
                return (
                  right - left > 1 &&
                  (right > window.innerWidth + 1 || left < -1) &&
                  !element.closest(".panels, pre, .visually-hidden, .skip-link")
                );
              })
              .map((element) => element.outerHTML.slice(0, 120)),
          }));
          expect(wide).toEqual([]);
          expect(content).toBeLessThanOrEqual(width);
        }));
    }
  }
});

describe("the book's six columns", () => {
  // As columns in outlines they need 360 px; below that the panels scroll.
  const rows = [320, 360, 768, 1024, 1200, 1440].map((width) => ({ width, query: "?dim.stage=3" }));
  const columns = [360, 768, 1024, 1200, 1440].map((width) => ({ width, query: "?dim.dims=0&dim.stage=3" }));
  for (const { width, query } of [...rows, ...columns]) {
    test(`fit at ${width} px without scrolling ${query}`, () =>
      withPage({ query, viewport: { width, height: 800 } }, async (page) => {
        const hidden = await page
          .locator("#dim .panels")
          .evaluate((panels) => panels.scrollWidth - panels.clientWidth);
        expect(hidden).toBeLessThanOrEqual(0);
        const outside = await page
          .locator("#dim .panels")
          .evaluate(
            (panels) =>
              [...panels.querySelectorAll(".cell, .axis button")].filter(
                (part) => part.getBoundingClientRect().left < panels.getBoundingClientRect().left,
              ).length,
          );
        expect(outside).toBe(0);
      }));
  }
});

describe("the phone", () => {
  for (const query of ["", "?dim.dims=0&dim.stage=3"]) {
    test(`x, x̂ and y lie column under column ${query}`, () =>
      withPage({ query, viewport: { width: 360, height: 740 } }, async (page) => {
        const lefts = await page
          .locator("#dim .panels [data-panel]:is([data-panel=x], [data-panel=out], [data-panel=y])")
          .evaluateAll((tensors) => tensors.map((tensor) => Math.round(tensor.getBoundingClientRect().left)));
        expect(new Set(lefts).size).toBe(1);
      }));
  }

  test("a touched cell brings its formula up as a sheet, which closes", () =>
    withPage({ viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true }, async (page) => {
      const formula = page.locator("#dim .formula");
      await cell(page, "dim", "x", 3).tap();
      const bottom = await formula.evaluate(
        (element) => element.getBoundingClientRect().bottom - window.innerHeight,
      );
      expect(Math.abs(bottom)).toBeLessThan(2);
      expect(await formula.locator(".chip").first().textContent()).toBe("0.2216");
      await formula.getByRole("button", { name: "Raise x[0, 3]" }).tap();
      expect((await cellTexts(page, "dim", "x"))[3]).toBe("0.3216");
      await formula.getByRole("button", { name: "Close" }).tap();
      expect(await formula.evaluate((element) => getComputedStyle(element).position)).not.toBe("sticky");
      expect(await focus(page)).toEqual(["x", "3"]);
    }));
});

describe("the sections of a phone", () => {
  test("are a list behind a button, which Escape and a choice close", () =>
    withPage({ viewport: { width: 320, height: 740 }, hasTouch: true, isMobile: true }, async (page) => {
      const button = page.getByRole("button", { name: "Sections" });
      const list = page.getByRole("navigation", { name: "Sections" });
      expect(await list.isVisible()).toBe(false);
      await button.tap();
      expect(await button.getAttribute("aria-expanded")).toBe("true");
      await page.keyboard.press("Escape");
      expect(await list.isVisible()).toBe(false);
      expect(await button.evaluate((element) => document.activeElement === element)).toBe(true);
      await button.tap();
      await list.getByRole("link", { name: "4 · dim in two dimensions" }).tap();
      await expect.poll(() => new URL(page.url()).hash).toBe("#dim");
      expect(await list.isVisible()).toBe(false);
    }));

  test("need no button where they fit", () =>
    withPage({}, async (page) => {
      expect(await page.getByRole("button", { name: "Sections" }).isVisible()).toBe(false);
      expect(await page.getByRole("navigation", { name: "Sections" }).getByRole("link").count()).toBe(3);
    }));
});

describe("themes", () => {
  test("follow the system, then the reader, also after a reload", () =>
    withPage({ colorScheme: "dark" }, async (page) => {
      const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(await paper()).toBe("rgb(18, 20, 25)");
      await page.getByRole("button", { name: "Light theme" }).click();
      expect(await paper()).toBe("rgb(253, 252, 250)");
      await page.reload();
      expect(await paper()).toBe("rgb(253, 252, 250)");
      await expect.poll(() => page.getByRole("button", { name: "Dark theme" }).count()).toBe(1);
    }));
});

describe("without JavaScript", () => {
  /** @param {Page} page */
  const withoutSimd = (page) =>
    page.addInitScript(() => {
      WebAssembly.compile = async () => {
        throw new WebAssembly.CompileError("no SIMD");
      };
    });

  test("prose and figures show, with a sentence of why no more does", () =>
    withPage({ javaScriptEnabled: false }, async (page) => {
      expect(await page.locator("noscript").textContent()).toContain("JavaScript");
      expect(await page.getByRole("heading", { level: 2 }).count()).toBe(3);
      expect(await page.locator("#book .prose").textContent()).toContain("0.1324");
      const normalized = page.locator('#book-figure [data-panel="normalized"] .cell');
      expect((await normalized.allTextContents()).map((text) => text.replace("−", "-"))).toEqual(NORMALIZED);
      const fill = await normalized.nth(1).evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(fill).not.toBe("rgba(0, 0, 0, 0)");
    }));

  test("so they do without WebAssembly SIMD", () =>
    withPage({ opened: "none", prepare: withoutSimd }, async (page) => {
      await expect.poll(() => page.locator("#no-kernels").isVisible()).toBe(true);
      expect(await page.locator("#no-kernels").textContent()).toContain("SIMD");
      expect(await page.locator('#book-figure [data-panel="normalized"] .cell').count()).toBe(6);
    }));
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

  for (const viewport of [{ width: 1440, height: 900 }, { width: 360, height: 740 }]) {
    test(`the first view is at most 60 kB gzipped, kernels included, at ${viewport.width} px`, async () => {
      /** @type {Set<string>} */
      const fetched = new Set();
      const prepare = async (/** @type {Page} */ page) => {
        await neverIdle(page);
        page.on("request", (request) => fetched.add(new URL(request.url()).pathname.slice(1)));
      };
      await withPage({ viewport, prepare, opened: "first" }, async (page) => {
        await page.locator("#book").getByRole("radio", { name: "B" }).check();
        await page.waitForLoadState("networkidle");
      });
      const names = Array.from(fetched, (path) => basename(path || "index.html"));
      expect(names.map((name) => extname(name))).toEqual(expect.arrayContaining([".html", ".js", ".css", ".wasm"]));
      expect(names.length).toBeLessThan(files.length);
      expect(weightOf((name) => names.includes(name))).toBeLessThanOrEqual(60_000);
    });
  }

  test("all of the page is at most 100 kB gzipped", () => {
    expect(weightOf(() => true)).toBeLessThanOrEqual(100_000);
  });

  test("the face is at most 50 kB", () => {
    expect(faces).toHaveLength(1);
    expect(faces[0].bytes.length).toBeLessThanOrEqual(50_000);
  });

  test("nothing shifts while the page loads", () =>
    withPage({ reducedMotion: "no-preference" }, async (page) => {
      await page.waitForTimeout(500);
      const shift = await page.evaluate(
        () =>
          new Promise((resolve) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) sum += /** @type {any} */ (entry).value;
            }).observe({ type: "layout-shift", buffered: true });
            setTimeout(() => resolve(sum), 200);
          }),
      );
      expect(shift).toBe(0);
    }));

  test("the page works from any folder", () => {
    const html = readFileSync(join(dist, "index.html"), "utf8");
    expect(html).not.toMatch(/(src|href)="\//);
    expect(html).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
    expect(pageUrl()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  });
});
