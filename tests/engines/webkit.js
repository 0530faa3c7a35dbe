/** WebKit: WebKitGTK's MiniBrowser in a screen of memory (Xvfb), by Selenium over WebDriver. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { Builder, Capabilities, Key, Origin } from "selenium-webdriver";
import { findMiniBrowser } from "../setup.mjs";
import { sayViolations } from "./violations.js";

/** @typedef {import("selenium-webdriver").WebDriver} WebDriver */
/** @typedef {import("node:child_process").ChildProcess} ChildProcess */

/** Large enough for every size that the tests ask for, and for the browser around it. */
const SCREEN = "2100x1300x24";

const KEYS = { Enter: Key.ENTER, ArrowRight: Key.ARROW_RIGHT, Home: Key.HOME };

/** @param {import("node:http").Server} server */
const portOf = (server) => /** @type {import("node:net").AddressInfo} */ (server.address()).port;

/** A port that nobody listens to. @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  server.close();
  return port;
}

/**
 * A screen of its own.
 * @returns {Promise<{ screen: ChildProcess, display: string }>}
 */
async function startScreen() {
  // It takes a number that is free, and writes it to file 3.
  const args = ["-displayfd", "3", "-screen", "0", SCREEN, "-nolisten", "tcp"];
  const screen = spawn("Xvfb", args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const [number] = await once(/** @type {import("node:stream").Readable} */ (screen.stdio[3]), "data");
  return { screen, display: `:${String(number).trim()}` };
}

/** @param {string} url @returns {Promise<void>} once it answers */
async function untilReady(url) {
  for (let tries = 0; ; tries++) {
    const answers = await fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return;
    if (tries === 100) throw new Error(`WebKitWebDriver does not answer at ${url}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Runs in the page before anything else. WebKit's WebDriver tells nothing of the console. */
function collect() {
  /** @type {string[]} */
  const complaints = [];
  Object.assign(window, { complaints });
  addEventListener("error", ({ message }) => complaints.push(message));
  addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));
  for (const kind of /** @type {const} */ (["error", "warn"])) {
    const original = console[kind];
    console[kind] = (...said) => {
      complaints.push(said.join(" "));
      original(...said);
    };
  }
}

/**
 * Serves what another server does, with `collect` in its pages.
 * @param {string} origin  of the other server
 */
async function startListener(origin) {
  const server = createServer(async ({ url }, response) => {
    const answer = await fetch(new URL(url ?? "/", origin));
    const type = answer.headers.get("content-type") ?? "";
    const body = Buffer.from(await answer.arrayBuffer());
    const isPage = type.startsWith("text/html");
    const policies = [...answer.headers].filter(([name]) => name.startsWith("cross-origin-"));
    response.writeHead(answer.status, { "Content-Type": type, ...Object.fromEntries(policies) });
    response.end(
      isPage ? String(body).replace("<head>", `<head><script>(${collect})(); (${sayViolations})()</script>`) : body,
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, origin: `http://127.0.0.1:${portOf(server)}` };
}

/** The page's size differs from the window's by what the browser has around it. @param {WebDriver} driver */
async function resize(driver, /** @type {import("./tab.js").Size} */ { width, height }) {
  const inner = () => driver.executeScript(() => [innerWidth, innerHeight]);
  for (let tries = 0; tries < 4; tries++) {
    const [nowWidth, nowHeight] = /** @type {[number, number]} */ (await inner());
    if (nowWidth === width && nowHeight === height) return;
    const rect = await driver.manage().window().getRect();
    await driver
      .manage()
      .window()
      .setRect({
        ...rect,
        width: rect.width + width - nowWidth,
        height: rect.height + height - nowHeight,
      });
  }
}

/** @param {string} pageUrl @returns {Promise<import("./tab.js").Driver>} */
export async function startWebKit(pageUrl) {
  const listener = await startListener(pageUrl);
  const { screen, display } = await startScreen();
  const port = await freePort();
  const service = spawn("WebKitWebDriver", [`--port=${port}`], {
    // Only our own page is opened, so it runs where a machine forbids sandboxes too.
    // MiniBrowser gives even an isolated page no SharedArrayBuffer unless it is told to.
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: "x11",
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      JSC_useSharedArrayBuffer: "1",
    },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url);
  const binary = findMiniBrowser();
  const options = { binary, args: ["--automation"] };
  const capabilities = new Capabilities({ browserName: "MiniBrowser", "webkitgtk:browserOptions": options });
  const driver = await new Builder().usingServer(url).withCapabilities(capabilities).build();
  return {
    goTo: (url) => driver.get(url.replace(new URL(pageUrl).origin, listener.origin)),
    evaluate: (run, argument) => driver.executeScript(/** @type {any} */ (run), argument),
    async pull([from, ...path]) {
      const at = (/** @type {import("./tab.js").Point} */ point) => ({
        ...point,
        origin: Origin.VIEWPORT,
        duration: 20,
      });
      const actions = driver.actions().move(at(from)).press();
      for (const point of path) actions.move(at(point));
      await actions.release().perform();
    },
    type: (text) => driver.actions().sendKeys(text).perform(),
    press: (key) => driver.actions().sendKeys(KEYS[key]).perform(),
    resize: (size) => resize(driver, size),
    picture: async () => Buffer.from(await driver.takeScreenshot(), "base64"),
    complaints: () => driver.executeScript(() => /** @type {any} */ (window).complaints),
    async close() {
      await driver.quit();
      service.kill();
      screen.kill();
      listener.server.close();
    },
  };
}
