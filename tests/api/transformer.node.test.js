/** A small transformer learns as PyTorch's does, from the same weights: the gradients of its first step, each loss. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readSafetensors } from "../../web/api/safetensors.js";
import { doubles, misses } from "../fixtures/floats.js";
import fixture from "../fixtures/transformer.json";
import { readme } from "./readme.js";
import { learn, net, update } from "./transformer.js";

/** How far a loss may be from PyTorch's, which README says; of a gradient, beside the largest of its parameter. */
const LOSS = 1e-4,
  GRADIENT = 1e-5;

const [{ text, alphabet, context, learningRate, decay }] = fixture.training;
const letters = Array.from(text, (letter) => alphabet.indexOf(letter));

/** @param {string} path from here */
const read = (path) => readFileSync(new URL(path, import.meta.url));

/** The letters of sequences; by: how far behind where they begin. @param {number[]} starts */
const sequences = (starts, by = 0) => starts.flatMap((start) => letters.slice(start + by, start + by + context));

describe("a small transformer", () => {
  const loaded = net.loadState(readSafetensors(read("../fixtures/transformer.safetensors")));
  /** @type {Record<string, Float32Array>} */
  let first = {};
  const losses = fixture.steps.map(({ starts }, step) => {
    const loss = learn(sequences(starts), sequences(starts, 1));
    if (step === 0) first = Object.fromEntries(net.parameters().map(({ name, grad }) => [name, grad.data.slice()]));
    update(step + 1, learningRate, decay);
    return loss;
  });

  test("has the layers that PyTorch's has", () => expect(loaded).toEqual({ missing: [], unexpected: [] }));

  test.each(fixture.gradients)("its first gradient of $name is PyTorch's", ({ name, data }) => {
    const wanted = doubles(data),
      largest = Math.max(...wanted.map(Math.abs));
    expect(largest).toBeGreaterThan(1e-3);
    expect(misses(first[name], wanted, () => GRADIENT * largest)).toEqual([]);
  });

  test.each(/** @type {const} */ (["loss", "reference"]))("each %s of 100 steps is PyTorch's", (kind) => {
    const wanted = fixture.steps.map((step) => step[kind]);
    expect(losses).toHaveLength(101);
    expect(misses(losses, wanted, () => LOSS)).toEqual([]);
    expect(losses[100]).toBeLessThan(losses[0] / 2);
  });

  test("is as short as README says, and as near to PyTorch", () => {
    const lines = read("transformer.js").toString().trimEnd().split("\n").length;
    const said = `in ${lines} lines (repository: tests/api/transformer.js), has PyTorch's losses within 1e-4.`;
    expect(lines).toBeLessThanOrEqual(60);
    expect(readme.replace(/\s+/g, " ")).toContain(said);
  });
});
