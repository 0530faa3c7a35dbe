/** Users' own tests: Jest, as it comes (CommonJS), and Vitest. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { EXPECTED, IMPORT, program, REQUIRE } from "./program.js";
import { install, tool } from "./project.js";

const TESTS = `
  test("the program", () => expect(report).toBe(${JSON.stringify(EXPECTED)}));
  test("errors are the runner's own", () => expect(() => layerNorm([1, 2], 3)).toThrow(RangeError));
  test("results can be compared", () => expect(tensor([1, 2])).toEqual(tensor([1, 2])));
  test("numbers are the runner's own", () => expect(layerNorm([1, 2], 2).data).toEqual(Float32Array.of(-Y, Y)));
  test("not everything is equal", () => expect(tensor([1, 2])).not.toEqual(tensor([1, 3])));
  const Y = Math.fround(0.5 / Math.sqrt(0.25 + 1e-5));
`;

test("Jest", async () => {
  const project = await install("jest", { "main.test.cjs": program(REQUIRE, TESTS) });
  project.write({ "package.json": JSON.stringify({ name: "jest-user", private: true }) });
  const options = ["--ci", "--watchman=false", "--rootDir=.", "--testMatch=**/*.test.cjs"];
  const { stderr } = await project.ended(tool(".bin/jest"), ...options);
  expect(stderr).toContain("Tests:       5 passed, 5 total");
});

test("Vitest", async () => {
  const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
  const head = `import { expect, test } from "vitest";\n${IMPORT}`;
  const files = { "main.test.js": program(head, TESTS), "vitest.config.js": "export default {};" };
  const project = await install("vitest", files);
  expect(await project.node(vitest, "run")).toMatch(/Tests +5 passed \(5\)/);
});
