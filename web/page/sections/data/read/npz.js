/**
 * Archives as numpy.savez writes them: a ZIP file of .npy files, stored or deflated. A deflated one is unpacked when it
 * is chosen, if it is not too large. Of a stored one that is too large for that only the parts that are shown are read;
 * of all others the checksum is computed, too.
 */
import { unzipRaw } from "unzipit";
import { listed } from "./tensors.js";
import { HEAD, npyLayout } from "./npy.js";
import { refuse, shortName, sizeInWords, Unreadable } from "./unreadable.js";

/** @typedef {import("unzipit").ZipEntry} Entry */

/** The list of a ZIP file is in memory as a whole; nobody has one so long. */
const LONGEST_LIST = 2 ** 24;
const MOST_ENTRIES = 4096;
/** A deflated array is unpacked as a whole: it may be a thousand times as large as what is stored of it. */
export const MOST_UNPACKED = 2 ** 28;
const STORED = 0;

/** A file for unzipit, which reads by slices and refuses long ones. @param {Blob} file */
const sliced = (file) => ({
  getLength: async () => file.size,
  read: async (/** @type {number} */ from, /** @type {number} */ length) => {
    if (length > LONGEST_LIST) throw new Error(`its list takes ${sizeInWords(length)}`);
    return new Uint8Array(await file.slice(from, from + length).arrayBuffer());
  },
  readStream: async (/** @type {number} */ from, /** @type {number} */ length) =>
    file.slice(from, from + length).stream(),
  sliceAsBlob: async (/** @type {number} */ from, /** @type {number} */ length, type = "") =>
    file.slice(from, from + length, type),
});

/**
 * @param {Blob} file
 * @returns {Promise<import("./tensors.js").Listed[]>}
 */
export async function openNpz(file) {
  const entries = await entriesOf(file);
  const arrays = entries.filter(({ name }) => name.endsWith(".npy"));
  if (arrays.length === 0) refuse(whyNoArrays(entries.map(({ name }) => name)));
  if (arrays.length > MOST_ENTRIES) refuse(`Expected at most ${MOST_ENTRIES} arrays in a file, got ${arrays.length}.`);
  const names = new Set();
  const tensors = [];
  for (const entry of arrays) {
    const name = entry.name.slice(0, -".npy".length);
    if (names.has(name)) refuse(`Expected each name once in the ZIP file, got “${shortName(name)}” twice.`);
    names.add(name);
    tensors.push(await within(name, () => openEntry(name, entry)));
  }
  return tensors;
}

/** @param {Blob} file */
async function entriesOf(file) {
  try {
    return (await unzipRaw(sliced(file))).entries;
  } catch (error) {
    return refuse(`Expected a ZIP file whose list of contents is whole, and unzipping says: ${messageOf(error)}.`);
  }
}

/** @param {readonly string[]} names */
function whyNoArrays(names) {
  const expected = "Expected a ZIP file of .npy arrays, as numpy.savez writes it";
  if (names.some((name) => name.endsWith("data.pkl")))
    return `${expected}, and this is what torch.save writes: save it with safetensors.torch.save_file.`;
  if (names.includes("[Content_Types].xml")) return `${expected}, and this is an Office file: save the sheet as CSV.`;
  return `${expected}, and there is no .npy file among its ${names.length}.`;
}

/**
 * What goes wrong in one of the arrays is said of that one.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} run
 */
async function within(name, run) {
  try {
    return await run();
  } catch (error) {
    return refuse(`“${shortName(name)}” in the ZIP file: ${messageOf(error)}.`);
  }
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? shortMessage(error.message) : shortMessage(String(error)));

/** A sentence of another's, without its full stop. @param {string} message */
const shortMessage = (message) => message.replace(/\s+/g, " ").replace(/\.$/, "").slice(0, 200);

/** @param {string} name @param {Entry} entry */
async function openEntry(name, entry) {
  const layout = npyLayout(await headOf(entry), entry.size);
  /** @type {Promise<Blob> | undefined} */
  let unpacked;
  return listed(name, { ...layout, bytes: () => (unpacked ??= within(name, () => unpack(entry))) });
}

/** The first bytes: of a deflated array no more is unpacked. @param {Entry} entry */
async function headOf(entry) {
  const reader = (await entry.stream()).getReader();
  const head = new Uint8Array(Math.min(HEAD, entry.size));
  let length = 0;
  while (length < head.length) {
    const { done, value } = await reader.read();
    if (done) break;
    head.set(value.subarray(0, head.length - length), length);
    length = Math.min(length + value.length, head.length);
  }
  await reader.cancel();
  return head.subarray(0, length);
}

/** @param {Entry} entry */
async function unpack(entry) {
  if (entry.compressionMethod !== STORED && entry.size > MOST_UNPACKED)
    throw new Unreadable(
      `it unpacks to ${sizeInWords(entry.size)}, and up to ${sizeInWords(MOST_UNPACKED)} are unpacked here: ` +
        "save it with numpy.savez.",
    );
  const blob = await entry.blob();
  // A stored one that is larger is read by parts, which have no checksum of their own.
  // biome-ignore lint/complexity/useLiteralKeys: unzipit keeps the checksum to itself, and brackets reach it.
  if (entry.size <= MOST_UNPACKED) await checkSum(blob, entry["_rawEntry"].crc32);
  return blob;
}

/** Of each byte, what eight steps of the division make of it: by the polynomial of ZIP files, its bits reversed. */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = (byte >>> 1) ^ (byte & 1 ? 0xedb88320 : 0);
  return byte;
});

/**
 * A damaged array has other numbers than were saved, and looks like any other.
 * @param {Blob} blob
 * @param {number} sum
 */
async function checkSum(blob, sum) {
  const reader = blob.stream().getReader();
  let crc = -1;
  for (let next = await reader.read(); !next.done; next = await reader.read())
    for (const byte of next.value) crc = (crc >>> 8) ^ REMAINDERS[(crc ^ byte) & 255];
  const [expected, got] = [sum, ~crc].map((each) => (each >>> 0).toString(16).padStart(8, "0"));
  if (got !== expected)
    throw new Unreadable(`it is damaged: expected bytes whose checksum is ${expected}, got one of ${got}.`);
}
