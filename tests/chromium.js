/** One Chromium for all test files that a worker goes through: to start one takes a second. */
import { setTimeout as after } from "node:timers/promises";
import { chromium } from "playwright";
import { beforeAll } from "vitest";
import { chromiumFlags, findChromium } from "./setup.mjs";
import { WAITS_MS } from "./waits.js";

/** @type {import("playwright").Browser | undefined} */
let running;

/** Starts the browser before this file's tests, unless an earlier file's has. Playwright stops it with the process. */
export function useBrowser() {
  beforeAll(async () => {
    if (!running?.isConnected()) await launch();
  });
}

async function launch() {
  running = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags, timeout: WAITS_MS });
}

/** Another browser, in place of one that does not work any more. It need not even end. */
export async function replaceBrowser() {
  await Promise.race([running?.close().catch(() => {}), after(30_000)]);
  await launch();
}

/** The one that useBrowser started. */
export function browser() {
  if (!running) throw new Error("useBrowser() has not been called in this test file");
  return running;
}

/** A page of its own, which its test closes. */
export async function openTab() {
  const tab = await browser().newPage();
  tab.setDefaultTimeout(WAITS_MS);
  return tab;
}
