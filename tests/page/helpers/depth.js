import { depthJob } from "../../../web/page/labs/depth.js";

/**
 * What the depth lab's job gives in the end.
 * @param {Parameters<typeof depthJob>[0]} settings
 */
export function depthOf(settings) {
  const job = depthJob(settings);
  let step = job.next();
  while (!step.done) step = job.next();
  return step.value;
}
