/** The formulas in the wild, in order. figure/values/recipes.js has them. */
export const RECIPE_IDS = /** @type {const} */ ([
  "cells",
  "class",
  "tensor2tensor",
  "bert",
  "keras",
  "annotated",
  "notebook",
  "rms",
]);
/** @typedef {(typeof RECIPE_IDS)[number]} RecipeId */
