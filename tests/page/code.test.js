import { describe, expect, test } from "vitest";
import { codeFor, codeText } from "../../web/page/model/code.js";
import { INITIAL } from "../../web/page/model/state.js";

/**
 * @param {import("../../web/page/model/code.js").Language} language
 * @param {Partial<import("../../web/page/model/state.js").Figure>} change
 * @param {readonly number[]} [shape]
 */
const code = (language, change, shape = [2, 6]) =>
  codeText(codeFor(language, { ...INITIAL.dim, ...change }, shape)).split("\n");

describe("the figure as code", () => {
  test("PyTorch, as the book's cells", () => {
    expect(code("pytorch", {})).toEqual([
      "mean = x.mean(dim=-1, keepdim=True)",
      "var = x.var(dim=-1, keepdim=True)",
      "x_norm = (x - mean) / torch.sqrt(var)",
    ]);
  });

  test("PyTorch: without keepdim the last dim must be put back, the first need not", () => {
    const figure = { keepdim: false, correction: /** @type {const} */ (0), eps: 1e-5, stage: 3 };
    expect(code("pytorch", { ...figure, dims: [1] })).toEqual([
      "mean = x.mean(dim=-1, keepdim=False)",
      "var = x.var(dim=-1, keepdim=False, correction=0)",
      "x_norm = (x - mean.unsqueeze(-1)) / torch.sqrt(var.unsqueeze(-1) + 1e-05)",
      "y = weight * x_norm + bias",
    ]);
    expect(code("pytorch", { ...figure, dims: [0] }).slice(2)).toEqual([
      "x_norm = (x - mean) / torch.sqrt(var + 1e-05)",
      "y = weight[:, None] * x_norm + bias[:, None]",
    ]);
  });

  test("over both dims nothing need be put back", () => {
    expect(code("pytorch", { dims: [0, 1], keepdim: false, stage: 3 })).toEqual([
      "mean = x.mean(dim=(0, 1), keepdim=False)",
      "var = x.var(dim=(0, 1), keepdim=False)",
      "x_norm = (x - mean) / torch.sqrt(var)",
      "y = weight * x_norm + bias",
    ]);
  });

  test("NumPy counts n unless told, PyTorch n - 1", () => {
    expect(code("numpy", { keepdim: false, dims: [1] })).toEqual([
      "mean = x.mean(axis=-1, keepdims=False)",
      "var = x.var(axis=-1, keepdims=False, ddof=1)",
      "x_norm = (x - np.expand_dims(mean, -1)) / np.sqrt(np.expand_dims(var, -1))",
    ]);
    expect(code("numpy", { correction: 0 })[1]).toBe("var = x.var(axis=-1, keepdims=True)");
  });

  test("this package", () => {
    const [m, , normalized] = code("layernorm", { dims: [0, 1] });
    expect(m).toBe("const m = mean(x, { dim: [0, 1], keepdim: true });");
    expect(normalized).toBe("const normalized = normalize(x, { dim: [0, 1], correction: 1, eps: 0 });");
  });
});
