/** The spirals' networks, trained in Node by the job that the page's worker runs. */
import { spiralsJob } from "../../../web/page/labs/learning.js";

/** @param {import("../../../web/page/labs/learning.js").Settings} settings */
export function trained(settings) {
  const job = spiralsJob(settings);
  for (;;) {
    const { value, done } = job.next();
    if (done) return value;
  }
}
