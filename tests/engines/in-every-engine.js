/** A test that every engine runs, with a module of this project in its page. */
import { afterAll, beforeAll, test } from "vitest";
import { engines } from "./engines.js";
import { serveModule } from "./serve-module.js";

/**
 * @param {string} name   the test's, before the engine's
 * @param {string} path   the module's, from the root; the page has its exports as `served`, a promise
 * @param {(driver: import("./tab.js").Driver) => Promise<void>} check
 */
export function testInEveryEngine(name, path, check) {
  /** @type {Awaited<ReturnType<typeof serveModule>>} */
  let server;
  beforeAll(async () => {
    server = await serveModule(path);
  });
  afterAll(() => server?.close());

  test.each(Object.entries(engines))(`${name} in %s`, async (_, start) => {
    const driver = await start(server.url);
    try {
      await driver.goTo(server.url);
      await check(driver);
    } finally {
      await driver.close();
    }
  });
}
