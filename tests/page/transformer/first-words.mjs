/**
 * Writes web/page/sections/transformer/words/first-words.json: the words with which the page begins, as the model makes
 * them up as trained and with all its norms off. They stand there before the model has been fetched.
 * `node tests/page/transformer/first-words.mjs`; a test says when that is due.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NORM_COUNT } from "../../../web/page/sections/transformer/architecture.js";
import { makeWords } from "../../../web/page/sections/transformer/made-up.js";
import { readModel } from "../../../web/page/sections/transformer/network.js";
import { spec } from "../../../web/page/sections/transformer/spec.js";
import { root } from "../../setup.mjs";

/** @typedef {import("../../../web/page/sections/transformer/spec.js").Mode} Mode */

const FOLDER = join(root, "web/page/sections/transformer/words");
const { seed } = spec.initial;

/** @param {Mode} mode */
function wordsOf(mode) {
  const model = readModel(readFileSync(join(FOLDER, "words.safetensors")));
  return [...makeWords(model, { modes: new Array(NORM_COUNT).fill(mode), seed, count: 8 })];
}

export const firstWords = () => ({ seed, words: { trained: wordsOf("trained"), off: wordsOf("off") } });

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(FOLDER, "first-words.json"), `${JSON.stringify(firstWords())}\n`);
}
