/** The facts on the sheet about each member of the family. */
import { inPyTorch, methodOf } from "../../figure/dims/family.js";
import { reducedShape, sizeOf } from "../../kit/shapes.js";

/** A batch of images. */
export const SHAPE = [8, 32, 14, 14];
const GROUPS = 8;
const EPS = 1e-5;

/** @param {import("../../figure/dims/family.js").Member} member */
export function factsOf(member) {
  const method = methodOf(member, SHAPE, GROUPS);
  const setting = { ...method, shape: SHAPE, eps: EPS };
  return {
    member,
    ...method,
    // Without eps, whose default differs in RMSNorm.
    call: inPyTorch(member, setting).replace(/, eps=.*(?=\))/, ""),
    means: sizeOf(reducedShape(SHAPE, method.dims, false)) * method.channelGroups,
    learned: member.learned(setting),
  };
}
