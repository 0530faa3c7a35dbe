/** What a program weighs: bundled and minified by esbuild, and compressed by gzip. */
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";

const resolveDir = fileURLToPath(new URL("../../web/api", import.meta.url));

/** @param {string | Uint8Array} content @returns {number} bytes */
export const gzipped = (content) => gzipSync(content, { level: 9 }).length;

/** What a program with any single op may weigh, in bytes of gzip. */
export const OP_LIMIT = 14000;

/**
 * The functions of the API that weigh more than OP_LIMIT, each with its reason. They stay below what is recorded of
 * them.
 * @type {Readonly<Record<string, string>>}
 */
export const HEAVY = {
  kernels: "all of them, by definition",
  normalize: "missed: rows and groups of any dims are two families of loops, beside all that a tensor brings",
};

/**
 * The bundle of a program that exports something of the API.
 * @param {string} names "*" or "{ layerNorm }"
 * @param {"index" | "safetensors"} [entry]
 */
export async function bundled(names, entry = "index") {
  const contents = `export ${names} from "./${entry}.js"`;
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
  });
  return outputFiles[0].contents;
}
