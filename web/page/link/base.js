/** The state that a link says the difference from. */

/**
 * What a link that sets anything of a section is read against. A link without a word about it has the first state of
 * today; one with a word may be of an earlier edition, in which the first state was another one, and means that.
 * @param {import("../course/spec-form.js").Spec} spec
 */
export const baseOf = (spec) => ("formerly" in spec ? { ...spec.initial, ...spec.formerly } : spec.initial);
