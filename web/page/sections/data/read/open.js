/**
 * What a file is, by its first bytes, and what is in it. Nothing is asked of a server, and nothing is sent: a file is
 * read by slices, here.
 */
import { HEAD, MAGIC, npyLayout } from "./npy.js";
import { openNpz } from "./npz.js";
import { isSafetensors, openSafetensors } from "./safetensors.js";
import { LONGEST_TEXT, openText } from "./table.js";
import { listed } from "./tensors.js";
import { refuse, shortName, sizeInWords, Unreadable } from "./unreadable.js";

/** @typedef {import("./tensors.js").Source} Source */

export { Unreadable };

/** What files of other kinds begin with. @type {readonly (readonly [start: string, what: string])[]} */
const OTHERS = [
  ["\x89HDF", "an HDF5 file: in Python, numpy.save the array that you mean"],
  ["GGUF", "a GGUF file"],
  ["%PDF", "a PDF"],
  ["\x89PNG", "a picture"],
  ["\xff\xd8\xff", "a picture"],
  ["\x1f\x8b", "packed with gzip: unpack it first"],
  ["PAR1", "a Parquet file: in Python, df.to_csv writes a table"],
  ["ARROW1", "an Arrow file"],
  ["\x80\x02", "a pickle, which only Python can run"],
  ["\x80\x03", "a pickle, which only Python can run"],
  ["\x80\x04", "a pickle, which only Python can run"],
  ["\x80\x05", "a pickle, which only Python can run"],
];

const EXPECTED = "Expected .csv, .tsv, .npy, .npz or .safetensors";

/** So many first bytes tell what a file is. */
const TELLING = 16;

/**
 * @param {File} file
 * @returns {Promise<Source>}
 * @throws {Unreadable} with a sentence for the reader
 */
export async function openFile(file) {
  try {
    const head = new Uint8Array(await file.slice(0, TELLING).arrayBuffer());
    return { name: file.name, note: "", ...(await openAs(file, head)) };
  } catch (error) {
    // The file is gone, or is a folder, or its disk is.
    if (error instanceof DOMException)
      throw new Unreadable(`Expected a file that can be read, and the browser says: ${shortName(error.message)}.`);
    throw error;
  }
}

/**
 * @param {File} file
 * @param {Uint8Array} head
 * @returns {Promise<Pick<Source, "kind" | "tensors"> & Partial<Source>>}
 */
async function openAs(file, head) {
  const begins = (/** @type {string} */ start) =>
    Array.from(start).every((character, i) => head[i] === character.charCodeAt(0));
  if (head.length === 0) refuse(`${EXPECTED}, got an empty file.`);
  if (begins(MAGIC)) return { kind: "an array", tensors: [await openNpy(file)] };
  if (begins("PK")) return { kind: "an archive of arrays", tensors: await openNpz(file) };
  if (isSafetensors(head, file.name)) return { kind: "a safetensors file", tensors: await openSafetensors(file) };
  const other = OTHERS.find(([start]) => begins(start));
  if (other) refuse(`${EXPECTED}, got ${other[1]}.`);
  if (/\.np[yz]$/.test(file.name))
    refuse(`${EXPECTED}, and “${shortName(file.name)}” does not begin as numpy.save or numpy.savez begin a file.`);
  return { kind: "a table", ...openText(await textOf(file, head), file.name) };
}

/** @param {File} file */
async function openNpy(file) {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  return listed(file.name.replace(/\.npy$/, ""), { ...npyLayout(head, file.size), bytes: async () => file });
}

/** @param {File} file @param {Uint8Array} head */
async function textOf(file, head) {
  if (file.size > LONGEST_TEXT)
    refuse(
      `Expected a table of at most ${sizeInWords(LONGEST_TEXT)}, got ${sizeInWords(file.size)}: ` +
        "as .npy it is read by parts.",
    );
  // Excel’s “Unicode text” begins so.
  const encoding = head[0] === 0xff && head[1] === 0xfe ? "utf-16le" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(await file.arrayBuffer());
    if (!text.includes("\0")) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  return refuse(`${EXPECTED}, and “${shortName(file.name)}” is neither of these nor text in UTF-8.`);
}

/**
 * @param {string} text
 * @returns {Source}
 */
export const openPasted = (text) => {
  if (text.length > LONGEST_TEXT)
    refuse(`Expected at most ${LONGEST_TEXT} characters, got ${text.length}: drop them as a file.`);
  return { name: "pasted numbers", kind: "pasted numbers", ...openText(text, "pasted numbers") };
};
