/** Safetensors files from elsewhere: of a network that PyTorch trained (tests/fixtures/model.py), from the disk. */
import { once } from "node:events";
import { openAsBlob, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { createServer } from "node:http";
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

describe("a server's ranges, by fetch", () => {
  /**
   * @param {boolean} knowsRanges
   * @param {(url: string, sent: () => number) => Promise<void>} use is given a URL, and how many bytes were sent so far
   */
  async function served(knowsRanges, use) {
    let sent = 0;
    const bytes = readFileSync(path);
    const server = createServer(({ method, headers }, response) => {
      const [, begin, end] = (knowsRanges && /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "")) || [
          null,
          0,
          bytes.length - 1,
        ],
        part = bytes.subarray(Number(begin), Number(end) + 1);
      response.writeHead(headers.range && knowsRanges ? 206 : 200, { "content-length": part.length });
      if (method === "HEAD") response.end();
      else {
        sent += part.length;
        response.end(part);
      }
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    try {
      await use(`http://127.0.0.1:${port}/model.safetensors`, () => sent);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  /** @param {string} url */
  async function opened(url) {
    const { headers } = await fetch(url, { method: "HEAD" });
    return openSafetensors({
      size: Number(headers.get("content-length")),
      async read(begin, end) {
        const response = await fetch(url, { headers: { Range: `bytes=${begin}-${end - 1}` } });
        return new Uint8Array(await response.arrayBuffer());
      },
    });
  }

  test("only what is asked for is sent", async () => {
    await served(true, async (url, sent) => {
      const file = await opened(url),
        before = sent();
      let elements = 0;
      for (const name of names) {
        const tensor = await file.read(name);
        expect(tensor.toArray(), name).toEqual(rounded(state[name]));
        expect(file.tensors[name].dtype).toBe("F32");
        elements += tensor.size;
      }
      expect(sent() - before).toBe(4 * elements);
      expect(before).toBeLessThan(readFileSync(path).length - 4 * elements + 16);
    });
  });

  test("a server that has none is named as the cause", async () => {
    await served(false, (url) =>
      expect(opened(url)).rejects.toThrow(/\(a server that does not know the header Range sends the whole file\)$/),
    );
  });
});
