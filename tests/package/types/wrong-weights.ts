/** Wrong uses of weights that come from files, go into them, and move into WebAssembly memory: types.test.js. */
import * as ln from "layernorm";
import * as st from "layernorm/safetensors";
// @ts-expect-error: files are an entry of their own
import { readSafetensors } from "layernorm";

const layer = new ln.LayerNorm(2);
declare const file: st.SafetensorsFile;

// @ts-expect-error: a prefix is an option
layer.loadState({}, "transformer.");
// @ts-expect-error: a table of names, not a function
layer.loadState({}, { rename: { gamma: "weight" } });
// @ts-expect-error: undefined, which a missing return gives; null leaves an entry out
layer.loadState({}, { rename: () => undefined });
// @ts-expect-error: one name, not a list
layer.loadState({}, { transpose: "weight" });
// @ts-expect-error: a misspelt option
layer.loadState({}, { transposed: ["weight"] });
// @ts-expect-error: a promise of a state
layer.loadState(Promise.resolve(layer.state()));
// @ts-expect-error: what it tells has no such part
layer.loadState({}).matched;
// @ts-expect-error: residence in text
layer.resident("wasm");
// @ts-expect-error: resident() gives the layer, not a tensor
layer.resident().data;
// @ts-expect-error: a path
st.readSafetensors("model.safetensors");
// @ts-expect-error: a Blob is opened
st.readSafetensors(new Blob([]));
// @ts-expect-error: a path is no file
st.openSafetensors("model.safetensors");
// @ts-expect-error: ranges of a file whose size is not told
st.openSafetensors({ read: async () => new Uint8Array(8) });
// @ts-expect-error: ranges that are there at once
st.openSafetensors({ size: 8, read: () => new Uint8Array(8) });
// @ts-expect-error: lists of lists
st.openSafetensors([[new Blob([])]]);
// @ts-expect-error: a promise of a tensor is none
ln.relu(file.read("weight"));
// @ts-expect-error: a Float32Array has no shape
file.read("weight", { out: new Float32Array(2) });
// @ts-expect-error: a list of tensors, which have no names
st.writeSafetensors([ln.ones([2])]);
// @ts-expect-error: a layer, not its state
st.writeSafetensors(layer);
// @ts-expect-error: a dtype that is not written
st.writeSafetensors(layer.state(), { dtype: "F64" });
// @ts-expect-error: metadata are strings
st.writeSafetensors(layer.state(), { metadata: { step: 100 } });

export { readSafetensors };
