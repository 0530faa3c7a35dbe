/**
 * ONNX models, as bytes. A model is a protocol buffer (onnx.proto3 of the ONNX project numbers the fields): each field
 * is a key, number * 8 + wire type, and then its value.
 */

/** @typedef {string | number[] | { int: number } | { float: number }} Value of an attribute; no int is negative */
/** @typedef {{ data: Float32Array | BigInt64Array, shape: readonly number[] }} Constant */
/** @typedef {{ op: string, inputs: string[], output: string, attributes?: Record<string, Value> }} Node */
/** @typedef {Record<string, readonly number[]>} Shapes of float tensors, under their names */

const VARINT = 0,
  BYTES = 2,
  FOUR_BYTES = 5;
const IR_VERSION = 9,
  OPSET = 20;
const FLOAT = 1,
  INT64 = 7; // TensorProto.DataType
const ONE_FLOAT = 1,
  ONE_INT = 2,
  STRING = 3,
  INTS = 7; // AttributeProto.AttributeType

/** @param {number} value @returns {number[]} seven bits a byte, the lowest first */
const varint = (value) => (value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]);

/** @param {number} field @param {number} value */
const integer = (field, value) => Buffer.from([...varint(field * 8 + VARINT), ...varint(value)]);

/** @param {number} field @param {string | Uint8Array | Uint8Array[]} value text, bytes, or the fields of a message */
function message(field, value) {
  const bytes = Array.isArray(value) ? Buffer.concat(value) : Buffer.from(/** @type {string} */ (value));
  return Buffer.concat([Buffer.from([...varint(field * 8 + BYTES), ...varint(bytes.length)]), bytes]);
}

/** @param {number} field @param {number} value */
const float = (field, value) =>
  Buffer.from([...varint(field * 8 + FOUR_BYTES), ...new Uint8Array(Float32Array.of(value).buffer)]);

/** @param {Value} value @returns {Buffer[]} the fields of AttributeProto that hold it */
function attributeValue(value) {
  if (typeof value === "string") return [message(4, value), integer(20, STRING)];
  if (Array.isArray(value)) return [...value.map((each) => integer(8, each)), integer(20, INTS)];
  if ("int" in value) return [integer(3, value.int), integer(20, ONE_INT)];
  return [float(2, value.float), integer(20, ONE_FLOAT)];
}

/** AttributeProto. @param {[name: string, value: Value]} entry */
const attribute = ([name, value]) => message(5, [message(1, name), ...attributeValue(value)]);

/** NodeProto. @param {Node} node */
const nodeProto = ({ op, inputs, output, attributes = {} }) =>
  message(1, [
    ...inputs.map((name) => message(1, name)),
    message(2, output),
    message(4, op),
    ...Object.entries(attributes).map(attribute),
  ]);

/** TensorProto: a constant of the graph. @param {[name: string, constant: Constant]} entry */
function initializer([name, { data, shape }]) {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return message(5, [
    ...shape.map((size) => integer(1, size)),
    integer(2, data instanceof Float32Array ? FLOAT : INT64),
    message(8, name),
    message(9, bytes),
  ]);
}

/** ValueInfoProtos. @param {number} field @param {Shapes} shapes */
const values = (field, shapes) =>
  Object.entries(shapes).map(([name, shape]) => {
    const dims = shape.map((size) => message(1, [integer(1, size)]));
    return message(field, [message(1, name), message(2, [message(1, [integer(1, FLOAT), message(2, dims)])])]);
  });

/** @typedef {{ nodes: Node[], constants: Record<string, Constant>, inputs: Shapes, outputs: Shapes }} Graph */

/**
 * @param {Graph} graph
 * @param {number} [opset] the version of ONNX's operators
 * @returns {Uint8Array}
 */
export function modelOf({ nodes, constants, inputs, outputs }, opset = OPSET) {
  const graph = [
    ...nodes.map(nodeProto),
    message(2, "graph"),
    ...Object.entries(constants).map(initializer),
    ...values(11, inputs),
    ...values(12, outputs),
  ];
  return Buffer.concat([integer(1, IR_VERSION), message(7, graph), message(8, [message(1, ""), integer(2, opset)])]);
}
