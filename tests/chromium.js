/** One Chromium for a test file. */
import { chromium } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { chromiumFlags, findChromium } from "./setup.mjs";

/** @type {import("playwright").Browser} */
let running;

/** Starts the browser before this file's tests and stops it after them. */
export function useBrowser() {
  beforeAll(async () => {
    running = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  });
  afterAll(() => running?.close());
}

/** The one that useBrowser started. */
export const browser = () => running;
