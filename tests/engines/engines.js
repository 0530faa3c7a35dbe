/** The three engines, by what starts one. */
import { startChromium } from "./chromium.js";
import { startFirefox } from "./firefox.js";
import { startWebKit } from "./webkit.js";

export const engines = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit };
