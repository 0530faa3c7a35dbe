/** Reads a typed shape and typed dims, and computes the results that need no values. */
import { resolveDims } from "../../figure/dims/resolve.js";
import { broadcastOf, broadcastShapes } from "../../kit/broadcast.js";
import { formatShape, reducedShape, sizeOf } from "../../kit/shapes.js";
import { explainFit } from "../../figure/dims/broadcast.js";
import { dimsOf, inPyTorch, memberNamed, membersFor } from "../../figure/dims/family.js";

/** @typedef {import("../../kit/shapes.js").Shape} Shape */

const RANK = 8;

/** "[32, 128, 768]", "32x128x768", "(0, 1)": the numbers in it. @param {string} text */
const wordsOf = (text) =>
  text
    .replaceAll("−", "-")
    .replace(/torch\.Size|[[\](),x×]/g, " ")
    .split(" ")
    .filter((word) => word !== "");

const WHOLE = /^-?\d+$/;

/** @param {string} text @returns {{ shape: number[] } | { error: string }} */
export function readSizes(text) {
  const words = wordsOf(text);
  if (words.length === 0) return { error: "Type a shape, such as 32, 128, 768." };
  const stray = words.find((word) => !WHOLE.test(word));
  if (stray !== undefined) return { error: `A size is a whole number; “${stray}” is not.` };
  const shape = words.map(Number);
  const negative = shape.find((size) => size < 0);
  if (negative !== undefined) {
    return {
      error: `RuntimeError: Trying to create tensor with negative dimension ${negative}: ${formatShape(shape)}`,
    };
  }
  if (shape.length > RANK) return { error: `Up to ${RANK} dims fit here, not ${shape.length}.` };
  if (sizeOf(shape) > Number.MAX_SAFE_INTEGER) return { error: "More values than can be counted exactly here." };
  return { shape };
}

/** @param {string} text @param {number} rank @returns {{ dims: number[] } | { error: string }} */
export function readDims(text, rank) {
  const words = wordsOf(text);
  if (words.length === 0) return { error: "Name a dim, such as −1, or several: 1, 2." };
  const stray = words.find((word) => !WHOLE.test(word));
  if (stray !== undefined) return { error: `A dim is a whole number; “${stray}” is not.` };
  return resolveDims(words.map(Number), rank);
}

const LAYER_NORM = memberNamed("LayerNorm");
/** PyTorch has batch norm and instance norm for at most so many dims beside batch and channels. */
const SPATIAL = 3;

/** The layers that run over just these dims. @param {Shape} shape @param {readonly number[]} dims */
function layersOver(shape, dims) {
  const rank = shape.length;
  const isLast = dims.every((dim, i) => dim === rank - dims.length + i);
  const known = membersFor(rank).filter(
    (member) => !member.trailing && !(member.counted && rank > SPATIAL + 2) && `${dimsOf(member, rank)}` === `${dims}`,
  );
  return isLast ? [LAYER_NORM, ...known] : known;
}

/**
 * @param {Shape} shape
 * @param {readonly number[]} dims
 * @param {boolean} keepdim
 */
export function checkShape(shape, dims, keepdim) {
  const statisticShape = reducedShape(shape, dims, keepdim);
  const met = broadcastShapes(shape, statisticShape);
  const setting = { shape, dims, eps: 1e-5, center: true, channelGroups: 1 };
  return {
    statisticShape,
    count: sizeOf(statisticShape),
    groupSize: sizeOf(dims.map((dim) => shape[dim])),
    outcome: broadcastOf(shape, dims, keepdim),
    error: "error" in met ? met.error : null,
    why: explainFit(shape, dims, keepdim),
    layers: layersOver(shape, dims).map((member) => ({
      code: inPyTorch(member, setting),
      learned: member.learned(setting),
    })),
  };
}
