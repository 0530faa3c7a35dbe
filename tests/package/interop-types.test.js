/** Tensors of other libraries go in and out without a cast: TypeScript, strict, with the declarations that we ship. */
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

/**
 * @param {string} file in interop/
 * @param {boolean} skipLibCheck whether other declarations than ours may be wrong
 * @returns {string} what the compiler complains of
 */
function complaints(file, skipLibCheck) {
  /** @type {ts.CompilerOptions} */
  const options = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    types: [],
    skipLibCheck,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  };
  const program = ts.createProgram([fileURLToPath(new URL(`interop/${file}`, import.meta.url))], options);
  return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), {
    getCurrentDirectory: () => "",
    getCanonicalFileName: (name) => name,
    getNewLine: () => "\n",
  });
}

test("onnxruntime-web's", () => expect(complaints("onnx-types.ts", false)).toBe(""));

test("tfjs's, whose own declarations clash with the DOM's", () => expect(complaints("tfjs-types.ts", true)).toBe(""));
