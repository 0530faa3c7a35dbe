/** A shape as a person types it: [2, 3, 4], (2, 3), 2x3x4 or 2 3. */
import { MAX_RANK, MAX_SIZE, sizeOf } from "../../kit/shapes.js";

/**
 * @param {string} text
 * @returns {{ shape: number[] } | { error: string }}
 */
export function readShape(text) {
  const sizes = text
    .replace(/[[\]()]/g, " ")
    .trim()
    .split(/\s*[,x×]\s*|\s+/i);
  const written = sizes.at(-1) === "" ? sizes.slice(0, -1) : sizes;
  const shape = written.map(Number);
  if (written.length === 0 || !written.every((size, i) => /^\d{1,7}$/.test(size) && shape[i] >= 1)) {
    return { error: "A shape is a list of whole numbers from 1, such as [2, 3, 4]." };
  }
  if (shape.length > MAX_RANK) return { error: `Up to ${MAX_RANK} dims can be drawn here, not ${shape.length}.` };
  if (sizeOf(shape) > MAX_SIZE) {
    return { error: `That is ${sizeOf(shape)} values; up to ${MAX_SIZE} can be drawn here.` };
  }
  return { shape };
}
