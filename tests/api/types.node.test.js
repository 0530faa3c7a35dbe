/** The types, as TypeScript sees them in a user's project: what must compile, and what must not. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 60_000 }); // the compiler starts anew for each test

const root = fileURLToPath(new URL("../../", import.meta.url));
const types = `${root}web/api/types/index.js`;
const contract = `${root}../shared/api`;

/**
 * @param {string} code a module's
 * @returns {{ line: number, message: string }[]} what the compiler complains of
 */
function complaints(code) {
  const file = `${root}tests/api/virtual.ts`;
  /** @type {ts.CompilerOptions} */
  const options = {
    strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, types: [],
    moduleResolution: ts.ModuleResolutionKind.Bundler, lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.esnext.disposable.d.ts"],
  };
  const host = ts.createCompilerHost(options), { getSourceFile } = host;
  host.getSourceFile = (name, version) =>
    name === file ? ts.createSourceFile(name, code, version) : getSourceFile.call(host, name, version);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file: source, start, messageText }) => ({
    line: source ? source.getLineAndCharacterOfPosition(start ?? 0).line : -1,
    message: ts.flattenDiagnosticMessageText(messageText, "\n"),
  }));
}

const RIGHT = `
import { allclose, empty, full, init, layerNorm, LayerNorm, linear, Linear, manualSeed, mean, memoryUsage, moments,
  normalize, ones, rand, randn, relu, ReLU, Sequential, setPrintOptions, std, tensor, Tensor, variance, zeros } from "${types}";
import type { Input, Nested } from "${types}";
const nested: Nested = [[1, 2], [3, 4]];
const inputs: Input[] = [5, nested, new Float32Array(3), { data: new Float32Array(2), shape: [2] }, ones([2]),
  { data: new Float32Array(2) as unknown, dims: [2] as const }];
for (const x of inputs) mean(x);
const t: Tensor = mean(nested, { dim: [0, -1], keepdim: true, out: empty([1, 1]) });
const shape: readonly number[] = t.shape; const data: Float32Array = t.data; const n: number = t.size + t.toArray();
variance([1, 2], { correction: 0 }); std([1, 2], { dim: 0 }); moments(t, { out: { mean: t, variance: t } }).variance.shape;
normalize(t, { dim: [1, 0], weight: [[1]], bias: null, correction: 1, eps: 0 });
const y: Tensor = layerNorm(t, 1, { weight: null, out: t }); const s: Tensor = layerNorm(t, [1, 1], { stats: false });
const { y: y2, mean: m, rstd }: { y: Tensor; mean: Tensor; rstd: Tensor } = layerNorm(t, [1], { stats: true, eps: 1e-6 });
linear(t, ones([2, 1]), [1, 2], { out: ones([1, 2]) }); linear(t, t, null); relu(t, { out: t });
tensor(new Float64Array(4), [2, 2], { resident: true }).dispose(); tensor([[1, 2]] as const);
{ using x = zeros([2], { resident: true }); full([2], 1).resident; x[Symbol.dispose](); }
const layer = new Sequential(new Linear(5, 6, { bias: false }), new ReLU(), new LayerNorm([6], { bias: false }));
const out: string = layer.forward(randn([2, 5])).toString(); const w: Tensor | null = new LayerNorm(3).weight;
manualSeed(123); manualSeed(-1n); rand([2]); setPrintOptions({ precision: 2, sciMode: undefined }); setPrintOptions("default");
const close: boolean = allclose(t, [[1]], { rtol: 0, equalNan: true }); init(); init(new Uint8Array(8)); memoryUsage().total;
`;

/** Each must be refused. (Not init("kernels.wasm"): TypeScript's WebAssembly.Module is an interface that all things have.) */
const WRONG = [
  'mean("x")', "mean(new Float64Array(2))", 'mean([["a"]])', "mean([1], { axis: 0 })", "variance([1], { unbiased: false })",
  'mean([1], { dim: "0" })', "mean([1], { correction: 1 })", "layerNorm([1])", 'layerNorm([1], 1, { eps: "0" })',
  "layerNorm([1], 1).mean", "layerNorm([1], 1, { stats: true }).shape", "new LayerNorm(6, { affine: true })", "new Linear(5)",
  'manualSeed("1")', "tensor(5).shape = [1]", "tensor(5).shape.push(1)", "zeros(3)", "allclose([1])", "relu([1], { out: [1] })",
  "new Sequential(5)", 'setPrintOptions("none")', "setPrintOptions({ digits: 3 })", "tensor([1n])",
];

describe("types", () => {
  test("accept every right use", () => expect(complaints(RIGHT)).toEqual([]));

  test("refuse every wrong one", () => {
    const lines = WRONG.map((use) => (use.startsWith("new ") ? `new ln.${use.slice(4)};` : `ln.${use};`));
    const refused = new Set(complaints([`import * as ln from "${types}";`, ...lines].join("\n")).map(({ line }) => line - 1));
    expect(WRONG.filter((_, i) => !refused.has(i))).toEqual([]);
  });
});

describe.skipIf(!existsSync(`${contract}.d.ts`))("the contract in ../shared/api.d.ts (skipped where it is not)", () => {
  const names = ["LayerNorm", "Linear", "ReLU", "Sequential"];
  const layers = names.map((name) => `
    type ${name} = Pick<contract.${name}, keyof contract.${name} & keyof ours.${name}>;
    const make${name}: new (...a: ConstructorParameters<typeof contract.${name}>) => ${name} = ours.${name};`);

  test("every function that we have accepts what the contract's accepts, and gives what it gives", () => {
    expect(complaints(`import * as ours from "${types}"; import * as contract from "${contract}";
      type Functions = Exclude<keyof typeof ours & keyof typeof contract, "${names.join('" | "')}">;
      const functions: Pick<typeof contract, Functions> = ours;`)).toEqual([]);
  });

  test("so do the layers, in what they have", () => {
    const code = `import * as ours from "${types}"; import * as contract from "${contract}"; ${layers.join("")}`;
    expect(complaints(code.replace("...a: ConstructorParameters<typeof contract.Sequential>", "...a: ours.Layer[]"))).toEqual([]);
  });
});
