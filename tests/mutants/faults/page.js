/** @type {Record<string, readonly import("../list.js").Fault[]>} */
export const faults = {};

/** @type {Record<string, readonly import("../list.js").Equivalent[]>} */
export const equivalents = {};
