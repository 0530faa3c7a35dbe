/** layernorm/threads out of the packed package: what bundlers make of it on a page, and the runtimes. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../chromium.js";
import { pageOf, printedBy, whileServing } from "./browser.js";
import { install, nodes, tool } from "./project.js";

useBrowser();

const IMPORT = 'import { layerNorm } from "layernorm"; import { startThreads } from "layernorm/threads";';
const REQUIRE = 'const { layerNorm } = require("layernorm"), { startThreads } = require("layernorm/threads");';

/** Defines a function that says how many threads there are, and whether rows on two of them have the bits of one. */
const SAID = `
  const said = async () => {
    const { threads, reason, stop } = await startThreads({ threads: 2 });
    const rows = { data: Float32Array.from({ length: 300 * 768 }, (_, i) => (i % 7) * 0.3), shape: [300, 768] };
    const together = Array.from({ length: 20 }, () => layerNorm(rows, 768).data);
    await stop();
    const alone = layerNorm(rows, 768).data;
    const same = together.every((data) => data.every((value, i) => value === alone[i]));
    return threads + " threads, " + (same ? "same bits" : "other bits") + (reason && ": " + reason);
  };
`;

const program = (head = IMPORT) => `${head} ${SAID} said().then(console.log);`;

const TWO = "2 threads, same bits";

/** What makes a page cross-origin isolated. */
const ISOLATION = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

/** @param {import("./project.js").Project} project @param {string} path of a page */
const seenIn = (project, path) =>
  whileServing(
    project.folder,
    (url) => printedBy(url + path),
    () => ISOLATION,
  );

/** The file that threads run: an entry of its own for a bundler that does not follow `new Worker(new URL(...))`. */
const WORKER = "node_modules/layernorm/web/api/threads/worker.js";

describe("on an isolated page, built by", () => {
  test("esbuild, with the worker as an entry beside the program", async () => {
    const project = await install("threads-esbuild", { "main.js": program(), "index.html": pageOf("dist/main.js") });
    const names = ["--outdir=dist", "--entry-names=[name]"];
    await project.run(tool(".bin/esbuild"), "--bundle", "--format=esm", "main.js", WORKER, ...names);
    await project.run("rm", "-r", "node_modules");
    expect(await seenIn(project, "index.html")).toBe(TWO);
    expect(await project.node("dist/main.js")).toBe(`${TWO}\n`);
  });

  test("Rollup, with the worker as an entry beside the program", async () => {
    const project = await install("threads-rollup", { "main.js": program(), "index.html": pageOf("dist/main.js") });
    const resolve = ["-p", "@rollup/plugin-node-resolve", "--failAfterWarnings"];
    await project.run(tool(".bin/rollup"), "main.js", WORKER, ...resolve, "-f", "es", "-d", "dist");
    await project.run("rm", "-r", "node_modules");
    expect(await seenIn(project, "index.html")).toBe(TWO);
    expect(await project.node("dist/main.js")).toBe(`${TWO}\n`);
  });

  test("webpack", async () => {
    const project = await install("threads-webpack", {
      "main.js": program(),
      "index.html": pageOf("dist/main.js"),
      "build.cjs": `
        require("webpack")({ context: __dirname, mode: "production", entry: "./main.js" }, (error, stats) => {
          if (!error && !stats.hasErrors()) return;
          console.error(error ?? stats.toString());
          process.exitCode = 1;
        });
      `,
    });
    await project.node("build.cjs");
    await project.run("rm", "-r", "node_modules");
    expect(await seenIn(project, "index.html")).toBe(TWO);
  });

  test("Vite", async () => {
    const project = await install("threads-vite", {
      "main.js": program(),
      "index.html": pageOf("/main.js"),
      "build.js": `
        import { build } from "vite";
        await build({ configFile: false, logLevel: "warn", base: "./", worker: { format: "es" } });
      `,
    });
    await project.node("build.js");
    await project.run("rm", "-r", "node_modules");
    expect(await seenIn(project, "dist/index.html")).toBe(TWO);
  });
});

test("a bundle without the worker's file: one thread, and the reason", async () => {
  const project = await install("threads-alone", { "main.js": program() });
  await project.run(tool(".bin/esbuild"), "--bundle", "--format=esm", "main.js", "--outfile=dist/main.js");
  expect(await project.node("dist/main.js")).toMatch(/^1 threads, same bits: a thread failed: Cannot find module/);
});

describe.each(Object.entries(nodes))("threads in %s", (name, node) => {
  test("import, and require", async () => {
    const files = { "main.js": program(), "main.cjs": program(REQUIRE) };
    const project = await install(`threads-${name.replaceAll(" ", "-")}`, files);
    expect(await project.run(node, "main.js")).toBe(`${TWO}\n`);
    expect(await project.run(node, "main.cjs")).toBe(`${TWO}\n`);
  });

  test("where Node's permissions allow no workers: one thread, and the reason", async () => {
    const project = await install(`threads-denied-${name.replaceAll(" ", "-")}`, { "main.js": program() });
    const flag = Number((await project.run(node, "-p", "process.versions.node.split('.')[0]")).trim()) < 23;
    const permission = flag ? "--experimental-permission" : "--permission";
    const said = await project.run(node, "--no-warnings", permission, "--allow-fs-read=*", "main.js");
    expect(said).toMatch(/^1 threads, same bits: a thread could not be started: /);
  });
});

test.each([
  ["Deno", ".bin/deno", ["run", "--allow-all", "--no-lock", "--node-modules-dir=manual"]],
  ["Bun", ".bin/bun", ["run"]],
])("threads in %s", async (name, path, args) => {
  const project = await install(`threads-${name}`, { "main.js": program() });
  expect(await project.run(tool(path), ...args, "main.js")).toBe(`${TWO}\n`);
});

test("in Jest, whose modules run in a context of their own", async () => {
  const project = await install("threads-jest", {
    "threads.test.cjs": `
      ${REQUIRE}
      test("threads", async () => {
        ${SAID}
        expect(await said()).toBe(${JSON.stringify(TWO)});
      });
    `,
    "jest.config.json": JSON.stringify({ testMatch: ["**/*.test.cjs"] }),
  });
  await project.node(tool("jest/bin/jest.js"), "--config", "jest.config.json");
});
