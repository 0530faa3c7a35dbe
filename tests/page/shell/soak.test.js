/** A short `npm run soak -- --page`. */
import { expect, test } from "vitest";
import { browser, useBrowser } from "../../chromium.js";
import { soakPage } from "../../soak/page.mjs";
import { pageUrl } from "../helpers/browser.js";

useBrowser();

const ACTS = 60;

test("random acts: nothing is complained of, moves by itself or is not what its address says", async () => {
  const progress = (/** @type {number} */ acts) => acts / ACTS;
  const seen = await soakPage({ browser: browser(), url: pageUrl(), seed: 1, progress });
  expect(seen).toMatchObject({ acts: ACTS, documents: 1, links: 1, wrong: [] });
});
