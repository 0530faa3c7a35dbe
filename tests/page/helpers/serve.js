/** Builds the page and serves it as a host on the web does: gzipped. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { build, preview } from "vite";
import { root } from "../../setup.mjs";

const page = join(root, "web/page");
const configFile = join(page, "vite.config.js");

/** Where the built files are. */
export const dist = join(page, "dist");

/** What a host compresses, and as what it is sent. @type {Record<string, string>} */
const COMPRESSED = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/**
 * The page does without its own face where that comes late. A browser that sends this header gets style sheets that
 * wait for it.
 */
export const AWAITED_FACE = { "x-font-display": "block" };

/** A browser that sends this header gets the page's HTML in pieces, with time between them to draw each. */
export const IN_PIECES = { "x-html": "in pieces" };

/** Where a piece begins: within the header and the first section, and behind it. */
const PIECES =
  /(?=<button type="button" class="(?:icon-button|pill)|<nav |<a href="#|<figure class="figure card first-figure"|<div class="first-grids"|<p class="spread-of"|<section )/;

/** @param {import("node:http").ServerResponse} response */
async function sendInPieces(response) {
  response.writeHead(200, { "Content-Type": COMPRESSED[".html"] });
  for (const piece of readFileSync(join(dist, "index.html"), "utf8").split(PIECES)) {
    response.write(piece);
    await setTimeout(100);
  }
  response.end();
}

/** Files as they are sent: what was built stays as it is while it is served. @type {Map<string, Buffer>} */
const compressed = new Map();

/** @param {string} file @param {boolean} awaitsFace @returns {Buffer} */
function compress(file, awaitsFace) {
  const name = `${file} ${awaitsFace}`;
  const known = compressed.get(name);
  if (known) return known;
  const text = readFileSync(file);
  const bytes = gzipSync(awaitsFace ? text.toString().replace("font-display:optional", "font-display:block") : text);
  compressed.set(name, bytes);
  return bytes;
}

/**
 * Vite's preview server sends files as they are, and has browsers ask for them again each time.
 * @type {import("vite").Plugin}
 */
const compression = {
  name: "compression",
  configurePreviewServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const file = join(dist, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
      const type = COMPRESSED[extname(file)];
      // Their names change with what is in them.
      if (file.startsWith(join(dist, "assets")))
        response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
      if (pathname === "/" && request.headers["x-html"] === IN_PIECES["x-html"]) return void sendInPieces(response);
      if (!file.startsWith(dist) || !existsSync(file) || !statSync(file).isFile()) return next();
      // The face is compressed already. Vite's server would say that it is another one for each origin, and a picture
      // that embeds it does not ask with one.
      if (extname(file) === ".woff2") {
        response.removeHeader("Vary");
        response.writeHead(200, { "Content-Type": "font/woff2" }).end(readFileSync(file));
        return;
      }
      if (!type) return next();
      const awaitsFace = type === "text/css" && request.headers["x-font-display"] === AWAITED_FACE["x-font-display"];
      response.writeHead(200, { "Content-Type": type, "Content-Encoding": "gzip" }).end(compress(file, awaitsFace));
    });
  },
};

/** As `npm run build` does it: Vitest's NODE_ENV, "test", would make it a larger build for developers. */
async function buildForUse() {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    await build({ configFile, logLevel: "error" });
  } finally {
    process.env.NODE_ENV = before;
  }
}

/** @returns {Promise<{ url: string, close: () => Promise<void> }>} */
export async function servePage() {
  await buildForUse();
  compressed.clear();
  const server = await preview({
    configFile,
    logLevel: "error",
    plugins: [compression],
    preview: { host: "127.0.0.1", port: 0 }, // 0: whichever is free
  });
  const address = server.httpServer.address();
  if (address === null || typeof address === "string") throw new Error("the preview server has no port");
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
