/** What the code prints, beside what PyTorch printed. */
import { describe, expect, test } from "vitest";
import { codeFor } from "../../../../web/page/figure/code/code.js";
import { derive } from "../../../../web/page/figure/values/derive.js";
import { originalOf } from "../../../../web/page/figure/values/presets.js";
import { printed } from "../../../../web/page/figure/code/printed.js";
import { INITIAL } from "../../../../web/page/store/state.js";
import page from "../../../fixtures/page.json";

/** @typedef {import("../../../../web/page/store/state.js").Figure} Figure */
/** @typedef {import("../../../../web/page/figure/code/code.js").Language} Language */

/** PyTorch's own values, where they are written out in full. @param {Figure} figure */
function sourceOf(figure) {
  const original = originalOf(figure);
  const { data } = page.tensors.find(({ name }) => name === figure.preset) ?? {};
  return data?.length === original.values.length ? { ...original, values: Float32Array.from(data) } : original;
}

/**
 * What the line that makes a panel's numbers prints.
 * @param {Partial<Figure>} change
 * @param {Figure["at"]["panel"]} panel
 * @param {Language} [language]
 * @param {boolean} [naive]
 */
function print(change, panel, language = "pytorch", naive = false) {
  const figure = { ...INITIAL.dim, preset: "book", correction: /** @type {const} */ (1), eps: 0, ...change };
  const source = sourceOf(figure);
  const context = { figure, shape: source.shape, naive };
  const line = codeFor(language, context).find((candidate) => candidate.panel === panel);
  return printed(language, context, derive(source, figure), line);
}

describe("mean and variance", () => {
  test.each(page.statistics)("$tensor over $dims, correction $correction", ({ tensor, dims, correction, text }) => {
    const change = { preset: tensor, dims, correction: /** @type {0 | 1} */ (correction), keepdim: false };
    expect(print(change, "mean").text).toBe(text.mean);
    expect(print(change, "variance").text).toBe(text.variance);
  });

  test("with keepdim they keep their dims", () => {
    expect(print({}, "mean").text).toBe("tensor([[0.1324],\n        [0.2170]])");
    const three = print({ preset: "notebook", dims: [1, 2] }, "mean").text;
    expect(three).toMatch(/^tensor\(\[\[\[.*\]\],\n\n {8}\[\[.*\]\]\]\)$/);
  });

  test("with groups of channels they have a dim more", () => {
    const change = { preset: "images", dims: [1, 2, 3], channelGroups: 2 };
    expect(print({ ...change, keepdim: false }, "mean").text).toMatch(/^tensor\(\[\[.*, .*\],\n {8}\[.*, .*\]\]\)$/);
    expect(print(change, "mean").text.match(/\[/g)?.length).toBe(1 + 2 * (1 + 2 * 3));
  });
});

test("the variable is printed in the way of the language", () => {
  expect(print({}, "mean").call).toBe("print(mean)");
  expect(print({}, "mean", "numpy").call).toBe("print(torch.tensor(mean))");
  expect(print({}, "mean", "layernorm").call).toBe("console.log(`${m}`)");
  expect(print({}, "x").call).toBe("print(x)");
});

test("a large tensor is summarised", () => {
  expect(print({ preset: "gpt2", dims: [2] }, "out").text).toContain("...");
});

describe("what comes of the shapes as they are", () => {
  const left = { dims: [1], keepdim: false };

  test("what raises says so, in the library's words", () => {
    const torch = print(left, "out", "pytorch", true);
    expect(torch).toMatchObject({ isError: true, call: "x_norm = (x - mean) / torch.sqrt(var)" });
    expect(page.pairs.map(({ error }) => error)).toContain(torch.text);
    expect(print(left, "out", "numpy", true).text).toBe(
      "ValueError: operands could not be broadcast together with shapes (2,6) (2,)",
    );
    expect(print(left, "mean", "pytorch", true).text).toBe("tensor([0.1324, 0.2170])");
  });

  test("what does not raise prints what was mixed; this package is told the dims", () => {
    const square = { ...left, preset: "square" };
    const wrong = print(square, "out", "pytorch", true).text;
    const right = print(square, "out").text;
    expect(wrong).not.toBe(right);
    expect(print(square, "out", "layernorm", true).text).toBe(right);
  });
});
