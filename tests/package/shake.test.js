/** What bundlers leave out: a program that imports a few ops ships no printing, no random numbers and no layers. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import * as esbuild from "esbuild";
import { rolldown } from "rolldown";
import { rollup } from "rollup";
import { build as vite } from "vite";
import { afterAll, describe, expect, test } from "vitest";
import webpack from "webpack";
import * as layernorm from "../../web/api/index.js";
import { recorded, withinBudget } from "../budget.js";
import { HEAVY, bundled as minified, gzipped, OP_LIMIT } from "./weight.js";

const api = fileURLToPath(new URL("../../web/api/index.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "layernorm-shake-"));
afterAll(() => rmSync(folder, { recursive: true }));

const entry = join(folder, "entry.mjs"),
  bundle = join(folder, "bundle.mjs");
const output = { dir: folder, entryFileNames: "bundle.mjs", format: /** @type {const} */ ("esm"), minify: true };

/** @type {Record<string, () => Promise<unknown>>} from entry to bundle */
const bundlers = {
  esbuild: () => esbuild.build({ entryPoints: [entry], outfile: bundle, bundle: true, minify: true, format: "esm" }),
  rolldown: async () => (await rolldown({ input: entry })).write(output),
  rollup: async () => (await rollup({ input: entry, plugins: [nodeResolve()] })).write({ file: bundle, format: "esm" }),
  vite: () =>
    vite({
      configFile: false,
      logLevel: "silent",
      root: folder,
      build: {
        target: "esnext",
        outDir: folder,
        emptyOutDir: false,
        lib: { entry, formats: ["es"], fileName: () => "bundle.mjs" },
      },
    }),
  webpack: () =>
    new Promise((resolve, reject) =>
      webpack(
        {
          mode: "production",
          entry,
          experiments: { outputModule: true },
          output: { path: folder, filename: "bundle.mjs", library: { type: "module" } },
        },
        (error, stats) =>
          error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString())) : resolve(stats),
      ),
    ),
};

/**
 * @param {keyof typeof bundlers} bundler
 * @param {string} names what the program imports
 * @param {string} code what it does with them
 */
async function bundled(bundler, names, code) {
  writeFileSync(entry, `import ${names} from ${JSON.stringify(api)};\n${code}\n`);
  await bundlers[bundler]();
  const { code: uncommented } = await esbuild.transform(readFileSync(bundle, "utf8"), { minifyWhitespace: true });
  return { code: uncommented, text: execFileSync(process.execPath, [bundle], { encoding: "utf8" }) };
}

/** Names and texts that minifying leaves as they are, by what they belong to. */
const marks = {
  printing: ["sciMode", "edgeitems", "toExponential"],
  "random numbers": ["asUintN", "getRandomValues"],
  layers: ["elementwiseAffine", "elementwise_affine", "trackRunningStats", "inFeatures", "zeroGrad"],
  "other ops": ["rrms", "runningMean", "equalNan", "keepdim", "dbias"],
};

/** @param {string} code @returns {string[]} what is in it */
const contents = (code) =>
  Object.entries(marks)
    .filter(([, texts]) => texts.some((text) => code.includes(text)))
    .map(([name]) => name);

const ROW = "layerNorm([1, 3], 2, { eps: 0 })";
const PRINTED = "tensor([-1.,  1.])\n";

describe.each(Object.keys(bundlers))("%s", (bundler) => {
  test("layerNorm alone brings nothing else; its results print without their elements", async () => {
    const { code, text } = await bundled(bundler, "{ layerNorm }", `console.log(\`\${${ROW}}\`, ...${ROW}.data);`);
    expect(contents(code)).toEqual([]);
    expect(text).toBe("tensor(..., size=(2,)) -1 1\n");
  });

  test.each([
    ["{ layerNorm, tensor }", `tensor(0); console.log(\`\${${ROW}}\`);`, ["printing"]],
    ["{ layerNorm, setPrintOptions }", `setPrintOptions({}); console.log(\`\${${ROW}}\`);`, ["printing"]],
    ["{ layerNorm, rand }", `rand([2]); console.log(\`\${${ROW}}\`);`, ["printing", "random numbers"]],
    ["{ ReLU, layerNorm }", `new ReLU().zeroGrad(); console.log(\`\${${ROW}}\`);`, ["printing"]],
  ])("%s brings PyTorch's printing", async (names, code, expected) => {
    const result = await bundled(bundler, names, code);
    expect(result.text).toBe(PRINTED);
    expect(contents(result.code)).toEqual(expect.arrayContaining(expected));
  });

  test("all of it is all there", async () => {
    const { code, text } = await bundled(bundler, "* as ln", `globalThis.ln = ln; console.log(\`\${ln.${ROW}}\`);`);
    expect(contents(code)).toEqual(Object.keys(marks));
    expect(text).toBe(PRINTED);
  });
});

/**
 * A call of everything that computes. What is imported brings the kernels that it calls, and perhaps not the others.
 * @type {Record<string, string>}
 */
const calls = {
  LayerNorm: "new LayerNorm(2).forward(x)",
  RMSNorm: "new RMSNorm(2).forward(x)",
  BatchNorm: "new BatchNorm(2).forward(x)",
  GroupNorm: "new GroupNorm(1, 2).forward(x)",
  InstanceNorm: "new InstanceNorm(2).forward([x])",
  GELU: "new GELU().forward(x)",
  SiLU: "new SiLU().forward(x)",
  Softmax: "new Softmax().forward(x)",
  crossEntropy: "crossEntropy(x, [0, 1])",
  gelu: "gelu(x)",
  geluBackward: "geluBackward(x, x)",
  geluMul: "geluMul(x, x)",
  geluMulBackward: "geluMulBackward(x, x, x)",
  logSoftmax: "logSoftmax(x)",
  silu: "silu(x)",
  siluBackward: "siluBackward(x, x)",
  siluMul: "siluMul(x, x)",
  siluMulBackward: "siluMulBackward(x, x, x)",
  softmax: "softmax(x)",
  softmaxBackward: "softmaxBackward(x, x)",
  Linear: "new Linear(2, 1, { bias: false }).forward([[0, 0]])",
  ReLU: "new ReLU().forward(x)",
  Sequential: "new Sequential().forward(x)",
  Embedding: "String(new Embedding(2, 1))",
  StandardScaler: "new StandardScaler().fitTransform(x)",
  Tensor: "typeof Tensor",
  addLayerNorm: "addLayerNorm(x, x, 2)",
  addRmsNorm: "addRmsNorm(x, x, 2)",
  add: "add(x, [1, 2])",
  allclose: "allclose(x, x)",
  batchNorm: "batchNorm(x, { training: true })",
  batchNormBackward: "batchNormBackward(x, x, { training: true })",
  embedding: "embedding([1, 0], x)",
  empty: "empty([1]).size",
  fromBfloat16: "fromBfloat16(new Uint16Array([16256]))",
  fromFloat16: "fromFloat16(new Uint16Array([15360]))",
  full: "full([2], 3)",
  groupNorm: "groupNorm([x], 1)",
  groupNormBackward: "groupNormBackward([x], [x], 1)",
  init: "typeof init",
  instanceNorm: "instanceNorm([x])",
  instanceNormBackward: "instanceNormBackward([x], [x])",
  kernels: "kernels().ln_manual_seed(1)",
  l2Normalize: "l2Normalize(x)",
  l2NormalizeBackward: "l2NormalizeBackward(x, x)",
  layerNorm: "layerNorm(x, 2)",
  layerNormBackward: "layerNormBackward(x, x, 2)",
  linear: "linear(x, x)",
  linearBackward: "linearBackward(x, x, x)",
  manualSeed: "manualSeed(1)",
  matmul: "[matmul(x, x), matmul(x, x, { transposed: true })]",
  matmulBackward: "[matmulBackward(x, x, x), matmulBackward(x, x, x, { transposed: true })]",
  mean: "mean(x, { dim: 0 })",
  memoryUsage: "memoryUsage().resident",
  moments: "moments(x)",
  mul: "mul(x, 2)",
  normalize: "normalize(x, { dim: 0 })",
  normalizeBackward: "normalizeBackward(x, x, { dim: 0 })",
  ones: "ones([1])",
  permute: "permute(x, [1, 0])",
  rand: "rand([1]).size",
  randn: "randn([1]).size",
  relu: "relu(x)",
  reluBackward: "reluBackward(x, x)",
  rmsNorm: "rmsNorm(x, 2)",
  rmsNormBackward: "rmsNormBackward(x, x, 2)",
  setPrintOptions: "setPrintOptions({})",
  std: "std(x)",
  tensor: "tensor(x)",
  toBfloat16: "toBfloat16(x)",
  toFloat16: "toFloat16(x)",
  variance: "variance(x)",
  zeros: "zeros([1])",
};

test("everything that the package exports is called", () => {
  expect(Object.keys(calls).sort()).toEqual(Object.keys(layernorm).sort());
});

/** @param {string} name @param {Record<string, unknown>} from */
function called(name, from) {
  const x = [
    [1, 3],
    [2, 6],
  ];
  return JSON.stringify(new Function(name, "x", `return ${calls[name]};`)(from[name], x)) ?? "undefined";
}

test.each(Object.keys(calls))("%s, imported alone, brings the kernels that it calls", async (name) => {
  const code = Buffer.from(await minified(`{ ${name} }`)).toString("base64");
  const alone = await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`);
  expect(called(name, alone)).toBe(called(name, layernorm));
});

test("everything weighs no more than it did", async () => withinBudget("everything", gzipped(await minified("*"))));

/** The functions that are exported: classes are layers, which have a forward and a backward pass. */
const ops = Object.keys(layernorm).filter((name) => /^[a-z]/.test(name));

test.each(ops)("%s alone weighs no more than it did, and at most 14 kB", async (name) => {
  const bytes = gzipped(await minified(`{ ${name} }`));
  withinBudget(`${name} alone`, bytes);
  if (!(name in HEAVY)) expect(bytes).toBeLessThanOrEqual(OP_LIMIT);
});

test("what is said to be heavy is", () => {
  for (const name of Object.keys(HEAVY)) expect(recorded()[`${name} alone`]).toBeGreaterThan(OP_LIMIT);
});

/**
 * The parts of a program that is cut into chunks: the first uses the module before the second, which needs kernels that
 * the first does not, is loaded.
 */
const FIRST = `import { empty, layerNorm, manualSeed, rand } from ${JSON.stringify(api)};
const x = empty([2], { resident: true }).copyFrom([1, 3]);
const view = x.data;
manualSeed(1);
const drawn = [rand([1]).item()];
const y = layerNorm(x, 2, { eps: 0 });
const { mean, relu } = await import("./second.mjs");
console.log(JSON.stringify([...y.toArray(), mean(x).item(), ...relu([-1, 2]).toArray(), ...x.toArray(), view.length]));
drawn.push(rand([1]).item());
manualSeed(1);
console.log(JSON.stringify(drawn) === JSON.stringify([rand([1]).item(), rand([1]).item()]));
`;

// esbuild puts the whole API into the first chunk; with rollup memory moves, which detaches the view.
test.each([
  ["esbuild", 2],
  ["rollup", 0],
])("%s: kernels that a chunk brings late work, and what is in memory stays", async (by, viewed) => {
  const chunks = mkdtempSync(join(folder, "chunks-")),
    entryPoint = join(chunks, "first.mjs"),
    built = join(chunks, "built");
  writeFileSync(entryPoint, FIRST);
  writeFileSync(join(chunks, "second.mjs"), `export { mean, relu } from ${JSON.stringify(api)};`);
  if (by === "rollup") await (await rollup({ input: entryPoint })).write({ dir: built, entryFileNames: "[name].mjs" });
  else {
    const out = /** @type {const} */ ({ outdir: built, outExtension: { ".js": ".mjs" }, splitting: true });
    await esbuild.build({ entryPoints: [entryPoint], bundle: true, minify: true, format: "esm", ...out });
  }
  const printed = execFileSync(process.execPath, [join(built, "first.mjs")], { encoding: "utf8" });
  expect(printed).toBe(`[-1,1,2,0,2,1,3,${viewed}]\ntrue\n`);
});
