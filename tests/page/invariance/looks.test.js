import { useBrowser } from "../../chromium.js";
import { looksAsItDid } from "../helpers/looks.js";

useBrowser();
looksAsItDid("invariance");
