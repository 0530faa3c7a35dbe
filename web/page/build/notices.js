import { readFileSync } from "node:fs";

/**
 * A Vite plugin: what others have made of the page, with their licences, in one file beside it. Vite's own
 * `build.license` lists packages, a font's too; the words that the networks read come from a list that is no package.
 */

export const NOTICES = "notices.txt";

const WORDS = new URL("../figure/values/words/COPYRIGHT", import.meta.url);

/** @returns {import("vite").Plugin} */
export const notices = () => ({
  name: "notices",
  config: () => ({ build: { license: { fileName: NOTICES } } }),
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const file = bundle[NOTICES];
      if (file?.type !== "asset") return this.error(`Vite wrote no ${NOTICES}: build.license has changed`);
      file.source = `${file.source}\n## SCOWL, lists of words\n\n${readFileSync(WORDS, "utf8")}`;
    },
  },
});
