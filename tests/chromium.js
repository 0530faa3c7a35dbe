/** One Chromium for all test files that a worker goes through: to start one takes a second. */
import { chromium } from "playwright";
import { beforeAll } from "vitest";
import { chromiumFlags, findChromium } from "./setup.mjs";

/** @type {import("playwright").Browser | undefined} */
let running;

/** Starts the browser before this file's tests, unless an earlier file's has. Playwright stops it with the process. */
export function useBrowser() {
  beforeAll(async () => {
    if (!running?.isConnected())
      running = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  });
}

/** The one that useBrowser started. */
export function browser() {
  if (!running) throw new Error("useBrowser() has not been called in this test file");
  return running;
}
