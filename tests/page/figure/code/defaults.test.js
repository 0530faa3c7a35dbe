/** The options that the code pane leaves out mean what the package takes for them. */
import { groupNorm, normalize, rmsNorm, tensor, variance } from "layernorm";
import { expect, test } from "vitest";
import { DEFAULTS } from "../../../../web/page/figure/code/defaults.js";

/** So small that each eps shows in every element. */
const x = tensor([[1e-3, 2e-3, -4e-3, 3e-3]]);

/**
 * @type {{ [Name in keyof typeof DEFAULTS]: (options: Partial<Record<"correction" | "eps", number>>) =>
 *   import("layernorm").Tensor }}
 */
const CALLS = {
  variance: (options) => variance(x, { dim: -1, ...options }),
  normalize: (options) => normalize(x, { dim: -1, ...options }),
  groupNorm: (options) => groupNorm(x, 2, options),
  rmsNorm: (options) => rmsNorm(x, [4], options),
};

const cases = Object.entries(DEFAULTS).flatMap(([name, options]) =>
  Object.entries(options).map(([option, value]) => ({ name: /** @type {keyof typeof CALLS} */ (name), option, value })),
);

test.each(cases)("$name takes $option = $value where it is left out", ({ name, option, value }) => {
  const call = CALLS[name];
  expect(call({ [option]: value }).data).toEqual(call({}).data);
  // And the option is felt: another value gives other numbers.
  const other = option === "correction" ? 1 - value : 2 * value;
  expect(call({ [option]: other }).data).not.toEqual(call({}).data);
});
