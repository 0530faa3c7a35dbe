/** The README's examples that need other packages. */
import { test } from "vitest";
import { blocks, check, firstLine } from "../api/readme.js";

for (const code of blocks("js package")) test(firstLine(code), () => check(code, (specifier) => import(specifier)));
