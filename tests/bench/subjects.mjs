/** Ops of the API as things to time. */
import { empty } from "../../web/api/index.js";
import { normals } from "../api/reference.js";
import { opNamed } from "../ops.js";
import { timed } from "./measure.mjs";

/** @import { Op, Shapes, Tensors } from "../ops.js" */
/** @import { Subject } from "./measure.mjs" */

/**
 * @typedef {object} Setting
 * @property {boolean} resident        whether the tensors live in WebAssembly memory
 * @property {readonly string[]} [leave]  optional inputs to leave out
 * @property {number} [near]     what weights are near: 1, or what is left where the op adds an offset
 * @property {number} [largest]  the largest weight, one among others that are near 1
 */

/** As a layer's weights are that has been trained a little. @param {number} length @param {number} seed */
export const nearOne = (length, seed) => normals(length, seed).map((v) => 1 + 0.1 * v);

/**
 * @param {Shapes} shapes
 * @param {boolean} resident
 * @returns {Tensors}
 */
const makeTensors = (shapes, resident) =>
  Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, empty(shape, { resident })]));

/**
 * @param {Op} op
 * @param {number[]} shape of x
 * @param {Setting} setting
 * @returns {Tensors}
 */
function makeInputs(op, shape, { resident, leave = [], near = 1, largest }) {
  const shapes = Object.entries(op.inputs(shape)).filter(([name]) => !leave.includes(name));
  const inputs = makeTensors(Object.fromEntries(shapes), resident);
  Object.entries(inputs).forEach(([name, { data }], i) =>
    data.set(name === "weight" ? nearOne(data.length, i).map((v) => v + near - 1) : normals(data.length, i)),
  );
  if (largest !== undefined) inputs.weight.data[inputs.weight.size >> 1] = largest;
  const given = op.given?.({ x: inputs.x.data }, shape) ?? {};
  for (const name in given) inputs[name].data.set(given[name]);
  const saved = op.saved ? opNamed(op.gradientOf ?? "").call(inputs) : {};
  for (const name in saved) inputs[name]?.data.set(saved[name].data);
  return inputs;
}

/**
 * A time counts for nothing unless all of the result is there.
 * @param {Op} op
 * @param {Tensors} outputs
 */
function checkWritten(op, outputs) {
  for (const [name, { data }] of Object.entries(outputs)) {
    if (data.some(Number.isNaN)) throw new Error(`${op.name} left some of ${name} unwritten`);
  }
}

/**
 * An op that writes into tensors which are there already.
 * @param {Op} op
 * @param {number[]} shape of x
 * @param {Setting} setting
 * @returns {Subject & { check: () => void, dispose: () => void }} check throws if the calls have not written everything
 */
export function subjectOf(op, shape, setting) {
  const inputs = makeInputs(op, shape, setting),
    outputs = makeTensors(op.outputs(shape), setting.resident);
  for (const { data } of Object.values(outputs)) data.fill(NaN);
  const subject = timed(op.name, () => void op.call(inputs, outputs));
  const dispose = () => {
    for (const tensor of [...Object.values(inputs), ...Object.values(outputs)]) tensor.dispose();
  };
  return { ...subject, check: () => checkWritten(op, outputs), dispose };
}
