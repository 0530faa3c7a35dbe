/** Tensors that move to WebAssembly memory, or back, and stay the same tensors to all who hold them. */
import { wrongValue } from "../checks/arguments.js";
import { heapView } from "../memory/heap.js";
import { shareMemory } from "../operands/aliasing.js";
import { owners, placeFor } from "../tensor/place.js";

/** @import { Tensor } from "../tensor/tensor.js" */

/** The view of a resident tensor of which nobody has asked for one. */
const NOTHING = new Float32Array(0);

/** What moves has memory of its own afterwards, though it was rows of another tensor before. */
const WHOLE = { _offset: 0, _isPart: false };

/** @param {Tensor} tensor of the JavaScript heap */
function enter(tensor) {
  const place = placeFor(tensor, tensor._sizes, tensor.size);
  heapView().set(tensor.data, place.pointer / 4); /* data: taken when memory has grown */
  Object.assign(tensor, { ...WHOLE, _place: place, _view: NOTHING, resident: true });
}

/** @param {Tensor} tensor of WebAssembly memory, which is freed */
function leave(tensor) {
  const { data } = tensor,
    elements = data.slice();
  owners.set(data, tensor.reshape(tensor._sizes)); /* so that using the view is an error, as after dispose() */
  tensor.dispose();
  Object.assign(tensor, { ...WHOLE, _place: null, _view: elements, resident: false });
}

/**
 * @param {readonly Tensor[]} tensors that are to move
 * @throws {Error} if one was disposed
 * @throws {RangeError} if one cannot change, or two have memory in common, which they would have no more
 */
function checkMovable(tensors) {
  tensors.forEach((tensor, i) => {
    if (Object.isFrozen(tensor)) throw wrongValue("resident", "tensors that can change", "a frozen one");
    if (tensors.slice(0, i).some((other) => shareMemory(tensor, other))) {
      throw wrongValue("resident", "tensors that are the same or share no memory", "two that share some");
    }
  });
}

/**
 * Moves all of them, or none.
 * @param {readonly Tensor[]} tensors those that are there already stay
 * @param {boolean} resident whether to WebAssembly memory
 * @returns {() => void} what moves them back
 */
export function move(tensors, resident) {
  const all = [...new Set(tensors)],
    moving = all.filter((tensor) => tensor.data /* an Error where it was disposed */ && tensor.resident !== resident);
  checkMovable(moving);
  let moved = 0;
  const back = () => moving.slice(0, moved).forEach(resident ? leave : enter);
  try {
    for (; moved < moving.length; moved++) (resident ? enter : leave)(moving[moved]);
  } catch (error) {
    back();
    throw error;
  }
  return back;
}
