/**
 * `npm run lint`: Biome (rules and format) for JavaScript, JSX, CSS and JSON; clang-format and clang-tidy for C; how
 * long the lines of comments are (comment-width.mjs); which folder may import which (imports.mjs); which sizes the
 * page's text has (text-sizes.mjs); what the lock files hold (lock-files.mjs); that the workflows' actions are pinned;
 * and that the faults which tests must notice still are where their list says (tests/mutants).
 */
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { misfits } from "../mutants/list.js";
import { mustSucceed } from "../process.js";
import { includeFlags, isThere, root } from "../setup.mjs";
import { PLANTED, PLANTED_LINES, violations, wideComments } from "./comment-width.mjs";
import { importFaults, missedPlants } from "./imports.mjs";
import * as lockFiles from "./lock-files.mjs";
import { namelessNeighbours, sheets } from "./sheets.mjs";
import * as textSizes from "./text-sizes.mjs";

/** @param {RegExp} kind @param {...string} folders @returns {string[]} paths from the root */
const sources = (kind, ...folders) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => kind.test(name))
      .map((name) => `${folder}/${name}`),
  );

test("Biome's rules and format (npm run format)", () =>
  mustSucceed("node", ["node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings", "--max-diagnostics=100"]));

test("no module imports from above its floor, and none in a circle", async () =>
  expect(await importFaults()).toEqual([]));

test("a planted import from each floor to each above it is found", async () =>
  expect(await missedPlants()).toEqual([]));

test("each action of the workflows is pinned to a commit, with its version beside it", () => {
  const uses = sources(/\.yml$/, ".github/workflows").flatMap((path) =>
    Array.from(readFileSync(join(root, path), "utf8").matchAll(/uses: (.*)/g), ([, action]) => `${path}: ${action}`),
  );
  expect(uses.length).toBeGreaterThan(5);
  expect(uses.filter((action) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
});

test("no line of a comment is longer than 120 columns", () => expect(violations()).toEqual([]));

test("a planted long line is found in each kind of comment, and in nothing else", () =>
  expect(wideComments(PLANTED)).toEqual(PLANTED_LINES));

test("the page's text has six sizes, and no sheet another one", () => {
  expect(textSizes.tokens()).toEqual([11.5, 13, 15, 19, 22, 36]);
  expect(textSizes.strangeSizes()).toEqual([]);
  expect(textSizes.unusedExceptions()).toEqual([]);
  expect(textSizes.looseDigits()).toEqual([]);
});

test("a planted size of text is found, in the long form and in the short one", () =>
  expect(textSizes.sizesIn(textSizes.PLANTED)).toEqual([
    { line: 1, size: "12px" },
    { line: 4, size: "var(--text-xs)" },
    { line: 5, size: "var(--text-m)" },
    { line: 7, size: "0.8rem" },
  ]));

test("no sheet asks with :has() for neighbours without a class, which makes each insertion dear", () => {
  expect(namelessNeighbours(".a:has(.b + .c) .d:not(:has(tbody tr + tr)), .e:has(> p ~ .f) {}")).toHaveLength(2);
  expect(sheets().flatMap(({ path, css }) => namelessNeighbours(css).map((found) => `${path}: ${found}`))).toEqual([]);
});

test("the lock files hold each package by its digest, no addresses, and licences that may be used", () =>
  expect(lockFiles.faults()).toEqual([]));

test("the faults of npm run mutants are in their files, as often as the list says", () =>
  expect(misfits()).toEqual([]));

test("a planted address, digest and licence are found", () => {
  const good = { integrity: `sha512-${"A".repeat(86)}==`, license: "MIT" };
  expect(lockFiles.faultsOf({ "": {}, good })).toEqual([]);
  const bad = {
    a: { ...good, resolved: "https://example.org/a.tgz" },
    b: { ...good, integrity: "sha1-AAAA" },
    c: { ...good, license: "SSPL-1.0" },
  };
  expect(lockFiles.faultsOf(bad)).toEqual([
    "a: an address, https://example.org/a.tgz",
    "b: no SHA-512 digest",
    "c: its licence is SSPL-1.0",
  ]);
});

test.skipIf(!isThere("clang-format"))("the format of C (npm run format; needs clang-format)", () =>
  mustSucceed("clang-format", ["--dry-run", "--Werror", ...sources(/\.[ch]$/, "c", "c/block", "tests/c")]),
);

// What the compiler is told natively (tests/c/native.js), as far as it changes what the sources mean.
const tidyFlags = ["-std=c11", "-DLN_DEBUG", "-DLN_TRUTH", ...includeFlags];

const canTidy = isThere("clang-tidy") && isThere("simde");

test.skipIf(!canTidy)("clang-tidy: c/ and tests/c (needs clang-tidy, SIMDe)", async () => {
  // memory.c is empty natively; memory_test.c includes it, and so it is looked at there.
  const all = sources(/\.c$/, "c", "c/block", "tests/c"),
    processes = availableParallelism(),
    shares = Array.from({ length: processes }, (_, share) => all.filter((_, at) => at % processes === share));
  await Promise.all(shares.map((share) => mustSucceed("clang-tidy", ["--quiet", ...share, "--", ...tidyFlags])));
});
