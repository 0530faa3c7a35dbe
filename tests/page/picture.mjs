/**
 * What `npm run picture` runs: takes two pictures from the built page. The README's is the figure of section dim; that
 * of links to the page, in messages and posts, is the first screen.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright";
import { PNG } from "pngjs";
import UPNG from "upng-js";
import { chromiumFlags, findChromium, root } from "../setup.mjs";
import { PREVIEW } from "../../web/page/build/link-preview.js";
import { servePage } from "./helpers/serve.js";

/** As many colours as a palette holds: the file is a third of what it would be. */
const SHADES = 256;

/** The first screen as a poster. */
const BARE = `
  .page-header :is(button, nav), .first-words .more, .toolbar { display: none !important; }
  .first-screen { zoom: 1.05; }
`;

const { url, close } = await servePage();
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
try {
  await takeReadmes();
  await takeLinks();
} finally {
  await browser.close();
  await close();
}

/** @param {import("playwright").BrowserContextOptions} options */
async function open(options) {
  const page = await browser.newPage({ colorScheme: "light", reducedMotion: "reduce", ...options });
  await page.goto(url);
  await page.evaluate(() => document.fonts.ready);
  return page;
}

async function takeReadmes() {
  const page = await open({ viewport: { width: 1240, height: 1400 }, deviceScaleFactor: 1.5 });
  await page.locator("#dim-figure").screenshot({ path: join(root, "web/page/picture.png") });
}

/** Half-way: the groups are balanced at 0, and not yet stretched. What is there to be pressed is left out. */
async function takeLinks() {
  const page = await open({ viewport: { width: PREVIEW.width, height: PREVIEW.height } });
  const slider = page.locator("#first .stage-slider input");
  await slider.fill("1");
  await slider.blur();
  await page.addStyleTag({ content: BARE });
  const picture = PNG.sync.read(await page.screenshot({ animations: "disabled" }));
  const pixels = new Uint8Array(picture.data).buffer;
  const palette = UPNG.encode([pixels], picture.width, picture.height, SHADES);
  writeFileSync(join(root, "web/page/public", PREVIEW.file), new Uint8Array(palette));
}
