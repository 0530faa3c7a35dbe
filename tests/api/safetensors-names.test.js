/** What readSafetensors gives: an object that knows its names, refuses others, and is an object to everybody else. */
import { describe, expect, test } from "vitest";
import { LayerNorm, ones, rmsNorm, Tensor } from "../../web/api/index.js";
import { openSafetensors, readSafetensors, writeSafetensors } from "../../web/api/safetensors.js";
import { written } from "./safetensors.js";

const NAMES = ["model.layers.0.input_layernorm.weight", "model.layers.1.input_layernorm.weight", "lm_head.weight"];

const bytes = writeSafetensors(Object.fromEntries(NAMES.map((name, i) => [name, [i + 1, 2]]))),
  make = () => readSafetensors(bytes);

/** @param {string} name @param {string} near */
const unknown = (name, near) =>
  new RangeError(
    `name: expected that of a tensor in the file, got ${JSON.stringify(name)}; the nearest is ${JSON.stringify(near)}`,
  );

describe("a name that is not there", () => {
  test("is a RangeError with the nearest: a norm does not run without its weight", () => {
    const file = make(),
      x = ones([1, 2]);
    expect(() => rmsNorm(x, 2, { weight: file["lm_head.wieght"] })).toThrow(unknown("lm_head.wieght", NAMES[2]));
    expect(() => file["model.layers.1.input_layernom.weight"]).toThrow(
      unknown("model.layers.1.input_layernom.weight", NAMES[1]),
    );
    expect(() => file["layers.1.input_layernorm.weight"]).toThrow(unknown("layers.1.input_layernorm.weight", NAMES[1]));
    expect(() => file[""]).toThrow(unknown("", NAMES[2]));
    const { "lm_head.weight": head } = file;
    expect(rmsNorm(x, 2, { weight: head }).shape).toEqual([1, 2]);
  });

  test("of a file without tensors there is no nearest", () => {
    expect(() => readSafetensors(writeSafetensors({})).weight).toThrow(
      new RangeError('name: expected that of a tensor in the file, got "weight"'),
    );
  });

  test("of a dtype that cannot be read is named, too", () => {
    const file = readSafetensors(written({ count: { dtype: "I64", shape: [], values: [1] } }));
    expect(() => file.counts).toThrow(unknown("counts", "count"));
    expect(() => file.count).toThrow('tensor "count": expected dtype F32, F16, BF16 or F64, got "I64"');
  });

  test("what is long is cut off", () => {
    const long = "a".repeat(1e5),
      file = readSafetensors(writeSafetensors({ [long]: [1] }));
    let message = "";
    try {
      file[`${long}b`];
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain("the nearest is");
    expect(message.length).toBeLessThan(400);
  });

  test("of openSafetensors' read(), too", async () => {
    const { read } = await openSafetensors(new Blob([bytes]));
    await expect(read("lm_head")).rejects.toThrow(unknown("lm_head", NAMES[2]));
    await expect(read(/** @type {any} */ (5))).rejects.toThrow("name: expected that of a tensor in the file, got 5");
  });

  test("but what objects are asked anyway is not there, without an error", () => {
    const file = /** @type {any} */ (make());
    const asked = ["then", "toJSON", "constructor", "toString", "valueOf", "hasOwnProperty", "__proto__", "inspect"];
    const tools = [
      "asymmetricMatch",
      "nodeType",
      "$$typeof",
      "@@__IMMUTABLE_RECORD__@@",
      "_isMockFunction",
      "__v_isRef",
    ];
    for (const name of [...asked, ...tools]) expect(file[name], name).toBe(undefined);
    for (const symbol of [Symbol.iterator, Symbol.toPrimitive, Symbol.toStringTag, Symbol("own")]) {
      expect(file[symbol]).toBe(undefined);
    }
  });

  test("tensors of such names are there", () => {
    const names = ["then", "constructor", "__proto__", "toJSON"],
      file = readSafetensors(writeSafetensors(Object.fromEntries(names.map((name, i) => [name, [i]]))));
    expect(names.map((name) => file[name].item())).toEqual([0, 1, 2, 3]);
  });
});

describe("an object as others", () => {
  test("in, Object.keys, entries, for in, spread, rest, delete and assignment", () => {
    const file = make(),
      found = [];
    expect([NAMES[0] in file, "weight" in file, "toString" in file]).toEqual([true, false, false]);
    expect([Object.hasOwn(file, NAMES[0]), Object.hasOwn(file, "weight")]).toEqual([true, false]);
    for (const name in file) found.push(name);
    expect(found.sort()).toEqual([...NAMES].sort());
    expect(Object.keys(file).sort()).toEqual([...NAMES].sort());
    expect(Object.values(file).every((value) => value instanceof Tensor)).toBe(true);
    const copy = { ...file },
      { [NAMES[0]]: first, ...rest } = file;
    expect(copy[NAMES[1]] === file[NAMES[1]] && first === file[NAMES[0]]).toBe(true);
    expect([copy.weight, Object.keys(rest).length]).toEqual([undefined, 2]);
    delete file[NAMES[2]];
    expect(() => file[NAMES[2]]).toThrow(RangeError);
    file.scale = ones([3]);
    file[NAMES[1]] = ones([4]);
    expect([file.scale.size, file[NAMES[1]].size]).toEqual([3, 4]);
    expect(Object.getPrototypeOf(file)).toBe(null);
  });

  test("a tensor that was replaced before it was read is never made", () => {
    const file = readSafetensors(written({ a: { dtype: "I64", shape: [], values: [1] } }));
    file.a = ones([1]);
    expect(file.a.item()).toBe(1);
  });

  test("await, Promise.all, JSON, strings", async () => {
    const file = make();
    expect((await file) === file).toBe(true);
    expect((await Promise.all([file, Promise.resolve(file)])).every((each) => each === file)).toBe(true);
    expect(await (async () => file)()).toBe(file);
    expect(JSON.parse(JSON.stringify({ file })).file["lm_head.weight"]).toEqual([3, 2]);
    expect(() => `${/** @type {any} */ (file)}`).toThrow(TypeError);
    expect(Object.prototype.toString.call(file)).toBe("[object Object]");
    expect([Array.isArray(file), [].concat(/** @type {any} */ (file)).length]).toEqual([false, 1]);
    expect(() => [.../** @type {any} */ (file)]).toThrow(TypeError);
  });

  test("a test runner compares and shows it", () => {
    const plain = Object.fromEntries(NAMES.map((name, i) => [name, [i + 1, 2]]));
    const values = (/** @type {Record<string, Tensor>} */ file) =>
      Object.fromEntries(Object.entries(file).map(([name, value]) => [name, value.toArray()]));
    expect(values(make())).toEqual(plain);
    expect(make()).toEqual({ ...make() });
    expect(make()).toHaveProperty(["lm_head.weight"]);
    expect(make()).toMatchObject({ "lm_head.weight": make()["lm_head.weight"] });
    expect(make()).not.toEqual({ ...make(), more: 1 });
    expect(() => expect(make()).toEqual({ more: 1 })).toThrow(/^expected .* to deeply equal/);
    expect(() => expect(make()).toStrictEqual({ more: 1 })).toThrow(/^expected .* to strictly equal/);
    expect(() => expect(make()).toBe(1)).toThrow(/./);
  });

  test("a layer loads it", () => {
    const layer = new LayerNorm(2, { bias: false });
    layer.loadState(make(), { prefix: "model.layers.1.input_layernorm." });
    expect(layer.weight?.toArray()).toEqual([2, 2]);
  });
});
