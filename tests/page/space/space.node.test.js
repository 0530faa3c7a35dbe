/** The picture in space: its numbers beside PyTorch's and beside plain formulas in float64, its geometry, its words. */
import { layerNorm, manualSeed, randn, rmsNorm } from "layernorm";
import { describe, expect, test } from "vitest";
import {
  affine,
  ALONG_ONES,
  cameraOf,
  circleInPlane,
  circlesOnSphere,
  cornerOf,
  dot,
  EDGE_ON,
  ellipseOf,
  headOf,
  lengthOf,
  ONES,
  outlineOf,
  placeOf,
  plus,
  pulled,
  RADIUS,
  scaled,
  sidesOf,
} from "../../../web/page/sections/space/geometry.js";
import { EPSES, REACH, SIZES, STAGES } from "../../../web/page/sections/space/limits.js";
import {
  gradientsOf,
  handOf,
  lengthsOf,
  rowOf,
  shortBy,
  shownOf,
  stageOf,
  stagesOf,
  stepsOf,
} from "../../../web/page/sections/space/norm.js";
import { pythagoras, sentenceOf, stageSentence } from "../../../web/page/sections/space/sentences.js";
import { spec } from "../../../web/page/sections/space/spec.js";
import { formatBrief } from "../../../web/page/kit/format.js";
import { plain } from "../helpers/texts.js";
import fixtures from "../../fixtures/space.json" with { type: "json" };

/** @typedef {import("../../../web/page/sections/space/spec.js").SpaceFigure} SpaceFigure */
/** @typedef {ArrayLike<number>} Row */

const FIRST = spec.initial;
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);
const NORMS = /** @type {const} */ (["layer", "rms"]);
const ONE = [1, 1, 1];

/** The rounding of float32, a few times over. */
const NEAR = 1e-6;

/** @param {number} seed @param {number} count @returns {number[]} within the sliders' range */
function drawn(seed, count = 3) {
  manualSeed(seed);
  return Array.from(randn([count]).data, (value) => Math.max(Math.min(value, REACH[1]), REACH[0]));
}

/** Four rows of three: x, weight, bias, dy. @param {number} seed @returns {Partial<SpaceFigure>} */
function settingsOf(seed) {
  const all = drawn(seed, 12);
  return { x: all.slice(0, 3), weight: all.slice(3, 6), bias: all.slice(6, 9), dy: all.slice(9) };
}

/** @param {Partial<SpaceFigure>} changes @returns {SpaceFigure} */
const figureOf = (changes) => ({ ...FIRST, ...changes });

/** Plain formulas, in float64. */
const plainly = {
  /** @param {Row} row */
  mean: (row) => Array.from(row).reduce((sum, value) => sum + value, 0) / row.length,
  /** @param {Row} row */
  meanSquare: (row) => plainly.mean(Array.from(row, (value) => value ** 2)),
  /** @param {Row} row */
  length: (row) => Math.hypot(...Array.from(row)),
  /** @param {Row} a @param {Row} b */
  dot: (a, b) => Array.from(a).reduce((sum, value, i) => sum + value * b[i], 0),
  /**
   * In degrees: from the sum and the difference of the two directions, which loses nothing where they are parallel.
   * @param {Row} a
   * @param {Row} b
   */
  angle(a, b) {
    const [one, other] = [a, b].map((row) => Array.from(row, (value) => value / plainly.length(row)));
    const apart = plainly.length(one.map((value, i) => value - other[i]));
    const together = plainly.length(one.map((value, i) => value + other[i]));
    return (360 / Math.PI) * Math.atan2(apart, together);
  },
  /** x̂ and one over what x was divided by. @param {SpaceFigure} figure */
  norm(figure) {
    const x = Array.from(rowOf(figure));
    const centre = figure.norm === "rms" ? 0 : plainly.mean(x);
    const centred = x.map((value) => value - centre);
    const rstd = 1 / Math.sqrt(plainly.meanSquare(centred) + Number(figure.eps));
    return { x, centred, rstd, xhat: centred.map((value) => value * rstd) };
  },
  /** The gradient of x, for three numbers. @param {SpaceFigure} figure */
  dx(figure) {
    const { xhat, rstd } = plainly.norm(figure);
    const given = figure.dy.map((value, i) => Math.fround(value) * Math.fround(figure.weight[i]));
    const level = figure.norm === "rms" ? 0 : plainly.mean(given);
    const along = plainly.dot(given, xhat) / 3;
    return given.map((value, i) => rstd * (value - level - xhat[i] * along));
  },
};

/** @param {Row} mine @param {Row} wanted @param {number} [near] */
function expectNear(mine, wanted, near = NEAR) {
  const size = Math.max(1, plainly.length(wanted));
  expect(mine.length).toBe(wanted.length);
  Array.from(mine).forEach((value, i) => expect(Math.abs(value - wanted[i])).toBeLessThan(near * size));
}

describe("beside PyTorch, for twelve seeds", () => {
  test("x̂, y and dx are its", () => {
    expect(new Set(fixtures.norms.map(({ seed }) => seed)).size).toBe(12);
    expect(new Set(fixtures.norms.map(({ eps }) => eps))).toEqual(new Set(EPSES.map(Number)));
    for (const { norm, eps, x, weight, bias, dy, xhat, y, dx } of fixtures.norms) {
      const of = /** @type {SpaceFigure["eps"]} */ (EPSES.find((each) => Number(each) === eps));
      const figure = figureOf({ norm: norm === "rms" ? "rms" : "layer", eps: of, x, weight, bias, dy });
      const { rows } = stepsOf(figure);
      expectNear(rows.normalized, xhat, 1e-5);
      expectNear(rows.scaled, y, 1e-5);
      expectNear(gradientsOf(figure).dx, dx, 1e-5);
    }
  });
});

describe("the arrow", () => {
  test("minus the mean is its projection onto the plane at a right angle to (1, 1, 1)", () => {
    for (const seed of SEEDS) {
      const { x, centred } = stepsOf(figureOf(settingsOf(seed))).rows;
      expect(Math.abs(dot(centred, ONES))).toBeLessThan(NEAR);
      // What was taken away lies along (1, 1, 1), and no point of the plane is nearer to x.
      const taken = plus(x, centred, -1);
      expectNear(taken, scaled(ONE, taken[0]));
      for (const other of circleInPlane(0.3))
        expect(lengthOf(plus(x, plus(centred, other), -1))).toBeGreaterThan(lengthOf(taken));
    }
  });

  test("of LayerNorm ends on the circle without eps; with eps inside it, by as much as is said", () => {
    for (const seed of SEEDS) {
      for (const eps of EPSES) {
        const figure = figureOf({ ...settingsOf(seed), eps });
        const { rows } = stepsOf(figure);
        const { centred, xhat } = plainly.norm(figure);
        expectNear(rows.normalized, xhat);
        expect(Math.abs(dot(rows.normalized, ONES))).toBeLessThan(3 * NEAR);
        const short = shortBy(3, plainly.meanSquare(centred), Number(eps));
        expect(Math.abs(RADIUS - plainly.length(xhat) - short)).toBeLessThan(1e-12);
        if (eps === "0") expect(short).toBe(0);
        else expect(short).toBeGreaterThan(0);
        // The direction stays.
        expect(plainly.angle(centred, xhat)).toBeLessThan(1e-5);
      }
    }
  });

  test("of RMSNorm ends on the sphere, off the plane", () => {
    let off = 0;
    for (const seed of SEEDS) {
      for (const eps of EPSES) {
        const figure = figureOf({ ...settingsOf(seed), norm: "rms", eps });
        const { rows } = stepsOf(figure);
        const { x, xhat } = plainly.norm(figure);
        expectNear(rows.normalized, xhat);
        const short = shortBy(3, plainly.meanSquare(x), Number(eps));
        expect(Math.abs(RADIUS - plainly.length(xhat) - short)).toBeLessThan(1e-12);
        expect(plainly.angle(x, xhat)).toBeLessThan(1e-5);
        off = Math.max(off, Math.abs(dot(xhat, ONES)));
      }
    }
    expect(off).toBeGreaterThan(1);
  });

  test("stays where it is where the same number is added, or all are multiplied by one; of RMSNorm only the second", () => {
    for (const seed of SEEDS) {
      const x = drawn(seed);
      const end = (/** @type {Row} */ row) => layerNorm(Float32Array.from(row), 3, { eps: 0 }).data;
      const rmsEnd = (/** @type {Row} */ row) => rmsNorm(Float32Array.from(row), 3, { eps: 0 }).data;
      const moved = x.map((value) => value + 1.5);
      const larger = x.map((value) => value * 7);
      expectNear(end(moved), end(x), 2e-5);
      expectNear(end(larger), end(x));
      expectNear(rmsEnd(larger), rmsEnd(x));
      expect(plainly.length(plus(rmsEnd(moved), rmsEnd(x), -1))).toBeGreaterThan(0.05);
    }
  });

  test("is as long as its two lengths make it, of every count of numbers, at every stage", () => {
    for (const seed of SEEDS.slice(0, 12)) {
      for (const size of SIZES) {
        for (const norm of NORMS) {
          const { all, n } = shownOf(figureOf({ ...settingsOf(seed), seed, size, norm }));
          expect(n).toBe(Number(size));
          for (const { row, lengths } of all) {
            const { along, off, length } = lengths;
            expect(along).toBeCloseTo(plainly.dot(row, new Array(n).fill(1 / Math.sqrt(n))), 5);
            expect(length).toBeCloseTo(plainly.length(row), 5);
            expect(along ** 2 + off ** 2).toBeCloseTo(length ** 2, 4);
            expect(lengths.mean * Math.sqrt(n)).toBeCloseTo(along, 6);
            expect(lengths.spread * Math.sqrt(n)).toBeCloseTo(off, 6);
            expect(lengths.rms * Math.sqrt(n)).toBeCloseTo(length, 6);
          }
          if (norm === "layer") expect(all[2].lengths.along).toBeCloseTo(0, 5);
          expect(all.find(({ name }) => name === "normalized")?.lengths.length).toBeCloseTo(Math.sqrt(n), 5);
        }
      }
    }
  });

  test("says how long it is in a line that comes out", () => {
    for (const seed of SEEDS) {
      for (const size of SIZES) {
        for (const { lengths } of shownOf(figureOf({ ...settingsOf(seed), seed, size })).all) {
          const line = plain(pythagoras(lengths));
          const [, a, b, sign, result] = /** @type {RegExpExecArray} */ (
            /^√\((\S+)² \+ (\S+)²\) ([=≈]) (\S+)$/.exec(line)
          );
          const half = 0.5 * 10 ** -(result.split(".")[1]?.length ?? 0);
          if (sign === "=")
            expect(Math.abs(Math.hypot(Number(a), Number(b)) - Number(result))).toBeLessThan(half * 1.001);
          expect(Number(result)).toBeCloseTo(lengths.length, 3);
        }
      }
    }
  });

  test("of equal numbers lies on the line: 0 minus the mean, then 0 with eps, and NaN without", () => {
    for (let tenths = 10 * REACH[0]; tenths <= 10 * REACH[1]; tenths++) {
      const x = [tenths / 10, tenths / 10, tenths / 10];
      for (const eps of EPSES) {
        const figure = figureOf({ x, eps, stage: "normalized" });
        const shown = shownOf(figure);
        expect(shown.isNowhere).toBe(true);
        expect(Array.from(shown.rows.centred).every((value) => value === 0)).toBe(true);
        const ends = Array.from(shown.rows.normalized);
        expect(ends.every((value) => (eps === "0" ? Number.isNaN(value) : value === 0))).toBe(true);
        const says = stageSentence(figure, shown);
        expect(says).toContain("it lies on the line along (1, 1, 1)");
        expect(says).toContain(eps === "0" ? "x̂ is NaN, and there is no arrow" : "x̂ is not on the circle");
      }
    }
    for (const size of SIZES.slice(1))
      for (const shift of [-2, -0.3, 0, 0.1, 0.7, 1.9])
        expect(shownOf(figureOf({ size, stretch: 0, shift })).isNowhere).toBe(true);
  });

  test("of no equal numbers is somewhere, however near they are", () => {
    for (const seed of SEEDS) {
      expect(shownOf(figureOf({ x: drawn(seed) })).isNowhere).toBe(false);
      expect(shownOf(figureOf({ x: drawn(seed), norm: "rms" })).isNowhere).toBe(false);
    }
    const near = figureOf({ x: [1e-30, 0, 0] });
    expect(shownOf(near).isNowhere).toBe(false);
    expect(lengthsOf(stepsOf(near).rows.normalized).length).toBeCloseTo(RADIUS, 5);
  });

  test("of RMSNorm has no direction at 0 alone", () => {
    const zero = (/** @type {SpaceFigure["eps"]} */ eps) =>
      figureOf({ x: [0, 0, 0], norm: "rms", eps, stage: "normalized" });
    expect(shownOf(zero("0")).isNowhere).toBe(true);
    expect(Array.from(shownOf(zero("0")).now.row).every(Number.isNaN)).toBe(true);
    expect(Array.from(shownOf(zero("0.1")).now.row)).toEqual([0, 0, 0]);
    const line = shownOf(figureOf({ x: [0.7, 0.7, 0.7], norm: "rms", stage: "normalized" }));
    expect(line.isNowhere).toBe(false);
    expectNear(line.now.row, ONE);
  });
});

describe("what comes back", () => {
  test("is what plain formulas give, and the package's numbers give the angles", () => {
    for (const seed of SEEDS) {
      for (const norm of NORMS) {
        for (const eps of EPSES) {
          const figure = figureOf({ ...settingsOf(seed), norm, eps });
          const { dx, toOnes, toXhat, missed, isNothing } = gradientsOf(figure);
          const truth = plainly.dx(figure);
          expectNear(dx, truth, 1e-5);
          expect(isNothing).toBe(false);
          const { xhat } = plainly.norm(figure);
          expect(Math.abs(Number(toOnes) - plainly.angle(truth, ONE))).toBeLessThan(0.01);
          expect(Math.abs(Number(toXhat) - plainly.angle(truth, xhat))).toBeLessThan(0.01);
          // By how much eps misses the right angle, to five digits, also where that is less than float32 tells.
          const off = 90 - plainly.angle(truth, xhat);
          expect(Math.abs(Number(missed) - off)).toBeLessThan(1e-4 * Math.abs(off) + 1e-9);
        }
      }
    }
  });

  test("of LayerNorm is at two right angles without eps, and with eps at the first", () => {
    for (const seed of SEEDS) {
      for (const eps of EPSES) {
        const { toOnes, toXhat, missed } = gradientsOf(figureOf({ ...settingsOf(seed), eps }));
        expect(Math.abs(Number(toOnes) - 90)).toBeLessThan(0.005);
        if (eps === "0") expect(Math.abs(Number(missed))).toBe(0);
        else expect(Math.abs(Number(missed))).toBeGreaterThan(0);
        if (eps === "0") expect(Math.abs(Number(toXhat) - 90)).toBeLessThan(0.005);
      }
    }
  });

  test("points along the circle: of three directions one is left", () => {
    for (const seed of SEEDS) {
      const figure = figureOf(settingsOf(seed));
      const { xhat } = plainly.norm(figure);
      const [a, b, c] = ONES;
      const along = [b * xhat[2] - c * xhat[1], c * xhat[0] - a * xhat[2], a * xhat[1] - b * xhat[0]];
      const angle = plainly.angle(gradientsOf(figure).dx, along);
      expect(Math.min(angle, 180 - angle)).toBeLessThan(0.02);
    }
  });

  test("of n numbers has n − 2 directions left, of RMSNorm n − 1: so many a dy each spans", () => {
    for (const n of [3, 4, 6, 12]) {
      for (const norm of NORMS) {
        const x = drawn(n, n);
        const centre = norm === "rms" ? 0 : plainly.mean(x);
        const rstd = 1 / Math.sqrt(plainly.meanSquare(x.map((value) => value - centre)));
        const xhat = x.map((value) => (value - centre) * rstd);
        // dx for each unit vector: a projection, whose trace is the number of directions that it leaves.
        const trace = x.reduce((sum, _, i) => sum + 1 - (norm === "rms" ? 0 : 1 / n) - xhat[i] ** 2 / n, 0);
        expect(trace).toBeCloseTo(norm === "rms" ? n - 1 : n - 2, 9);
      }
    }
  });

  test("of RMSNorm is at one right angle: to (1, 1, 1) at some other angle", () => {
    const angles = SEEDS.map((seed) => gradientsOf(figureOf({ ...settingsOf(seed), norm: "rms" })));
    for (const { toXhat, missed } of angles) {
      expect(Math.abs(Number(toXhat) - 90)).toBeLessThan(0.01);
      expect(Math.abs(Number(missed))).toBe(0);
    }
    expect(Math.max(...angles.map(({ toOnes }) => Math.abs(Number(toOnes) - 90)))).toBeGreaterThan(45);
  });

  test("is nothing where dy has nothing else, and is many times dy where x is constant", () => {
    for (const seed of SEEDS) {
      const { x } = settingsOf(seed);
      const xhat = plainly.norm(figureOf({ x })).xhat;
      const none = gradientsOf(figureOf({ x, dy: xhat.map((value) => 0.5 * value + 1) }));
      expect(none.isNothing).toBe(true);
      expect(none.toOnes).toBe(null);
    }
    for (const [eps, factor] of /** @type {const} */ ([
      ["1e-5", 316.23],
      ["0.1", 3.1623],
    ])) {
      const figure = figureOf({ x: ONE, eps, gradient: "on" });
      const { dx, toOnes, toXhat } = gradientsOf(figure);
      const level = plainly.mean(figure.dy);
      expectNear(
        dx,
        figure.dy.map((value) => factor * (value - level)),
        1e-4,
      );
      expect(Math.abs(Number(toOnes) - 90)).toBeLessThan(0.005);
      expect(toXhat).toBe(null);
      expect(sentenceOf(figure, shownOf(figure), gradientsOf(figure))).toContain(`= ${formatBrief(factor)}`);
    }
    const nan = figureOf({ x: ONE, gradient: "on" });
    expect(Array.from(gradientsOf(nan).dx).every(Number.isNaN)).toBe(true);
    expect(sentenceOf(nan, shownOf(nan), gradientsOf(nan))).toContain("dx is NaN");
  });
});

describe("stages and hands", () => {
  test("are those that the norm has", () => {
    expect(stagesOf(FIRST)).toEqual(STAGES);
    expect(stagesOf(figureOf({ norm: "rms" }))).toEqual(["x", "normalized", "scaled"]);
    expect(stagesOf(figureOf({ size: "6" }))).toEqual(["x", "centred", "normalized"]);
    expect(stageOf(figureOf({ norm: "rms", stage: "centred" }))).toBe("x");
    expect(stageOf(figureOf({ size: "12", stage: "scaled" }))).toBe("normalized");
    expect(handOf(figureOf({ norm: "rms", hand: "bias" }))).toBe("x");
    expect(handOf(figureOf({ hand: "bias" }))).toBe("bias");
  });
});

describe("the words", () => {
  /** The sentence of each stage. @param {Partial<SpaceFigure>} changes */
  const says = (changes) => {
    const figure = figureOf(changes);
    return plain(sentenceOf(figure, shownOf(figure), gradientsOf(figure)));
  };

  test("have the numbers of the state", () => {
    for (const seed of SEEDS.slice(0, 12)) {
      for (const size of SIZES) {
        const settings = { ...settingsOf(seed), seed, size };
        const { mean, spread, along, off, length } = shownOf(figureOf(settings)).x.lengths;
        const [x, centred, xhat] = STAGES.map((stage) => says({ ...settings, stage }));
        const texts = [length, along, mean, off, spread].map((value) => plain(formatBrief(value)));
        for (const text of texts) expect(x).toContain(text);
        expect(centred).toContain(`The mean, ${texts[2]},`);
        expect(centred).toContain(`√${size} · ${texts[4]} = ${texts[3]} long`);
        expect(xhat).toContain(`becomes √${size} = ${formatBrief(Math.sqrt(Number(size)))} long`);
        expect(xhat.includes("on the circle")).toBe(size === "3");
      }
    }
  });

  test("say how far inside the circle eps leaves the tip", () => {
    expect(says({ stage: "normalized" })).toContain("its tip is on the circle");
    for (const [eps, written] of /** @type {const} */ ([
      ["1e-5", "1e-05"],
      ["0.1", "0.1"],
    ])) {
      for (const norm of NORMS) {
        const figure = figureOf({ eps, norm, stage: "normalized" });
        const inside = RADIUS - plainly.length(plainly.norm(figure).xhat);
        expect(says({ eps, norm, stage: "normalized" })).toContain(
          `+ ${written}), the arrow keeps its direction. Because of eps it ends ${plain(formatBrief(inside))} inside the ` +
            `${norm === "rms" ? "sphere" : "circle"} of radius √3 = 1.73`,
        );
      }
    }
  });

  test("say what weight and bias make of the circle and the sphere", () => {
    const scaledTo = (/** @type {number[]} */ weight, /** @type {number[]} */ bias, norm = "layer") =>
      says({ weight, bias, stage: "scaled", norm: norm === "rms" ? "rms" : "layer" });
    expect(scaledTo(ONE, [0, 0, 0])).toMatch(/leaves the circle as it is\. A bias of 0 leaves it in its place/);
    expect(scaledTo([2, 2, -2], [1, 0, 0])).toContain(`a circle, of radius ${formatBrief(2 * RADIUS)}`);
    expect(scaledTo([2, 2, -2], [1, 0, 0])).toContain("The bias moves it by (1.00, 0.00, 0.00)");
    expect(scaledTo([1, 0, 0], [0, 0, 0])).toContain("presses the circle flat, to a line 2.83 long");
    expect(scaledTo([0, 0, 0], [0, 0, 0])).toContain("to a point");
    expect(scaledTo([2, 1, 0.5], [0, 0, 0])).toMatch(/an ellipse, 5\.89 long and 2\.69 wide/);
    expect(scaledTo([2, 1, 0.5], [0, 0, 0], "rms")).toContain("it reaches 3.46, 1.73 and 0.87 far");
    expect(scaledTo(ONE, ONE, "rms")).toContain("RMSNorm has no bias");
  });

  test("tell both right angles, and by how much eps misses the second", () => {
    expect(says({ gradient: "on" })).toMatch(
      /at 90\.00° to \(1, 1, 1\) and at 90\.00° to x̂\. One of three directions is left to it: along the circle\./,
    );
    const little = figureOf({ gradient: "on", eps: "1e-5" });
    const off = Math.abs(90 - plainly.angle(plainly.dx(little), plainly.norm(little).xhat));
    expect(off).toBeGreaterThan(1e-5);
    expect(says(little)).toContain(
      `90° to x̂ but for the ${plain(formatBrief(off))}° that eps leaves. But for eps, one of`,
    );
    const much = figureOf({ gradient: "on", eps: "0.1" });
    const angle = plainly.angle(plainly.dx(much), plainly.norm(much).xhat);
    expect(says(much)).toContain(
      `${angle.toFixed(2)}° to x̂, ${Math.abs(90 - angle).toFixed(2)}° off a right angle because of eps`,
    );
    expect(says({ gradient: "on", size: "6" })).toContain("Four of six directions are left to it.");
    expect(says({ gradient: "on", norm: "rms" })).toMatch(/at 90\.00° to x̂\. RMSNorm takes out this direction alone/);
    expect(says({ gradient: "on", dy: ONE })).toContain("nothing comes through");
  });

  test("say of no state that something is not a number but where it is", () => {
    for (const size of SIZES)
      for (const norm of NORMS)
        for (const eps of EPSES)
          for (const stage of STAGES)
            for (const gradient of /** @type {const} */ (["off", "on"]))
              for (const x of [FIRST.x, ONE, [0, 0, 0], [2, -2, 0]])
                for (const weight of [ONE, [0, 2, -1], [0, 0, 0]]) {
                  const changes = { size, norm, eps, stage, gradient, x, weight, stretch: x === ONE ? 0 : 1 };
                  const text = says(changes);
                  expect(text).toMatch(/^[^\s].*\.$/);
                  expect(text).not.toMatch(/undefined|null|Infinity|∞|\[object|no angle/);
                  const { isNowhere } = shownOf(figureOf(changes));
                  expect(/NaN/.test(text), text).toBe(
                    isNowhere &&
                      eps === "0" &&
                      (gradient === "on" || !["x", "centred"].includes(stageOf(figureOf(changes)))),
                  );
                }
  });
});

describe("the camera", () => {
  const cameras = SEEDS.map((seed) => cameraOf({ turn: (seed * 97) % 360, tilt: ((seed * 37) % 181) - 90 }));

  test("has three directions at right angles, of which the third comes towards the eye", () => {
    for (const { right, up, toward } of cameras) {
      for (const each of [right, up, toward]) expect(lengthOf(each)).toBeCloseTo(1, 12);
      expect(dot(right, up)).toBeCloseTo(0, 12);
      expect(dot(right, toward)).toBeCloseTo(0, 12);
      expect(dot(up, toward)).toBeCloseTo(0, 12);
      // Right-handed: right × up = toward.
      const cross = [
        right[1] * up[2] - right[2] * up[1],
        right[2] * up[0] - right[0] * up[2],
        right[0] * up[1] - right[1] * up[0],
      ];
      expectNear(cross, toward, 1e-12);
      expect(up[2]).toBeGreaterThanOrEqual(-1e-12);
    }
  });

  test("along (1, 1, 1) sees the plane's circle as a circle, and edge on as a line", () => {
    const along = cameraOf(ALONG_ONES);
    for (const point of circleInPlane()) expect(Math.hypot(...placeOf(along, point))).toBeCloseTo(RADIUS, 5);
    expect(Math.hypot(...placeOf(along, ONES))).toBeLessThan(1e-5);
    const edge = cameraOf(EDGE_ON);
    const [across, down] = placeOf(edge, ONES);
    for (const point of circleInPlane()) {
      const [x, y] = placeOf(edge, point);
      expect(x * across + y * down).toBeCloseTo(0, 9);
    }
  });

  test("takes a tip along that is pulled, at its depth", () => {
    for (const camera of cameras) {
      const point = [0.3, -1, 2];
      const there = pulled(camera, point, [0.7, -0.4]);
      const [from, to] = [placeOf(camera, point), placeOf(camera, there)];
      expect(to[0] - from[0]).toBeCloseTo(0.7, 12);
      expect(to[1] - from[1]).toBeCloseTo(-0.4, 12);
      expect(dot(camera.toward, there)).toBeCloseTo(dot(camera.toward, point), 12);
    }
  });

  test("sees half of each circle, and the other half hidden", () => {
    for (const camera of cameras) {
      for (const points of [circleInPlane(), ...circlesOnSphere()]) {
        const { near, far } = sidesOf(points, [0, 0, 0], camera);
        const count = (/** @type {unknown[][]} */ pieces) => pieces.reduce((sum, piece) => sum + piece.length - 1, 0);
        expect(count(near) + count(far)).toBe(points.length - 1);
        // A circle that is seen from straight above has no near half.
        const depth = Math.max(...points.map((point) => Math.abs(dot(camera.toward, point))));
        if (depth > 0.01) expect(Math.abs(count(near) - count(far))).toBeLessThanOrEqual(2);
        // An edge that crosses over belongs to the side of its middle.
        const edge = (depth * Math.PI) / (points.length - 1) + 1e-9;
        for (const piece of near) for (const point of piece) expect(dot(camera.toward, point)).toBeGreaterThan(-edge);
        for (const piece of far) for (const point of piece) expect(dot(camera.toward, point)).toBeLessThan(edge);
      }
    }
  });
});

describe("circles and their images", () => {
  test("the circle is √3 from 0 and in the plane; the sphere's circles are as far", () => {
    for (const point of circleInPlane()) {
      expect(lengthOf(point)).toBeCloseTo(RADIUS, 12);
      expect(dot(point, ONES)).toBeCloseTo(0, 12);
    }
    for (const points of circlesOnSphere()) for (const point of points) expect(lengthOf(point)).toBeCloseTo(RADIUS, 12);
  });

  test("weight and bias make an ellipse of it, on which y ends, as long and wide as is said", () => {
    for (const seed of SEEDS) {
      const figure = figureOf(settingsOf(seed));
      const { weight, bias } = figure;
      const curve = affine(circleInPlane(), weight, bias);
      const distances = curve.map((point) => lengthOf(plus(point, bias, -1)));
      const [long, wide] = ellipseOf(weight);
      // With 96 corners a half axis is missed by at most its 1,900th part.
      expect(Math.abs(long - Math.max(...distances))).toBeLessThan(long / 1800);
      expect(Math.abs(wide - Math.min(...distances))).toBeLessThan(long / 40);
      expect(wide).toBeLessThanOrEqual(Math.min(...distances) + 1e-9);
      const { scaled: y } = stepsOf(figure).rows;
      const back = [0, 1, 2].map((i) => (y[i] - bias[i]) / weight[i]);
      expect(Math.abs(lengthOf(back) - RADIUS)).toBeLessThan(1e-4 / Math.min(...weight.map(Math.abs)));
    }
    for (const equal of [ONE, [2, 2, -2], [-0.5, 0.5, 0.5]]) {
      const [long, wide] = ellipseOf(equal);
      expect(long - wide).toBeLessThan(1e-7);
      expect(long).toBeCloseTo(RADIUS * Math.abs(equal[0]), 9);
    }
    for (const [a, b, c] of [
      [1, 1, 0.9],
      [2, 1, 1],
      [1, 1, 0],
    ]) {
      const [long, wide] = ellipseOf([a, b, c]);
      expect(long - wide).toBeGreaterThan(0.05);
    }
    expect(ellipseOf([1, 0, 0])[1]).toBeCloseTo(0, 9);
  });

  test("the outline of the stretched sphere is what is farthest out in each direction of the picture", () => {
    for (const seed of SEEDS) {
      const { weight = ONE } = settingsOf(seed);
      const camera = cameraOf({ turn: 9 * seed, tilt: 4 * seed - 80 });
      const { lengths, degrees } = outlineOf(camera, weight);
      const turned = (degrees * Math.PI) / 180;
      for (let i = 0; i < 16; i++) {
        const [x, y] = [Math.cos((Math.PI * i) / 8), Math.sin((Math.PI * i) / 8)];
        // How far the ellipsoid reaches along a direction in space: √3 times the length of the stretched direction.
        const direction = plus(scaled(camera.right, x), camera.up, -y);
        const reach = RADIUS * lengthOf([0, 1, 2].map((k) => direction[k] * weight[k]));
        const [a, b] = [Math.cos(turned) * x + Math.sin(turned) * y, -Math.sin(turned) * x + Math.cos(turned) * y];
        expect(Math.hypot(lengths[0] * a, lengths[1] * b)).toBeCloseTo(reach, 9);
      }
    }
  });

  test("a corner is a right angle where its directions are, and a head ends at its tip", () => {
    const [a, b, c] = cornerOf([1, 2, 3], [2, 0, 0], [0, 0, -3], 0.2);
    expectNear(a, [1.2, 2, 3], 1e-12);
    expectNear(b, [1.2, 2, 2.8], 1e-12);
    expectNear(c, [1, 2, 2.8], 1e-12);
    const head = headOf([0, 0], [3, 4], 0.5) ?? [];
    expect(head[0]).toEqual([3, 4]);
    expect(Math.hypot(head[1][0] - 3, head[1][1] - 4)).toBeCloseTo(Math.hypot(head[2][0] - 3, head[2][1] - 4), 12);
    expect(headOf([1, 1], [1, 1], 0.5)).toBe(null);
  });
});
