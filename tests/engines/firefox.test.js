import { checkPage } from "./checks.js";
import { startFirefox } from "./firefox.js";

checkPage("firefox", startFirefox);
