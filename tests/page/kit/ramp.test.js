/** The value ramp's ends have names in the style sheets, too. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dark, light, RAMP_LIMIT, shadeOf } from "../../../web/page/kit/styles/ramp.js";
import { root } from "../../setup.mjs";

test("ramp-ends.css has the ends of ramp.js", () => {
  const sheet = readFileSync(join(root, "web/page/kit/styles/ramp-ends.css"), "utf8");
  const ends = (/** @type {number} */ at) => `light-dark(${light(shadeOf(at)).fill}, ${dark(shadeOf(at)).fill})`;
  expect(sheet).toContain(`--ramp-negative: ${ends(-RAMP_LIMIT)};`);
  expect(sheet).toContain(`--ramp-positive: ${ends(RAMP_LIMIT)};`);
});
