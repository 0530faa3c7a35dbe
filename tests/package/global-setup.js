import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup.mjs";
import { execute, projects } from "./project.js";

/**
 * The package is packed once for all tests of this folder.
 * @param {import("vitest/node").TestProject} project
 */
export async function setup(project) {
  const folder = join(root, ".scratch", "package");
  const cleanUp = () => [folder, projects].forEach((path) => rmSync(path, { recursive: true, force: true }));
  cleanUp();
  mkdirSync(folder, { recursive: true });
  await execute("npm", ["pack", "--pack-destination", folder], { cwd: root });
  const [file] = readdirSync(folder);
  project.provide("tarball", join(folder, file));
  return cleanUp;
}
