/**
 * The modules are built from their sources. Another compiler than the one that a module is stamped with makes other
 * bytes: then only the hash of sources and flags is compared.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { mustSucceed } from "../process.js";
import { root } from "../setup.mjs";

const built = join(root, ".scratch", "module");

beforeAll(() => rmSync(built, { recursive: true, force: true }));

/**
 * @param {{ compiler: string }} stamp
 * @param {{ compiler: string }} current
 * @param {string} folder
 * @param {...string} files
 */
function compareBytes(stamp, current, folder, ...files) {
  if (stamp.compiler !== current.compiler) {
    console.log(`This compiler is ${current.compiler}; ${folder} is from ${stamp.compiler}: no bytes are compared`);
    return;
  }
  const differing = files.filter(
    (file) => !readFileSync(join(root, folder, file)).equals(readFileSync(join(built, file))),
  );
  expect(differing, `in ${folder}`).toEqual([]);
}

/** @param {string} folder @returns {Promise<{ compiler: string, sources: string }>} how its module is stamped */
const stampIn = async (folder) => {
  const { compiler, sources } = await import(/* @vite-ignore */ pathToFileURL(join(folder, "kernels.js")).href);
  return { compiler, sources };
};

test("web/api holds what c/ compiles to (./build.sh)", async () => {
  await mustSucceed("sh", ["build.sh", built]);
  const [stamp, current] = [await stampIn(join(root, "web", "api")), await stampIn(built)];
  expect(stamp.sources, "the hash of sources and flags").toBe(current.sources);
  compareBytes(stamp, current, "web/api", "kernels.wasm", "kernels.js", "kernel-text.js");
});

test("the module for threads is what c/ compiles to (./build.sh --threads)", async () => {
  const folder = join(root, "web/api/threads");
  await mustSucceed("sh", ["build.sh", "--threads", built]);
  const [{ stamp }, { stamp: current }] = await Promise.all(
    [folder, built].map((where) => import(/* @vite-ignore */ pathToFileURL(join(where, "module.js")).href)),
  );
  expect(stamp.sources, "the hash of sources and flags").toBe(current.sources);
  compareBytes(stamp, current, "web/api/threads", "module.js");
});

// That it comes from these sources is tested where no compiler is.
test("the page's module of plain C is what c/plain.c compiles to (./build.sh --plain)", async () => {
  const folder = "web/page/sections/speed/plain";
  await mustSucceed("sh", ["build.sh", "--plain", built]);
  const [stamp, current] = [join(root, folder), built].map((where) =>
    JSON.parse(readFileSync(join(where, "layer-norm.json"), "utf8")),
  );
  compareBytes(stamp, current, folder, "layer-norm.json", "layer-norm.wasm");
});
