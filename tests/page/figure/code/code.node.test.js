/** The figure as code: what is written runs, and gives the figure's numbers; what is typed is read back. */
import fc from "fast-check";
import * as api from "layernorm";
import { describe, expect, test } from "vitest";
import { LANGUAGES, codeFor, codeText } from "../../../../web/page/figure/code/code.js";
import { derive } from "../../../../web/page/figure/values/derive.js";
import { readCode } from "../../../../web/page/figure/code/read-code.js";
import { INITIAL } from "../../../../web/page/store/state.js";

/** @typedef {import("../../../../web/page/store/state.js").Figure} Figure */
/** @typedef {import("../../../../web/page/figure/code/code.js").Language} Language */

const languages = /** @type {Language[]} */ (Object.keys(LANGUAGES));

/** As the book's cells have it: PyTorch's own n − 1, and no eps. */
const AS_BOOK = { ...INITIAL.dim, correction: /** @type {const} */ (1), eps: 0 };

/** @param {Partial<Figure>} change @param {readonly number[]} [shape] @param {boolean} [naive] */
const contextOf = (change, shape = [2, 6], naive = false) => ({ figure: { ...AS_BOOK, ...change }, shape, naive });

/** @param {Language} language @param {Parameters<typeof contextOf>} context */
const code = (language, ...context) => codeText(codeFor(language, contextOf(...context)));

/** @param {Language} language @param {Parameters<typeof contextOf>} context */
const lines = (language, ...context) => code(language, ...context).split("\n");

/** A tensor's shape, and settings that suit it. */
const scenes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }).chain((shape) =>
  fc.record({
    shape: fc.constant(shape),
    dims: fc.subarray([...shape.keys()], { minLength: 1 }),
    keepdim: fc.boolean(),
    correction: fc.constantFrom(0, 1),
    eps: fc.oneof(fc.constantFrom(0, 1e-5, 1e-12, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    epsAt: fc.constantFrom("inside", "outside"),
    center: fc.boolean(),
    stage: fc.integer({ min: 0, max: 3 }),
    naive: fc.boolean(),
  }),
);

describe("what is written", () => {
  test("PyTorch, as the book's cells", () => {
    expect(lines("pytorch", {})).toEqual([
      "mean = x.mean(dim=-1, keepdim=True)",
      "var = x.var(dim=-1, keepdim=True)",
      "x_norm = (x - mean) / torch.sqrt(var)",
    ]);
  });

  test("PyTorch: without keepdim the last dim must be put back, the first need not", () => {
    const figure = { keepdim: false, correction: /** @type {const} */ (0), eps: 1e-5, stage: 3 };
    expect(lines("pytorch", { ...figure, dims: [1] })).toEqual([
      "mean = x.mean(dim=-1, keepdim=False)",
      "var = x.var(dim=-1, keepdim=False, correction=0)",
      "x_norm = (x - mean.unsqueeze(-1)) / torch.sqrt(var.unsqueeze(-1) + 1e-05)",
      "y = weight * x_norm + bias",
    ]);
    expect(lines("pytorch", { ...figure, dims: [0] }).slice(2)).toEqual([
      "x_norm = (x - mean) / torch.sqrt(var + 1e-05)",
      "y = weight[:, None] * x_norm + bias[:, None]",
    ]);
    expect(lines("pytorch", { ...figure, dims: [0, 2] }, [2, 4, 12])[3]).toBe(
      "y = weight[:, None, :] * x_norm + bias[:, None, :]",
    );
  });

  test("left as it stands where the bug is the subject", () => {
    const figure = { keepdim: false, dims: [1] };
    expect(lines("pytorch", figure, [3, 3], true)[2]).toBe("x_norm = (x - mean) / torch.sqrt(var)");
    expect(lines("numpy", { ...figure, stage: 1 }, [3, 3], true)[2]).toBe("centred = x - mean");
  });

  test("it grows with the stage", () => {
    expect([0, 1, 2, 3].map((stage) => lines("pytorch", { stage }).at(-1)?.split(" = ")[0])).toEqual([
      "var",
      "centred",
      "x_norm",
      "y",
    ]);
  });

  test("over both dims nothing need be put back", () => {
    expect(lines("pytorch", { dims: [0, 1], keepdim: false, stage: 3 })).toEqual([
      "mean = x.mean(dim=(0, 1), keepdim=False)",
      "var = x.var(dim=(0, 1), keepdim=False)",
      "x_norm = (x - mean) / torch.sqrt(var)",
      "y = weight * x_norm + bias",
    ]);
  });

  test("NumPy counts n unless told, PyTorch n - 1", () => {
    expect(lines("numpy", { keepdim: false, dims: [1] })).toEqual([
      "mean = x.mean(axis=-1, keepdims=False)",
      "var = x.var(axis=-1, keepdims=False, ddof=1)",
      "x_norm = (x - np.expand_dims(mean, -1)) / np.sqrt(np.expand_dims(var, -1))",
    ]);
    expect(lines("numpy", { correction: 0 })[1]).toBe("var = x.var(axis=-1, keepdims=True)");
  });

  test("this package", () => {
    const [m, , normalized] = lines("layernorm", { dims: [0, 1] });
    expect(m).toBe("const m = mean(x, { dim: [0, 1], keepdim: true });");
    expect(normalized).toBe("const normalized = normalize(x, { dim: [0, 1], correction: 1, eps: 0 });");
  });

  test("RMSNorm leaves the mean out, and eps may stand outside the root", () => {
    expect(lines("pytorch", { center: false, eps: 1e-6 })).toEqual([
      "ms = x.pow(2).mean(dim=-1, keepdim=True)",
      "x_norm = x * torch.rsqrt(ms + 1e-06)",
    ]);
    expect(lines("layernorm", { center: false, eps: 1e-6 }).at(-1)).toBe(
      "const normalized = rmsNorm(x, [6], { eps: 1e-06 });",
    );
    expect(lines("numpy", { epsAt: "outside", eps: 1e-6 })[2]).toBe("x_norm = (x - mean) / (np.sqrt(var) + 1e-06)");
  });

  test("each panel has one line at most", () => {
    fc.assert(
      fc.property(scenes, fc.constantFrom(...languages), ({ shape, naive, ...change }, language) => {
        const panels = codeFor(language, contextOf(/** @type {Partial<Figure>} */ (change), shape, naive)).flatMap(
          ({ panel }) => panel || [],
        );
        expect(panels).toEqual([...new Set(panels)]);
      }),
    );
  });

  test("GroupNorm by its name where that is what is computed, and by hand where not", () => {
    const figure = /** @type {Partial<Figure>} */ ({ dims: [1, 2, 3], channelGroups: 2, correction: 0, eps: 1e-5 });
    expect(lines("pytorch", figure, [2, 4, 2, 2])).toEqual([
      "g = x.reshape(2, 2, 2, 2, 2)",
      "mean = g.mean(dim=(2, 3, 4), keepdim=True)",
      "var = g.var(dim=(2, 3, 4), keepdim=True, correction=0)",
      "x_norm = torch.nn.functional.group_norm(x, 2, eps=1e-05)",
    ]);
    expect(lines("layernorm", figure, [2, 4, 2, 2]).at(-1)).toBe("const normalized = groupNorm(x, 2, { eps: 1e-05 });");
    expect(lines("pytorch", { ...figure, correction: 1 }, [2, 4, 2, 2]).at(-1)).toBe(
      "x_norm = ((g - mean) / torch.sqrt(var + 1e-05)).reshape(x.shape)",
    );
  });
});

/**
 * What the JavaScript computes when it is run.
 * @param {string} source
 * @param {import("layernorm").Tensor} x
 * @param {Record<string, import("layernorm").Tensor>} given
 * @returns {Record<string, import("layernorm").Tensor>}
 */
function run(source, x, given) {
  const names = [...source.matchAll(/^const (\w+)/gm)].map(([, name]) => name);
  const known = { ...api, x, ...given };
  return new Function(...Object.keys(known), `${source}\nreturn { ${names} };`)(...Object.values(known));
}

describe("the JavaScript, run", () => {
  /** @param {ArrayLike<number>} actual @param {ArrayLike<number>} expected */
  const expectClose = (actual, expected) => {
    expect(actual.length).toBe(expected.length);
    for (let i = 0; i < expected.length; i++) {
      const [a, b] = [actual[i], expected[i]];
      if (Number.isFinite(b)) expect(Math.abs(a - b)).toBeLessThanOrEqual(2e-6 * Math.max(1, Math.abs(b)));
      else expect(a).toBe(b);
    }
  };

  /** @param {Figure} figure @param {readonly number[]} shape */
  function check(figure, shape) {
    api.manualSeed(7);
    const x = api.randn([...shape]);
    const sizes = figure.dims.map((dim) => shape[dim]);
    const given = { weight: api.randn(sizes), bias: api.randn(sizes) };
    const [weight, bias] = figure.stage < 3 ? [null, null] : [[...given.weight.data], [...given.bias.data]];
    const view = derive({ shape, values: x.data }, { ...figure, weight, bias });
    const made = run(codeText(codeFor("layernorm", { figure, shape })), x, given);
    if (figure.center) expectClose(made.m.data, view.mean);
    const spread = figure.center ? made.v : made.ms;
    expectClose(spread.data, view.variance);
    if (figure.channelGroups === 1) expect(spread.shape).toEqual(view.statisticShape);
    if (figure.stage === 1 && figure.center) expectClose(made.centred.data, view.centred);
    if (figure.stage >= 2) expectClose(made.normalized.data, view.normalized);
    if (figure.stage === 3 && figure.channelGroups === 1) expectClose(made.y.data, view.y);
  }

  test("gives what the figure shows, in every state", () => {
    fc.assert(
      fc.property(scenes, ({ shape, ...change }) => {
        check(/** @type {Figure} */ ({ ...AS_BOOK, ...change }), shape);
      }),
      { numRuns: 400 },
    );
  });

  test("and with groups of channels", () => {
    for (const dims of [[1], [1, 2, 3], [0, 1], [1, 3]]) {
      for (const center of [true, false]) {
        for (const epsAt of /** @type {const} */ (["inside", "outside"])) {
          for (const correction of /** @type {const} */ ([0, 1])) {
            const change = { dims, center, epsAt, correction, eps: 1e-3, channelGroups: 2 };
            for (const stage of [1, 2]) check({ ...INITIAL.family, ...change, stage }, [2, 4, 2, 3]);
          }
        }
      }
    }
  });
});

/**
 * What typing turns the figure's settings into, or what is said of it.
 * @param {Language} language
 * @param {string} text
 * @param {Partial<Figure>} [change]
 * @param {number} [line]
 */
function typed(language, text, change = {}, line = 0) {
  const { settings, problem } = readCode(language, text, contextOf(change), line);
  return problem === null ? settings : problem.message;
}

describe("what is typed", () => {
  /** @param {Language} language @param {string} from @param {string} to @param {Partial<Figure>} [change] */
  const edited = (language, from, to, change = {}) => {
    const text = code(language, change);
    expect(text).toContain(from);
    return typed(language, text.replace(from, to), change, text.slice(0, text.indexOf(from)).split("\n").length - 1);
  };

  test("a setting in one line is the figure's", () => {
    expect(edited("pytorch", "dim=-1", "dim=0")).toEqual({ dims: [0] });
    expect(edited("pytorch", "dim=-1", "dim=(-2, -1)")).toEqual({ dims: [0, 1] });
    expect(edited("pytorch", "dim=-1", "dim=[0,1]")).toEqual({ dims: [0, 1] });
    expect(edited("pytorch", "dim=-1", "0")).toEqual({ dims: [0] });
    expect(edited("pytorch", "keepdim=True", "keepdim=False")).toEqual({ keepdim: false });
    expect(edited("pytorch", ", keepdim=True", "")).toEqual({ keepdim: false });
    expect(edited("pytorch", "True)\nx_norm", "True, correction=0)\nx_norm")).toEqual({ correction: 0 });
    expect(edited("pytorch", "True)\nx_norm", "True, unbiased=False)\nx_norm")).toEqual({ correction: 0 });
    expect(edited("pytorch", "sqrt(var", "sqrt(var + 1e-3")).toEqual({ eps: 1e-3 });
    expect(edited("pytorch", " + 1e-05", "", { eps: 1e-5 })).toEqual({ eps: 0 });
    expect(edited("numpy", "axis=-1", "axis=(0, 1)")).toEqual({ dims: [0, 1] });
    expect(edited("numpy", ", ddof=1", "")).toEqual({ correction: 0 });
    expect(edited("layernorm", "dim: -1", "dim: [0, -1]")).toEqual({ dims: [0, 1] });
    expect(edited("layernorm", "eps: 0", "eps: 0.5")).toEqual({ eps: 0.5 });
    expect(edited("layernorm", ", eps: 0", "")).toEqual({ eps: 1e-5 });
  });

  test("spaces do not count", () => {
    expect(edited("pytorch", "x.mean(dim=-1, keepdim=True)", "x . mean( dim = -1,keepdim=  True )")).toEqual({});
    expect(edited("pytorch", "dim=-1", "dim=1")).toEqual({});
  });

  test("what is wrong is said in the library's words", () => {
    expect(edited("pytorch", "dim=-1", "dim=5")).toBe(
      "IndexError: Dimension out of range (expected to be in range of [-2, 1], but got 5)",
    );
    expect(edited("pytorch", "dim=-1", "dim=(1, -1)")).toBe(
      "RuntimeError: dim 1 appears multiple times in the list of dims",
    );
    expect(edited("numpy", "axis=-1", "axis=2")).toBe("AxisError: axis 2 is out of bounds for array of dimension 2");
    expect(edited("numpy", "axis=-1", "axis=[0]")).toContain("TypeError");
    expect(edited("layernorm", "dim: -1", "dim: 2")).toMatch(/^RangeError: .*dim/);
  });

  test("what cannot be followed is explained", () => {
    expect(edited("pytorch", "keepdim=True", "keepdim=true")).toBe("keepdim is False or True.");
    expect(edited("pytorch", "dim=-1, ", "")).toBe("dim must be there.");
    expect(edited("pytorch", "dim=-1", "dim=0.5")).toContain("whole number");
    expect(edited("pytorch", "dim=-1", "dim=()")).toContain("at least one");
    expect(edited("pytorch", "dim=-1", "dim=(0, 1")).toContain("not closed");
    expect(edited("pytorch", "dim=-1", "axis=-1")).toBe("Here it takes dim, keepdim.");
    expect(edited("pytorch", "dim=-1", "dim=-1, correction=0")).toBe("Here it takes dim, keepdim.");
    expect(edited("pytorch", "dim=-1", "dim=-1, dim=0")).toBe("dim is given twice.");
    expect(edited("pytorch", "sqrt(var", "sqrt(var + 2")).toContain("from 0 to 1");
    expect(edited("pytorch", "sqrt(var", "sqrt(var + ")).toContain("from 0 to 1");
    for (const [from, to] of [
      ["x_norm", "z"],
      ["(x - mean)", "(x - mean.unsqueeze(0))"],
      ["sqrt(var", "sqrt(var - 1e-5"],
      ["var = ", "import os; var = "],
      ["\nvar", "\n\nvar"],
    ]) {
      expect(edited("pytorch", from, to)).toContain("the marked parts");
    }
  });

  test("where two lines disagree the one that is typed counts", () => {
    const text = code("pytorch", {}).replace("dim=-1", "dim=0").replace("x.var(dim=-1", "x.var(dim=(0, 1)");
    expect(typed("pytorch", text, {}, 1)).toEqual({ dims: [0, 1] });
    expect(typed("pytorch", text, {}, 0)).toEqual({ dims: [0] });
  });

  test("the groups of channels keep their dims", () => {
    const figure = { ...INITIAL.family, channelGroups: 2 };
    const text = codeText(codeFor("pytorch", { figure, shape: [2, 4, 2, 2] }));
    const context = { figure, shape: [2, 4, 2, 2] };
    expect(readCode("pytorch", text, context).problem).toBe(null);
    expect(readCode("pytorch", text.replace("(2, 3, 4)", "2"), context).problem?.message).toContain("stay");
    expect(readCode("pytorch", text.replace("eps=1e-05", "eps=0"), context).settings).toEqual({ eps: 0 });
  });

  test("code that is written is read as the state that it was written for, whatever the figure has now", () => {
    fc.assert(
      fc.property(scenes, scenes, fc.constantFrom(...languages), (one, other, language) => {
        const { shape, naive, ...change } = one;
        const figure = /** @type {Figure} */ ({ ...AS_BOOK, ...change });
        const dims = other.dims.filter((dim) => dim < shape.length);
        const now = {
          ...figure,
          dims: dims.length > 0 ? dims : [0],
          keepdim: other.keepdim,
          correction: /** @type {0 | 1} */ (other.correction),
          eps: other.eps,
        };
        const text = codeText(codeFor(language, { figure, shape, naive }));
        const here = codeFor(language, { figure: now, shape, naive });
        fc.pre(text.split("\n").length === here.length);
        const { settings, problem } = readCode(language, text, { figure: now, shape, naive });
        expect(problem).toBe(null);
        expect(codeText(codeFor(language, { figure: { ...now, ...settings }, shape, naive }))).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  test("hostile text never throws, and changes nothing that a figure could not have", () => {
    const mess = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("(", "[", "=", ",", "__proto__=1", "\n", "-"));
    fc.assert(
      fc.property(scenes, fc.constantFrom(...languages), mess, fc.nat(), fc.nat(), (scene, language, text, at, cut) => {
        const { shape, naive, ...change } = scene;
        const figure = /** @type {Figure} */ ({ ...AS_BOOK, ...change });
        const whole = codeText(codeFor(language, { figure, shape, naive }));
        const from = at % (whole.length + 1);
        const edited = whole.slice(0, from) + text + whole.slice(from + (cut % 12));
        const { settings } = readCode(language, edited, { figure, shape, naive }, at % 4);
        for (const dim of settings.dims ?? []) expect(shape[dim]).toBeGreaterThan(0);
        if (settings.eps !== undefined) expect(settings.eps >= 0 && settings.eps <= 1).toBe(true);
        expect([undefined, 0, 1]).toContain(settings.correction);
        expect([undefined, true, false]).toContain(settings.keepdim);
      }),
      { numRuns: 2000 },
    );
  });
});
