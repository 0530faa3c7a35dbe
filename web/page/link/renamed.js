/**
 * Settings that older links call otherwise: the name of then, by the name of now. They are read, and never written.
 * @type {Readonly<Record<string, string>>}
 */
export const RENAMED = {
  "spirals.seed": "learning.seed",
  "spirals.pace": "learning.pace",
  "spirals.trained": "learning.trained",
};
