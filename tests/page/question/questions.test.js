/**
 * What sections 4 to 6 ask, in any state and round: the right answer is worked out from the prompt anew, by the
 * kernels or by a broadcaster that tries every element.
 */
import fc from "fast-check";
import { LayerNorm, mean, normalize, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { derive } from "../../../web/page/figure/values/derive.js";
import { checkDim, predictDim0 } from "../../../web/page/sections/dim/questions.js";
import { checkBroadcast, predictSquare } from "../../../web/page/sections/shapes/questions.js";
import { checkThree, predictChange } from "../../../web/page/sections/three/questions.js";
import { sizeOf } from "../../../web/page/kit/shapes.js";
import { INITIAL } from "../../../web/page/store/state.js";
import { broadcastByHand, outcomeByHand } from "../helpers/broadcast-by-hand.js";

/** @typedef {import("../../../web/page/question/answers.js").Question} Question */
/** @typedef {RegExpMatchArray} Match */

/** @param {string} text "2, 6" or "" */
const numbers = (text) => (text === "" ? [] : text.split(", ").map(Number));

/** @param {string} text "[2, 6]" */
const shapeIn = (text) => numbers(text.slice(1, -1));

/** @param {string} text "1" or "(0, 2)" */
const dimsIn = (text) => numbers(text.replace(/[()]/g, ""));

/** @param {readonly number[]} shape */
const counting = (shape) =>
  tensor(
    Float32Array.from({ length: sizeOf(shape) }, (_, i) => (i * 7919) % 1009),
    shape,
  );

/** @param {readonly number[]} shape */
const text = (shape) => `[${shape.join(", ")}]`;

/** @param {string} shape @param {string} dims @param {boolean} [keepdim] */
const meanOf = (shape, dims, keepdim = false) => mean(counting(shapeIn(shape)), { dim: dimsIn(dims), keepdim });

const CALL = String.raw`x\.mean\(dim=(\d|\([\d, ]+\))(, keepdim=True)?\)`;
/** How the prompts write small numbers. */
const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const SHAPE = String.raw`(\[[\d, ]*\])`;

/**
 * Every kind of prompt, and the label that is right by other means; a list: those of all answers that are.
 * @type {readonly { prompt: RegExp, answer: (match: Match, labels: readonly string[]) => string | string[] }[]}
 */
const KINDS = [
  {
    prompt: new RegExp(`^x has shape ${SHAPE}\\. What is the shape of ${CALL}\\?$`),
    answer: ([, shape, dims, keepdim]) => text(meanOf(shape, dims, Boolean(keepdim)).shape),
  },
  {
    prompt: new RegExp(`x has shape ${SHAPE}\\. With dim 0, how many means will there be\\?$`),
    answer: ([, shape]) => String(meanOf(shape, "0").size),
  },
  {
    prompt: new RegExp(`x has shape ${SHAPE}\\. With dim 0, how many values will go into each mean\\?$`),
    answer: ([, shape]) => String(sizeOf(shapeIn(shape)) / meanOf(shape, "0").size),
  },
  {
    prompt: new RegExp(`^x has shape ${SHAPE}\\. With dim (\\d) named alone, you change one number of x`),
    answer: ([, shape, dim]) => String(changed(shapeIn(shape), Number(dim))),
  },
  {
    prompt: new RegExp(`^x has shape ${SHAPE}: a row for each of the (\\w+) words .* and (\\w+) rows of zeros`),
    answer: ([, shape, words, zeros], labels) => {
      const [count, padding] = [words, zeros].map((word) => NUMBERS.indexOf(word));
      expect(count + padding).toBe(shapeIn(shape)[0]);
      const letsIn = [0, 1].filter((dim) => paddingChanges(shapeIn(shape), 0, padding, dim));
      expect(labels).toContain("Over neither");
      return letsIn.length === 1 ? `Over dim ${letsIn[0]}` : "?";
    },
  },
  {
    prompt: new RegExp(`^x is .*, of shape ${SHAPE}\\. One sentence is short: its last (\\d+) tokens are padding`),
    answer: ([, shape, padding]) => {
      const keeps = [0, 1, 2].filter((dim) => !paddingChanges(shapeIn(shape), 1, Number(padding), dim));
      return keeps.length === 1 ? `Over dim ${keeps[0]}` : "?";
    },
  },
  {
    prompt: new RegExp(`^x has shape ${SHAPE}\\. How many means does dim=(\\d|\\([\\d, ]+\\)) give\\?$`),
    answer: ([, shape, dims]) => String(meanOf(shape, dims).size),
  },
  {
    prompt: new RegExp(`^x has shape ${SHAPE}, and its mean is to have shape ${SHAPE}\\. Which dims do you name\\?$`),
    answer: ([, shape, wanted], labels) =>
      labels.filter((label) => text(meanOf(shape, label.replace("dim=", "")).shape) === wanted),
  },
  {
    prompt: new RegExp(`^x has shape ${SHAPE}\\. Which of these values goes into .* as x${SHAPE}, with ${CALL}\\?$`),
    answer: ([, shape, at, dims], labels) =>
      labels.filter((label) => shareMean(shapeIn(shape), shapeIn(at), shapeIn(label.slice(1)), dimsIn(dims))),
  },
  { prompt: /^Someone asks for “the mean across the rows”/, answer: () => "It does not say" },
  {
    prompt: new RegExp(`Of a square x, of shape ${SHAPE}, .* numbers is the mean of their own row taken\\?$`),
    answer: ([, shape]) => {
      const [n] = shapeIn(shape);
      const met = broadcastByHand([n, n], [n]) ?? [];
      return String(met.filter((which, index) => which === Math.floor(index / n)).length);
    },
  },
  {
    prompt: new RegExp(`^x has shape ${SHAPE}\\. In x − ${CALL}, which mean is taken from x${SHAPE}\\?$`),
    answer: ([, shape, dims, , at]) => {
      const [n] = shapeIn(shape);
      expect([shapeIn(shape), dims]).toEqual([[n, n, n], "2"]);
      const [i, j, k] = shapeIn(at);
      const met = broadcastByHand([n, n, n], [n, n])?.[(i * n + j) * n + k] ?? NaN;
      return `that of x[${Math.floor(met / n)}, ${met % n}, :]`;
    },
  },
  {
    prompt: new RegExp(`Of a square x, of shape ${SHAPE}.* [Ww]hich row’s mean is taken from x\\[(\\d), (\\d)\\]\\?$`),
    answer: ([, shape, row, column]) => {
      const met = broadcastByHand(shapeIn(shape), [shapeIn(shape)[0]]);
      return met === null ? "none: an error" : `that of row ${met[Number(row) * shapeIn(shape)[1] + Number(column)]}`;
    },
  },
  {
    prompt: new RegExp(`^x has shape ${SHAPE}\\. What does x − ${CALL} do\\?$`),
    answer: ([, shape, dims, keepdim]) => OUTCOMES[outcomeByHand(shapeIn(shape), dimsIn(dims), Boolean(keepdim))],
  },
  {
    prompt: /^A mean prints as (tensor\(.*\))\. What is its shape\?$/,
    answer: ([, printed], labels) => {
      const values = Float32Array.from(printed.match(/-?\d+\.\d*/g) ?? [], Number);
      return labels.filter((label) => {
        const fits = sizeOf(shapeIn(label)) === values.length;
        return fits && tensor(values, shapeIn(label)).toString().replace(/\s+/g, " ") === printed;
      });
    },
  },
  {
    prompt: new RegExp(`^x has shape ${SHAPE}\\. What does ${CALL} keep\\?$`),
    answer: ([, shape, dims]) => `The number of dims, ${meanOf(shape, dims, true).shape.length}`,
  },
  {
    prompt: new RegExp(`^x has shape ${SHAPE}, and m = ${CALL} has shape .* Which takes its own mean from each row`),
    answer: ([, shape], labels) => labels.filter((label) => takesOwnMean(shapeIn(shape), label)),
  },
  {
    prompt: new RegExp(`^a has shape ${SHAPE}, b has shape ${SHAPE}\\. What is the shape of a − b\\?$`),
    answer: ([, a, b]) => differenceByHand(shapeIn(a), shapeIn(b)),
  },
  {
    prompt: new RegExp(`^x is \\[batch, embedding, tokens\\], .*, of shape ${SHAPE}\\. Over which dim is each token`),
    answer: ([, shape], labels) => {
      const [batch, , tokens] = shapeIn(shape);
      return labels.filter((label) => text(meanOf(shape, label.replace(/dims? /, "")).shape) === text([batch, tokens]));
    },
  },
  {
    prompt: /^x is \[batch, tokens, embedding\], .* does a token’s x̂ change when more texts come into the batch\?$/,
    answer: (_, labels) => {
      const more = counting([4, 3, 5]);
      const few = tensor(more.data.subarray(0, 2 * 3 * 5), [2, 3, 5]);
      return labels.filter((label) => {
        const dim = dimsIn(label.replace(/dims? /, ""));
        const [alone, among] = [few, more].map((x) => normalize(x, { dim, eps: 1 }).data);
        return alone.some((value, i) => value !== among[i]);
      });
    },
  },
  {
    prompt: /How many numbers does nn\.LayerNorm\((\d+)\) learn\?$/,
    answer: ([, size]) => {
      const { weight, bias } = new LayerNorm(Number(size));
      return String((weight?.size ?? 0) + (bias?.size ?? 0));
    },
  },
  {
    prompt: /^GPT-2 \w+ has (\d+) blocks, .* a text of (\d+) tokens\?$/,
    answer: ([, blocks, tokens]) => {
      const norms = [...Array.from({ length: Number(blocks) }, () => ["attention", "mlp"]).flat(), "end"];
      return String(norms.reduce((means) => means + meanOf(`[${tokens}, 2]`, "1").size, 0));
    },
  },
];

const OUTCOMES = {
  right: "Each value meets its own mean",
  raises: "RuntimeError",
  wrong: "No error, but wrong means",
};

/**
 * Whether a value at one place is felt in the mean of another.
 * @param {readonly number[]} shape
 * @param {readonly number[]} one
 * @param {readonly number[]} other
 * @param {readonly number[]} dims
 */
function shareMean(shape, one, other, dims) {
  const at = (/** @type {readonly number[]} */ place) => place.reduce((index, i, dim) => index * shape[dim] + i, 0);
  const x = new Float32Array(sizeOf(shape));
  x[at(one)] = 1;
  const centred = normalize(tensor(x, shape), { dim: [...dims], eps: 1 }).data;
  return centred[at(other)] !== 0;
}

/** @param {readonly number[]} shape @param {string} label */
function takesOwnMean(shape, label) {
  const [n] = shape;
  const shapes = { "x − m": [n], "x − m.T": [n], "x − m.unsqueeze(1)": [n, 1], "x − m.unsqueeze(0)": [1, n] };
  const met = broadcastByHand(shape, shapes[/** @type {keyof typeof shapes} */ (label)]);
  return met?.every((which, index) => which === Math.floor(index / shape[1]));
}

/** @param {readonly number[]} a @param {readonly number[]} b */
function differenceByHand(a, b) {
  const sizes = [];
  for (let back = 1; back <= Math.max(a.length, b.length); back++) {
    const [one, other] = [a.at(-back) ?? 1, b.at(-back) ?? 1];
    if (one !== other && one !== 1 && other !== 1) return "RuntimeError";
    sizes.unshift(one === 1 ? other : one);
  }
  return text(sizes);
}

/**
 * How many values of the result are others when one value is.
 * @param {readonly number[]} shape
 * @param {number} dim
 */
function changed(shape, dim) {
  const [before, after] = [counting(shape), counting(shape)];
  after.data[0] += 3000;
  const [was, is] = [before, after].map((x) => normalize(x, { dim: [dim], eps: 1 }).data);
  return is.reduce((count, value, i) => count + Number(value !== was[i]), 0);
}

/**
 * Whether the numbers of real tokens are others for the last tokens of the last sentence being zeros and not there.
 * @param {readonly number[]} shape  [tokens, features], or of so many batches
 * @param {number} batches  how many dims stand before the tokens
 * @param {number} padding  how many tokens
 * @param {number} dim
 */
function paddingChanges(shape, batches, padding, dim) {
  const x = counting(shape);
  const [tokens, features] = shape.slice(batches);
  const first = sizeOf(shape) - padding * features;
  x.data.fill(0, first);
  const y = normalize(x, { dim: [dim], eps: 1e-5 }).data;
  // What each real token comes out as where its group holds no padding.
  const coordinates = (/** @type {number} */ i) => [
    Math.floor(i / (tokens * features)),
    Math.floor(i / features) % tokens,
    i % features,
  ];
  const along = dim + (1 - batches);
  // Which real numbers share a mean: those that differ in the named dim alone.
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  for (let i = 0; i < first; i++) {
    const at = `${coordinates(i).filter((_, d) => d !== along)}`;
    groups.set(at, [...(groups.get(at) ?? []), i]);
  }
  return Array.from(groups.values()).some((group) => {
    const alone = normalize(tensor(Float32Array.from(group, (i) => x.data[i])), { dim: 0, eps: 1e-5 }).data;
    return group.some((i, place) => Math.abs(alone[place] - y[i]) > 1e-3);
  });
}

/** @param {Question} question */
function expectRight({ prompt, answers }) {
  const labels = answers.map(({ label }) => label);
  expect(prompt).not.toMatch(/undefined|NaN|\[object/);
  expect(new Set(labels).size, prompt).toBe(labels.length);
  for (const { why } of answers) {
    expect(why).toMatch(/\.$/);
    expect(why).not.toMatch(/undefined|NaN|\[object/);
  }
  const kind = KINDS.find((each) => each.prompt.test(prompt));
  if (!kind) throw new Error(`nobody knows the answer to: ${prompt}`);
  const known = kind.answer(/** @type {Match} */ (prompt.match(kind.prompt)), labels);
  const given = answers.filter(({ right }) => right).map(({ label }) => label);
  expect(given, prompt).toEqual([known].flat());
  return kind;
}

/** Some state of a figure, of any rank. */
const states = fc
  .array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 })
  .chain((shape) =>
    fc.record({
      shape: fc.constant(shape),
      dims: fc.subarray([...shape.keys()], { minLength: 1 }),
      keepdim: fc.boolean(),
      round: fc.integer({ min: 0, max: 400 }),
    }),
  )
  .map(({ shape, round, ...settings }) => {
    const figure = { ...INITIAL.shapes, ...settings };
    return { figure, round, view: derive({ shape, values: counting(shape).data }, figure) };
  });

/**
 * The checks, each by its round alone.
 * @param {import("../../../web/page/store/state.js").Figure} figure
 * @param {import("../../../web/page/figure/values/derive.js").Derived} view
 */
const checksOf = (figure, view) => [
  checkDim,
  (/** @type {number} */ round) => checkBroadcast(figure, view, round),
  checkThree,
];

describe("the questions of sections 4 to 6", () => {
  test.each([["shapes", checkBroadcast]])("%s: the check is right in any state and round", (_, check) => {
    fc.assert(
      fc.property(states, ({ figure, view, round }) => void expectRight(check(figure, view, round))),
      {
        numRuns: 400,
      },
    );
  });

  test.each([
    ["dim", checkDim],
    ["three", checkThree],
  ])("%s: the check is right in any round", (_, check) => {
    for (let round = 0; round < 120; round++) expectRight(check(round));
  });

  test("predictions are right for any tensor and round", () => {
    const size = fc.integer({ min: 2, max: 8 });
    fc.assert(
      fc.property(size, size, size, fc.integer({ min: 0, max: 60 }), (a, b, c, round) => {
        expectRight(predictDim0([a, b], round));
        expectRight(predictSquare(a, round));
        expectRight(predictChange([a, b, c], round));
      }),
      { numRuns: 300 },
    );
  });

  test("the first ones are about the figure's own tensor", () => {
    const view = derive({ shape: [2, 6], values: counting([2, 6]).data }, INITIAL.dim);
    const right = (/** @type {Question} */ { answers }) => answers.find((answer) => answer.right)?.label;
    expect(right(predictDim0([2, 6]))).toBe("6");
    expect(right(checkDim(0))).toBe("Over dim 0");
    expect(right(checkBroadcast(INITIAL.shapes, view, 0))).toBe("Each value meets its own mean");
    expect(right(predictSquare(3, 0))).toBe("3");
    expect(right(predictChange([2, 4, 12], 0))).toBe("12");
  });

  test("every kind of question is asked", () => {
    const figure = INITIAL.shapes;
    const view = derive({ shape: [2, 6], values: counting([2, 6]).data }, figure);
    const asked = new Set();
    for (let round = 0; round < 60; round++) {
      for (const check of checksOf(figure, view)) asked.add(expectRight(check(round)));
      asked.add(expectRight(predictDim0([2, 6], round)));
      asked.add(expectRight(predictSquare(3, round)));
      asked.add(expectRight(predictChange([2, 4, 12], round)));
    }
    expect(KINDS.filter((kind) => !asked.has(kind)).map(({ prompt }) => prompt)).toEqual([]);
  });

  test("has three answers or more, where the sizes differ", () => {
    const figure = INITIAL.dim;
    const view = derive({ shape: [2, 6], values: counting([2, 6]).data }, figure);
    for (let round = 0; round < 100; round++) {
      for (const check of checksOf(figure, view)) {
        const { prompt, answers } = check(round);
        expect(answers.length, prompt).toBeGreaterThanOrEqual(3);
      }
    }
  });

  test("is the same for the same state and round, and another in another round", () => {
    const figure = INITIAL.dim;
    const view = derive({ shape: [2, 6], values: counting([2, 6]).data }, figure);
    for (const check of checksOf(figure, view)) {
      const prompts = Array.from({ length: 40 }, (_, round) => check(round).prompt);
      expect(check(3)).toEqual(check(3));
      expect(new Set(prompts).size).toBeGreaterThan(20);
    }
  });

  test("the right answer is not always in one place", () => {
    const figure = INITIAL.dim;
    const view = derive({ shape: [2, 6], values: counting([2, 6]).data }, figure);
    for (const check of checksOf(figure, view)) {
      const places = Array.from({ length: 40 }, (_, round) => check(round).answers.findIndex(({ right }) => right));
      expect(new Set(places).size).toBeGreaterThanOrEqual(3);
    }
  });
});
