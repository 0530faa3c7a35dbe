import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup.mjs";
import { execute, projects } from "./project.js";

/**
 * The package is packed for all tests of this folder.
 * @param {import("vitest/node").TestProject} project
 */
export async function setup(project) {
  const folder = join(root, ".scratch", "package");
  const again = join(root, ".scratch", "package-again");
  const cleanUp = () => [folder, again, projects].forEach((path) => rmSync(path, { recursive: true, force: true }));
  cleanUp();
  // Twice, one after the other: a test compares them.
  for (const each of [folder, again]) {
    mkdirSync(each, { recursive: true });
    await execute("npm", ["pack", "--pack-destination", each], { cwd: root });
  }
  const [file] = readdirSync(folder);
  project.provide("tarball", join(folder, file));
  project.provide("tarballAgain", join(again, file));
  return cleanUp;
}
