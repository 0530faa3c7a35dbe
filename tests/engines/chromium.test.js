import { checkPage } from "./checks.js";
import { startChromium } from "./chromium.js";

checkPage("chromium", startChromium);
