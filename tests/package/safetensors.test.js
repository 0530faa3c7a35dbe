/**
 * `layernorm/safetensors`, an entry of its own: in every kind of project, beside the very same API, at nobody else's
 * cost.
 */
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { compilers, install, nodes, strictly, tool } from "./project.js";
import { bundled, gzipped, OP_LIMIT } from "./weight.js";

const IMPORT = `import { Tensor, ones } from "layernorm"; import { openSafetensors, readSafetensors, writeSafetensors } from "layernorm/safetensors";`;
const REQUIRE = `const { Tensor, ones } = require("layernorm"); const { openSafetensors, readSafetensors, writeSafetensors } = require("layernorm/safetensors");`;

/** Right as JavaScript and as TypeScript: a file is read both ways, and written; its tensors are those of the API. */
const BODY = `
const header = '{"a":{"dtype":"F16","shape":[2],"data_offsets":[0,4]}}';
const file = new Uint8Array([header.length, 0, 0, 0, 0, 0, 0, 0, ...new TextEncoder().encode(header), 0, 60, 0, 192]);
const { a } = readSafetensors(file);
openSafetensors(new Blob([file])).then(async ({ tensors, read }) => {
  const b = await read("a");
  console.log(\`\${a} \${b} \${tensors.a.dtype} \${a instanceof Tensor} \${b instanceof Tensor}\`);
  ones([2]).copyFrom(a);
  const both = await openSafetensors([new Blob([file]), new Blob([writeSafetensors({ c: b }, { dtype: "BF16" })])]);
  console.log(String(await both.read("c", { resident: true })));
});
`;
const EXPECTED = "tensor([ 1., -2.]) tensor([ 1., -2.]) F16 true true\ntensor([ 1., -2.])\n";

describe.each(Object.entries(nodes))("%s", (title, node) => {
  test("import and require", async () => {
    const files = { "main.js": IMPORT + BODY, "main.cjs": REQUIRE + BODY };
    const project = await install(`safetensors-${title.replace(/\W/g, "-")}`, files);
    for (const file of Object.keys(files)) expect(await project.run(node, file), file).toBe(EXPECTED);
  });
});

test("esbuild, from modules and from CommonJS: one copy of the API", async () => {
  const project = await install("safetensors-esbuild", { "main.js": IMPORT + BODY, "main.cjs": REQUIRE + BODY });
  for (const file of ["main.js", "main.cjs"]) {
    const out = file.replace("main", "out");
    const args = ["--bundle", file, "--platform=node", `--outfile=${out}`];
    await project.run(tool(".bin/esbuild"), ...args, `--format=${file.endsWith(".js") ? "esm" : "cjs"}`);
    const text = readFileSync(project.path(out), "utf8");
    expect(text.match(/layernorm needs WebAssembly SIMD/g)).toHaveLength(1);
  }
  await project.run("rm", "-r", "node_modules");
  for (const file of ["out.js", "out.cjs"]) expect(await project.node(file)).toBe(EXPECTED);
});

describe.each(Object.entries(compilers))("%s", (title, tsc) => {
  test.each([
    ["main.mts", { module: "nodenext" }],
    ["main.cts", { module: "nodenext" }],
    ["main.ts", { module: "esnext", moduleResolution: "bundler" }],
  ])("%s", async (file, options) => {
    const tsconfig = strictly([file], { ...options, noEmit: true });
    const project = await install(`safetensors-${title}-${file}`, { [file]: IMPORT + BODY, "tsconfig.json": tsconfig });
    expect(await project.run(process.execPath, tsc, "--pretty", "false")).toBe("");
  });
});

test("Cloudflare's and CommonJS's bundles of it hold no API of their own", async () => {
  const project = await install("safetensors-bundles");
  const entry = await project.run(process.execPath, "-p", 'require.resolve("layernorm/safetensors")');
  const api = dirname(dirname(entry.trim()));
  for (const folder of ["cjs", "workerd"]) {
    const text = readFileSync(`${api}/${folder}/safetensors.js`, "utf8");
    expect(text.match(/(require\(|from )"\.\/index\.js"/g), folder).toHaveLength(1);
    expect(text).not.toContain("FinalizationRegistry");
    expect(text.length).toBeLessThan(30_000);
  }
});

test("the API without it has nothing of it", async () => {
  const text = new TextDecoder().decode(await bundled("*"));
  expect(text).not.toContain("data_offsets");
  expect(text).not.toContain("safetensors");
  expect(new TextDecoder().decode(await bundled("*", "safetensors"))).toContain("data_offsets");
});

/** Texts that minifying leaves as they are, of one function each. */
const marks = {
  readSafetensors: "fs.readFileSync(path)",
  openSafetensors: "fs.openAsBlob(path)",
  writeSafetensors: "setBigUint64",
};

test.each(Object.entries(marks))(
  "%s alone brings nothing of the others, and weighs at most 14 kB",
  async (name, own) => {
    const content = await bundled(`{ ${name} }`, "safetensors"),
      text = new TextDecoder().decode(content);
    expect(Object.values(marks).filter((mark) => text.includes(mark))).toEqual([own]);
    expect(gzipped(content)).toBeLessThanOrEqual(OP_LIMIT);
  },
);
