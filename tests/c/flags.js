/** How the kernels and the programs that test them are compiled natively. */
import { includeFlags } from "../setup.mjs";

// LN_TRUTH: c/plain.c in long double. -ffp-contract=off: the arithmetic of build.sh. -O1: readable reports from the
// sanitizers, quick tests.
export const compileFlags = [
  "-std=c11",
  "-Wall",
  "-Wextra",
  "-Werror",
  "-DLN_DEBUG",
  "-DLN_TRUTH",
  "-O1",
  "-g",
  "-ffp-contract=off",
  "-fno-omit-frame-pointer",
  "-fsanitize=address,undefined",
  "-fno-sanitize-recover=all",
  ...includeFlags,
];

// A test uses only some of the functions of check.h.
export const testFlags = [...compileFlags, "-Wno-unused-function"];
