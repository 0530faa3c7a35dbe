/** What the section says of its example, of parts of a tensor and of links, and what it asks. */
import fc from "fast-check";
import { moments, normalize, tensor } from "layernorm";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { root } from "../../setup.mjs";
import { writeQuery } from "../../../web/page/link/write.js";
import { setValue } from "../../../web/page/figure/state/actions.js";
import { MAX_RANK, MAX_SIZE, sizeOf } from "../../../web/page/kit/shapes.js";
import { presets } from "../../../web/page/figure/values/presets.js";
import { setPreset } from "../../../web/page/figure/state/settings.js";
import { shown, shownName, summary } from "../../../web/page/sections/data/derived.js";
import { axisFrom0, barsOf, binsOf } from "../../../web/page/sections/data/draw.js";
import { EXAMPLE, LAST_NORM, NORMS, PRESETS, weightsOf } from "../../../web/page/sections/data/example.js";
import {
  isNormWeight,
  show,
  showExample,
  source,
  takeFile,
  takeText,
  told,
} from "../../../web/page/sections/data/own.js";
import { FIRST, NARROW, partOf, ROWS } from "../../../web/page/sections/data/part.js";
import { checkData, lastWeights, predictWeights } from "../../../web/page/sections/data/questions.js";
import { columnsOf, rowsOf } from "../../../web/page/sections/data/read/window.js";
import { partText, summaryText } from "../../../web/page/sections/data/sentences.js";
import { NORM_NAMES, readModel } from "../../../web/page/sections/transformer/network.js";
import * as store from "../../../web/page/store/state.js";
import { number, numbers, ROUNDS, rightOf, sound } from "../helpers/questions.js";
import { fileAt, fileOf } from "./bytes.js";

const MODEL = "web/page/sections/transformer/words/words.safetensors";

afterEach(() => {
  showExample();
  store.load(store.INITIAL);
});

describe("the example", () => {
  test("has the weights of the transformer's norms, to five digits", () => {
    const model = readModel(readFileSync(join(root, MODEL)));
    expect(NORMS).toEqual(NORM_NAMES.map((name) => `${name}.weight`));
    for (const name of NORMS)
      expect([...weightsOf(name)]).toEqual([...model[name].data].map((x) => Math.fround(Number(x.toPrecision(5)))));
    expect(LAST_NORM).toBe("ln_f.weight");
  });

  test("these began as ones", () => {
    const network = readFileSync(join(root, "tests/fixtures/words/net.py"), "utf8");
    expect(network).toContain('weights[f"{name}.weight"], weights[f"{name}.bias"] = torch.ones(FEATURES)');
  });

  test("is chosen in the list as the figure has it", async () => {
    for (const each of EXAMPLE.tensors) {
      await show(each);
      expect(shown.value).toBe(each);
      expect(summary.value.count).toBe(sizeOf(each.shape));
    }
  });
});

const NAMED = new Map(Array.from(PRESETS, ([name, preset]) => [preset, name]));

describe("questions", () => {
  test("where the last norm's weights are", () => {
    const { count, near, above, least, most } = lastWeights();
    expect([count, above]).toEqual([48, [...weightsOf(LAST_NORM)].filter((weight) => weight > 1).length]);
    expect(above).toBeGreaterThan(count / 2);
    expect(near).toBeLessThan(count / 2);
    expect(least).toBeGreaterThan(0);
    const question = sound(predictWeights());
    expect(rightOf(question).label).toBe("Most are larger than 1");
    for (const { why } of question.answers)
      expect(numbers(why).slice(0, 4)).toEqual([Number(least.toFixed(2)), Number(most.toFixed(2)), above, count]);
  });

  test("checks: each right answer is worked out anew", () => {
    const seen = new Set();
    for (const round of ROUNDS) {
      const question = sound(checkData(round));
      const { prompt } = question;
      const { label } = rightOf(question);
      const given = numbers(prompt);
      if (prompt.startsWith("A row is")) {
        seen.add("cut");
        const values = given.slice(0, 4);
        expect(normalize(tensor(values.slice(0, 2)), { correction: 0, eps: 0 }).data[1]).toBe(number(label));
        expect(moments(tensor(values), { dim: 0 }).mean.data[0]).toBe(values[1]);
      } else if (prompt.startsWith("The file of an array")) {
        seen.add("order");
        const columns = (given.length - 2) / 2;
        expect(label).toBe(Array.from({ length: columns }, (_, i) => given[2 * i]).join(", "));
        expect(prompt).toContain(`[2, ${columns}]`);
      } else if (prompt.startsWith("A table")) {
        seen.add("columns");
        expect(label).toBe("dim 0");
      } else {
        seen.add("bytes");
        const [features, bits] = given;
        expect(number(label)).toBe(features * (bits === 16 ? Float32Array : Float64Array).BYTES_PER_ELEMENT * 0.5);
      }
    }
    expect(seen.size).toBe(4);
  });
});

describe("parts of a tensor", () => {
  const anyShape = fc.array(fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 1e5 })), {
    maxLength: 5,
  });
  const anyWish = fc.record({ row: fc.integer(), column: fc.integer(), isNarrow: fc.boolean() });

  test("are there, fit the figure, and are rows as long as the tensor's where these fit", () => {
    fc.assert(
      fc.property(anyShape, anyWish, (whole, wish) => {
        const { part, shape } = partOf(whole, wish);
        expect(sizeOf(shape)).toBe(part.rows * part.columns);
        expect(sizeOf(shape)).toBeLessThanOrEqual(MAX_SIZE);
        expect(shape.length).toBeLessThanOrEqual(MAX_RANK);
        expect(part.rows).toBeLessThanOrEqual(ROWS);
        expect(Math.min(part.rows, part.columns)).toBeGreaterThan(0);
        expect(part.row + part.rows).toBeLessThanOrEqual(rowsOf(whole));
        expect(part.column + part.columns).toBeLessThanOrEqual(columnsOf(whole));
        const fits = wish.isNarrow ? NARROW : MAX_SIZE;
        expect(part.columns).toBe(Math.min(columnsOf(whole), fits));
      }),
    );
  });

  test("a small tensor keeps its dims", () => {
    expect(partOf([2, 3, 4], FIRST).shape).toEqual([2, 3, 4]);
    expect(partOf([13, 4], FIRST).shape).toEqual([12, 4]);
    expect(partOf([], FIRST).shape).toEqual([1]);
    expect(partOf([50257, 768], { row: 1e9, column: 0, isNarrow: false }).part.row).toBe(50257 - 10);
  });

  const origin = (/** @type {readonly number[]} */ shape, wish = FIRST) => ({
    file: "1",
    name: "a",
    shape,
    part: partOf(shape, wish).part,
    isNarrow: wish.isNarrow,
    whole: null,
  });
  test.each([
    [[4, 6], FIRST, ""],
    [[48], FIRST, ""],
    [[50257, 768], FIRST, "Rows 0 to 9 of the 50257 rows of [50257, 768]."],
    [[2, 300, 4096], FIRST, "Rows 0 to 1 of the 600 rows of [2, 300, 4096]."],
    [
      [100, 48],
      { row: 5, column: 40, isNarrow: true },
      "Rows 5 to 16 of the 100 rows of [100, 48], of each 12 numbers, 36 to 47 of 48: its means are of these alone.",
    ],
    [[20_000], FIRST, "The figure has 8192 numbers, 0 to 8191 of 20000: its means are of these alone."],
  ])("of %j they are told", (shape, wish, text) => expect(partText(origin(shape, wish))).toBe(text));
});

describe("what is drawn", () => {
  const anyValues = fc
    .array(fc.float({ min: Math.fround(-1e6), max: Math.fround(1e6), noNaN: true }), { minLength: 1, maxLength: 500 })
    .map((values) => Float32Array.from(values));
  const endsOf = (/** @type {Float32Array} */ values) => ({ least: Math.min(...values), most: Math.max(...values) });

  test("a histogram counts every number once, in bins that rise; bars reach the least and the largest", () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const ends = endsOf(values);
        const bins = binsOf(values, ends);
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
        expect(bins[0].low).toBeLessThanOrEqual(ends.least);
        expect(bins[bins.length - 1].high).toBeGreaterThanOrEqual(ends.most);
        for (const [i, { low }] of bins.entries()) if (i > 0) expect(low).toBe(bins[i - 1].high);
        for (const { low, high } of bins) expect(high).toBeGreaterThanOrEqual(low);
        const bars = barsOf(values);
        const [low, high] = axisFrom0(ends);
        expect(Math.max(...bars.map(({ to }) => to))).toBe(
          bars.length === values.length ? Math.max(0, ends.most) : ends.most,
        );
        for (const { from, to } of bars) expect(from >= low && to <= high).toBe(true);
      }),
    );
  });
});

describe("files", () => {
  test.each([
    ["h.0.ln_1.weight", true],
    ["model.layers.0.input_layernorm.weight", true],
    ["bert.encoder.LayerNorm.gamma", true],
    ["norm.scale", true],
    ["h.0.attn.qkv.bias", false],
    ["norm.bias", false],
  ])("whether %s is a norm's weight", (name, is) => {
    expect(isNormWeight({ name, shape: [8] })).toBe(is);
    expect(isNormWeight({ name, shape: [8, 8] })).toBe(false);
  });

  test("the numbers of any preset that a link may bring are told, though they have no name in the example's list", () => {
    for (const preset of Object.keys(presets)) {
      setPreset("data", preset);
      expect(summaryText(shownName.value, summary.value), preset).toMatch(
        new RegExp(`^${NAMED.get(preset) ?? "Your numbers"}: \\d+ numbers? from`),
      );
    }
  });

  test("a model's first norm is shown; its numbers, also once edited, stand in no link; undo brings the example back", async () => {
    await takeFile(fileAt(MODEL));
    expect(told.value).toEqual({ text: "Read “words.safetensors”, a safetensors file: 52 tensors.", isRefusal: false });
    expect(shown.value?.name).toBe("h.0.ln_1.weight");
    expect(summaryText("a", summary.value)).toMatch(
      /^a: 48 numbers from 0\.26 to 0\.97, with mean 0\.60 and spread 0\.13\.$/,
    );
    expect(writeQuery(store.state.value)).toBe("");
    setValue("data", "x", 3, 2);
    expect(shown.value?.name).toBe("h.0.ln_1.weight");
    expect(writeQuery(store.state.value)).toBe("");
    store.undo();
    store.undo();
    expect(store.state.value.data.x).toBeNull();
  });

  test("what was asked for later wins, whichever is read first", async () => {
    /** @type {(value: unknown) => void} */
    let release = () => {};
    const slow = fileOf("slow.csv", "1,2");
    const arrayBuffer = new Promise((done) => (release = done));
    const slice = () => ({ arrayBuffer: () => arrayBuffer });
    const first = takeFile(/** @type {File} */ (Object.assign(slow, { slice })));
    await takeFile(fileOf("quick.csv", "3,4"));
    release(new ArrayBuffer(4));
    await first;
    expect(source.value.name).toBe("quick.csv");
    expect([...(store.state.value.data.x?.values ?? [])]).toEqual([3, 4]);
  });

  test("a refusal changes nothing", async () => {
    await takeText("1,2\n3,4");
    const before = [store.state.value, source.value];
    for (const text of ["", "x", "1,2\n3", "1,2\n3,1e31"]) {
      await takeText(text);
      expect(told.value.isRefusal).toBe(true);
      expect([store.state.value, source.value]).toEqual(before);
    }
  });

  test("of a file with several, one that cannot be shown leaves the list", async () => {
    const header =
      '{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[1],"data_offsets":[8,12]}}';
    const bytes = new Uint8Array(8 + header.length + 12);
    const view = new DataView(bytes.buffer);
    view.setBigUint64(0, BigInt(header.length), true);
    bytes.set(new TextEncoder().encode(header), 8);
    view.setFloat32(8 + header.length + 4, NaN, true);
    await takeFile(fileOf("two.safetensors", bytes));
    expect(told.value).toEqual({
      text: "Read “two.safetensors”, a safetensors file: 2 tensors. “a”: expected numbers up to 1e+30, got NaN at [1].",
      isRefusal: true,
    });
    expect(store.state.value.data.x).toBeNull();
    await show(source.value.tensors[1]);
    expect(shown.value?.name).toBe("b");
  });
});
