/** Loading the module, in processes of their own: what happens at import, at the first call, through init. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as text from "../../web/api/kernel-text.js";
import { include, inlined } from "../../web/api/memory/inlined.js";
import { moduleFor } from "../../web/kernels-elsewhere.mjs";

const root = new URL("../../", import.meta.url),
  wasm = new URL("web/api/kernels.wasm", root);

/** Runs a program in a process of its own, at the root. @param {string} code @returns {any} the JSON that it prints */
const printed = (code) =>
  JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: root, encoding: "utf8" }));

/**
 * Runs a program that has the package as `ln` and prints JSON.
 * @param {string} program
 * @param {string} [before] what runs before the package is imported
 */
function fresh(program, before = "") {
  return printed(`${before}
    const ln = await import("./web/api/index.js");
    const attempt = (f) => { try { f(); return "no error"; } catch (e) { return e.constructor.name + ": " + e.message; } };
    ${program}`);
}

const COUNT_INSTANCES = `
  let instances = 0;
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class extends Instance { constructor(...a) { super(...a); instances++; } };`;

test("the module in kernel-text.js is kernels.wasm, byte for byte", () => {
  const compiled = fresh(
    `ln.mean([1]); console.log(JSON.stringify(Array.from(compiled)));`,
    `
    let compiled;
    const { Module } = WebAssembly;
    WebAssembly.Module = class extends Module { constructor(bytes) { super(bytes); compiled = bytes; } };`,
  );
  expect(Buffer.from(compiled).equals(readFileSync(wasm))).toBe(true);
});

test("its text needs no escape in strings, or in scripts within HTML", () => {
  const { base, before, behind, between, digits, every, gap } = text,
    parts = /** @type {string[]} */ ([base, before, behind, between, digits, every].flat(Infinity));
  for (const part of parts.map((each) => each.replaceAll(gap, ""))) {
    expect(part).toMatch(/^[ -~]+$/);
    expect(part).not.toMatch(/["'`$<\\]/);
  }
});

test("a module without the functions that one kernel never reaches exports the same, and traps in the others", () => {
  const whole = readFileSync(wasm),
    exportsOf = (/** @type {BufferSource} */ bytes) => new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports,
    some = /** @type {any} */ (exportsOf(moduleFor(["ln_layer_norm"])));
  expect(Object.keys(some)).toEqual(Object.keys(exportsOf(whole)));
  const x = some.malloc(8);
  new Float32Array(some.memory.buffer, x, 2).set([1, 3]);
  some.ln_layer_norm(x, 0, 0, x, 0, 0, 1, 2, 1, 0, 0);
  expect(Array.from(new Float32Array(some.memory.buffer, x, 2))).toEqual([-1, 1]);
  expect(() => some.ln_to_bfloat16(x, x, 2)).toThrow(WebAssembly.RuntimeError);
});

test.each(/** @type {const} */ (["ln_layer_norm", "ln_l2_norm", "ln_normal"]))(
  "a program that calls %s alone has a module that exports it, and no kernel that it does not reach",
  (name) => {
    /** @type {Set<string>} */
    const texts = new Set();
    include(text[name], texts);
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(inlined(texts))),
      others = name === "ln_normal" ? ["ln_uniform"] : [];
    expect(Object.keys(exports).sort()).toEqual([name, ...others, "free", "malloc", "memory"].sort());
  },
);

test("the module imports nothing", () => {
  expect(WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(wasm)))).toEqual([]);
});

test("the kernels are called by pointer, as c/norm.h says", () => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasm)));
  const { memory, malloc, free, ln_layer_norm } = /** @type {import("../../web/api/kernels.js").Kernels} */ (
    /** @type {unknown} */ (exports)
  );
  const x = malloc(4 * 8) >>> 0;
  expect(x % 64).toBe(0);
  new Float32Array(memory.buffer, x, 8).set([1, 2, 3, 6, -4, 0, 4, 8]);
  ln_layer_norm(x, 0, 0, x, 0, 0, 2, 4, 1, 0, 1e-5);
  const got = Array.from(new Float32Array(memory.buffer, x, 8), (value) => Number(value.toFixed(6)));
  expect(got).toEqual([-1.069043, -0.534522, 0, 1.603565, -1.34164, -0.447213, 0.447213, 1.34164]);
  free(x);
});

test("nothing is loaded at import, by ordinary tensors, or by memoryUsage", () => {
  const got = fresh(
    `
    const counts = [instances];
    const x = ln.tensor([[1, 2], [3, 4]]);
    String(x), x.toArray(), ln.zeros([3]), ln.setPrintOptions({});
    counts.push(instances, ln.memoryUsage());
    ln.mean(x);
    counts.push(instances);
    ln.mean(x);
    console.log(JSON.stringify([...counts, instances]));`,
    COUNT_INSTANCES,
  );
  expect(got).toEqual([0, 0, { total: 0, resident: 0 }, 1, 1]);
});

test.each(["ln.mean([1])", "ln.empty([1], { resident: true })", "ln.rand([1])", "ln.manualSeed(1)"])(
  "%s loads it",
  (use) => {
    expect(
      fresh(`${use}; console.log(JSON.stringify([instances, ln.memoryUsage().total > 0]));`, COUNT_INSTANCES),
    ).toEqual([1, true]);
  },
);

test("kernels that are included later come in a module of their own, and what is in memory stays there", () => {
  const program = `
    const { tensor } = await import("./web/api/tensor/create.js"), { mean } = await import("./web/api/ops/statistics.js");
    const x = tensor([1, 2, 6], undefined, { resident: true }), before = mean(x).item(), { pointer } = x;
    const { layerNorm } = await import("./web/api/ops/layer-norm.js"), y = layerNorm([1, 3], 2, { eps: 0 }).toArray();
    console.log(JSON.stringify([before, y, instances, x.toArray(), x.pointer === pointer, mean(x).item()]));`;
  expect(printed(COUNT_INSTANCES + program)).toEqual([3, [-1, 1], 2, [1, 2, 6], true, 3]);
});

test("an invalid argument loads nothing", () => {
  expect(fresh(`attempt(() => ln.mean([1], { dim: 3 })); console.log(instances);`, COUNT_INSTANCES)).toBe(0);
});

test("init takes a compiled module, or bytes, or nothing", () => {
  const read = `const fs = await import("node:fs"); const bytes = fs.readFileSync("web/api/kernels.wasm");`;
  for (const source of [
    "new WebAssembly.Module(bytes)",
    "bytes",
    "bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)",
    "",
  ]) {
    expect(
      fresh(
        `${read} ln.init(${source}); console.log(JSON.stringify([ln.memoryUsage().total > 0, ln.mean([1, 3]).toArray()]));`,
      ),
    ).toEqual([true, 2]);
  }
});

test("init too late, or of something else, is an error that says so", () => {
  expect(fresh(`ln.mean([1]); console.log(JSON.stringify(attempt(() => ln.init())));`)).toBe(
    "Error: init: expected to be called before anything uses WebAssembly memory, not after",
  );
  const other = "new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))";
  expect(
    fresh(`const first = attempt(() => ln.init(${other})); ln.init(); console.log(JSON.stringify(first));`),
  ).toMatch(/^Error: source: expected this version's kernels.wasm, got a module without memory$/);
  const memoryAlone = [5, 3, 1, 0, 1, 7, 10, 1, 6, 109, 101, 109, 111, 114, 121, 2, 0];
  expect(
    fresh(
      `const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, ${memoryAlone}]);
       console.log(JSON.stringify(attempt(() => ln.init(bytes))));`,
    ),
  ).toMatch(/^Error: source: expected this version's kernels.wasm, got a module without (free|malloc|ln_)/);
  expect(fresh(`console.log(JSON.stringify(attempt(() => ln.init(new Uint8Array(4)))));`)).toBe(
    "Error: source: expected kernels.wasm, got no WebAssembly, or this host has no SIMD",
  );
  expect(fresh(`console.log(JSON.stringify(attempt(() => ln.init("kernels.wasm"))));`)).toBe(
    'TypeError: source: expected a WebAssembly.Module or its bytes, got "kernels.wasm"',
  );
});

test("without SIMD, without WebAssembly, and where compiling is forbidden, the error says which", () => {
  const call = `console.log(JSON.stringify(attempt(() => ln.mean([1]))));`;
  const refuse = "WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError('refused'); } };";
  expect(fresh(call, `${refuse} WebAssembly.validate = () => false;`)).toMatch(
    /^Error: layernorm needs WebAssembly SIMD \(Node 16.*later\)$/,
  );
  expect(fresh(call, refuse)).toMatch(
    /^Error: this host does not compile WebAssembly .*'wasm-unsafe-eval'.*init\(module\)$/,
  );
  expect(fresh(call, "delete globalThis.WebAssembly;")).toMatch(/^Error: layernorm needs WebAssembly, which/);
});

test("linear needs no Array.prototype.at, which came after the browsers that have SIMD", () => {
  expect(
    fresh(`console.log(JSON.stringify(ln.linear([1, 2], [[3, 4]]).toArray()));`, "delete Array.prototype.at;"),
  ).toEqual([11]);
});

test("Float32Arrays, modules and bytes of another realm are taken", () => {
  const other = `const vm = await import("node:vm"), fs = await import("node:fs");
    const realm = vm.createContext({ source: fs.readFileSync("web/api/kernels.wasm") });`;
  expect(
    fresh(`${other} ln.init(vm.runInContext("new WebAssembly.Module(source)", realm));
    const x = vm.runInContext("new Float32Array([1, 3])", realm);
    console.log(JSON.stringify([ln.mean(x), ln.tensor(x), ln.mean({ data: x, shape: [2] })].map((t) => t.toArray())));`),
  ).toEqual([2, [1, 3], 2]);
  expect(
    fresh(`${other} ln.init(vm.runInContext("new Uint8Array(source)", realm)); console.log(ln.mean([1]).toArray());`),
  ).toBe(1);
});

test("Node shows tensors and layers as PyTorch prints them, and disposed ones too", () => {
  expect(
    fresh(`const { inspect } = await import("node:util"); const x = ln.ones([2, 1], { resident: true });
    const shown = [inspect({ x }), inspect(new ln.LayerNorm(6))];
    x.dispose(); console.log(JSON.stringify([...shown, inspect(x)]));`),
  ).toEqual([
    "{\n  x: tensor([[1.],\n          [1.]])\n}",
    "LayerNorm((6,), eps=1e-05, elementwise_affine=True)",
    "tensor(disposed, size=(2, 1))",
  ]);
});

test("before manualSeed the seed is random", () => {
  const draw = `console.log(JSON.stringify(ln.rand([4]).toArray()));`;
  expect(fresh(draw)).not.toEqual(fresh(draw));
});

/** What lets a program call gc(). */
const WITH_GC = `const v8 = await import("node:v8"); v8.setFlagsFromString("--expose-gc");
  globalThis.gc = (await import("node:vm")).runInNewContext("gc");`;

test("resident tensors that are collected give their memory back", () => {
  const program = `
    for (let i = 0; i < 100; i++) ln.zeros([1000], { resident: true });
    const held = ln.memoryUsage().resident;
    for (let i = 0; i < 20; i++) { globalThis.gc(); await new Promise((done) => setTimeout(done, 10)); }
    console.log(JSON.stringify([held, ln.memoryUsage().resident]));`;
  const [held, after] = fresh(program, WITH_GC);
  expect(held).toBe(400000);
  expect(after).toBeLessThan(held / 2);
});

test("a resident tensor is not collected as long as one that reshape made of it is in use, also when memory grows", () => {
  const program = `
    let views = Array.from({ length: 20 }, () => ln.ones([1000], { resident: true }).reshape([10, 100]));
    const collect = async () => {
      for (let i = 0; i < 10; i++) { globalThis.gc(); await new Promise((done) => setTimeout(done, 5)); }
      return ln.memoryUsage().resident;
    };
    const held = [await collect()];
    ln.empty([ln.memoryUsage().total / 4 + 1], { resident: true }).dispose();
    const sums = views.map((view) => ln.mean(view).item());
    held.push(await collect(), sums.every((mean) => mean === 1) ? 1 : 0);
    views = null;
    console.log(JSON.stringify([...held, await collect()]));`;
  const [before, grown, right, after] = fresh(program, WITH_GC);
  expect([before, grown, right]).toEqual([80000, 80000, 1]);
  expect(after).toBeLessThan(40000);
});

test("finalizers run between tasks: not in a synchronous loop, nor behind settled promises", () => {
  const program = `
    const make = () => { for (let i = 0; i < 100; i++) ln.empty([1000], { resident: true }); };
    const held = async (wait) => {
      make();
      globalThis.gc();
      for (let i = 0; i < 100; i++) await wait();
      return ln.memoryUsage().resident;
    };
    const settled = await held(() => null);
    const tasks = await held(() => new Promise((resolve) => setTimeout(resolve)));
    console.log(JSON.stringify([settled, tasks]));`;
  const [settled, tasks] = fresh(program, WITH_GC);
  expect(settled).toBeGreaterThan(200000);
  expect(tasks).toBeLessThan(200000);
});
