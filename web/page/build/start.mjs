/**
 * What `npm start` runs: builds the page and serves it.
 *
 *   npm start -- [--port NUMBER] [--host [ADDRESS]]     --host alone: reachable from other machines
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { installPackages } from "../../packages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Vite's options port and host.
 * @param {readonly string[]} args
 * @throws {Error} if there are others, or a wrong port
 */
function serverOptions(args) {
  // parseArgs knows no options whose value may be left out.
  const complete = args.map((arg, i) => (arg === "--host" && !args[i + 1]?.match(/^[^-]/) ? "--host=" : arg));
  const {
    values: { port, host },
  } = parseArgs({
    args: complete,
    options: { port: { type: "string" }, host: { type: "string" } },
  });
  if (port !== undefined && !/^\d{1,5}$/.test(port)) {
    throw new Error(`--port: expected a number, got ${port}`);
  }
  return { port: port === undefined ? undefined : Number(port), host: host === "" ? true : host };
}

try {
  const options = serverOptions(process.argv.slice(2));
  installPackages();
  // Vite is a package: it is there only once npm has installed it.
  const { build, preview } = await import("vite");
  await build({ root, logLevel: "warn" });
  const server = await preview({ root, preview: options });
  server.printUrls();
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 1;
}
