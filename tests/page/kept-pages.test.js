/** A page is kept for the next test only where nothing of this one is left in it. */
import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { browser, useBrowser } from "../chromium.js";
import { STOPPED_DRAWING } from "../waits.js";
import { withPage } from "./helpers/browser.js";
import { stopsDrawing } from "./helpers/drawing.js";

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

describe("where pictures come no more", () => {
  /** Not drawn before its style sheet arrives, which it never does; timers fire. @param {Page} page */
  async function openUndrawn(page) {
    const server = createServer(({ url }, response) => {
      if (url === "/") response.end('<!doctype html><link rel="stylesheet" href="/never.css"><p>Nothing is drawn.');
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: "commit" });
    return server;
  }
  const picture = (/** @type {Page} */ page) => page.evaluate(() => new Promise(requestAnimationFrame));

  test("a test ends, and the next has another browser", async () => {
    const first = browser();
    const page = await next();
    /** @type {Promise<unknown>[]} */
    const ends = [];
    const stopped = withPage({ opened: "none", asked: 600 }, async (page) => {
      const server = await openUndrawn(page);
      ends.push(new Promise((closed) => page.once("close", closed)));
      await picture(page).finally(() => server.closeAllConnections());
    });
    await expect(stopped).rejects.toThrow(new RegExp(`^${STOPPED_DRAWING}`));
    await Promise.all(ends);
    expect(browser() === first).toBe(false);
    expect(first.isConnected()).toBe(false);
    await withKind(async (other) => {
      expect(other === page).toBe(false);
      await picture(other);
    });
  });

  test("a test is repeated once, for this alone", ({ task }) => {
    const { count, condition } = /** @type {{ count: number, condition: RegExp }} */ (task.retry);
    expect(count).toBe(1);
    expect(condition.test(STOPPED_DRAWING)).toBe(true);
    expect(condition.test(`not drawn, or ${STOPPED_DRAWING}`)).toBe(false);
  });

  test("but not a page whose clock stands still: it is asked again", () =>
    withPage({ opened: "none" }, async (page) => {
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      const ended = new AbortController();
      let questions = 0;
      await new Promise((askedAgain, stopped) => {
        const newSession = () => {
          if (++questions === 2) askedAgain(undefined);
          return page.context().newCDPSession(page);
        };
        stopsDrawing(newSession, ended.signal, 3000).catch(stopped);
      });
      ended.abort();
      expect(questions).toBe(2);
    }));

  test("but not a page with a session of its own, though it is not drawn", () =>
    withPage({ opened: "none", asked: 3000, pardoned: /^request to / }, async (page) => {
      await page.context().newCDPSession(page);
      const server = await openUndrawn(page);
      page.once("close", () => server.closeAllConnections());
      // Were it asked, its timer would have gone off as often as it must after six seconds.
      await new Promise((done) => setTimeout(done, 9000));
    }));
});
