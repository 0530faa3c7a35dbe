import { precisionJob } from "../../../web/page/labs/precision.js";

/**
 * What the precision lens's job gives in the end, at each mean.
 * @param {number} count
 */
export function sweepOf(count) {
  const job = precisionJob({ count });
  let step = job.next();
  while (!step.done) step = job.next();
  return step.value;
}
