/** The spirals' networks, trained in Node by the job that the page's worker runs. */
import { spiralsJob } from "../../../web/page/sections/spirals/job.js";
import { run } from "./jobs.js";

/** @param {import("../../../web/page/sections/spirals/job.js").Settings} settings */
export const trained = (settings) => run(spiralsJob(settings)).result;
