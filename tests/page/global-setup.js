import { servePage } from "./helpers/serve.js";

/**
 * The page is built and served once for all page tests.
 * @param {import("vitest/node").TestProject} project
 */
export async function setup(project) {
  const { url, close } = await servePage();
  project.provide("pageUrl", url);
  return close;
}
