/** A page is kept for the next test only where nothing of this one is left in it. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../chromium.js";
import { withPage } from "./helpers/browser.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** Of a kind that no other test asks for. @param {(page: Page) => Promise<unknown>} test */
const withKind = (test) => withPage({ opened: "none", locale: "en-GB" }, test);

/** The page that the next test of the kind will have. */
async function next() {
  /** @type {Page[]} */
  const pages = [];
  await withKind(async (page) => void pages.push(page));
  return pages[0];
}

// With OPENINGS=each none is kept.
describe.runIf(process.env.OPENINGS !== "each")("the next test has", () => {
  test("the same page", async () => {
    const page = await next();
    await withKind(async (again) => expect(again === page).toBe(true));
  });

  /** @type {Record<string, (page: Page) => unknown>} */
  const lasting = {
    "whose clock stood still": async (page) => {
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
    },
    "whose day was another one": (page) => page.clock.setFixedTime("2020-02-02"),
    "whose requests were listened to": (page) => page.on("request", () => {}),
    "in which a script begins": (page) => page.addInitScript(() => {}),
    "which knew a function": (page) => page.exposeFunction("known", () => {}),
    "that was offline": (page) => page.context().setOffline(true),
    "with a session of its own": (page) => page.context().newCDPSession(page),
  };
  for (const [which, act] of Object.entries(lasting)) {
    test(`another page than one ${which}, and time goes on there`, async () => {
      const page = await next();
      await withKind(async (same) => {
        expect(same === page).toBe(true);
        await act(same);
      });
      await withKind(async (other) => {
        expect(other === page).toBe(false);
        await other.evaluate(() => new Promise(requestAnimationFrame));
      });
    });
  }

  test("another page than one that failed", async () => {
    const page = await next();
    const failed = withKind(() => Promise.reject(new Error("on purpose")));
    // Whether it was drawn within two seconds, a busy machine decides.
    await expect(failed).rejects.toThrow(
      /^on purpose\nthe page: .*, complete, .*, open: .*, (drawn|not drawn any more);/,
    );
    await withKind(async (other) => expect(other === page).toBe(false));
  });
});

test("a failure says how its page stood, whose clock may stand still", async () => {
  const failed = withKind(async (page) => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    throw new Error("on purpose");
  });
  await expect(failed).rejects.toThrow(/^on purpose\nthe page: .*, complete, .*, open: .*, not drawn any more;/);
});
