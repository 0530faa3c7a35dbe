import { depthJob } from "../../../web/page/sections/depth/job.js";
import { run } from "./jobs.js";

/**
 * What the depth lab's job gives in the end.
 * @param {Parameters<typeof depthJob>[0]} settings
 */
export const depthOf = (settings) => run(depthJob(settings)).result;
