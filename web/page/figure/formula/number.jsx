/** Numbers in MathML, each marked with where it came from. */
import { marks } from "./source.js";

/** @typedef {import("./source.js").Source} Source */

/** Characters that a number takes besides its own: its sign and its box; squared, brackets and an exponent too. */
const AROUND = 3;
const AROUND_SQUARE = 5;

/** How long a number is in a formula, in characters. @param {string} text @param {boolean} [isSquared] */
export const lengthIn = (text, isSquared = false) => text.length + (isSquared ? AROUND_SQUARE : AROUND);

/** How long a line of numbers is, in characters. @param {readonly Source[]} sources */
export const lengthOf = (sources) => sources.reduce((length, { text }) => length + lengthIn(text), 0);

/**
 * The strut is as high as the number's box: the lines above and below keep their distance in Firefox too, where a box's
 * padding makes no room.
 * @param {Source} source
 */
export const Num = (source) => (
  <mrow>
    <mspace height="1em" depth="0.33em" />
    <mn {...marks(source)}>{source.text}</mn>
  </mrow>
);

/** A bracket as high as a digit. As a boolean, Preact would leave the attribute out. */
const FLAT = { stretchy: /** @type {any} */ ("false") };

/** A number that is subtracted: one that is negative stands in brackets. @param {Source} source */
export const Subtrahend = (source) =>
  source.text.startsWith("−") ? (
    <mrow>
      <mo {...FLAT}>(</mo>
      <Num {...source} />
      <mo {...FLAT}>)</mo>
    </mrow>
  ) : (
    <Num {...source} />
  );

/** As in TeX, the exponent stands on the bracket, however high the number is. @param {Source} source */
export const Square = (source) => (
  <mrow>
    <mo {...FLAT}>(</mo>
    <Num {...source} />
    <msup>
      <mo {...FLAT}>)</mo>
      <mn>2</mn>
    </msup>
  </mrow>
);
