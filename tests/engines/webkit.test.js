import { checkPage } from "./checks.js";
import { startWebKit } from "./webkit.js";

checkPage("webkit", startWebKit);
