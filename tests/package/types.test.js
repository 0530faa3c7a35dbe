/** The packed declarations: what must compile, and what must not. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { compilers, install, strictly } from "./project.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const contract = join(here, "../../../shared/api.d.ts");
const hasContract = existsSync(contract);

/** Everything that the contract declares has the type that it declares. */
const CONTRACT = `
import * as ours from "layernorm";
import * as contract from "./contract.js";
export const all: Omit<typeof contract, "Sequential"> = ours;
export const make: new (...modules: ours.Module[]) => contract.Sequential = ours.Sequential;
`;

describe.each(Object.entries(compilers))("%s", (title, tsc) => {
  /** @type {string[]} */
  let complaints;

  beforeAll(async () => {
    const read = (/** @type {string} */ name) => readFileSync(join(here, "types", name), "utf8"),
      files = Object.fromEntries(readdirSync(join(here, "types")).map((name) => [name, read(name)]));
    if (hasContract) Object.assign(files, { "contract.d.ts": readFileSync(contract, "utf8"), "use.ts": CONTRACT });
    const options = { module: "nodenext", noEmit: true, noUncheckedSideEffectImports: true };
    const tsconfig = strictly(Object.keys(files), options);
    const project = await install(`types-${title}`, { ...files, "tsconfig.json": tsconfig });
    complaints = (await project.ended(process.execPath, tsc, "--pretty", "false")).stdout.split("\n").filter(Boolean);
  });

  const about = (/** @type {string} */ file) => complaints.filter((line) => line.startsWith(file));

  test("right uses compile", () => expect(about("right")).toEqual([]));

  test("wrong uses, each marked, do not", () => expect(about("wrong")).toEqual([]));

  test.skipIf(!hasContract)("every use that the contract beside the repository accepts is accepted", () =>
    expect(about("use.ts")).toEqual([]),
  );

  test("nothing else is complained of: the package's own declarations are right", () => {
    expect(complaints.filter((line) => !/^(right|wrong|use)[\w-]*\.ts/.test(line))).toEqual([]);
  });
});

test("there are many wrong uses", () => {
  const marks = readFileSync(join(here, "types/wrong.ts"), "utf8").match(/@ts-expect-error/g);
  expect(marks?.length).toBeGreaterThan(25);
});
