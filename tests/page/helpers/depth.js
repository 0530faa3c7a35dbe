import { depthJob, fiftyJob } from "../../../web/page/sections/depth/job.js";
import { run } from "./jobs.js";

/** @typedef {Parameters<typeof depthJob>[0]} Settings */

/**
 * What the depth lab's job gives in the end, of one pair of networks.
 * @param {Settings} settings
 */
export const depthOf = (settings) => run(depthJob(settings)).result;

/**
 * Of fifty.
 * @param {Settings} settings
 */
export const fiftyOf = (settings) => run(fiftyJob(settings)).result;

/**
 * How large a network's numbers are, told by hand.
 * @param {number[]} spread
 * @param {(number | null)[]} numbers
 * @param {(number | null)[]} weights
 */
export const told = (spread, numbers, weights) => ({ spread, numbers, weights });

/**
 * What the lab shows of fifty networks.
 * @template {Settings} T
 * @param {T} settings
 */
export const shownFifty = (settings) => ({
  settings,
  networks: fiftyOf(settings),
  before: [],
  known: 50,
  isWhole: true,
});

/**
 * And of one.
 * @template {Settings} T
 * @param {T} settings
 */
export function shownOne(settings) {
  const depth = depthOf(settings);
  return { settings, depth, networks: [depth], before: [], known: settings.layers, isWhole: true };
}
