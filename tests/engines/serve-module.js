/** A module of this project in a page of its own, for functions that run in a browser as they do in Node. */
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { root } from "../setup.mjs";

/** What is sent, and as what. @type {Record<string, string>} */
const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

/** What makes a page cross-origin isolated: its workers may share memory, and its clock is finer. */
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** No page has an icon that the browser would ask for. @param {string} path */
const page = (
  path,
) => `<!doctype html><html lang="en"><head><title>${path}</title><link rel="icon" href="data:,"></head>
<body><script>globalThis.served = import("/${path}")</script></body></html>`;

/**
 * Serves the project's files as they are, and a page in which `served` is the promise of what a module exports.
 * @param {string} path  the module's, from the root
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serveModule(path) {
  const server = createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost"),
      file = join(root, pathname),
      type = pathname === "/" ? "text/html" : TYPES[extname(pathname)];
    const found = type && (pathname === "/" || existsSync(file));
    response.writeHead(found ? 200 : 404, { "Content-Type": type ?? "text/plain", ...ISOLATION });
    response.end(found ? (pathname === "/" ? page(path) : readFileSync(file)) : "");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}
