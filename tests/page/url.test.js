import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import * as figure from "../../web/page/model/figure-state.js";
import { MAX_LENGTH, readQuery } from "../../web/page/model/read-query.js";
import * as store from "../../web/page/model/state.js";
import { writeQuery } from "../../web/page/model/write-query.js";

beforeEach(() => store.load(store.INITIAL));

/** @param {string} query */
const refusedNames = (query) => readQuery(query).refused.map(({ name }) => name);

describe("the state in the address", () => {
  test("the first state is an empty query", () => {
    expect(writeQuery(store.INITIAL)).toBe("");
    expect(readQuery("")).toEqual({ state: store.INITIAL, refused: [] });
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
    store.setSeed(7);
    store.lookAtBook({ input: 1, unit: 5 });
    const query = writeQuery(store.state.value);
    expect(query).toContain("dim.x=2x5:10,20,-0.1,40,50,1,1.1,1.2,1.3,1.4");
    expect(readQuery(query)).toEqual({ state: store.state.value, refused: [] });
  });

  test("any float32 survives the link", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.float({ noNaN: true, noDefaultInfinity: true, min: Math.fround(-1e30), max: Math.fround(1e30) }),
          { minLength: 1, maxLength: 12 },
        ),
        (list) => {
          const x = { shape: [list.length], values: Float32Array.from(list, (value) => value + 0) };
          const state = { ...store.INITIAL, row: { ...store.INITIAL.row, x } };
          expect(readQuery(writeQuery(state)).state.row.x).toEqual(x);
        },
      ),
    );
  });

  test("a preset of another rank brings its last dim", () => {
    expect(readQuery("row.preset=words").state.row.dims).toEqual([1]);
    expect(readQuery("dim.x=3:1,2,3").state.dim.dims).toEqual([0]);
  });

  test("a bias without a weight gets one of ones", () => {
    expect(readQuery("dim.bias=0,0,0,0,0,1").state.dim.weight).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test.each([
    ["dim.preset=nothing", "dim.preset"],
    ["dim.preset=__proto__", "dim.preset"],
    ["dim.x=9999x9999:1", "dim.x"],
    [`dim.x=${MAX_LENGTH + 1}:1`, "dim.x"],
    ["dim.x=2x2x2:1,2,3,4,5,6,7,8", "dim.x"],
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
    ["dim.correction=7", "dim.correction"],
    ["dim.eps=-1", "dim.eps"],
    ["dim.eps=Infinity", "dim.eps"],
    ["dim.eps=1e9", "dim.eps"],
    ["dim.weight=1,2", "dim.weight"],
    ["dim.stage=9", "dim.stage"],
    ["dim.at=out:12", "dim.at"],
    ["dim.at=nowhere:0", "dim.at"],
    ["dim.at=mean:12", "dim.at"],
    ["dim.at=y:0", "dim.at"],
    ["book.seed=-1", "book.seed"],
    ["book.seed=99999999999", "book.seed"],
    ["book.x=1,2,3", "book.x"],
    ["book.unit=6", "book.unit"],
  ])("%s is refused with a word of why, and changes nothing", (query, name) => {
    const { state, refused } = readQuery(query);
    expect(state).toEqual(store.INITIAL);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ name, why: expect.stringMatching(/\w{2,} \w+/) });
  });

  test("one bad field does not spoil the others", () => {
    const query = "dim.keepdim=false&dim.dims=9&dim.correction=0";
    expect(refusedNames(query)).toEqual(["dim.dims"]);
    expect(readQuery(query).state.dim).toMatchObject({ keepdim: false, correction: 0, dims: [1] });
  });

  test("unknown names are nobody's business", () => {
    expect(readQuery("utm_source=x&dim.nothing=1&toString=1")).toEqual({ state: store.INITIAL, refused: [] });
  });

  test("whatever a stranger writes, the state can be drawn and written again", () => {
    const fields = ["preset", "x", "dims", "keepdim", "correction", "eps", "weight", "bias", "stage", "at"];
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
      "out",
      "mean",
      "y",
      "true",
    );
    const text = fc.array(bits, { maxLength: 9 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...fields), text), { maxLength: 6 }), (pairs) => {
        const query = new URLSearchParams(pairs.map(([field, value]) => [`dim.${field}`, value])).toString();
        const { state } = readQuery(query);
        expect(readQuery(writeQuery(state))).toEqual({ state, refused: [] });
      }),
      { numRuns: 500 },
    );
  });
});
