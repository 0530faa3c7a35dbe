/** Pages in Chromium, and a server of a project's files. */
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { openTab } from "../chromium.js";
import { WAITS_MS } from "../waits.js";

/** @type {Record<string, string>} */
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** @param {import("node:http").Server} server */
export function portOf(server) {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

/**
 * Serves a folder's files as they are, while a test runs.
 * @template Result
 * @param {string} folder
 * @param {(url: string) => Promise<Result>} test
 * @param {(path: string) => Record<string, string>} [headers] of a file
 */
export async function whileServing(folder, test, headers = () => ({})) {
  const server = createServer(({ url = "/" }, response) => {
    const path = new URL(url, "http://localhost").pathname,
      file = join(folder, path);
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "text/plain", ...headers(path) });
    createReadStream(file).pipe(response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(null)));
  try {
    return await test(`http://127.0.0.1:${portOf(server)}/`);
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}

/** A page whose whole content is a script. @param {string} source @param {string} [head] */
export const pageOf = (source, head = "") =>
  `<!doctype html><title>test</title><link rel="icon" href="data:,">${head}` +
  `<script type="module" src="${source}"></script>\n`;

/**
 * Opens a page.
 * @param {string} url
 * @returns {Promise<string>} the first thing that it prints
 * @throws {Error} if it throws first, or cannot be had
 */
export async function printedBy(url) {
  const page = await openTab();
  try {
    return await new Promise((resolve, reject) => {
      page.on("console", (message) => {
        if (message.type() === "log") resolve(message.text());
        else if (["error", "warning"].includes(message.type())) reject(new Error(message.text()));
      });
      page.on("pageerror", reject);
      page.goto(url).catch(reject);
      setTimeout(() => reject(new Error(`${url} printed nothing`)), WAITS_MS).unref();
    });
  } finally {
    await page.close();
  }
}
