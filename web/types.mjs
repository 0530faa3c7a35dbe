/**
 * `npm run types`: writes the declarations of web/api to web/api/types, or to the folder that is given. tsc emits them
 * from the sources' JSDoc; what is marked @internal, which its option stripInternal leaves in classes written in
 * JavaScript, is taken out, and so is the tag `overload`: editors take what stands behind it for another's. Files that
 * index.d.ts, safetensors.d.ts and threads.d.ts do not lead to are removed: users see no others.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = process.argv[2] ?? join(root, "web", "api", "types");

/** @param {ts.Node} node */
const isInternal = (node) => ts.getJSDocTags(node).some(({ tagName }) => tagName.text === "internal");

/**
 * @param {string} text of a declaration file
 * @returns {string} without the class members that are internal, and without the tag `overload`
 */
function stripped(text) {
  const source = ts.createSourceFile("declaration.d.ts", text, ts.ScriptTarget.Latest, true);
  const internal = source.statements.filter(ts.isClassDeclaration).flatMap(({ members }) => members.filter(isInternal));
  return internal
    .reduceRight((rest, member) => rest.slice(0, member.pos) + rest.slice(member.end), text)
    .replaceAll(" * @overload\n", "");
}

/** @returns {string[]} the paths of the declaration files in the folder */
const declarations = () =>
  readdirSync(folder, { encoding: "utf8", recursive: true }).filter((file) => file.endsWith(".d.ts"));

/**
 * @param {string} path of a file in the folder
 * @param {Set<string>} found  that file and those it leads to are added
 */
function reachable(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  const { importedFiles } = ts.preProcessFile(readFileSync(join(folder, path), "utf8"));
  for (const { fileName } of importedFiles) reachable(join(dirname(path), fileName.replace(/\.js$/, ".d.ts")), found);
  return found;
}

const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const args = [tsc, "-p", join(root, "tsconfig.api.json"), "--outDir", folder];
process.exitCode = spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1;
for (const name of declarations()) {
  const file = join(folder, name);
  writeFileSync(file, stripped(readFileSync(file, "utf8")));
}
const wanted = reachable("threads.d.ts", reachable("safetensors.d.ts", reachable("index.d.ts")));
for (const path of declarations()) if (!wanted.has(path)) rmSync(join(folder, path));
