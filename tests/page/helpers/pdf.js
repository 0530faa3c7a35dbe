/** Printed pages, as Chromium writes them: each object stands by itself, its stream deflated. */
import { inflateSync } from "node:zlib";

/**
 * What each page draws: how many runs of text, and how many paths.
 * @param {Buffer} pdf
 * @returns {{ texts: number, paths: number }[]} in the order of the pages
 */
export function drawnOn(pdf) {
  const source = pdf.toString("latin1");
  return Array.from(source.matchAll(/\/Type\s*\/Page\b[\s\S]*?\/Contents\s+(\d+) 0 R/g), ([, number]) => {
    const operators = streamOf(pdf, source, Number(number));
    return {
      texts: (operators.match(/\bT[jJ]\b/g) ?? []).length,
      paths: (operators.match(/\b(?:f\*?|S|B)\n/g) ?? []).length,
    };
  });
}

/** @param {Buffer} pdf @param {string} source the same, a character a byte @param {number} number of the object */
function streamOf(pdf, source, number) {
  const head = new RegExp(`(?:^|\\n)${number} 0 obj\\s*<<[\\s\\S]*?/Length (\\d+)[\\s\\S]*?>>\\s*stream\\r?\\n`, "g");
  const found = head.exec(source);
  if (!found) throw new Error(`the document has no stream ${number}`);
  const from = found.index + found[0].length;
  return inflateSync(pdf.subarray(from, from + Number(found[1]))).toString("latin1");
}
