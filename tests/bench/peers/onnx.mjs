/**
 * An ONNX model, as bytes: LayerNormalization nodes one behind the other. It is a protocol buffer (onnx.proto3 of the
 * ONNX project numbers the fields): each field is a key, number * 8 + wire type, and then its value.
 */

const VARINT = 0, BYTES = 2;
const IR_VERSION = 8, OPSET = 17, FLOAT = 1;

/** @param {number} value @returns {number[]} seven bits a byte, the lowest first */
const varint = (value) => (value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]);

/** @param {number} field @param {number} value */
const integer = (field, value) => Buffer.from([...varint(field * 8 + VARINT), ...varint(value)]);

/** @param {number} field @param {string | Uint8Array | Uint8Array[]} value text, bytes, or the fields of a message */
function message(field, value) {
  const bytes = Array.isArray(value) ? Buffer.concat(value) : Buffer.from(/** @type {string} */ (value));
  return Buffer.concat([Buffer.from([...varint(field * 8 + BYTES), ...varint(bytes.length)]), bytes]);
}

/** ValueInfoProto: a float tensor. @param {number} field @param {string} name @param {number[]} shape */
function value(field, name, shape) {
  const dims = shape.map((size) => message(1, [integer(1, size)]));
  return message(field, [message(1, name), message(2, [message(1, [integer(1, FLOAT), message(2, dims)])])]);
}

/** TensorProto: a constant of the graph. @param {string} name @param {Float32Array} data */
function initializer(name, data) {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return message(5, [integer(1, data.length), integer(2, FLOAT), message(8, name), message(9, bytes)]);
}

/**
 * Its input is x, its output y. eps is the operator's default, 1e-5; so is the axis, the last.
 * @param {number[]} shape
 * @param {Float32Array} weight
 * @param {Float32Array} bias
 * @param {number} nodes
 * @returns {Uint8Array}
 */
export function layerNormModel(shape, weight, bias, nodes) {
  const names = Array.from({ length: nodes + 1 }, (_, i) => (i === 0 ? "x" : i === nodes ? "y" : `y${i}`));
  const chain = names.slice(1).map((output, i) => message(1, [
    message(1, names[i]), message(1, "weight"), message(1, "bias"), message(2, output),
    message(4, "LayerNormalization"),
  ]));
  const graph = [
    ...chain, message(2, "layernorm"), initializer("weight", weight), initializer("bias", bias),
    value(11, "x", shape), value(12, "y", shape),
  ];
  return Buffer.concat([integer(1, IR_VERSION), message(7, graph), message(8, [message(1, ""), integer(2, OPSET)])]);
}
