/** The spirals' networks, trained in Node by the job that the page's worker runs. */
import { spiralsJob } from "../../../web/page/labs/learning.js";
import { run } from "./jobs.js";

/** @param {import("../../../web/page/labs/learning.js").Settings} settings */
export const trained = (settings) => run(spiralsJob(settings)).result;
