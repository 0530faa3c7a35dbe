/** What an editor shows where a name of the package is hovered: text for each parameter, and the options' defaults. */
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const file = fileURLToPath(new URL("../../web/api/types/index.d.ts", import.meta.url));

/** @type {ts.LanguageServiceHost} */
const host = {
  getScriptFileNames: () => [file],
  getScriptVersion: () => "1",
  getScriptSnapshot: (name) => ts.ScriptSnapshot.fromString(ts.sys.readFile(name) ?? ""),
  getCurrentDirectory: () => "",
  getCompilationSettings: () => ({ strict: true, target: ts.ScriptTarget.ES2022, types: [] }),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
};
const program = /** @type {ts.Program} */ (ts.createLanguageService(host).getProgram());
const checker = program.getTypeChecker(),
  source = /** @type {ts.SourceFile} */ (program.getSourceFile(file));

/** @param {ts.Symbol | ts.Signature} what */
const textOf = (what) => ts.displayPartsToString(what.getDocumentationComment(checker));

/** @param {ts.Symbol} symbol */
const typeOf = (symbol) => checker.getTypeOfSymbolAtLocation(symbol, source);

/** The names of the options in an argument's type, but for that of the results' place. @param {ts.Symbol} parameter */
function optionsIn(parameter) {
  const type = typeOf(parameter),
    objects = (type.isUnion() ? type.types : [type]).filter(
      ({ flags }) => flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection),
    );
  return objects.flatMap((object) => object.getProperties().map(({ name }) => name)).filter((name) => name !== "out");
}

/** @param {ts.Signature} signature */
const isPublic = ({ declaration }) =>
  !declaration || !(ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private);

/** What is missing in the hovers of a function, a class or a method. @param {string} name @param {ts.Type} type */
function* missing(name, type) {
  for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()].filter(isPublic)) {
    /* A class without a constructor of its own shows its own text. */
    if (!textOf(signature) && signature.declaration) yield `${name}: its text`;
    for (const parameter of signature.parameters) {
      const text = textOf(parameter);
      if (!text) yield `${name}: text of ${parameter.name}`;
      if (parameter.name !== "options") continue;
      for (const option of optionsIn(parameter)) {
        if (!text.includes(option)) yield `${name}: ${option} in the text of options`;
      }
    }
  }
}

/** The same of the members of a class's instances. @param {string} name @param {ts.Type} type */
function* missingInMembers(name, type) {
  for (const member of type.getProperties().filter((property) => !property.name.startsWith("__@"))) {
    if (!textOf(member)) yield `${name}.${member.name}: its text`;
    yield* missing(`${name}.${member.name}`, typeOf(member));
  }
}

const module = /** @type {ts.Symbol} */ (checker.getSymbolAtLocation(source));
const values = checker
  .getExportsOfModule(module)
  .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
  .filter(({ flags }) => flags & ts.SymbolFlags.Value);

test.each(values.map((symbol) => ({ name: symbol.name, symbol })))("$name", ({ name, symbol }) => {
  const type = typeOf(symbol),
    classes = type.getConstructSignatures().map((signature) => signature.getReturnType());
  expect([...missing(name, type), ...classes.flatMap((instance) => [...missingInMembers(name, instance)])]).toEqual([]);
});

test("no tag of the sources' own is left", () => {
  const tags = values.flatMap((symbol) => typeOf(symbol).getCallSignatures()).flatMap((call) => call.getJsDocTags());
  expect(new Set(tags.map(({ name }) => name))).toEqual(new Set(["param", "returns", "throws", "example", "template"]));
});
