/** Ops of the API as things to time. */
import { empty } from "../../web/api/index.js";
import { normals } from "../api/reference.js";
import { timed } from "./measure.mjs";

/** @import { Op, Shapes, Tensors } from "../ops.js" */
/** @import { Subject } from "./measure.mjs" */

/**
 * @typedef {object} Setting
 * @property {boolean} resident        whether the tensors live in WebAssembly memory
 * @property {readonly string[]} [leave]  optional inputs to leave out
 * @property {boolean} [largeWeights]  from N(0, 1) rather than near 1
 */

const pattern = normals(65521);

/** Random numbers, repeated: drawing 16 million takes longer than what is measured. @param {Float32Array} data */
export function fillNormal(data) {
  for (let i = 0; i < data.length; i += pattern.length) {
    data.set(i + pattern.length <= data.length ? pattern : pattern.subarray(0, data.length - i), i);
  }
}

/** As a layer's weights are that has been trained a little. @param {Float32Array} data */
export function fillNearOne(data) {
  data.forEach((_, i) => (data[i] = 1 + 0.1 * pattern[i % pattern.length]));
}

/**
 * @param {Shapes} shapes
 * @param {boolean} resident
 * @param {(name: string, data: Float32Array) => void} fill
 * @returns {Tensors}
 */
const makeTensors = (shapes, resident, fill) => Object.fromEntries(Object.entries(shapes).map(([name, shape]) => {
  const tensor = empty(shape, { resident });
  fill(name, tensor.data);
  return [name, tensor];
}));

/** @param {string} name @param {Float32Array} data @param {boolean} largeWeights */
function fillInput(name, data, largeWeights) {
  // Variances and their roots must be positive.
  if (/var|rstd|rrms/i.test(name)) data.fill(1);
  else if (name === "weight" && !largeWeights) fillNearOne(data);
  else fillNormal(data);
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
export function subjectOf(op, shape, { resident, leave = [], largeWeights = false }) {
  const shapes = Object.entries(op.inputs(shape)).filter(([name]) => !leave.includes(name));
  const inputs = makeTensors(Object.fromEntries(shapes), resident, (name, data) => fillInput(name, data, largeWeights));
  const outputs = makeTensors(op.outputs(shape), resident, (_, data) => data.fill(NaN));
  const subject = timed(op.name, () => void op.call(inputs, outputs));
  const dispose = () => {
    for (const tensor of [...Object.values(inputs), ...Object.values(outputs)]) tensor.dispose();
  };
  return { ...subject, check: () => checkWritten(op, outputs), dispose };
}

