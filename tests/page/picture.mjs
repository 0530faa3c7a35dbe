/** What `npm run picture` runs: takes the README's picture, section 4's figure, from the built page. */
import { join } from "node:path";
import { chromium } from "playwright";
import { chromiumFlags, findChromium, root } from "../setup.mjs";
import { servePage } from "./helpers/serve.js";

const { url, close } = await servePage();
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
try {
  const page = await browser.newPage({
    viewport: { width: 1240, height: 1400 },
    deviceScaleFactor: 1.5,
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  await page.goto(url);
  await page.evaluate(() => document.fonts.ready);
  await page.locator("#dim-figure").screenshot({ path: join(root, "web/page/picture.png") });
} finally {
  await browser.close();
  await close();
}
