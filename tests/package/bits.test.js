/**
 * Every op gives the bits of tests/fixtures/bits.json whichever of V8's compilers made its code, the baseline or the
 * optimising one, and in the newest Node.js. Without flags a call may begin in code of one and end in code of the
 * other: tests/api/bits.test.js. Other engines: tests/engines/bits.test.js.
 */
import { expect, test } from "vitest";
import expected from "../fixtures/bits.json" with { type: "json" };
import { root } from "../setup.mjs";
import { execute, nodes } from "./project.js";

const PRINTED = 'import { bits } from "./tests/bits.js"; console.log(JSON.stringify(bits()));';

/** @type {[string, string, string[]][]} */
const runs = [
  ["code of the baseline compiler alone", nodes["this Node"], ["--liftoff-only"]],
  ["code of the optimising compiler alone", nodes["this Node"], ["--no-liftoff"]],
  ["the newest Node.js", nodes["the newest Node"], []],
];

test.each(runs)("the bits of every op, by %s", async (_, node, flags) => {
  const printed = await execute(node, [...flags, "--input-type=module", "--eval", PRINTED], { cwd: root });
  expect(JSON.parse(printed)).toEqual(expected);
});
