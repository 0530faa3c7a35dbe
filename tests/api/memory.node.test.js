/** Memory of resident tensors: freed by `using`, or by the garbage collector, once, and not while in use. */
import { setTimeout } from "node:timers/promises";
import ts from "typescript";
import { beforeEach, expect, test } from "vitest";
import { full, memoryUsage, relu, tensor } from "../../web/api/index.js";
import { collect } from "./collect.js";

/** @import { Tensor } from "../../web/api/index.js" */

const SIZE = 1000;

/** @param {number} value */
const resident = (value) => full([SIZE], value, { resident: true });

/** Collects until a tensor that is made and dropped here has been freed: by then all dropped before have been too. */
async function collectDropped() {
  const before = memoryUsage().resident;
  (() => void full([SIZE + 1], 0, { resident: true }))();
  for (let i = 0; memoryUsage().resident >= before + 4 * (SIZE + 1); i++) {
    if (i === 100) throw new Error("nothing was collected");
    collect();
    await setTimeout(1);
  }
}

/** What a test kept until its end is dropped then. */
beforeEach(async () => {
  await collectDropped();
  expect(memoryUsage().resident).toBe(0);
});

test("dropped tensors are freed", async () => {
  (() => {
    for (let i = 0; i < 3; i++) resident(i);
  })();
  expect(memoryUsage().resident).toBe(3 * 4 * SIZE);
  await collectDropped();
  expect(memoryUsage().resident).toBe(0);
});

test("tensors disposed through a proxy, frozen, or plainly are not freed again", async () => {
  (() => {
    new Proxy(resident(1), {}).dispose();
    Object.freeze(resident(2)).dispose();
    resident(3).dispose();
  })();
  const kept = [4, 5, 6].map(resident);
  await collectDropped();
  expect(memoryUsage().resident).toBe(3 * 4 * SIZE);
  const more = [7, 8, 9].map(resident);
  expect([...kept, ...more].map(({ data }) => data[0])).toEqual([4, 5, 6, 7, 8, 9]);
  for (const each of [...kept, ...more]) each.dispose();
});

test("a view, a tensor of a view, and one of that one's view keep the memory they show", async () => {
  const view = (() => resident(1).data)();
  const shaped = (() => tensor(resident(2).data, [2, SIZE / 2]))();
  const again = (() => tensor(tensor(resident(3).data, [SIZE, 1]).data, [10, SIZE / 10]))();
  await collectDropped();
  expect(memoryUsage().resident).toBe(3 * 4 * SIZE);
  const others = [4, 5, 6].map(resident);
  relu(full([2, SIZE / 2], 7), { out: shaped });
  expect([view[0], shaped.data[SIZE - 1], again.data[0]]).toEqual([1, 7, 3]);
  expect(others.map(({ data }) => data[0])).toEqual([4, 5, 6]);
  for (const other of others) other.dispose();
});

test("a tensor of a view keeps the memory also after memory has grown", async () => {
  const shaped = (() => tensor(resident(2).data, [2, SIZE / 2]))();
  full([memoryUsage().total / 4], 0, { resident: true }).dispose();
  expect(shaped.data[0]).toBe(2);
  await collectDropped();
  expect(memoryUsage().resident).toBe(4 * SIZE);
  expect(shaped.data[SIZE - 1]).toBe(2);
});

/** A module with `using` in it, which Node 20 does not know, as TypeScript compiles it. */
const MODULE = `
export function sumOf(make, count) {
  using first = make(1);
  let sum = first.data[0];
  for (let i = 1; i < count; i++) {
    using each = make(i + 1);
    if (each.data[0] === 5) throw new RangeError("five");
    sum += each.data[0];
  }
  return sum;
}`;

test("`using` frees where its block ends, and where an error leaves it", async () => {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const { outputText } = ts.transpileModule(MODULE, { compilerOptions });
  const { sumOf } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(outputText)}`);
  /** @type {Tensor[]} */
  const made = [];
  const make = (/** @type {number} */ value) => made[made.push(resident(value)) - 1];
  expect(sumOf(make, 4)).toBe(10);
  expect(memoryUsage().resident).toBe(0);
  expect(() => sumOf(make, 6)).toThrow("five");
  expect(memoryUsage().resident).toBe(0);
  expect(made).toHaveLength(9);
  for (const each of made) expect(() => each.data).toThrow("disposed");
});
