/** What the README says of sizes, as it is recorded in tests/budgets.json. */
import { recorded } from "../budget.js";

/** In the README, at whatever sizes. */
export const SENTENCE = /\d+ kB for everything, of which the kernels are \d+ kB; \d+ kB for `layerNorm` alone/;

export function sentence() {
  const [everything, alone, kernels] = ["everything", "layerNorm alone", "the kernels"].map(
    (name) => `${Math.round(recorded()[name] / 1000)} kB`,
  );
  return `${everything} for everything, of which the kernels are ${kernels}; ${alone} for \`layerNorm\` alone`;
}
