/** The search for a word or a section. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { glossary } from "../../../web/page/course/glossary.js";
import { findPlaces, findWords, typed } from "../../../web/page/shell/find.js";

/** @type {import("../../../web/page/shell/find.js").Place[]} */
const PLACES = [
  {
    id: "a",
    kind: "main",
    label: "1 · one row",
    title: "one row",
    lesson: "Slide it to zero",
    texts: ["Take 2.5 numbers. Their mean is 0."],
  },
  {
    id: "b",
    kind: "main",
    label: "2 · shapes",
    title: "shapes",
    lesson: "A mean may fit",
    texts: ["keepdim stays", "Ioffe’s n − 1 is x̂’s."],
  },
];
const WORDS = Object.entries(glossary).map(([name, [word, meaning]]) => ({ name, word, meaning, section: undefined }));

/** @param {string} query */
const found = (query) => findPlaces(query, PLACES).map(({ place, quote }) => [place.id, quote]);
/** @param {string} query */
const named = (query) => findWords(query, WORDS).map(({ name }) => name);

describe("a search", () => {
  test("for nothing finds everything, in order", () => {
    expect(found("  ")).toEqual([
      ["a", ""],
      ["b", ""],
    ]);
    expect(named("")).toEqual(WORDS.map(({ name }) => name));
  });

  test("finds titles and lessons first, then sentences, which it quotes", () => {
    expect(found("mean")).toEqual([
      ["b", ""],
      ["a", "Their mean is 0."],
    ]);
    expect(found("2.5")).toEqual([["a", "Take 2.5 numbers."]]);
    expect(found("row ZERO")).toEqual([["a", ""]]);
    expect(found("nothing of the kind")).toEqual([]);
  });

  test("finds whole words and their beginnings, not their ends", () => {
    expect(found("keep")).toEqual([["b", "keepdim stays"]]);
    expect(found("eepdim")).toEqual([]);
    expect(found("5")).toEqual([["a", "Take 2.5 numbers."]]);
    expect(named("eps").every((name) => /(^|[^a-z])eps/i.test(glossary[name].join(" ")))).toBe(true);
    const [place] = PLACES;
    expect(findPlaces("eps", [{ ...place, texts: ["It keeps its steps.", "Then eps is added."] }])[0].quote).toBe(
      "Then eps is added.",
    );
  });

  test("takes what a keyboard has: a hyphen for the minus sign, a letter without its hat", () => {
    for (const query of ["n - 1", "ioffe's", "x's"]) expect(found(query)).toEqual([["b", "Ioffe’s n − 1 is x̂’s."]]);
    expect(named("x")[0]).toBe("xhat");
    expect(named("n - 1")[0]).toBe("bessel");
  });

  test("finds words that begin like it first, and meanings last", () => {
    expect(named("token").slice(0, 1)).toEqual(["token"]);
    expect(named("token")).toEqual(expect.arrayContaining(["embedding", "attention", "mlp"]));
    expect(named("standard deviation")).toEqual(expect.arrayContaining(["sigma", "rms"]));
  });

  test("finds each word of the glossary by itself, whatever is typed in capitals", () =>
    fc.assert(
      fc.property(fc.constantFrom(...WORDS), fc.boolean(), ({ name, word }, isLoud) => {
        expect(named(isLoud ? word.toUpperCase() : word)).toContain(name);
        expect(typed(typed(word))).toBe(typed(word));
      }),
    ));
});
