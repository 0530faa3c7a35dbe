/** TypeScript, an older and the newest: as ES modules, as CommonJS and for bundlers; the compiled program runs. */
import { describe, expect, test } from "vitest";
import { EXPECTED, program } from "./program.js";
import { compilers, install, strictly } from "./project.js";

/** What imports kernels.wasm, compiled (as Cloudflare's tools give it) and as its address (as Vite does). */
const WASM = `
import { init } from "layernorm";
import module from "layernorm/kernels.wasm";
import address from "layernorm/kernels.wasm?url";
init(module);
export const descriptors: WebAssembly.ModuleExportDescriptor[] = WebAssembly.Module.exports(module);
// @ts-expect-error: nothing else is in it
import { memory } from "layernorm/kernels.wasm";
export const length: number = address.length;
`;

/** Of kernels.wasm, Node.js has the bytes. */
const NODE = `
import { readFileSync } from "node:fs";
import { init, kernels } from "layernorm";
import module from "layernorm/kernels.wasm";
init(readFileSync("kernels.wasm"));
init(module);
// @ts-expect-error
init(3);
// @ts-expect-error
init("kernels.wasm");
export const bytes: ArrayBuffer = kernels().memory.buffer;
`;

const ADDRESS = 'declare module "*?url" { const address: string; export default address; }';

describe.each(Object.entries(compilers))("%s", (title, tsc) => {
  test.each([
    { module: "node16", moduleResolution: "node16" },
    { module: "nodenext", moduleResolution: "nodenext" },
    { module: "esnext", moduleResolution: "bundler" },
  ])("module $module, resolution $moduleResolution", async (options) => {
    const files = {
      "modules.mts": program(),
      "common.cts": program(),
      "wasm.mts": WASM,
      "wasm.cts": WASM,
      "address.d.ts": ADDRESS,
    };
    const project = await install(`${title}-${options.moduleResolution}`, {
      ...files,
      "tsconfig.json": strictly(Object.keys(files), options),
    });
    await project.node(tsc);
    expect(await project.node("modules.mjs")).toBe(`${EXPECTED}\n`);
    // For bundlers TypeScript leaves a .cts file its imports.
    if (options.module !== "esnext") expect(await project.node("common.cjs")).toBe(`${EXPECTED}\n`);
  });

  test("a project of Node.js, whose types know no WebAssembly", async () => {
    const files = { "main.mts": program(), "wasm.mts": NODE };
    const project = await install(`${title}-node`, {
      ...files,
      "tsconfig.json": strictly(Object.keys(files), { module: "nodenext", lib: ["es2022"], types: ["node"] }),
    });
    await project.node(tsc);
    expect(await project.node("main.mjs")).toBe(`${EXPECTED}\n`);
  });
});
