/**
 * What is said to those who did what one does at first: a message that tells what to do instead. Each is compared word
 * for word, from its beginning.
 */
import { describe, expect, test } from "vitest";
import {
  fromFloat16,
  LayerNorm,
  Linear,
  layerNorm,
  linear,
  linearBackward,
  mean,
  ones,
  ReLU,
  relu,
  rmsNorm,
  Sequential,
  tensor,
} from "../../web/api/index.js";
import { openSafetensors, readSafetensors, writeSafetensors } from "../../web/api/safetensors.js";

/** @param {unknown} value what TypeScript would refuse @returns {any} */
const any = (value) => value;

const x = ones([2, 6]),
  file = writeSafetensors({ "model.norm.weight": [1, 2], "model.norm.bias": [3, 4] }),
  encode = (/** @type {string} */ text) => new TextEncoder().encode(text),
  INPUT = "expected a tensor, a Float32Array or nested numbers (tensor() rounds other arrays to float32)",
  SOURCE = "source: expected a Blob, { size, read(begin, end) }, or an array of these",
  BYTES = "bytes: expected an ArrayBuffer or a Uint8Array",
  STATE = "state: expected an object of tensors by their names",
  LAYER = "layers[0]: expected a layer, with methods forward, backward, parameters, zeroGrad";

/** @type {[string, () => unknown, ErrorConstructor, string][]} */
const uses = [
  // Promises
  ["a promise as x", () => relu(any(Promise.resolve(x))), TypeError, `x: ${INPUT}, got Promise: await it`],
  [
    "a promise as weight: that of file.read()",
    () => layerNorm(x, 6, { weight: any(Promise.resolve(x)) }),
    TypeError,
    `weight: ${INPUT}, got Promise: await it`,
  ],
  [
    "a promise as out",
    () => relu(x, { out: any(Promise.resolve(x)) }),
    TypeError,
    "out: expected a tensor or { data, shape }, got Promise: await it",
  ],
  [
    "a promise as a state",
    () => new LayerNorm(2).loadState(any(Promise.resolve({}))),
    TypeError,
    `${STATE}, got Promise: await it`,
  ],
  [
    "a promise as bytes",
    () => readSafetensors(any(Promise.resolve(file))),
    TypeError,
    `${BYTES}, got Promise: await it`,
  ],
  [
    "a promise as source: that of fs.openAsBlob()",
    () => openSafetensors(any(Promise.resolve())),
    TypeError,
    `${SOURCE}, got Promise: await it`,
  ],

  // Files
  [
    "a path, to open",
    () => openSafetensors(any("model.safetensors")),
    TypeError,
    `${SOURCE}, got "model.safetensors" (await fs.openAsBlob(path) in Node.js, await (await fetch(url)).blob() elsewhere)`,
  ],
  [
    "an address, to open",
    () => openSafetensors(any(new URL("https://example.org/model.safetensors"))),
    TypeError,
    `${SOURCE}, got URL (await fs.openAsBlob(path) in Node.js, await (await fetch(url)).blob() elsewhere)`,
  ],
  [
    "what fetch() gives, to open",
    () => openSafetensors(any(new Response(file))),
    TypeError,
    `${SOURCE}, got Response (await its blob())`,
  ],
  [
    "bytes, to open",
    () => openSafetensors(any(file)),
    TypeError,
    `${SOURCE}, got Uint8Array (readSafetensors takes bytes)`,
  ],
  [
    "a path, to read",
    () => readSafetensors(any("model.safetensors")),
    TypeError,
    `${BYTES}, got "model.safetensors" (in Node.js fs.readFileSync(path) gives them)`,
  ],
  [
    "a Blob, to read",
    () => readSafetensors(any(new Blob([file]))),
    TypeError,
    `${BYTES}, got Blob (await its arrayBuffer())`,
  ],
  [
    "what fetch() gives, to read",
    () => readSafetensors(any(new Response(file))),
    TypeError,
    `${BYTES}, got Response (await its arrayBuffer())`,
  ],
  [
    "a page, where there is no such file",
    () => readSafetensors(encode("<!DOCTYPE html><title>404</title>")),
    RangeError,
    "safetensors: begins with '<!DOCTYPE': a page, not a file?",
  ],
  [
    "a page, opened",
    () => openSafetensors(new Blob(["\n\n<html>\n<title>404 Not Found</title></html>"])),
    RangeError,
    "safetensors: begins with '<html>': a page, not a file?",
  ],
  [
    "an error in JSON",
    () => readSafetensors(encode('{"error":"Repository not found"}')),
    RangeError,
    `safetensors: begins with '{"error":"Reposi': JSON: an error, or an index, which names the files?`,
  ],
  [
    "the index of a model's files",
    () => readSafetensors(encode('{\n  "metadata": {},\n  "weight_map": {}\n}')),
    RangeError,
    "safetensors: begins with '{': JSON: an error, or an index, which names the files?",
  ],
  [
    "Git LFS's pointer",
    () => readSafetensors(encode("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n")),
    RangeError,
    "safetensors: begins with 'version': Git LFS's pointer to a file, not the file: git lfs pull",
  ],
  [
    "what torch.save wrote",
    () => readSafetensors(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 8, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
    RangeError,
    "safetensors: begins with 'PK': a ZIP file, as torch.save writes: there use safetensors.torch.save_file",
  ],
  [
    "a download that broke off",
    () => readSafetensors(file.subarray(0, file.length - 5)),
    RangeError,
    "safetensors: expected 16 bytes behind the header, as its tensors have, got 11: the file is cut off",
  ],
  [
    "the same, in the header",
    () => readSafetensors(file.subarray(0, 50)),
    RangeError,
    "safetensors: expected a header of 144 bytes, got 42: the file is cut off, or of another kind",
  ],
  [
    "bytes that are of no kind",
    () => readSafetensors(new Uint8Array(20).fill(0x80)),
    RangeError,
    "safetensors: expected a header of at most 100000000 bytes, got 9259542123273814000: a file of another kind?",
  ],

  // Names
  [
    "a weight by a name that the file has not",
    () => rmsNorm(ones([1, 2]), 2, { weight: readSafetensors(file)["model.norm.wieght"] }),
    RangeError,
    'name: expected that of a tensor in the file, got "model.norm.wieght"; the nearest is "model.norm.weight"',
  ],
  [
    "the same, opened",
    async () => (await openSafetensors(new Blob([file]))).read("norm.weight"),
    RangeError,
    'name: expected that of a tensor in the file, got "norm.weight"; the nearest is "model.norm.weight"',
  ],
  [
    "names that all begin alike",
    () => new LayerNorm(2).loadState(readSafetensors(file)),
    RangeError,
    "state: missing weight, bias; state: unexpected model.norm.bias, model.norm.weight; " +
      'prefix: "model.norm." would find all',
  ],
  [
    "an open file as a state, strict or not",
    async () => new LayerNorm(2).loadState(any(await openSafetensors(new Blob([file]))), { strict: false }),
    TypeError,
    `${STATE}, got Object (await its read(name) for each; readSafetensors gives all)`,
  ],
  [
    "a file's bytes as a state",
    () => new LayerNorm(2).loadState(any(file)),
    TypeError,
    `${STATE}, got Uint8Array (readSafetensors reads a file)`,
  ],
  [
    "a layer as a state",
    () => new LayerNorm(2).loadState(any(new LayerNorm(2))),
    TypeError,
    `${STATE}, got LayerNorm (a layer's state() is one)`,
  ],
  [
    "a layer, to write",
    () => writeSafetensors(any(new Sequential())),
    TypeError,
    "tensors: expected an object of tensors by their names, got Sequential (a layer's are its state())",
  ],
  [
    "a prefix as options",
    () => new LayerNorm(2).loadState({}, any("model.")),
    TypeError,
    'options: expected an object with strict, prefix, rename, transpose, got "model."',
  ],

  // Shapes
  [
    "-1, the last dim",
    () => layerNorm(x, -1),
    RangeError,
    "normalizedShape: expected sizes, as x.shape.slice(-1), not dims, got -1",
  ],
  [
    "the same of a layer, among others",
    () => new LayerNorm([6, -1]),
    RangeError,
    "normalizedShape: expected sizes, as x.shape.slice(-1), not dims, got -1",
  ],
  [
    "a weight that lies on its side",
    () => linear(x, ones([6, 3])),
    RangeError,
    "weight: expected shape [outputs, inputs], of 6 inputs as x has, got [6, 3], which is [inputs, outputs]: " +
      "transpose it, permute(weight, [1, 0])",
  ],
  [
    "features the other way round",
    () => new Linear(3, 6).forward(x),
    RangeError,
    "weight: expected shape [outputs, inputs], of 6 inputs as x has, got [6, 3], which is [inputs, outputs]: " +
      "transpose it, permute(weight, [1, 0])",
  ],
  [
    "the same, backward",
    () => linearBackward(ones([2, 3]), x, ones([6, 3])),
    RangeError,
    "weight: expected shape [outputs, inputs], of 6 inputs as x has, got [6, 3], which is [inputs, outputs]",
  ],
  [
    "a matrix of a file that lies on its side",
    () => new Linear(2, 3).loadState({ weight: ones([2, 3]), bias: ones([3]) }),
    RangeError,
    'state["weight"]: expected shape [3, 2], got [2, 3] (its transpose fits: see transpose)',
  ],
  [
    "sizes one by one",
    () => tensor(any([1, 2, 3, 4]), any(2), any(2)),
    TypeError,
    "shape: expected an array of sizes, got 2",
  ],

  // Kinds of things
  [
    "a Float32Array as out",
    () => relu(x, { out: any(new Float32Array(12)) }),
    TypeError,
    "out: expected a tensor or { data, shape }, got Float32Array",
  ],
  [
    "a Float32Array in the place of a layer's weight",
    () => Object.assign(new LayerNorm(3), { weight: new Float32Array(3) }),
    TypeError,
    "weight: expected a tensor or { data, shape }, got Float32Array",
  ],
  [
    "bytes as bits",
    () => fromFloat16(any(new Uint8Array(4))),
    TypeError,
    "bits: expected a Uint16Array, got Uint8Array (of bytes: new Uint16Array(new Uint8Array(bytes).buffer))",
  ],
  [
    "layers in an array",
    () => new Sequential(any([new ReLU(), new ReLU()])),
    TypeError,
    `${LAYER}, got Array (layers are given one by one: new Sequential(...layers))`,
  ],
  [
    "a class as a layer",
    () => new Sequential(any(ReLU)),
    TypeError,
    `${LAYER}, got Function (of a class it is made by new)`,
  ],
];

describe("what to do instead", () => {
  test.each(uses)("%s", async (_, use, kind, message) => {
    const error = await (async () => use())().then(
      (result) => new Error(`accepted: ${result}`),
      (/** @type {unknown} */ reason) => reason,
    );
    expect(error).toBeInstanceOf(kind);
    expect(/** @type {Error} */ (error).message.slice(0, message.length)).toBe(message);
  });

  test("no hint where it would mislead", () => {
    expect(() => linear(x, ones([5, 3]))).toThrow(/^x: expected a last dim of 3, as weight has inputs, got \[2, 6\]$/);
    expect(() => readSafetensors(any(new Float32Array(2)))).toThrow(/^bytes: .* got Float32Array$/);
    expect(() => readSafetensors(any({}))).toThrow(/^bytes: .* got Object$/);
    expect(() => new LayerNorm(2).loadState(any(new Map()))).toThrow(/^state: .* got Map$/);
    expect(() => new Sequential(any({}))).toThrow(/^layers\[0\]: .* got Object$/);
    expect(() => new LayerNorm(0)).toThrow(/^normalizedShape: expected an integer >= 1, got 0$/);
    expect(() => mean(any({}))).toThrow(/got Object$/);
  });
});
