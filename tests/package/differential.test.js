/** A sample of `npm run differential`: random calls beside onnxruntime-web, of which float64 says who is right. */
import { expect, test } from "vitest";
import { uniforms } from "../api/reference.js";
import { drawCall } from "../differential/calls.js";
import { Tally } from "../differential/compare.js";
import { askOnnxRuntime } from "./interop/calls.js";

/** Another than that of the run which README tells of. */
const SEED = 2;

const CALLS = 200;

test("every random call keeps its promise, also where onnxruntime-web's does not", async () => {
  const tally = new Tally("onnx"),
    random = uniforms(SEED);
  for (let i = 0; i < CALLS; i++) {
    const call = drawCall(random, "onnx");
    tally.add(call, await askOnnxRuntime(call));
  }
  expect(tally.faults).toEqual([]);
  const counts = Object.values(tally.counts);
  expect(counts.filter(({ calls }) => calls === 0)).toEqual([]);
  expect(counts.filter(({ theyAreRight, neitherIs }) => theyAreRight || neitherIs)).toEqual([]);
});
