/** Chromium without a bundler: an import map, workers, and the Content-Security-Policy. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../chromium.js";
import { pageOf, printedBy, whileServing } from "./browser.js";
import { EXPECTED, program } from "./program.js";
import { install, tool } from "./project.js";

useBrowser();

const ADDRESS = "/node_modules/layernorm/web/api/index.js";

const importMap = `<script type="importmap">{ "imports": { "layernorm": "${ADDRESS}" } }</script>`;

/** Workers see no import map. */
const programOfWorker = (/** @type {string} */ tail) => program(undefined, tail).replace('"layernorm"', `"${ADDRESS}"`);

test("an import from a static file server, with an import map", async () => {
  const project = await install("import-map", { "index.html": pageOf("main.js", importMap), "main.js": program() });
  expect(await whileServing(project.folder, (url) => printedBy(`${url}index.html`))).toBe(EXPECTED);
});

test("a module worker, and one that takes a compiled module from its page", async () => {
  const project = await install("module-worker", {
    "index.html": pageOf("main.js"),
    "main.js": `
      const report = (address, first) => new Promise((resolve, reject) => {
        const worker = new Worker(address, { type: "module" });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage(first);
      });
      const module = await WebAssembly.compileStreaming(fetch("/node_modules/layernorm/web/api/kernels.wasm"));
      const reports = [report("worker.js"), report("shared.js", module), report("shared.js", module)];
      console.log((await Promise.all(reports)).join("\\n\\n"));
    `,
    "worker.js": programOfWorker("postMessage(report);"),
    "shared.js": `
      import { init } from "${ADDRESS}";
      onmessage = async ({ data }) => {
        WebAssembly.Module = new Proxy(WebAssembly.Module, { construct() { throw new Error("compiled"); } });
        init(data);
        postMessage((await import("./program.js")).report);
      };
    `,
    "program.js": programOfWorker("export { report };"),
  });
  const printed = await whileServing(project.folder, (url) => printedBy(`${url}index.html`));
  expect(printed).toBe([EXPECTED, EXPECTED, EXPECTED].join("\n\n"));
});

test("a service worker", async () => {
  const project = await install("service-worker", {
    "index.html": pageOf("main.js"),
    "main.js": `
      await navigator.serviceWorker.register("service.js", { type: "module" });
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) {
        await new Promise((claimed) => navigator.serviceWorker.addEventListener("controllerchange", claimed));
      }
      console.log(await (await fetch("report")).text());
    `,
    "service.js": programOfWorker(`
      addEventListener("activate", (event) => event.waitUntil(clients.claim()));
      addEventListener("fetch", (event) => {
        if (event.request.url.endsWith("/report")) event.respondWith(new Response(report));
      });
    `),
  });
  expect(await whileServing(project.folder, (url) => printedBy(`${url}index.html`))).toBe(EXPECTED);
});

describe("a Content-Security-Policy", () => {
  const strict = "default-src 'self'; img-src data:; script-src 'self'";
  const allowing = `${strict} 'wasm-unsafe-eval'`;

  /**
   * What main.js prints under a policy.
   * @param {string} name
   * @param {string} policy
   * @param {Record<string, string>} files  bundled.js is to be main.js with its imports
   */
  async function printedUnder(name, policy, files) {
    const project = await install(name, { "index.html": pageOf("bundled.js"), ...files });
    await project.run(tool(".bin/esbuild"), "--bundle", "--format=esm", "main.js", "--outfile=bundled.js");
    const headers = (/** @type {string} */ path) => ({
      "Content-Security-Policy": path === "/compiles.js" ? allowing : policy,
    });
    return whileServing(project.folder, (url) => printedBy(`${url}index.html`), headers);
  }

  test("with 'wasm-unsafe-eval' it works", async () => {
    expect(await printedUnder("csp-allows", allowing, { "main.js": program() })).toBe(EXPECTED);
  });

  test("without it, an Error says what to allow; what needs no WebAssembly works", async () => {
    const printed = await printedUnder("csp-forbids", strict, {
      "main.js": `
        import { layerNorm, tensor } from "layernorm";
        const x = tensor([[1, 2]]);
        try {
          layerNorm(x, 2);
        } catch (error) {
          console.log([String(x), error.name, error.message, error.cause.name].join("\\n"));
        }
      `,
    });
    const [text, name, message, cause] = printed.split("\n");
    expect([text, name, cause]).toEqual(["tensor([[1., 2.]])", "Error", "CompileError"]);
    expect(message).toMatch(/'wasm-unsafe-eval'.*Content-Security-Policy/);
  });

  test("without it, kernels.wasm cannot be compiled either; init() takes the module of a worker that may", async () => {
    const printed = await printedUnder("csp-init", strict, {
      "compiles.js": `
        const compiled = WebAssembly.compileStreaming(fetch("/node_modules/layernorm/web/api/kernels.wasm"));
        compiled.then((module) => postMessage(module));
      `,
      "program.js": program(undefined, "export { report };"),
      "main.js": `
        import { init } from "layernorm";
        const compiling = WebAssembly.compileStreaming(fetch("/node_modules/layernorm/web/api/kernels.wasm"));
        const name = await compiling.then(() => "compiled", (error) => error.name);
        const worker = new Worker("/compiles.js");
        const module = await new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
        init(module);
        const { report } = await import("./program.js");
        console.log([name, report].join("\\n"));
      `,
    });
    expect(printed).toBe(`CompileError\n${EXPECTED}`);
  });
});

/** What makes a page cross-origin isolated. */
const ISOLATION = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

test.each([
  ["is", ISOLATION, "2 threads, shared"],
  ["is not", {}, "1 threads, not shared: the page is not cross-origin isolated"],
])("threads on a page that %s cross-origin isolated, without a bundler", async (_, headers, expected) => {
  const project = await install("threads-page", {
    "index.html": pageOf("main.js"),
    "main.js": `
      import { layerNorm, kernels } from "${ADDRESS}";
      import { startThreads } from "${ADDRESS.replace("index", "threads")}";
      const { threads, reason, stop } = await startThreads({ threads: 2 });
      const rows = { data: Float32Array.from({ length: 300 * 768 }, (_, i) => i % 7), shape: [300, 768] };
      const together = layerNorm(rows, 768).data;
      await stop();
      const alone = layerNorm(rows, 768).data;
      if (together.some((value, i) => value !== alone[i])) console.log("other bits");
      const shared = kernels().memory.buffer instanceof ArrayBuffer ? "not shared" : "shared";
      console.log(threads + " threads, " + shared + (reason && ": " + reason));
    `,
  });
  const printed = await whileServing(
    project.folder,
    (url) => printedBy(`${url}index.html`),
    () => headers,
  );
  expect(printed).toContain(expected);
});
