/** Builds the page and serves it, for tests that look at it in a browser. */
import { join } from "node:path";
import { build, preview } from "vite";
import { root } from "../setup.mjs";

const page = join(root, "web/page");
const configFile = join(page, "vite.config.js");

/** Where the built files are. */
export const dist = join(page, "dist");

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
  // Port 0: whichever is free.
  const server = await preview({ configFile, logLevel: "error", preview: { host: "127.0.0.1", port: 0 } });
  const address = server.httpServer.address();
  if (address === null || typeof address === "string") throw new Error("the preview server has no port");
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
