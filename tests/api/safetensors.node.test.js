/** Safetensors files from elsewhere: of a network that PyTorch trained (tests/fixtures/model.py), from the disk. */
import { openAsBlob, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openSafetensors, readSafetensors } from "../../web/api/safetensors.js";

const path = fileURLToPath(new URL("../fixtures/model.safetensors", import.meta.url));

/** state: the same state_dict() as nested lists. @type {{ state: Record<string, any> }} */
const { state } = JSON.parse(readFileSync(new URL("../fixtures/model.json", import.meta.url), "utf8"));

/** The names of tensors that are no integers. */
const names = Object.keys(state).filter((name) => !name.endsWith("num_batches_tracked"));

/** As float32 numbers. @param {any} nested @returns {any} */
const rounded = (nested) => (Array.isArray(nested) ? nested.map(rounded) : Math.fround(nested));

describe("a network's weights, at whatever offset they begin", () => {
  test("in memory, as fs gives them", () => {
    const bytes = readFileSync(path),
      read = readSafetensors(bytes);
    expect(Number(bytes.readBigUInt64LE()) % 4).not.toBe(0);
    expect(Object.keys(read)).toEqual(names);
    for (const name of names) expect(read[name].toArray(), name).toEqual(rounded(state[name]));
  });

  test("from the disk, one by one", async () => {
    const file = await openSafetensors(await openAsBlob(path));
    expect(Object.keys(file.tensors)).toEqual(Object.keys(state));
    for (const name of names) expect((await file.read(name)).toArray(), name).toEqual(rounded(state[name]));
  });

  test("in memory that threads share", () => {
    const bytes = readFileSync(path),
      shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    const read = readSafetensors(shared);
    for (const name of names) expect(read[name].toArray(), name).toEqual(rounded(state[name]));
  });

  test("in memory that threads share, by ranges; and from a file handle", async () => {
    const bytes = readFileSync(path),
      shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    const handle = await open(path),
      fromHandle = async (/** @type {number} */ begin, /** @type {number} */ end) =>
        (await handle.read(Buffer.alloc(end - begin), 0, end - begin, begin)).buffer;
    for (const read of [
      async (/** @type {number} */ begin, /** @type {number} */ end) => shared.subarray(begin, end),
      fromHandle,
    ]) {
      const file = await openSafetensors({ size: bytes.length, read });
      for (const name of names) {
        for (const resident of [false, true]) {
          const tensor = await file.read(name, { resident });
          expect(tensor.toArray(), name).toEqual(rounded(state[name]));
          tensor.dispose();
        }
      }
    }
    await handle.close();
  });
});
