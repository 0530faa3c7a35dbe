/** Figures as files: the numbers of the CSV are the API's, the SVG stands alone, the PNG is that SVG. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { moments, normalize, tensor } from "layernorm";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { derive } from "../../../../web/page/figure/values/derive.js";
import { csvOf } from "../../../../web/page/figure/export/csv.js";
import { panelsOf } from "../../../../web/page/figure/export/panels.js";
import { svgOf } from "../../../../web/page/figure/export/svg.js";
import { originalOf } from "../../../../web/page/figure/values/presets.js";
import { INITIAL } from "../../../../web/page/store/state.js";
import { useBrowser } from "../../../chromium.js";
import { withPage } from "../../helpers/browser.js";

useBrowser();

/** @typedef {import("../../../../web/page/store/state.js").Figure} Figure */

/** @param {string} csv */
function readCsv(csv) {
  const blocks = csv
    .trimEnd()
    .split("\n\n")
    .map((block) => block.split("\n"));
  return Object.fromEntries(
    blocks.map(([head, ...rows]) => {
      const [name, shape] = head.split(",");
      const values = rows.flatMap((row) => row.split(",").map(csvNumber));
      return [name, { shape: shape === "" ? [] : shape.split("x").map(Number), values, rows: rows.length }];
    }),
  );
}

/** @param {string} text */
const csvNumber = (text) => ({ nan: NaN, inf: Infinity, "-inf": -Infinity })[text] ?? Number(text);

/** @param {Partial<Figure>} settings @param {boolean} [naive] */
function exported(settings, naive = false) {
  const figure = { ...INITIAL.dim, ...settings };
  const view = derive(figure.x ?? originalOf(figure), figure);
  return { figure, view, panels: panelsOf(figure, view, naive) };
}

describe("CSV", () => {
  test("holds the API's numbers to the last bit, and their shapes", () => {
    const { panels } = exported({ preset: "notebook", dims: [0, 2], keepdim: false, correction: 0, eps: 1e-5 });
    const { x, mean, var: variance, x_norm: normalized } = readCsv(csvOf(panels));
    const source = originalOf({ preset: "notebook", shape: [], x: null });
    const input = tensor(source.values, [...source.shape]);
    const expected = moments(input, { dim: [0, 2], correction: 0 });
    expect(x.shape).toEqual([2, 4, 12]);
    expect(x.rows).toBe(8);
    expect(Float32Array.from(x.values)).toEqual(source.values);
    expect(mean.shape).toEqual([4]);
    expect(Float32Array.from(mean.values)).toEqual(expected.mean.data);
    expect(Float32Array.from(variance.values)).toEqual(expected.variance.data);
    const out = normalize(input, { dim: [0, 2], correction: 0, eps: 1e-5 });
    expect(Float32Array.from(normalized.values)).toEqual(out.data);
  });

  test("gives any float32 back, also NaN, infinities and −0", () =>
    fc.assert(
      fc.property(fc.float32Array({ minLength: 1, maxLength: 40 }), fc.nat(5), (values, columns) => {
        const shape = [Math.max(1, columns), values.length];
        const [panel] = exported({}).panels;
        const csv = csvOf([{ ...panel, name: "v", shape, values }]);
        expect(Float32Array.from(readCsv(csv).v.values)).toEqual(values);
      }),
    ));

  test("holds the panels that are shown", () => {
    const names = (/** @type {Partial<Figure>} */ settings, naive = false) =>
      exported(settings, naive).panels.map(({ name }) => name);
    expect(names({ stage: 0 })).toEqual(["x", "mean", "var"]);
    expect(names({ stage: 1 })).toEqual(["x", "mean", "var", "x_centred"]);
    expect(names({ stage: 3 })).toEqual(["x", "mean", "var", "x_norm", "weight", "bias", "y"]);
    expect(names({ stage: 2, center: false })).toEqual(["x", "mean_square", "x_norm"]);
    expect(names({ stage: 2, keepdim: false }, true)).toEqual(["x", "mean", "var"]);
    expect(names({ stage: 2, keepdim: false, preset: "square" }, true)).toEqual(["x", "mean", "var", "x_norm"]);
  });

  test("of a figure that is wrong in silence holds what it computes, not what was meant", () => {
    const settings = { preset: "square", keepdim: false, stage: 1 };
    const { view, panels } = exported(settings, true);
    const wrong = readCsv(csvOf(panels)).x_centred.values;
    expect(Float32Array.from(wrong)).not.toEqual(view.centred);
    expect(wrong[1]).toBe(Math.fround(view.x[1] - view.mean[1]));
  });
});

describe("SVG", () => {
  const palette = {
    paper: "#ffffff",
    ink: "#000000",
    soft: "#555555",
    hues: ["#7a3fd6", "#b8246f"],
    cell: () => ({ fill: "#eeeeee", ink: "#000000" }),
  };
  /** @param {Partial<Figure>} settings */
  const draw = (settings) => {
    const { figure, view, panels } = exported(settings);
    return { svg: svgOf(panels, figure, view, palette), panels };
  };
  const SHAPES = [[6], [2, 6], [6, 1], [2, 4, 12], [2, 4, 2, 2], [4, 300]];

  test("is a document of its own that a browser reads, for any shape and dims", () =>
    // The page's policy lets no text be read as markup.
    withPage({ opened: "none", bypassCSP: true }, async (page) => {
      for (const shape of SHAPES) {
        for (const dims of [[shape.length - 1], [0], shape.map((_, dim) => dim)]) {
          const { svg, panels } = draw({ preset: "random", shape, dims, stage: 3, at: { panel: "x", index: 0 } });
          const found = await page.evaluate((text) => {
            const read = new DOMParser().parseFromString(text, "image/svg+xml");
            const [, , width, height] = (read.documentElement.getAttribute("viewBox") ?? "").split(" ").map(Number);
            const cells = [...read.querySelectorAll('rect[fill="#eeeeee"]')].map((cell) => {
              const moved = /** @type {string} */ (cell.closest("g")?.getAttribute("transform"));
              const [x, y] = Array.from(moved.matchAll(/[\d.]+/g), Number);
              const size = (/** @type {string} */ name) => Number(cell.getAttribute(name));
              return [x + size("x"), y + size("y"), x + size("x") + size("width"), y + size("y") + size("height")];
            });
            return {
              error: read.querySelector("parsererror")?.textContent ?? "",
              title: read.querySelector("title")?.textContent,
              outside: cells.filter(([left, top]) => left < 0 || top < 0).length,
              beyond: cells.filter(([, , right, bottom]) => right > width || bottom > height).length,
              cells: cells.map(String),
              hrefs: read.querySelectorAll("[href], image, style, script").length,
            };
          }, svg);
          expect(found).toMatchObject({ error: "", outside: 0, beyond: 0, hrefs: 0 });
          expect(found.title).toContain(`[${shape.join(", ")}]`);
          const count = panels.reduce((sum, { values }) => sum + values.length, 0);
          expect(found.cells).toHaveLength(count);
          expect(new Set(found.cells).size, `${shape} over ${dims}`).toBe(count);
        }
      }
    }));

  test("shows the numbers as the page does, and the groups' letters", () => {
    const { svg } = draw({ preset: "book", correction: 1, eps: 0 });
    const texts = Array.from(svg.matchAll(/>([^<>]+)<\/text>/g), ([, text]) => text);
    const shown = ["0.2260", "0.3470", "0.1324", "0.0231", "1.4126", "−0.8719", "A", "B", "x̂", "[2, 1]"];
    expect(texts).toEqual(expect.arrayContaining(shown));
  });
});

describe("the menu", () => {
  /** @param {import("playwright").Page} page @param {string} kind */
  async function save(page, kind) {
    const section = page.locator("#dim");
    await section.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      section.getByRole("button", { name: kind }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }

  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`saves the figure as it is, in the ${colorScheme} theme`, () =>
      withPage({ colorScheme, query: "?dim.preset=book" }, async (page) => {
        const csv = await save(page, "CSV");
        expect(csv.name).toBe("layernorm-dim.csv");
        expect(readCsv(csv.bytes.toString()).mean.values).toEqual([0.13241838, 0.21704805]);
        const svg = (await save(page, "SVG")).bytes.toString();
        const paper = await page.locator("#dim-figure").evaluate((figure) => getComputedStyle(figure).backgroundColor);
        expect(svg).toContain(`<rect width="100%" height="100%" fill="${paper}"/>`);
        const [, width, height] = /** @type {RegExpExecArray} */ (/ width="(\d+)" height="(\d+)"/.exec(svg));
        const png = PNG.sync.read((await save(page, "PNG")).bytes);
        expect([png.width, png.height]).toEqual([2 * Number(width), 2 * Number(height)]);
        const corner = `rgb(${[...png.data.subarray(0, 3)].join(", ")})`;
        expect(corner).toBe(paper);
        await expect.poll(() => page.locator("#narration").textContent()).toBe("Saved as layernorm-dim.png.");
      }));
  }

  test("draws its words in the page's face, which the picture has in itself", () =>
    withPage({ query: "?dim.preset=book" }, async (page) => {
      const svg = (await save(page, "SVG")).bytes.toString();
      expect(svg).toContain("src:url(data:font/woff2;base64,");
      const [drawn, bare] = await page.evaluate(async (svg) => {
        const draw = async (/** @type {string} */ text) => {
          const image = new Image();
          image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
          await image.decode();
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [image.width, image.height];
          canvas.getContext("2d")?.drawImage(image, 0, 0);
          return canvas.toDataURL();
        };
        // Without the rule, in whatever face stands in for it.
        return Promise.all([draw(svg), draw(svg.replace(/<style>.*?<\/style>/, ""))]);
      }, svg);
      expect(drawn === bare, "both look alike").toBe(false);
    }));

  test("opens and closes by keyboard, and gives the focus back", () =>
    withPage({}, async (page) => {
      const button = page.locator("#dim").getByRole("button", { name: "Export" });
      const kinds = page.locator("#dim").getByRole("group", { name: "Export as" });
      await button.focus();
      await page.keyboard.press("Enter");
      expect(await button.getAttribute("aria-expanded")).toBe("true");
      await page.keyboard.press("Tab");
      const first = kinds.getByRole("button", { name: "PNG" });
      expect(await first.evaluate((at) => at === document.activeElement)).toBe(true);
      await page.keyboard.press("Escape");
      expect(await kinds.count()).toBe(0);
      expect(await button.evaluate((at) => at === document.activeElement)).toBe(true);
      await button.click();
      await page.locator("#dim h2").click();
      expect(await kinds.count()).toBe(0);
    }));
});
