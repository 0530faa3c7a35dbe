/** Right uses of weights that come from files, go into them, and move into WebAssembly memory: types.test.js. */
import { fromBfloat16, LayerNorm, Linear, Sequential, type Tensor } from "layernorm";
import type { HalfOptions, Loaded, LoadOptions, Module } from "layernorm";
import { openSafetensors, readSafetensors, writeSafetensors } from "layernorm/safetensors";
import type {
  SafetensorsDtype,
  SafetensorsFile,
  SafetensorsReadOptions,
  SafetensorsSource,
  SafetensorsWriteOptions,
} from "layernorm/safetensors";

// A state: names by prefix, renamed, the other way round; what was left.
const net = new Sequential(new Linear(3, 3), new LayerNorm(3));
const options: LoadOptions = {
  strict: false,
  prefix: "transformer.h.0.",
  rename: (name) => (name.endsWith("c_proj.weight") ? "0.weight" : null),
  transpose: ["attn.c_proj.weight"],
};
const loaded: Loaded = net.loadState(net.state(), options);
const { missing, unexpected }: { missing: string[]; unexpected: string[] } = loaded;
net.loadState(
  {},
  { transpose: (name) => name.endsWith("c_fc.weight"), strict: missing.length + unexpected.length > 0 },
);

// Residence, of all that a network has; a layer of one's own may have it too.
net
  .resident()
  .eval()
  .forward([[1, 2, 3]]);
net.resident(false).dispose();
{
  using linear: Linear = new Linear(1024, 2816).resident();
  linear.eval();
}
class Scaled implements Module {
  constructor(readonly inner: Linear) {}
  forward = (x: Parameters<Module["forward"]>[0]) => this.inner.forward(x);
  backward = (dy: Parameters<Module["backward"]>[0]) => this.inner.backward(dy);
  parameters = () => this.inner.parameters();
  zeroGrad = () => this.inner.zeroGrad();
  resident = (resident: boolean) => this.inner.resident(resident);
  dispose = () => this.inner.dispose();
}
new Sequential(new Scaled(new Linear(1, 1))).resident();

// Files: written, in memory, opened from wherever ranges can be had, in several parts.
const step: SafetensorsWriteOptions = { dtype: "BF16", metadata: { step: "100" } };
const bytes: Uint8Array = writeSafetensors({ ...net.state(), more: [[1, 2]] }, step);
writeSafetensors(net.state(), { dtype: (name): SafetensorsDtype => (name.endsWith("norm.weight") ? "F32" : "F16") });
const blob = new Blob([writeSafetensors({})]);
const read: Record<string, Tensor> = readSafetensors(bytes);
net.loadState(read);
const size: number = bytes.length;
const ranges: SafetensorsSource = { size, read: async (begin, end) => bytes.subarray(begin, end) };
async function load(): Promise<Tensor[]> {
  const file: SafetensorsFile = await openSafetensors([blob, ranges]);
  await openSafetensors(ranges);
  const into: SafetensorsReadOptions = { out: new Linear(3, 3).weight };
  const names: string[] = Object.keys(file.tensors).filter((name) => file.tensors[name].dtype === "BF16");
  const step: string = file.metadata.step;
  return [await file.read(names[0]), await file.read(step, { resident: true }), await file.read("a", into)];
}
const there: HalfOptions = { out: read["0.weight"] };
fromBfloat16(new Uint16Array(9), [3, 3], there);

export { load };
