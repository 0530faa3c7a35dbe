/** What the section on the spirals computes, beside PyTorch; what it says of many networks, computed anew. */
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { MAP, MOST_TRAINED, PACES } from "../../../web/page/sections/spirals/limits.js";
import { spiralsJob } from "../../../web/page/sections/spirals/job.js";
import measured from "../../../web/page/sections/spirals/losses.json" with { type: "json" };
import {
  begin,
  bestOf,
  GOOD,
  goodRates,
  helpedAt,
  lastAt,
  lastLosses,
  later,
  scaled,
} from "../../../web/page/sections/spirals/measured.js";
import { training } from "../../../web/page/sections/spirals/networks.js";
import { PRINTS, programOf, pythonOf } from "../../../web/page/sections/spirals/program.js";
import fixtures from "../../fixtures/learning.json" with { type: "json" };
import kept from "../../fixtures/spirals.json" with { type: "json" };
import { beginnings, blindOf, curvatureLater, lossesAt, quartiles, scaledLosses } from "../../fixtures/spirals.mjs";
import { root } from "../../setup.mjs";
import { trained } from "../helpers/spirals.js";

describe("the spirals", () => {
  for (const { seed, rate, every, ...curves } of fixtures.spirals) {
    test(`lose as PyTorch's networks do, at ten points: seed ${seed}, rate ${rate}`, () => {
      const mine = trained({ seed, rate, trained: 10 * every });
      for (const which of /** @type {const} */ (["without", "with"])) {
        expect(curves[which]).toHaveLength(10);
        curves[which].forEach((loss, i) => {
          expect(Math.abs(mine[which].losses[(i + 1) * every] / loss - 1), `${which} ${i}`).toBeLessThan(1e-3);
        });
      }
    });
  }

  test("are the same whatever was trained before, and whether at one go or in pieces", () => {
    const whole = structuredClone(trained({ seed: 5, rate: 0.1, trained: 40 }));
    trained({ seed: 6, rate: 0.1, trained: 12 });
    for (const steps of [0, 7, 8, 39]) trained({ seed: 5, rate: 0.1, trained: steps });
    expect(trained({ seed: 5, rate: 0.1, trained: 40 })).toEqual(whole);
    expect(trained({ seed: 5, rate: 0.1, trained: 7 }).with.losses).toEqual(whole.with.losses.slice(0, 8));
  });

  test("go on after they were stopped in the middle", () => {
    const whole = structuredClone(trained({ seed: 8, rate: 0.1, trained: 30 }));
    trained({ seed: 9, rate: 0.1, trained: 0 });
    const job = spiralsJob({ seed: 8, rate: 0.1, trained: 30 });
    for (let i = 0; i < 9; i++) job.next();
    job.return(/** @type {any} */ (undefined));
    expect(trained({ seed: 8, rate: 0.1, trained: 30 })).toEqual(whole);
  });

  test("are two, and the map and the count are those of the network that is told of", () => {
    const { x, with: normed } = trained({ seed: 123, rate: 0.1, trained: MOST_TRAINED });
    let right = 0;
    const cellOf = (/** @type {number} */ value) => Math.floor(((value / MAP.reach + 1) / 2) * MAP.cells);
    for (let i = 0; i < x.length / 2; i++) {
      const cell = (MAP.cells - 1 - cellOf(x[2 * i + 1])) * MAP.cells + cellOf(x[2 * i]);
      right += Number(normed.map[cell] > 0 === (i % 2 === 1));
    }
    // A cell's middle is near its points, but not at them.
    expect(Math.abs(right - normed.right)).toBeLessThan(6);
    expect(normed.right).toBeGreaterThan(114);
  });

  test("the program that is shown, run by Node, prints the losses that are shown", () => {
    const settings = { seed: 4, pace: 0.1 };
    const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", programOf(settings)], {
      cwd: root,
    });
    const told = trained({ seed: 4, rate: 0.1, trained: MOST_TRAINED });
    const wanted = [told.without, told.with].flatMap(({ losses }, k) =>
      losses.flatMap((loss, step) => (step % PRINTS === 0 ? [`${k === 1} ${step} ${loss.toFixed(4)}`] : [])),
    );
    expect(printed.toString().trim().split("\n")).toEqual(wanted);
  });

  test("the program in Python is the one whose losses these are compared with, and has the settings at hand", () => {
    const text = pythonOf({ seed: 4, pace: 0.1 });
    expect(text).toContain("training(4, 0.1, has_norm)");
    expect(text).toContain("nn.LayerNorm(HIDDEN)");
    expect(text).not.toMatch(/\t/);
  });
});

describe("many networks", () => {
  const WHICH = /** @type {const} */ (["without", "with"]);

  test("were trained from at least 25 seeds, at each rate of the slider", () => {
    expect(new Set(kept.seeds).size).toBe(kept.seeds.length);
    expect(kept.seeds.length).toBeGreaterThanOrEqual(25);
    expect([kept.seeds.length, kept.steps]).toEqual([measured.seeds, measured.steps]);
    expect(kept.steps).toBe(MOST_TRAINED);
    expect(kept.rates.map(({ rate }) => rate)).toEqual(PACES);
    for (const each of kept.rates) for (const which of WHICH) expect(each[which]).toHaveLength(kept.seeds.length);
  });

  test("are told of by their quartiles and counts", () => {
    expect(measured.rates.map(({ rate }) => rate)).toEqual(PACES);
    measured.rates.forEach((told, i) => {
      const all = kept.rates[i];
      for (const which of WHICH) {
        expect(told[which].last).toEqual(quartiles(all[which]));
        expect(told[which].blind).toBe(blindOf(all[which]));
        // The curve's last point is the median.
        expect(told[which].curve).toHaveLength(MOST_TRAINED / measured.every + 1);
        expect(told[which].curve.at(-1)).toBe(told[which].last[1]);
      }
      expect(told.ahead).toBe(all.with.filter((loss, seed) => loss < all.without[seed]).length);
      expect(told.behind).toBe(all.with.filter((loss, seed) => loss > all.without[seed]).length);
    });
    expect(measured.scaled.last).toEqual(quartiles(kept.scaled.last));
    expect(measured.begin).toEqual(beginnings());
    expect(measured.later).toEqual(curvatureLater());
  });

  // Where curves are calm: elsewhere the last digit of a number decides.
  for (const [seed, rate] of [
    [3, 0.03],
    [17, 0.1],
    [40, 0.02],
  ]) {
    test(`have those losses, trained anew: seed ${seed}, rate ${rate}`, () => {
      const all = kept.rates.find((each) => each.rate === rate);
      for (const which of WHICH) {
        const loss = lossesAt(seed, rate, which === "with")[MOST_TRAINED];
        expect(loss / (all?.[which][seed - 1] ?? NaN)).toBeCloseTo(1, 2);
      }
    });
  }

  test("that are scaled once, at the start, have those losses, trained anew", () => {
    for (const seed of [1, 3]) {
      const loss = scaledLosses(seed, kept.scaled.rate)[MOST_TRAINED];
      expect(loss / kept.scaled.last[seed - 1]).toBeCloseTo(1, 2);
    }
  });

  test("have before their first step the gradient, and the spreads, that PyTorch's have", () => {
    for (const { seed, ...each } of fixtures.begin.slice(0, 8)) {
      for (const which of WHICH) {
        const steps = training({ seed, rate: 0, hasNorm: which === "with" });
        const { model } = steps.next().value ?? {};
        steps.next();
        const squares = model?.parameters().flatMap(({ grad }) => Array.from(grad.data, (slope) => slope ** 2)) ?? [];
        const length = Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
        expect(length / each[which].gradient).toBeCloseTo(1, 3);
      }
    }
  });

  test("bear out what the section says of them", () => {
    const [without, normed] = [bestOf("without"), bestOf("with")];
    // The one with the norm is best at a smaller rate, and there a little better: the bands overlap.
    expect(normed.rate).toBeLessThan(without.rate);
    expect(normed.last[1]).toBeLessThan(without.last[1]);
    expect(normed.last[2]).toBeGreaterThan(without.last[0]);
    // More room: more rates, over a larger factor, and every rate between them.
    const room = WHICH.map((which) => {
      const [least, most] = goodRates(which);
      for (const { rate, last } of lastLosses(which))
        expect(last[1] < GOOD, `${which} ${rate}`).toBe(rate >= least && rate <= most);
      return most / least;
    });
    expect(room[1]).toBeGreaterThan(2 * room[0]);
    // It is ahead at the small rates, and not at the large ones.
    expect(helpedAt).toEqual(PACES.slice(0, helpedAt.length));
    expect(helpedAt.length).toBeLessThan(PACES.length);
    // At the same rate its first step is longer, from every seed.
    for (const { without: each, with: other } of fixtures.begin)
      expect(other.gradient / each.gradient).toBeGreaterThan(1);
    // A rate above 2 / curvature at the start is not above it a few steps later, and does.
    expect(later.rate).toBeGreaterThan(2 / begin.curvature.with[0]);
    expect(later.rate).toBeLessThan(2 / later.curvature[1]);
    expect(lastAt(later.rate, "with")[1]).toBeLessThan(GOOD);
    expect(goodRates("with")[1]).toBeGreaterThan(2 / begin.curvature.with[1]);
    // A longer gradient, a larger curvature; a spread that has shrunk without the norm, and is 1 with it.
    expect(begin.gradient.times[0]).toBeGreaterThan(1);
    expect(begin.curvature.times[0]).toBeGreaterThan(1);
    expect(begin.spread.with.every((spread) => Math.abs(spread - 1) < 1e-3)).toBe(true);
    for (const { without: each } of fixtures.begin) expect(each.spreads[1]).toBeLessThan(each.spreads[0]);
    // Scaled once, they end in between.
    expect(scaled.last[0]).toBeGreaterThan(lastAt(scaled.rate, "with")[2]);
    expect(scaled.last[2]).toBeLessThan(lastAt(scaled.rate, "without")[0]);
  });
});
