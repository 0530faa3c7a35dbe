/** A module of this project in a page of its own, for functions that run in a browser as they do in Node. */
import { once } from "node:events";
import { createServer } from "node:http";
import { rolldown } from "rolldown";

/** No page has an icon that the browser would ask for. */
const PAGE = `<!doctype html><html lang="en"><head><title>A module</title><link rel="icon" href="data:,"></head>
<body><script>globalThis.served = import("/module.js")</script></body></html>`;

/**
 * Bundles a module and serves it; in the page, `served` is the promise of what it exports.
 * @param {string} file
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serveModule(file) {
  const bundle = await rolldown({ input: file });
  const { output } = await bundle.generate({ format: "es", codeSplitting: false });
  await bundle.close();
  const server = createServer(({ url }, response) => {
    const isModule = url === "/module.js";
    response.writeHead(200, { "Content-Type": isModule ? "text/javascript" : "text/html" });
    response.end(isModule ? output[0].code : PAGE);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}
