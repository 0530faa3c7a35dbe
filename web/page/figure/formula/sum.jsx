/** A sum over the members of a group, with as many of its terms as a reader takes in, broken into lines. */
import { averageOf, numberAt } from "../words/arithmetic.js";
import { subscript } from "../words/subscript.js";
import { isNarrow } from "../../kit/screen.js";
import { lengthIn, Num, Square } from "./number.jsx";
import { ofElements, workedOut } from "./source.js";

/** @typedef {import("./source.js").Source} Source */

/** A sum of more terms than this is cut short: its first three and its last are shown. */
const TERMS = 12;
const FIRST = 3;
/** Characters on a line of a sum, below 720 px of width and from there on. */
const ROW_NARROW = 24;
const ROW = 48;
/** Characters of the "⋯ +" that stands for the terms left out. */
const CUT = 4;

/** Of a long sum the first members and the last. @param {readonly number[]} members */
const shownOf = (members) =>
  members.length <= TERMS ? members : [...members.slice(0, FIRST), members[members.length - 1]];

/**
 * Terms broken into lines, and how long the longest line is, in characters.
 * @param {readonly Source[]} sources
 * @param {Source | null} last  of a sum that is cut short
 * @param {boolean} isSquared
 * @returns {{ rows: Source[][], length: number }}
 */
function broken(sources, last, isSquared) {
  const room = isNarrow.value ? ROW_NARROW : ROW;
  /** @type {Source[][]} */
  const rows = [];
  let length = 0;
  let used = Infinity;
  for (const source of sources) {
    const needed = lengthIn(source.text, isSquared) + (source === last ? CUT : 0);
    if (used + needed > room) {
      rows.push([]);
      used = 0;
    }
    rows[rows.length - 1].push(source);
    used += needed;
    length = Math.max(length, used);
  }
  return { rows, length };
}

/** @param {{ rows: readonly Source[][], last: Source | null, isSquared: boolean }} props last: of a sum cut short */
const Sum = ({ rows, last, isSquared }) => (
  <mtable class="sum">
    {rows.map((row, i) => (
      <mtr key={i}>
        <mtd>
          {row.map((source, j) => (
            <mrow key={source.index}>
              {i + j > 0 && <mo class="plus">+</mo>}
              {source === last && (
                <>
                  <mo>⋯</mo>
                  <mo>+</mo>
                </>
              )}
              {isSquared ? <Square {...source} /> : <Num {...source} />}
            </mrow>
          ))}
        </mtd>
      </mtr>
    ))}
  </mtable>
);

/**
 * A sum over the members of the group, and under it the number that it is divided by. A sum that is cut short cannot
 * be worked out by a reader: it has the usual digits.
 * @param {import("./scene.js").Scene} scene
 * @param {{ values: Float32Array, isSquared: boolean, count: number, under: import("preact").ComponentChildren,
 *   result: Float32Array }} what  count: what it is divided by, as a number
 */
export function average(scene, { values, isSquared, count, under, result }) {
  const { view, group } = scene;
  const members = view.members[group];
  const isCut = members.length > TERMS;
  const terms = ofElements(scene, "x", values, shownOf(members), (index) => subscript(view, index));
  const mean = numberAt(result, group);
  const line = workedOut(terms, mean, isCut ? () => mean.value : averageOf(isSquared ? 2 : 1, count));
  const last = isCut ? line.sources[FIRST] : null;
  const { rows, length } = broken(line.sources, last, isSquared);
  return {
    ...line,
    length,
    working: (
      <mfrac>
        <Sum rows={rows} last={last} isSquared={isSquared} />
        {under}
      </mfrac>
    ),
  };
}
