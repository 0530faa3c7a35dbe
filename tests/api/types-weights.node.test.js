/** The types of weights that come and go: files, states, residence; what the contract's third round says of them. */
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { complaints, root } from "./complaints.js";

const types = `${root}web/api/types/index.js`,
  safetensors = `${root}web/api/types/safetensors.js`,
  third = `${root}../shared/api-third`;

const IMPORT = `import * as ln from "${types}"; import * as st from "${safetensors}";
declare const t: ln.Tensor, bytes: Uint8Array<ArrayBuffer>, blob: Blob, file: st.SafetensorsFile;`;

const RIGHT = `${IMPORT}
const layers = [new ln.LayerNorm(3), new ln.RMSNorm(3), new ln.BatchNorm(3), new ln.GroupNorm(1, 3), new ln.InstanceNorm(3),
  new ln.Linear(3, 3), new ln.ReLU(), new ln.Sequential(new ln.Sequential())];
for (const layer of layers) {
  const { missing, unexpected }: { missing: string[]; unexpected: string[] } = layer.loadState(layer.state());
  layer.loadState({ weight: [1] }, { strict: false, prefix: "h.0.", rename: (name) => (name ? name.trim() : null) });
  layer.loadState(layer.state(), { transpose: ["weight"] as const }); layer.loadState({}, { transpose: (name) => name > "" });
  layer.resident().resident(false).resident(true).eval().forward(t); layer.dispose();
}
{ using net = new ln.Sequential(new ln.Linear(1, 2)).resident(); net.train().forward([1]); }
const linear: ln.Linear = new ln.Linear(1, 2).resident(); const loaded: ln.Loaded = linear.loadState({});
const read: Record<string, ln.Tensor> = st.readSafetensors(bytes); st.readSafetensors(bytes.buffer).weight.shape;
const size: number = 5, ranges: st.SafetensorsSource = { size, read: async (begin, end) => bytes.subarray(begin, end) };
for (const source of [blob, new File([], ""), ranges, [blob, ranges], [blob] as const]) st.openSafetensors(source);
const { tensors, metadata, read: readOne } = await st.openSafetensors({ size, read: async () => bytes });
const shape: number[] = tensors.a.shape, dtype: string = tensors.a.dtype, format: string = metadata.format;
const a: ln.Tensor = await readOne("a", { resident: true }); await file.read("a", { out: linear.weight }); await file.read("a");
await file.read("a", { out: { data: new Float32Array(2), dims: [2] }, resident: false });
const written: Uint8Array = st.writeSafetensors({ a: t, b: [[1]], c: 5, d: { data: new Float32Array(1), shape: [1] } });
st.writeSafetensors(linear.state(), { dtype: "BF16", metadata: { step: "5" } }); new Blob([st.writeSafetensors({})]);
st.writeSafetensors(read, { dtype: (name) => (name.endsWith("norm.weight") ? "F32" : "F16") });
const options: st.SafetensorsWriteOptions = { dtype: "F32" as st.SafetensorsDtype };
ln.fromFloat16(new Uint16Array(1), [1], { out: t }); ln.fromBfloat16(new Uint16Array(1), undefined, { resident: true });
`;

const WRONG = [
  "new ln.LayerNorm(3).loadState({}, { prefix: 5 })",
  "new ln.LayerNorm(3).loadState({}, { rename: { a: 'b' } })",
  "new ln.LayerNorm(3).loadState({}, { rename: () => undefined })",
  "new ln.LayerNorm(3).loadState({}, { transpose: 'weight' })",
  "new ln.LayerNorm(3).loadState({}, { transpose: [0] })",
  "new ln.LayerNorm(3).loadState({}, { transpose: () => 'yes' })",
  "new ln.LayerNorm(3).loadState({}, { transposed: [] })",
  "new ln.LayerNorm(3).loadState({}).length",
  "new ln.Linear(1, 1).resident('yes')",
  "new ln.Sequential().resident().data",
  "st.readSafetensors('model.safetensors')",
  "st.readSafetensors(blob)",
  "st.openSafetensors('model.safetensors')",
  "st.openSafetensors({ read: async () => bytes })",
  "st.openSafetensors({ size: 5, read: () => bytes })",
  "st.openSafetensors({ size: 5, read: async () => [1] })",
  "st.openSafetensors([[blob]])",
  "file.read('a', { out: new Float32Array(2) })",
  "file.read('a', { resident: 1 })",
  "file.metadata.step.toFixed()",
  "st.writeSafetensors([t])",
  "st.writeSafetensors({ a: 'x' })",
  "st.writeSafetensors({ a: new Int32Array(1) })",
  "st.writeSafetensors({ a: t }, { dtype: 'F64' })",
  "st.writeSafetensors({ a: t }, { dtype: () => 'half' })",
  "st.writeSafetensors({ a: t }, { metadata: { step: 5 } })",
  "st.writeSafetensors({ a: t }, { names: [] })",
  "ln.fromFloat16(new Uint16Array(1), [1], { out: new Float32Array(1) })",
];

test("every right use is accepted", () => expect(complaints(RIGHT)).toEqual([]));

test("every wrong one is refused", () => {
  const lines = IMPORT.split("\n").length,
    refused = new Set(
      complaints([IMPORT, ...WRONG.map((use) => `${use};`)].join("\n")).map(({ line }) => line - lines),
    );
  expect(WRONG.filter((_, i) => !refused.has(i))).toEqual([]);
  expect(Math.min(...refused)).toBe(0);
});

/** What it says in types of every layer, and in words of layernorm/safetensors. */
const CONTRACT = `import * as ours from "${types}"; import * as contract from "${third}";
import { openSafetensors, readSafetensors, writeSafetensors } from "${safetensors}";
const layers: contract.Stateful[] = [new ours.LayerNorm(3), new ours.RMSNorm(3), new ours.BatchNorm(3),
  new ours.GroupNorm(1, 3), new ours.InstanceNorm(3), new ours.Linear(3, 3), new ours.ReLU(), new ours.Sequential()];
const read: (bytes: ArrayBuffer | Uint8Array) => Record<string, ours.Tensor> = readSafetensors;
type Source = Blob | { size: number; read(begin: number, end: number): Promise<Uint8Array> };
const open: (source: Source | Source[]) => Promise<{ tensors: Record<string, { dtype: string; shape: number[] }>;
  read(name: string, options?: { resident?: boolean; out?: ours.Tensor }): Promise<ours.Tensor> }> = openSafetensors;
type Dtype = "F32" | "F16" | "BF16";
const write: (tensors: Record<string, ours.Input>, options?: { dtype?: Dtype | ((name: string) => Dtype);
  metadata?: Record<string, string> }) => Uint8Array = writeSafetensors;`;

describe.skipIf(!existsSync(`${third}.d.ts`))(
  "the contract's third round, api-third.d.ts (skipped where it is not)",
  () => {
    test("of states and files", () => expect(complaints(CONTRACT)).toEqual([]));

    test("what does not hold is found", () => {
      expect(complaints(CONTRACT.replace("loadState", "").replace('"BF16"', '"BF16" | "F64"'))).toHaveLength(1);
    });
  },
);
