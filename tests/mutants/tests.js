/**
 * Which tests should notice a fault of a file: programs of tests/c, or parts of the paths of test files. The longest
 * beginning of the file's path counts.
 */
const TESTS = {
  "c/": ["rows_test", "layer_norm_test"],
};

/** Slow, or not about what the code does: what `npm test -- quick` leaves out, and types and texts. */
export const QUICK_WITHOUT = [
  ...["memory.node", "memory-", "module.node", "bench.node", "hover.node", "types.node", "conformance.node"],
  ...["readme.node", "types-weights.node"],
].map((name) => `/${name}`);

/** What tells of files, and not of what they do. */
export const WHOLE_WITHOUT = ["module.node", "hover.node", "types.node", "types-weights.node", "readme.node"].map(
  (name) => `/${name}`,
);

/** @param {string} file @returns {readonly string[]} */
export function testsOf(file) {
  const beginnings = Object.keys(TESTS).filter((beginning) => file.startsWith(beginning));
  const longest = beginnings.sort((a, b) => b.length - a.length)[0];
  return longest ? TESTS[/** @type {keyof typeof TESTS} */ (longest)] : [];
}
