/** Bundlers, as users configure them: not at all. What they make runs in Node and in Chromium. */
import { expect, test } from "vitest";
import { useBrowser } from "../chromium.js";
import { pageOf, printedBy, whileServing } from "./browser.js";
import { EXPECTED, program, REQUIRE } from "./program.js";
import { install, tool } from "./project.js";

useBrowser();

/** @param {import("./project.js").Project} project @param {string} path  of a page */
const seenIn = (project, path) => whileServing(project.folder, (url) => printedBy(url + path));

test("esbuild: modules for Node, modules for browsers, CommonJS that requires", async () => {
  const project = await install("esbuild", {
    "main.js": program(),
    "main.cjs": program(REQUIRE),
    "index.html": pageOf("browser.js"),
  });
  const esbuild = (/** @type {string[]} */ ...args) => project.run(tool(".bin/esbuild"), "--bundle", ...args);
  await esbuild("main.js", "--platform=node", "--format=esm", "--outfile=node.js");
  await esbuild("main.cjs", "--platform=node", "--outfile=node.cjs");
  await esbuild("main.js", "--minify", "--format=esm", "--outfile=browser.js");
  await project.run("rm", "-r", "node_modules");
  expect(await project.node("node.js")).toBe(`${EXPECTED}\n`);
  expect(await project.node("node.cjs")).toBe(`${EXPECTED}\n`);
  expect(await seenIn(project, "index.html")).toBe(EXPECTED);
});

test("rollup", async () => {
  const project = await install("rollup", { "main.js": program(), "index.html": pageOf("dist/main.js") });
  await project.run(
    tool(".bin/rollup"),
    "main.js",
    "-p",
    "@rollup/plugin-node-resolve",
    "-f",
    "es",
    "-o",
    "dist/main.js",
    "--failAfterWarnings",
  );
  await project.run("rm", "-r", "node_modules");
  expect(await project.node("dist/main.js")).toBe(`${EXPECTED}\n`);
  expect(await seenIn(project, "index.html")).toBe(EXPECTED);
});

// Required, index.js and threads.js share a file, whose exports no bundler shortens: 164 kB, where one file took 151.
test("webpack: import, and require", async () => {
  const project = await install("webpack", {
    "main.js": program(),
    "main.cjs": program(REQUIRE),
    "index.html": pageOf("dist/web.js"),
    "build.cjs": `
      const webpack = require("webpack");
      const common = { context: __dirname, mode: "production", performance: { hints: "error", maxAssetSize: 165000 } };
      webpack([
        { ...common, entry: "./main.js", target: "web", output: { filename: "web.js" } },
        { ...common, entry: "./main.js", target: "node", output: { filename: "import.cjs" } },
        { ...common, entry: "./main.cjs", target: "node", output: { filename: "require.cjs" } },
      ], (error, stats) => {
        if (!error && !stats.hasErrors() && !stats.hasWarnings()) return;
        console.error(error ?? stats.toString());
        process.exitCode = 1;
      });
    `,
  });
  await project.node("build.cjs");
  await project.run("rm", "-r", "node_modules");
  expect(await project.node("dist/import.cjs")).toBe(`${EXPECTED}\n`);
  expect(await project.node("dist/require.cjs")).toBe(`${EXPECTED}\n`);
  expect(await seenIn(project, "index.html")).toBe(EXPECTED);
});

test("Vite: build for browsers with a worker, and for a server", async () => {
  const project = await install("vite-build", {
    "index.html": pageOf("/main.js"),
    "main.js": 'import Worker from "./worker.js?worker"; new Worker().onmessage = ({ data }) => console.log(data);',
    "worker.js": program(undefined, "postMessage(report);"),
    "server.js": program(),
    "build.js": `
      import { build } from "vite";
      const common = { configFile: false, logLevel: "warn", base: "./" };
      await build({ ...common, worker: { format: "es" } });
      await build({ ...common, ssr: { noExternal: true }, build: { ssr: "server.js", outDir: "server" } });
    `,
  });
  await project.node("build.js");
  expect(await seenIn(project, "dist/index.html")).toBe(EXPECTED);
  await project.run("rm", "-r", "node_modules");
  expect(await project.node("server/server.js")).toBe(`${EXPECTED}\n`);
});

test("Vite's development server: in the browser, on the server, and the address of kernels.wasm", async () => {
  const project = await install("vite-dev", {
    "index.html": pageOf("/main.js"),
    "main.js": `import address from "layernorm/kernels.wasm?url";\n${program(
      undefined,
      `
      const { headers } = await fetch(address);
      console.log(headers.get("Content-Type") + "\\n" + report);`,
    )}`,
    "server.js": program(undefined, "export { report };"),
    "dev.js": `
      import { createServer } from "vite";
      const address = { host: "127.0.0.1", port: 0 };
      const server = await createServer({ configFile: false, logLevel: "error", server: address });
      await server.listen();
      const { report } = await server.ssrLoadModule("/server.js");
      console.log(JSON.stringify({ report, url: server.resolvedUrls.local[0] }));
    `,
  });
  const server = project.start(process.execPath, "dev.js");
  try {
    const { report, url } = await server.says();
    expect(report).toBe(EXPECTED);
    expect(await printedBy(url)).toBe(`application/wasm\n${EXPECTED}`);
  } finally {
    await server.stop();
  }
});
