/** Node: modules, CommonJS, both at once, worker threads; and servers, which import without using. */
import { describe, expect, test } from "vitest";
import { EXPECTED, IMPORT, program, REQUIRE } from "./program.js";
import { install, nodes } from "./project.js";

/** Both copies in one process: what one makes, the other takes, in its own memory or the other's. */
const MIXED = `
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import * as modules from "layernorm";
const common = createRequire(import.meta.url)("layernorm");
assert.notEqual(common.layerNorm, modules.layerNorm);
assert.deepEqual(Object.keys(common).sort(), Object.keys(modules).sort());

for (const [one, other] of [[modules, common], [common, modules]]) {
  const values = [[1, 2, 4, 8], [1, 1, 2, 3]];
  const expected = one.layerNorm(values, 4).toArray();
  for (const inResident of [false, true]) {
    for (const outResident of [false, true]) {
      const x = other.tensor(values, [2, 4], { resident: inResident });
      const out = other.empty([2, 4], { resident: outResident });
      assert.deepEqual(one.layerNorm(x, 4).toArray(), expected);
      assert.deepEqual(one.layerNorm(x, 4, { out }).toArray(), expected);
      assert.deepEqual(out.toArray(), expected);
      one.layerNorm(x, 4, { out: x });
      assert.deepEqual(x.toArray(), expected, "in place");
      const [both, sum] = [other.empty([2, 4]), one.empty([2, 4], { resident: true })];
      one.addLayerNorm(x, x, 4, { out: { y: both, sum } });
      assert.deepEqual(sum.toArray(), expected.map((row) => row.map((value) => Math.fround(2 * value))));
      x.dispose();
      if (inResident) assert.throws(() => one.layerNorm(x, 4), Error, "disposed by its own copy");
    }
  }
  const layer = new one.Sequential(new one.Linear(4, 4), new other.LayerNorm(4));
  assert.deepEqual(layer.forward(other.ones([2, 4])).shape, [2, 4]);
  const early = other.full([4], 3, { resident: true }), before = other.memoryUsage().total;
  const large = other.empty([2 ** 22], { resident: true });
  assert.ok(other.memoryUsage().total > before, "memory has grown");
  assert.deepEqual(one.mean(early).toArray(), 3);
  large.dispose();
}
console.log("right");
`;

/** One compiled module for all threads, none of which may compile. */
const THREADS = `
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { init } from "layernorm";

if (isMainThread) {
  const module = new WebAssembly.Module(readFileSync(fileURLToPath(import.meta.resolve("layernorm/kernels.wasm"))));
  const results = Array.from({ length: 3 }, () => new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: module });
    worker.on("message", resolve).on("error", reject);
  }));
  const [first, ...others] = await Promise.all(results);
  if (others.some((other) => other !== first)) throw new Error("the threads differ");
  console.log(first);
} else {
  WebAssembly.Module = new Proxy(WebAssembly.Module, { construct() { throw new Error("compiled"); } });
  init(workerData);
  const { report } = await import("./report.js");
  parentPort.postMessage(report);
}
`;

/** A server renders a component that imports the package: nothing happens until it is used. */
const SERVER = `
import assert from "node:assert/strict";
import { createRequire } from "node:module";
const names = ["WebAssembly", "crypto", "atob", "fetch", "performance", "setTimeout", "process"];
const real = Object.fromEntries(names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
const before = Reflect.ownKeys(globalThis).length;
const touched = [];
let name;
const define = (descriptor) => Object.defineProperty(globalThis, name, { configurable: true, ...descriptor });
for (name of names.slice(0, 4)) {
  const trapped = name;
  define({ get() { touched.push(trapped); return undefined; } });
}
const load = { import: () => import("layernorm"), require: () => createRequire(import.meta.url)("layernorm") };
const api = await load[process.argv[2]]();
assert.deepEqual(touched, [], "touched at import");
assert.equal(Reflect.ownKeys(globalThis).length, before, "globals added");

for (name of names.slice(0, 4)) define({ value: undefined, writable: true });
const x = api.tensor([[1, 2, 3]]);
assert.equal(String(x), "tensor([[1., 2., 3.]])", "a server without WebAssembly prints");
assert.deepEqual(api.memoryUsage(), { total: 0, resident: 0 });
assert.throws(() => api.mean(x), { name: "Error", message: /WebAssembly/ });

for (name of names.slice(0, 4)) Object.defineProperty(globalThis, name, real[name]);
console.log(api.mean(x).toArray());
`;

describe.each(Object.entries(nodes))("%s", (title, node) => {
  const name = title.replace(/\W/g, "-");

  test("ES modules", async () => {
    const project = await install(`${name}-modules`, { "main.js": program() });
    expect(await project.run(node, "main.js")).toBe(`${EXPECTED}\n`);
  });

  test("CommonJS", async () => {
    const project = await install(`${name}-require`, { "main.cjs": program(REQUIRE) });
    expect(await project.run(node, "main.cjs")).toBe(`${EXPECTED}\n`);
  });

  test("both in one process", async () => {
    const project = await install(`${name}-both`, { "main.js": MIXED });
    expect(await project.run(node, "main.js")).toBe("right\n");
  });

  test("worker threads that share one compiled module", async () => {
    const files = { "main.js": THREADS, "report.js": program(IMPORT, "export { report };") };
    const project = await install(`${name}-threads`, files);
    expect(await project.run(node, "main.js")).toBe(`${EXPECTED}\n`);
  });

  test.each(["import", "require"])("a server: %s does nothing until the first use", async (how) => {
    const project = await install(`${name}-server-${how}`, { "main.js": SERVER });
    expect(await project.run(node, "main.js", how)).toBe("2\n");
  });
});
