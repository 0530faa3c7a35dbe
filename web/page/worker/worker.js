/**
 * What the page starts as the labs' worker: work.js is all of it. WebKit runs the first file of a worker once more for
 * another that imports from it, and the kernels that the first was given are not there in the second: so no file
 * imports from this one, and what the jobs share is not in it (SHARED in vite.config.js).
 */
import { onMessage } from "./work.js";

addEventListener("message", onMessage);
