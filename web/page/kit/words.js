/** Words in sentences that are put together. */
import { plural } from "./format.js";

/** @param {string} text */
export const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "1 mean", "2 means". @param {number} count @param {string} noun */
export const counted = (count, noun) => `${count} ${plural(count, noun)}`;
