/** Deno, Bun, and workerd, which runs Cloudflare Workers. */
import { expect, test } from "vitest";
import { EXPECTED, IMPORT, program, REQUIRE } from "./program.js";
import { install, tool } from "./project.js";

test("Deno: modules, CommonJS, TypeScript", async () => {
  const project = await install("deno", { "main.js": program(), "main.cjs": program(REQUIRE), "main.ts": program() });
  const deno = (/** @type {string[]} */ ...args) => project.run(tool(".bin/deno"), ...args);
  const installed = ["--no-lock", "--node-modules-dir=manual"];
  expect(await deno("run", ...installed, "main.js")).toBe(`${EXPECTED}\n`);
  expect(await deno("run", "--allow-read", ...installed, "main.cjs")).toBe(`${EXPECTED}\n`);
  await deno("check", ...installed, "main.ts");
});

test("Bun: modules, CommonJS, TypeScript", async () => {
  const project = await install("bun", { "main.js": program(), "main.cjs": program(REQUIRE), "main.ts": program() });
  for (const file of ["main.js", "main.cjs", "main.ts"]) {
    expect(await project.run(tool(".bin/bun"), "run", file)).toBe(`${EXPECTED}\n`);
  }
});

/** A worker of two modules, or of one. @param {boolean} withModule @param {string} date */
const configuration = (withModule, date) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "dist/worker.js"),
    ${withModule ? '(name = "kernels.wasm", wasm = embed "dist/kernels.wasm"),' : ""}
  ],
  compatibilityDate = "${date}",
);
`;

/**
 * @param {import("./project.js").Project} project  bundled
 * @returns {Promise<string>} what its worker answers
 */
async function answer(project) {
  const server = project.start(tool("workerd/bin/workerd"), "serve", "--control-fd=1", "config.capnp");
  try {
    const { port } = await server.says();
    return await (await fetch(`http://127.0.0.1:${port}/`)).text();
  } finally {
    await server.stop();
  }
}

const HANDLER = "export default { fetch: () => new Response(report()) };";

/** Workers may use randomness and time only while they answer. */
const WORKER = program(`${IMPORT}\nfunction report() {`, `return report; }\n${HANDLER}`);

test.each(["2024-01-01", "2026-01-01"])("workerd, compatibility date %s: imports the compiled module", async (date) => {
  const project = await install(`workerd-${date}`, { "main.js": WORKER, "config.capnp": configuration(true, date) });
  await project.run(
    tool(".bin/esbuild"),
    "--bundle",
    "main.js",
    "--format=esm",
    "--conditions=workerd",
    "--loader:.wasm=copy",
    "--asset-names=[name]",
    "--outfile=dist/worker.js",
  );
  expect(await answer(project)).toBe(EXPECTED);
});

test("workerd without the condition: the error says what to do", async () => {
  const head = `import { layerNorm } from "layernorm";
    function report() { try { layerNorm([1, 2], 2); } catch (error) { return String(error); } }`;
  const project = await install("workerd-without", {
    "main.js": `${head}\n${HANDLER}`,
    "config.capnp": configuration(false, "2026-01-01"),
  });
  await project.run(tool(".bin/esbuild"), "--bundle", "main.js", "--format=esm", "--outfile=dist/worker.js");
  expect(await answer(project)).toMatch(/^Error: .*does not compile WebAssembly from bytes.*init\(module\)/);
});
