import { precisionJob } from "../../../web/page/sections/precision/job.js";
import { run } from "./jobs.js";

/**
 * What the precision lens's job gives in the end, at each mean.
 * @param {number} count
 */
export const sweepOf = (count) => run(precisionJob({ count })).result;
