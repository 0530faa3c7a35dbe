/** What TypeScript's compiler says of a module that uses the package's types, as in a user's project. */
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * @param {string} code a module's
 * @param {readonly string[]} [libraries] of TypeScript's, besides
 * @returns {{ line: number, message: string }[]} what the compiler complains of
 */
export function complaints(code, libraries = []) {
  const file = `${root}tests/api/virtual.ts`;
  /** @type {ts.CompilerOptions} */
  const options = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    types: [],
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.esnext.disposable.d.ts", ...libraries],
  };
  const host = ts.createCompilerHost(options),
    { getSourceFile } = host;
  host.getSourceFile = (name, version) =>
    name === file ? ts.createSourceFile(name, code, version) : getSourceFile.call(host, name, version);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file: source, start, messageText }) => ({
    line: source ? source.getLineAndCharacterOfPosition(start ?? 0).line : -1,
    message: ts.flattenDiagnosticMessageText(messageText, "\n"),
  }));
}
