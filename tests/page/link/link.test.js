import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import * as settings from "../../../web/page/figure/state/settings.js";
import * as figureState from "../../../web/page/figure/state/actions.js";
import { FIELDS } from "../../../web/page/link/fields.js";
import { lessonOf } from "../../../web/page/link/lesson.js";
import { readQuery } from "../../../web/page/link/read.js";
import { NONE } from "../../../web/page/store/lesson.js";
import { originalOf } from "../../../web/page/figure/values/presets.js";
import * as store from "../../../web/page/store/state.js";
import { writeQuery } from "../../../web/page/link/write.js";
import { lookAtBook, setSeed } from "../../../web/page/sections/book/actions.js";
import { FUZZ, runs } from "../../fuzz/runs.js";

const figure = { ...figureState, ...settings };

beforeEach(() => store.load(store.INITIAL));

/** @param {string} query */
const refusedNames = (query) => readQuery(query).refused.map(({ name }) => name);

describe("the state in the address", () => {
  test("the first state is an empty query", () => {
    expect(writeQuery(store.INITIAL)).toBe("");
    expect(readQuery("")).toEqual({ state: store.INITIAL, lesson: NONE, refused: [] });
  });

  test("what was done comes back from the link", () => {
    figure.setPreset("dim", "words");
    figure.setDims("dim", [0]);
    figure.setKeepdim("dim", false);
    figure.setCorrection("dim", 0);
    figure.setEps("dim", 1e-5);
    figure.setAffine("dim", true);
    figure.setValue("dim", "x", 2, Math.fround(-0.1));
    figure.setValue("dim", "bias", 1, Math.fround(2.5e-7));
    figure.select("dim", { panel: "y", index: 7 });
    figure.setPreset("row", "words");
    setSeed(7);
    lookAtBook({ input: 1, unit: 5 });
    figure.setShape("three", [3, 2, 4]);
    figure.setDims("three", [0, 2]);
    figure.setMethod("family", { dims: [1, 2, 3], center: true, channelGroups: 2 });
    figure.setEpsAt("variance", "outside");
    figure.setCopies("three", true);
    figure.setLayout("three", "stack");
    figure.setBeside("variance", "keras");
    const query = writeQuery(store.state.value);
    expect(query).toContain("dim.x=@2:-0.1");
    expect(query).toContain("three.shape=3x2x4");
    expect(readQuery(query)).toEqual({ state: store.state.value, lesson: NONE, refused: [] });
  });

  test("a tensor drawn for a shape may be asked for where the section's own would have too many dims", () => {
    const { state, refused } = readQuery("?row.preset=random&row.shape=6");
    expect(refused).toEqual([]);
    expect(state.row).toMatchObject({ preset: "random", shape: [6] });
    expect(refusedNames("?row.preset=random")).toEqual(["row.preset"]);
  });

  test("a layer is chosen among those that take the figure's means, and forgotten with other means", () => {
    const one = { dims: [1, 2, 3], center: true, channelGroups: 1, member: "GroupNorm" };
    figure.setMethod("family", one);
    expect(writeQuery(store.state.value)).toBe("family.member=GroupNorm");
    expect(readQuery("?family.member=GroupNorm").state).toEqual(store.state.value);
    expect(readQuery("?family.member=BatchNorm").refused[0].why).toBe(
      "these means are those of LayerNorm or GroupNorm",
    );
    expect(readQuery("?family.dims=0&family.member=LayerNorm").refused).toEqual([
      { name: "family.member", text: "LayerNorm", why: "these means are those of no layer" },
    ]);
    figure.setDims("family", [1]);
    expect(store.state.value.family.member).toBeNull();
    store.undo();
    expect(store.state.value.family).toMatchObject(one);
  });

  test("any float32 survives the link", () => {
    fc.assert(
      fc.property(
        fc.array(fc.float({ noNaN: true, noDefaultInfinity: true, min: Math.fround(-1e30), max: Math.fround(1e30) }), {
          minLength: 1,
          maxLength: 12,
        }),
        (list) => {
          const x = { shape: [list.length], values: Float32Array.from(list) };
          const state = { ...store.INITIAL, row: { ...store.INITIAL.row, x } };
          expect(readQuery(writeQuery(state)).state.row.x).toMatchObject(x);
        },
      ),
    );
  });

  test("a zero keeps its sign", () => {
    figure.setPreset("dim", "book");
    figure.setValue("dim", "x", 2, -0);
    const query = writeQuery(store.state.value);
    expect(query).toContain("dim.x=@2:-0");
    expect(Object.is(readQuery(query).state.dim.x?.values[2], -0)).toBe(true);
  });

  test("dims may be named in any order, and eps where it is at first", () => {
    const { state, refused } = readQuery("?dim.dims=1,0&dim.epsAt=inside");
    expect(refused).toEqual([]);
    expect([state.dim.dims, state.dim.epsAt]).toEqual([[0, 1], "inside"]);
  });

  test("a lesson is a part of the link", () => {
    const lesson = lessonOf({ only: "dim", locks: ["dims", "eps"] });
    const query = writeQuery(store.INITIAL, lesson);
    expect(query).toBe("lesson=dim&lock=dims,eps");
    expect(readQuery(query)).toEqual({ state: store.INITIAL, lesson, refused: [] });
  });

  test("of a large tensor the link holds what was edited", () => {
    figure.setPreset("three", "gpt2");
    figure.setValue("three", "x", 6143, 2.5);
    figure.setValue("three", "x", 7, Math.fround(-1e-9));
    const query = writeQuery(store.state.value);
    expect(query).toContain("three.x=@7:-1e-9,6143:2.5");
    expect(readQuery(query).state.three.x).toEqual(store.state.value.three.x);
  });

  test("a tensor edited back to what it was is not in the link", () => {
    const original = originalOf(store.INITIAL.dim).values[3];
    figure.setValue("dim", "x", 3, 1);
    figure.setValue("dim", "x", 3, original);
    expect(writeQuery(store.state.value)).toBe("");
  });

  test("a link of the first edition means what it meant: dim over n − 1 without eps, three on the notebook's tensor", () => {
    const { state, refused } = readQuery("?dim.dims=0&three.keepdim=false");
    expect(refused).toEqual([]);
    expect(state.dim).toMatchObject({ dims: [0], correction: 1, eps: 0 });
    expect(state.three).toMatchObject({ keepdim: false, preset: "notebook", correction: 1, eps: 0 });
    expect(state.row).toBe(store.INITIAL.row);
    expect(readQuery("?three.preset=notebook").state.three).toMatchObject({
      preset: "notebook",
      correction: 1,
      eps: 0,
    });
  });

  test("a link of today says so itself, and one to that edition's first state has a word of it", () => {
    figure.setStage("dim", 1);
    expect(writeQuery(store.state.value)).toBe("dim.correction=0&dim.eps=0.00001&dim.stage=1");
    expect(readQuery(writeQuery(store.state.value)).state).toEqual(store.state.value);
    store.load(store.INITIAL);
    figure.setPreset("three", "notebook");
    figure.setCorrection("three", 1);
    figure.setEps("three", 0);
    expect(writeQuery(store.state.value)).toBe("three.correction=1&three.eps=0&three.preset=notebook");
    expect(readQuery(writeQuery(store.state.value)).state).toEqual(store.state.value);
  });

  test("a preset of another rank brings its last dim", () => {
    expect(readQuery("row.preset=words").state.row.dims).toEqual([1]);
    expect(readQuery("dim.x=3:1,2,3").state.dim.dims).toEqual([0]);
  });

  test("dims survive the link also where they are the first ones, but for another rank", () => {
    figure.setShape("dim", [2, 3, 4]);
    figure.setDims("dim", [1]);
    figure.setPreset("row", "words");
    figure.setDims("row", [0]);
    expect(readQuery(writeQuery(store.state.value)).state).toEqual(store.state.value);
  });

  test("a bias without a weight gets one of ones", () => {
    expect(readQuery("dim.bias=0,0,0,0,0,1").state.dim.weight).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test.each([
    ["dim.preset=nothing", "dim.preset"],
    ["dim.preset=__proto__", "dim.preset"],
    ["dim.x=9999x9999:1", "dim.x"],
    ["dim.x=2x2x2x2x2:1", "dim.x"],
    ["dim.x=201:1", "dim.x"],
    ["dim.x=@", "dim.x"],
    ["dim.x=@24:1", "dim.x"],
    ["dim.x=@0:1:2", "dim.x"],
    ["dim.x=@0:NaN", "dim.x"],
    [`dim.x=@${new Array(201).fill("0:1").join(",")}`, "dim.x"],
    ["dim.shape=8193", "dim.shape"],
    ["dim.shape=2x0", "dim.shape"],
    ["dim.shape=99x99", "dim.shape"],
    ["dim.shape=1x1x1x1x1", "dim.shape"],
    ["dim.channelGroups=5", "dim.channelGroups"],
    ["family.channelGroups=3", "family.channelGroups"],
    ["dim.channelGroups=2", "dim.channelGroups"],
    ["family.stage=3", "family.stage"],
    ["family.member=BatchNorm", "family.member"],
    ["dim.member=LayerNorm", "dim.member"],
    ["row.center=false", "row.center"],
    ["family.preset=book", "family.preset"],
    ["row.preset=notebook", "row.preset"],
    ["dim.center=perhaps", "dim.center"],
    ["dim.epsAt=above", "dim.epsAt"],
    ["dim.layout=heap", "dim.layout"],
    ["dim.copies=2", "dim.copies"],
    ["lesson=nothing", "lesson"],
    ["lesson=__proto__", "lesson"],
    ["lock=dims,everything", "lock"],
    ["dim.x=0:", "dim.x"],
    ["dim.x=2:1,NaN", "dim.x"],
    ["dim.x=2:1,1e400", "dim.x"],
    ["dim.x=2:1", "dim.x"],
    ["dim.x=2", "dim.x"],
    ["dim.dims=2", "dim.dims"],
    ["dim.dims=-1", "dim.dims"],
    ["dim.dims=0,0", "dim.dims"],
    ["dim.dims=", "dim.dims"],
    ["dim.keepdim=maybe", "dim.keepdim"],
    ["dim.correction=2", "dim.correction"],
    ["dim.correction=7", "dim.correction"],
    ["dim.eps=-1", "dim.eps"],
    ["dim.eps=Infinity", "dim.eps"],
    ["dim.eps=1e9", "dim.eps"],
    ["dim.weight=1,2", "dim.weight"],
    ["dim.stage=9", "dim.stage"],
    ["dim.at=out:24", "dim.at"],
    ["dim.at=nowhere:0", "dim.at"],
    ["dim.at=mean:24", "dim.at"],
    ["dim.at=y:0", "dim.at"],
    ["book.seed=-1", "book.seed"],
    ["book.seed=99999999999", "book.seed"],
    ["book.x=1,2,3", "book.x"],
    ["book.unit=6", "book.unit"],
  ])("%s is refused with a word of why, and changes nothing", (query, name) => {
    const { state, lesson, refused } = readQuery(query);
    expect(state).toEqual(store.INITIAL);
    expect(lesson).toEqual(NONE);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ name, why: expect.stringMatching(/\w{2,} \w+/) });
  });

  test("a choice of the mean where there is none is refused with its word; the panel that stands in its place is not chosen", () => {
    for (const query of ["?family.center=false&family.at=mean:0", "?family.at=mean:0&family.center=false"]) {
      const { state, refused } = readQuery(query);
      expect(refused).toEqual([
        { name: "family.at", text: "mean:0", why: "without the mean there is no panel of means" },
      ]);
      expect(state.family).toEqual({ ...store.INITIAL.family, center: false });
    }
    const { state, refused } = readQuery("?family.center=false&family.at=variance:0");
    expect(refused).toEqual([]);
    expect(state.family.at).toEqual({ panel: "variance", index: 0 });
    expect(readQuery("?family.at=mean:0")).toMatchObject({
      refused: [],
      state: { family: { at: { panel: "mean", index: 0 } } },
    });
  });

  test("one bad field does not spoil the others", () => {
    const query = "dim.keepdim=false&dim.dims=9&dim.correction=0";
    expect(refusedNames(query)).toEqual(["dim.dims"]);
    expect(readQuery(query).state.dim).toMatchObject({ keepdim: false, correction: 0, dims: [1] });
  });

  test.each([
    ["dim.dimz=0", "dim.dimz", "the settings of section dim are shape, preset, x, dims"],
    ["book.dims=0", "book.dims", "the settings of section book are seed, input, x, unit"],
    ["dims.dims=0", "dims.dims", "the sections are first, row, why, spirals, dim"],
    ["foo=1", "foo", "no setting of this page"],
    ["leson=dim", "leson", "no setting of this page"],
    ["toString=1", "toString", "no setting of this page"],
    ["__proto__.dims=1", "__proto__.dims", "the sections are"],
    ["dim.__proto__=1", "dim.__proto__", "the settings of section dim"],
    ["dim=1", "dim", "no setting of this page"],
  ])("the unknown key of %s is reported, and changes nothing", (query, name, why) => {
    const { state, lesson, refused } = readQuery(query);
    expect(state).toEqual(store.INITIAL);
    expect(lesson).toEqual(NONE);
    expect(refused).toEqual([{ name, text: query.split("=")[1], why: expect.stringContaining(why) }]);
  });

  test("unknown keys stand after what is wrong in known ones, and the rest of the link is read", () => {
    const query = "dim.dimz=0&dim.keepdim=false&dim.eps=-1";
    expect(refusedNames(query)).toEqual(["dim.eps", "dim.dimz"]);
    expect(readQuery(query).state.dim.keepdim).toBe(false);
  });

  test("what others add to a link on its way is nobody's business", () => {
    const query = "utm_source=x&utm_medium=mail&fbclid=1&gclid=2&mc_cid=3&ref=4&lesson=dim&lock=dims";
    expect(refusedNames(query)).toEqual([]);
  });

  test("of very many unknown keys some are named, shortened", () => {
    const names = Array.from({ length: 50 }, (_, i) => `${i}${"k".repeat(99)}`);
    const { refused } = readQuery(names.map((name) => `${name}=${"v".repeat(99)}`).join("&"));
    expect(refused).toHaveLength(8);
    expect(refused.every(({ name, text }) => name.length === 40 && text.length === 40)).toBe(true);
  });

  test("whatever a stranger writes, the state can be drawn and written again", FUZZ, () => {
    const settings = Object.entries(FIELDS).flatMap(([section, fields]) =>
      Object.entries(fields).map(([name, { write }]) => {
        const part = /** @type {any} */ (store.INITIAL)[section];
        return { key: `${section}.${name}`, right: (part[name] === null ? null : write(part[name], part)) ?? "" };
      }),
    );
    const bits = fc.constantFrom(
      "0",
      "1",
      "2",
      ",",
      ":",
      "x",
      "-",
      "e",
      ".",
      "9",
      "book",
      "words",
      "tens",
      "images",
      "random",
      "@",
      "out",
      "mean",
      "y",
      "true",
    );
    const text = fc.array(bits, { maxLength: 9 }).map((parts) => parts.join(""));
    // Of any section, or of three of them, so that settings of one meet: nonsense, or what is right with a bit of it
    // changed.
    const few = settings.filter(({ key }) => /^(dim|family|row)\./.test(key));
    const pairs = fc.constantFrom(settings, few).chain((from) =>
      fc.array(
        fc.tuple(fc.constantFrom(...from), text, fc.option(fc.nat(40))).map(([{ key, right }, nonsense, at]) => {
          const changed = at === null ? nonsense : right.slice(0, at) + nonsense + right.slice(at + nonsense.length);
          return /** @type {const} */ ([key, changed]);
        }),
        { maxLength: 6 },
      ),
    );
    fc.assert(
      fc.property(pairs, (pairs) => {
        const { state } = readQuery(new URLSearchParams(Object.fromEntries(pairs)).toString());
        expect(readQuery(writeQuery(state))).toEqual({ state, lesson: NONE, refused: [] });
      }),
      runs(1500),
    );
  });
});
