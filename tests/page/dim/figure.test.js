/** The figure of dim in a browser: every number shown is compared with the book's, or with the API in Node. */
import { mean, moments, normalize, variance } from "layernorm";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { boxes, cell, cellTexts, panel, withSection } from "../helpers/browser.js";
import { layerOutput } from "../helpers/book.js";
import { fixture, texts } from "../helpers/texts.js";

useBrowser();

describe("the figure", () => {
  /** The cells that flash, as "panel index". @param {import("playwright").Page} page */
  const flashed = (page) =>
    page
      .locator("#dim-figure [data-flash]")
      .evaluateAll((cells) =>
        cells.map((c) => `${c.closest("[data-panel]")?.getAttribute("data-panel")} ${c.getAttribute("data-index")}`),
      );

  test("shows the book's statistics and normalized values", () =>
    withSection("dim", { query: "?dim.preset=book" }, async (page) => {
      expect(await cellTexts(page, "dim", "x")).toEqual(fixture("out"));
      expect(await cellTexts(page, "dim", "mean")).toEqual(["0.1324", "0.2170"]);
      expect(await cellTexts(page, "dim", "variance")).toEqual(["0.0231", "0.0398"]);
      expect((await cellTexts(page, "dim", "out")).slice(0, 3)).toEqual(["0.6159", "1.4126", "-0.8719"]);
      expect(await cellTexts(page, "dim", "out")).toEqual(fixture("normalized"));
    }));

  test("naming dim 0 folds the rows", () =>
    withSection("dim", { query: "?dim.preset=book" }, async (page) => {
      await page
        .locator("#dim")
        .getByRole("button", { name: /^dim 0 size/ })
        .click();
      const out = layerOutput();
      expect(await cellTexts(page, "dim", "mean")).toEqual(texts(mean(out, { dim: 0 }).data));
      expect(await cellTexts(page, "dim", "mean")).toEqual(fixture("mean dim=0 keepdim=true"));
      expect(await cellTexts(page, "dim", "variance")).toEqual(texts(variance(out, { dim: 0 }).data));
      expect(await cellTexts(page, "dim", "out")).toEqual(
        texts(normalize(out, { dim: 0, correction: 1, eps: 0 }).data),
      );
      await expect.poll(() => page.locator("#dim .shape-line").textContent()).toContain("[1, 6]");
      const pressed = (/** @type {string} */ name) =>
        page.locator("#dim").getByRole("button", { name }).getAttribute("aria-pressed");
      expect(await pressed("dim 0 size 2")).toBe("true");
      expect(await pressed("dim 1 = −1 size 6")).toBe("false");
    }));

  test("without keepdim the dim is struck out, and the code puts it back", () =>
    withSection("dim", { query: "?dim.preset=book" }, async (page) => {
      await page.locator("#dim").getByRole("radio", { name: "False" }).check();
      await expect.poll(() => page.locator("#dim .statistics .shape").allTextContents()).toEqual(["[2]", "[2]"]);
      expect(await page.locator("#dim .statistics s").allTextContents()).toEqual(["6", "6"]);
      expect(await page.locator("#dim .shape-line").textContent()).toContain("raises an error");
      expect(await page.locator("#dim .code-pane pre").first().textContent()).toContain("mean.unsqueeze(-1)");
      await page
        .locator("#dim")
        .getByRole("button", { name: /^dim 0 size/ })
        .click();
      await expect.poll(() => page.locator("#dim .statistics .shape").allTextContents()).toEqual(["[6]", "[6]"]);
      expect(await page.locator("#dim .code-pane pre").first().textContent()).not.toContain("unsqueeze");
    }));

  test("n and eps 1e-5 give the class's numbers; both recipes are shown", () =>
    withSection("dim", { query: "?dim.preset=book" }, async (page) => {
      await cell(page, "dim", "out", 0).click();
      expect(await page.locator("#dim .recipes td:last-child").allTextContents()).toEqual(["0.6159", "0.6745"]);
      await page.locator("#dim").getByRole("radio", { name: "n", exact: true }).check();
      await page.locator("#dim").getByRole("slider", { name: "eps" }).fill("4");
      const expected = normalize(layerOutput(), { dim: -1, correction: 0, eps: 1e-5 });
      await expect.poll(() => cellTexts(page, "dim", "out")).toEqual(texts(expected.data));
      expect((await cellTexts(page, "dim", "out")).slice(0, 2)).toEqual(["0.6745", "1.5470"]);
      expect(await cellTexts(page, "dim", "out")).toEqual(fixture("LayerNorm(out)"));
      await page.locator("#dim .stage-slider").getByRole("slider").fill("3");
      expect(await cellTexts(page, "dim", "y")).toEqual(fixture("LayerNorm(out)"));
      expect(await page.locator("#dim .recipes [data-current=true]").textContent()).toContain("torch.nn.LayerNorm");
    }));

  test("weight and bias make y", () =>
    withSection("dim", { query: "?dim.preset=book" }, async (page) => {
      await page.locator("#dim").getByRole("radio", { name: "edit" }).check();
      await cell(page, "dim", "weight", 1).click();
      await page.keyboard.type("2");
      await page.keyboard.press("Enter");
      await cell(page, "dim", "bias", 0).click();
      await page.keyboard.type("-.5");
      await page.keyboard.press("Enter");
      const expected = normalize(layerOutput(), {
        dim: -1,
        correction: 1,
        eps: 0,
        weight: [1, 2, 1, 1, 1, 1],
        bias: [-0.5, 0, 0, 0, 0, 0],
      });
      expect(await cellTexts(page, "dim", "y")).toEqual(texts(expected.data));
    }));

  test("the stages are x, x − mean, x̂", () =>
    withSection("dim", { query: "?dim.preset=book" }, async (page) => {
      const scrubber = page.locator("#dim .stage-slider").getByRole("slider");
      const out = layerOutput();
      const { mean: m } = moments(out, { dim: -1, keepdim: true });
      await scrubber.fill("1");
      expect(await cellTexts(page, "dim", "out")).toEqual(
        texts(out.data.map((value, i) => value - m.data[Math.floor(i / 6)])),
      );
      await scrubber.fill("0");
      expect(await cellTexts(page, "dim", "out")).toEqual(texts(out.data));
      await scrubber.fill("3");
      expect(await cellTexts(page, "dim", "y")).toEqual(fixture("normalized"));
    }));

  test("an edit flashes exactly what depends on it", () =>
    withSection("dim", { query: "?dim.preset=book" }, async (page) => {
      await cell(page, "dim", "x", 8).click();
      await page.keyboard.type("1");
      await page.keyboard.press("Enter");
      const row = [6, 7, 8, 9, 10, 11].map((index) => `out ${index}`);
      expect(await flashed(page)).toEqual(["x 8", "mean 1", "variance 1", ...row]);
      expect((await cellTexts(page, "dim", "out")).slice(0, 6)).toEqual(fixture("normalized").slice(0, 6));
      const x = layerOutput();
      x.data[8] = 1;
      expect(await cellTexts(page, "dim", "out")).toEqual(texts(normalize(x, { dim: -1, correction: 1, eps: 0 }).data));
    }));

  test("a constant row is NaN without eps, and 0 with it", () =>
    withSection("dim", { query: "?dim.preset=constant" }, async (page) => {
      expect((await cellTexts(page, "dim", "out")).slice(0, 6)).toEqual(new Array(6).fill("NaN"));
      expect(await cell(page, "dim", "out", 0).getAttribute("data-kind")).toBe("nan");
      await page.locator("#dim").getByRole("slider", { name: "eps" }).fill("4");
      expect((await cellTexts(page, "dim", "out")).slice(0, 6)).toEqual(new Array(6).fill("0.0000"));
    }));

  test("the formula holds the cell's numbers, each leading to its source", () =>
    withSection("dim", { query: "?dim.preset=book" }, async (page) => {
      await cell(page, "dim", "out", 1).click();
      const formula = page.locator("#dim .formula");
      expect(await formula.locator(".chip").allTextContents()).toEqual([
        "x[0, 1] 0.346954",
        "mean A 0.132418",
        "var over n − 1 A 0.023066",
      ]);
      expect(await formula.locator(".result").textContent()).toBe("1.4126");
      expect(await formula.locator("math mfrac").count()).toBeGreaterThan(0);
      await formula.locator(".chip").nth(1).click();
      const focused = () =>
        page.evaluate(() => [
          document.activeElement?.closest("[data-panel]")?.getAttribute("data-panel"),
          document.activeElement?.getAttribute("data-index"),
        ]);
      expect(await focused()).toEqual(["mean", "0"]);
      expect(await formula.locator(".chip").allTextContents()).toEqual([
        "[0, 0] 0.2260",
        "[0, 1] 0.3470",
        "[0, 2] 0",
        "[0, 3] 0.2216",
        "[0, 4] 0",
        "[0, 5] 0",
      ]);
      expect(await formula.locator(".result").textContent()).toBe("0.1324");
      await formula.locator(".chip").nth(3).click();
      expect(await focused()).toEqual(["x", "3"]);
    }));

  test("the pointer on a cell marks its twins, and on a dot its cells", () =>
    withSection("dim", { query: "?dim.preset=book" }, async (page) => {
      const twins = () =>
        page.locator("#dim-figure [data-twin]").evaluateAll((marks) =>
          marks.map((mark) => {
            const name = mark.closest("[data-panel]")?.getAttribute("data-panel") ?? "dot";
            return `${name} ${mark.getAttribute("data-element")}`;
          }),
        );
      await cell(page, "dim", "out", 9).hover();
      expect(new Set(await twins())).toEqual(new Set(["x 9", "out 9", "dot 9"]));
      await page.locator("#dim-tracks .dot[data-element='6']").hover();
      expect(new Set(await twins())).toEqual(new Set(["x 6", "out 6", "dot 6"]));
      await page.locator("#dim .formula .chip").first().hover();
      expect(new Set(await twins())).toEqual(new Set(["x 1", "out 1", "dot 1"]));
    }));

  test("a formula holds the numbers of its own cell, whichever it is", () => {
    const query = "?dim.preset=book&dim.weight=1,2,3&dim.bias=0,1,-1&dim.x=3x3:1,2,4,0,-1,7,3,3,5&dim.stage=3";
    return withSection("dim", { query }, async (page) => {
      const formula = page.locator("#dim .formula");
      const plain = (/** @type {string | null} */ text) => (text ?? "").replace("−", "-");
      const shown = async () =>
        [
          ...(await formula
            .locator(".chip")
            .evaluateAll((all) =>
              all.map((chip) => `${chip.getAttribute("data-from")} ${chip.textContent?.split(" ").at(-1)}`),
            )),
          `= ${await formula.locator(".result").textContent()}`,
          // A formula has more digits than the cells where its result asks for them.
        ].map((text) => plain(text).replace(/-?\d+\.\d{5,}$/, (digits) => Number(digits).toFixed(4)));
      for (const dim of [1, 0]) {
        await page.locator("#dim .axis [aria-pressed]").nth(dim).click();
        await cell(page, "dim", "weight", 1).click();
        await page.keyboard.type("2");
        await page.keyboard.press("Enter");
        const [x, mean, variance, out, weight, bias, y] = await Promise.all(
          ["x", "mean", "variance", "out", "weight", "bias", "y"].map((name) => cellTexts(page, "dim", name)),
        );
        for (const index of [0, 5, 7]) {
          const [row, column] = [Math.floor(index / 3), index % 3];
          const [group, place] = dim === 1 ? [row, column] : [column, row];
          await cell(page, "dim", "out", index).click();
          await expect
            .poll(shown)
            .toEqual([`x ${x[index]}`, `mean ${mean[group]}`, `variance ${variance[group]}`, `= ${out[index]}`]);
          await cell(page, "dim", "y", index).click();
          await expect
            .poll(shown)
            .toEqual([`out ${out[index]}`, `weight ${weight[place]}`, `bias ${bias[place]}`, `= ${y[index]}`]);
        }
      }
    });
  });

  test("a changed weight flashes itself and what it multiplies", () =>
    withSection("dim", { query: "?dim.preset=book&dim.stage=3&dim.dims=0" }, async (page) => {
      await cell(page, "dim", "weight", 1).click();
      await page.keyboard.type("2");
      await page.keyboard.press("Enter");
      expect(await flashed(page)).toEqual(["weight 1", "y 6", "y 7", "y 8", "y 9", "y 10", "y 11"]);
    }));

  test("with dim 0 an edit flashes its column", () =>
    withSection("dim", { query: "?dim.preset=book&dim.dims=0" }, async (page) => {
      await cell(page, "dim", "x", 8).click();
      await page.keyboard.type("1");
      await page.keyboard.press("Enter");
      expect(await flashed(page)).toEqual(["x 8", "mean 2", "variance 2", "out 2", "out 8"]);
    }));

  test("both dims make one group, with a weight for each element", () =>
    withSection("dim", { query: "?dim.preset=book&dim.dims=0,1&dim.stage=3" }, async (page) => {
      const out = layerOutput();
      const settings = { dim: [0, 1], correction: /** @type {const} */ (1) };
      expect(await cellTexts(page, "dim", "mean")).toEqual(texts(mean(out, { dim: [0, 1] }).data));
      expect(await cellTexts(page, "dim", "variance")).toEqual(texts(variance(out, settings).data));
      expect(await cellTexts(page, "dim", "y")).toEqual(texts(normalize(out, { ...settings, eps: 0 }).data));
      expect(await cellTexts(page, "dim", "weight")).toEqual(new Array(12).fill("1"));
      expect(await page.locator("#dim .axis [aria-pressed=true]").count()).toBe(2);
      expect(await page.locator("#dim .track").count()).toBe(1);
      await page.locator("#dim").getByRole("radio", { name: "False" }).check();
      expect(await page.locator("#dim .shape-line").textContent()).toContain("keepdim=False)gives→[]");
    }));

  test("a square tensor without keepdim goes wrong without an error, and the page says so", () =>
    withSection("dim", { query: "?dim.x=3x3:1,2,3,4,5,6,7,8,10&dim.keepdim=false" }, async (page) => {
      await expect.poll(() => page.locator("#dim .shape-line").textContent()).toContain("without an error");
      expect(await page.locator("#dim .code-pane pre").first().textContent()).toContain("unsqueeze");
    }));

  for (const query of ["?dim.x=2x1:1,2", "?dim.x=1x1:3&dim.dims=0", "?row.x=1:5&row.stage=3", "?dim.x=1:5"]) {
    const id = query.startsWith("?row") ? "row" : "dim";
    test(`a group of one value says why it comes to nothing ${query}`, () =>
      withSection(id, { query }, async (page) => {
        const section = page.locator(`#${id}`);
        await section.locator('[data-panel="out"] .cell').first().click();
        expect(await section.locator('[data-panel="out"] .cell').first().textContent()).toBe("NaN");
        expect(await section.locator(".formula > p").textContent()).toContain("one value has no variance");
        await section.getByRole("radio", { name: "n", exact: true }).check();
        await expect.poll(() => section.locator(".formula > p").textContent()).toContain("0 ÷ 0");
        expect(await section.textContent()).not.toMatch(/undefined|Infinity/);
      }));
  }

  test("what float32 cannot hold is explained, not reckoned wrongly", () =>
    withSection("dim", { query: "?dim.x=2x2:1e30,0,1e-30,3e-30" }, async (page) => {
      expect(await cellTexts(page, "dim", "variance")).toEqual(["∞", "0"]);
      expect(await cellTexts(page, "dim", "out")).toEqual(["0.7071", "-0.7071", "-0.7071", "0.7071"]);
      await cell(page, "dim", "out", 0).click();
      expect(await page.locator("#dim .formula > p").textContent()).toContain("too large for a float32");
      await cell(page, "dim", "out", 2).click();
      expect(await page.locator("#dim .formula > p").textContent()).toContain("too small for a float32");
    }));

  test("typing into weight begins to edit it", () =>
    withSection("dim", { query: "?dim.preset=book&dim.stage=3" }, async (page) => {
      await cell(page, "dim", "weight", 0).click();
      await page.keyboard.type("3");
      await page.keyboard.press("Enter");
      expect(await page.locator("#dim").getByRole("radio", { name: "edit" }).isChecked()).toBe(true);
      expect((await cellTexts(page, "dim", "y"))[0]).toBe("1.8476");
    }));

  test("the pointer lights a group in every panel", () =>
    withSection("dim", { query: "?dim.preset=book" }, async (page) => {
      await cell(page, "dim", "out", 9).hover();
      for (const [name, lit] of /** @type {const} */ ([
        ["x", [6, 7, 8, 9, 10, 11]],
        ["mean", [1]],
        ["variance", [1]],
        ["out", [6, 7, 8, 9, 10, 11]],
      ])) {
        const indices = await panel(page, "dim", name)
          .locator(".cell[data-lit]")
          .evaluateAll((cells) => cells.map((c) => Number(c.getAttribute("data-index"))));
        expect(indices).toEqual(lit);
      }
    }));

  test("the question has a right answer and explains each", () =>
    withSection("dim", { query: "?dim.preset=book" }, async (page) => {
      const question = page.locator("#dim .question[data-kind=check]");
      const why = question.locator(".why");
      const said = new Set();
      for (const wrong of ["Over dim 1", "Over either of them", "Over neither"]) {
        await question.getByRole("button", { name: wrong, exact: true }).click();
        await expect.poll(() => why.textContent()).toMatch(/^Not quite\. .*\d.*\.$/);
        said.add(await why.textContent());
      }
      expect(said.size).toBe(3);
      await question.getByRole("button", { name: "Over dim 0", exact: true }).click();
      await expect.poll(() => why.textContent()).toContain("Yes.");
    }));
});

describe("where things are drawn", () => {
  for (const width of [768, 1440]) {
    test(`the statistics stand beside the rows, or under the columns, at ${width} px`, () =>
      withSection("dim", { query: "?dim.preset=book", viewport: { width, height: 900 } }, async (page) => {
        const x = await boxes(page, "dim", "x");
        const means = await boxes(page, "dim", "mean");
        const variances = await boxes(page, "dim", "variance");
        expect(means.map(({ top }) => top)).toEqual([x[0].top, x[6].top]);
        expect(means[0].left).toBeGreaterThan(x[5].right);
        expect(variances.map(({ top }) => top)).toEqual([x[0].top, x[6].top]);
        await page
          .locator("#dim")
          .getByRole("button", { name: /^dim 0 size/ })
          .click();
        const columns = await boxes(page, "dim", "x");
        const under = await boxes(page, "dim", "mean");
        const further = await boxes(page, "dim", "variance");
        expect(under.map(({ left }) => Math.round(left))).toEqual(
          columns.slice(0, 6).map(({ left }) => Math.round(left)),
        );
        expect(under[0].top).toBeGreaterThan(columns[6].bottom);
        expect(further[0].top).toBeGreaterThan(under[0].bottom);
      }));
  }

  for (const dims of ["0", "1", "0,1"]) {
    test(`an outline holds its group and nothing else, dims ${dims}`, () =>
      withSection("dim", { query: `?dim.dims=${dims}&dim.stage=3` }, async (page) => {
        await expect.poll(() => page.locator("#dim [aria-pressed=true]").count()).toBeGreaterThan(0);
        for (const name of ["x", "mean", "variance", "out", "y"]) {
          const strays = await panel(page, "dim", name).evaluate((tensor) => {
            const outlines = [...tensor.querySelectorAll(".outline")].map((o) => o.getBoundingClientRect());
            return [...tensor.querySelectorAll(".cell")].filter((element) => {
              const { left, right, top, bottom } = element.getBoundingClientRect();
              const around = outlines.flatMap((o, group) =>
                o.left < left && o.right > right && o.top < top && o.bottom > bottom ? [group] : [],
              );
              return `${around}` !== element.getAttribute("data-group");
            }).length;
          });
          expect(strays, name).toBe(0);
        }
      }));
  }

  const states = [
    "?dim.preset=book&dim.stage=3",
    "?dim.preset=book&dim.dims=0&dim.stage=3",
    "?dim.x=2x6:123456,-98765.43,1e30,-1e30,2,3,4,5,6,7,8,9",
  ];
  for (const width of [360, 768, 1200, 1440]) {
    for (const query of states) {
      test(`every number fits its cell at ${width} px ${query}`, () =>
        withSection("dim", { query, viewport: { width, height: 900 } }, async (page) => {
          const tight = await page.locator("#dim .cell").evaluateAll((cells) =>
            cells
              .filter((element) => {
                const range = document.createRange();
                range.selectNodeContents(element);
                return range.getBoundingClientRect().width > element.getBoundingClientRect().width - 1;
              })
              .map((element) => element.textContent),
          );
          expect(tight).toEqual([]);
        }));
    }
  }

  for (const width of [320, 768, 1440]) {
    test(`a long sum is broken, and stays in its pane at ${width} px`, () =>
      withSection(
        "dim",
        { query: "?dim.preset=outlier&dim.at=variance:0", viewport: { width, height: 900 } },
        async (page) => {
          const pane = page.locator("#dim .formula");
          await expect.poll(() => pane.locator(".chip").count()).toBe(6);
          const hidden = await pane.evaluate((element) => element.scrollWidth - element.clientWidth);
          expect(hidden).toBeLessThanOrEqual(0);
        },
      ));
  }
});

describe("motion", () => {
  const moving = (/** @type {import("playwright").Page} */ page) =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length);

  test("a dim that is named sweeps shut", () =>
    withSection("dim", { reducedMotion: "no-preference" }, async (page) => {
      await page.evaluate(() => {
        const scope = /** @type {any} */ (window);
        scope.begun = [];
        document.addEventListener("animationstart", ({ animationName }) => scope.begun.push(animationName));
      });
      await page
        .locator("#dim")
        .getByRole("button", { name: /^dim 0 size/ })
        .click();
      await expect.poll(() => page.evaluate(() => /** @type {any} */ (window).begun)).toContain("fold-rows");
    }));

  test("dots fly when a number changes, and not when the window does", () =>
    withSection("dim", { reducedMotion: "no-preference", paints: true }, async (page) => {
      await page.evaluate(() => {
        const scope = /** @type {any} */ (window);
        scope.flown = 0;
        // A flight that the new width begins is called off before it is painted.
        document.addEventListener("transitionend", ({ target }) => {
          if (/** @type {Element} */ (target).matches("#dim .dot")) scope.flown++;
        });
      });
      const flown = () => page.evaluate(() => /** @type {any} */ (window).flown);
      const dot = page.locator("#dim .dot").first();
      const before = (await dot.boundingBox())?.x;
      await page.setViewportSize({ width: 820, height: 800 });
      await expect.poll(async () => (await dot.boundingBox())?.x).not.toBe(before);
      await expect.poll(() => page.locator("#dim .dots[data-placed]").count()).toBe(0);
      await expect.poll(() => moving(page)).toBe(0);
      expect(await flown()).toBe(0);
      await page
        .locator("#dim")
        .getByRole("button", { name: /^dim 0 size/ })
        .click();
      await expect.poll(flown).toBeGreaterThan(0);
    }));

  test("there is none for those who want less of it", () =>
    withSection("dim", { reducedMotion: "reduce" }, async (page) => {
      await page
        .locator("#dim")
        .getByRole("button", { name: /^dim 0 size/ })
        .click();
      expect(await moving(page)).toBe(0);
      await page.locator("#dim .stage-slider").getByRole("slider").fill("0");
      await cell(page, "dim", "x", 0).click();
      await page.keyboard.type("3");
      await page.keyboard.press("Enter");
      expect(await page.locator("#dim [data-flash]").count()).toBeGreaterThan(0);
      expect(await moving(page)).toBe(0);
    }));
});
