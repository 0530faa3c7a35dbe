/** A Vite plugin for kit/equations/*.tex: each is imported as MathML, typeset when the page is built. */
import { readFileSync } from "node:fs";
import temml from "temml";

/** @returns {import("vite").Plugin} */
export const equations = () => ({
  name: "equations",
  load(id) {
    if (!id.endsWith(".tex")) return null;
    const mathml = temml.renderToString(readFileSync(id, "utf8"), { displayMode: true, throwOnError: true });
    // Temml's class and style serve a style sheet that the page does not load; display="block" says the same.
    const plain = mathml.replace(' class="tml-display" style="display:block math;"', "");
    return { code: `export default ${JSON.stringify(plain)};`, moduleType: "js" };
  },
});
