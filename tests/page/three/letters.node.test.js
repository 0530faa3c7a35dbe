/** The letters of letters.json are what the page's own transformer has, and what the section says of them is so. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import letters from "../../../web/page/figure/values/letters.json" with { type: "json" };
import { originalOf, presets } from "../../../web/page/figure/values/presets.js";
import { provideBeyondFirstView } from "../../../web/page/figure/values/provide.js";
import { FEATURES, NORM_COUNT } from "../../../web/page/sections/transformer/architecture.js";
import { AS_TRAINED, readModel } from "../../../web/page/sections/transformer/network.js";
import { readingOf } from "../../../web/page/sections/transformer/job.js";
import { root } from "../../setup.mjs";

const model = readModel(readFileSync(join(root, "web/page/sections/transformer/words/words.safetensors")));
const { words, norm, shape, values } = letters;
const [, count, shown] = shape;

/** The numbers of a letter. @param {number} word @param {number} letter */
const at = (word, letter) => values.slice((word * count + letter) * shown, (word * count + letter + 1) * shown);

test("they are the first features of each letter, in what goes into the norm that is named", () => {
  expect([letters.features, letters.norms]).toEqual([FEATURES, NORM_COUNT]);
  words.forEach((word, w) => {
    const { input } = readingOf(model, { word, modes: AS_TRAINED }).norms[norm - 1];
    for (let letter = 0; letter < count; letter++) {
      // The token before the first letter is left out.
      const wanted = input.subarray((letter + 1) * FEATURES, (letter + 1) * FEATURES + shown);
      at(w, letter).forEach((value, i) => expect(Math.abs(value - wanted[i])).toBeLessThan(1e-3));
    }
  });
});

test("they are the preset's, in its shape", () => {
  provideBeyondFirstView();
  expect(presets.letters.shape).toEqual(shape);
  expect(originalOf({ preset: "letters", shape, x: null }).values).toEqual(Float32Array.from(values));
});

test("the o of both words has other numbers, and only the letter before it is another", () => {
  const [first, second] = words;
  expect([first[1], second[1]]).toEqual(["o", "o"]);
  expect(first[0]).not.toBe(second[0]);
  const apart = at(0, 1).map((value, i) => Math.abs(value - at(1, 1)[i]));
  expect(Math.max(...apart)).toBeGreaterThan(1);
});
