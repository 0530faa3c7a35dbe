/** The working of the selected cell's number: a formula for each panel that the cell may be in. */
import { numberAt, rootOf } from "../words/arithmetic.js";
import { formatEps } from "../words/format-tensor.js";
import { groupNoun } from "../words/group-nouns.js";
import { subscript } from "../words/subscript.js";
import { XHat } from "../../parts/x-hat.jsx";
import { lengthIn, lengthOf, Num, Subtrahend } from "./number.jsx";
import { centredSaying, earlySaying, normalizedSaying, nothingSaying } from "./sayings.js";
import { varianceName } from "../words/deviation.js";
import { ofElements, theAffine, theStatistic, theX, workedOut } from "./source.js";
import { average } from "./sum.jsx";
import { Spread } from "./symbols.jsx";

/** @typedef {import("preact").ComponentChildren} Children */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./source.js").Source} Source */
/**
 * @typedef {object} Derivation
 * @property {Children} title
 * @property {import("./symbols.jsx").Symbol} [of]  the formula in symbols
 * @property {Children} [working]  with numbers, in MathML
 * @property {number} [length]  of its longest line, in characters: it is set smaller where that does not fit
 * @property {string} [result]
 * @property {"=" | "≈"} [sign]  before the result
 * @property {boolean} [offersAll]  whether the numbers shown do not give it, and all their digits are offered
 * @property {Source[]} [sources]  the numbers in it
 * @property {Children} [sourcesName]  what they have in common
 * @property {Children} saying
 * @property {boolean} [compared]  whether the book's two recipes stand under it
 */

/** @typedef {Exclude<Scene["made"], { error: string }>} Made */

/** x, x − mean or x̂, as far as the stage goes. @param {Scene} scene @returns {Derivation} */
function ofOut(scene) {
  const { made, figure } = scene;
  const { stage, center } = figure;
  if (stage === 0 || (stage === 1 && !center)) return unchanged(scene);
  const [of, title] =
    stage === 1
      ? /** @type {const} */ (["centred", "(x − mean)"])
      : /** @type {const} */ (["normalized", <XHat key="title" />]);
  if ("error" in made) return { of, title, saying: nothingSaying(scene) };
  return { of, title, ...(stage === 1 ? centred(scene, made) : normalized(scene, made)) };
}

/** @param {Scene} scene @returns {Derivation} */
function unchanged(scene) {
  const x = theX(scene);
  return { title: "x", working: <Num {...x} />, result: x.text, sources: [x], saying: earlySaying(scene) };
}

/** @param {Scene} scene @param {Made} made */
function centred(scene, made) {
  const line = workedOut(
    [theX(scene), theStatistic(scene, "mean")],
    numberAt(made.centred, scene.element),
    (x, mean) => x - mean,
  );
  const [x, mean] = line.sources;
  return {
    ...line,
    working: <Difference x={x} mean={mean} />,
    length: lengthOf(line.sources),
    saying: centredSaying(scene),
  };
}

/** @param {Scene} scene @param {Made} made */
function normalized(scene, made) {
  const { figure, view, element } = scene;
  const { eps, epsAt, center } = figure;
  const root = rootOf(figure);
  const line = workedOut(
    [theX(scene), ...(center ? [theStatistic(scene, "mean")] : []), theStatistic(scene, "variance")],
    numberAt(made.normalized, element),
    (x, ...statistics) => (x - (center ? statistics[0] : 0)) / root(statistics[statistics.length - 1]),
  );
  const [x, mean] = line.sources;
  const variance = line.sources[line.sources.length - 1];
  const under = lengthIn(variance.text) + (eps === 0 ? 0 : lengthIn(formatEps(eps)));
  return {
    ...line,
    length: Math.max(lengthOf(line.sources.slice(0, -1)), under),
    working: (
      <mfrac>
        {center ? <Difference x={x} mean={mean} /> : <Num {...x} />}
        <Spread eps={eps} epsAt={epsAt} epsilon={<mn>{formatEps(eps)}</mn>}>
          <Num {...variance} />
        </Spread>
      </mfrac>
    ),
    saying: normalizedSaying(scene),
    compared: center && figure.channelGroups === 1 && made === view,
  };
}

/** @param {{ x: Source, mean: Source }} props */
const Difference = ({ x, mean }) => (
  <mrow>
    <Num {...x} />
    <mo>−</mo>
    <Subtrahend {...mean} />
  </mrow>
);

/** @param {Scene} scene @returns {Derivation} */
function ofMean(scene) {
  const { view } = scene;
  return {
    title: "mean",
    of: "mean",
    ...average(scene, {
      values: view.x,
      isSquared: false,
      count: view.groupSize,
      under: <mn>{view.groupSize}</mn>,
      result: view.mean,
    }),
    sourcesName: "x",
    saying:
      view.groupSize === 1
        ? "There is one value, and it is its own mean: the track balances there."
        : `All ${view.groupSize} values, added up and shared out equally: where the track balances.`,
  };
}

/** @param {Scene} scene @returns {Derivation} */
function ofVariance(scene) {
  const { figure, view } = scene;
  const isUnbiased = figure.center && figure.correction === 1;
  const under = isUnbiased ? (
    <mrow>
      <mn>{view.groupSize}</mn>
      <mo>−</mo>
      <mn>1</mn>
    </mrow>
  ) : (
    <mn>{view.groupSize}</mn>
  );
  return {
    title: varianceName(figure),
    of: "variance",
    ...average(scene, {
      values: view.centred,
      isSquared: true,
      count: view.groupSize - (isUnbiased ? 1 : 0),
      under,
      result: view.variance,
    }),
    sourcesName: figure.center ? "x − mean" : "x",
    saying: figure.center
      ? `The distances from the mean, squared, and averaged over ${isUnbiased ? "n − 1 (Bessel’s correction)" : "n"}.`
      : "The values themselves, squared, and averaged over n: no mean is subtracted.",
  };
}

/** @param {Scene} scene @returns {Derivation} */
function ofY(scene) {
  const { figure, view, element } = scene;
  const name = (
    <>
      <XHat />
      {subscript(view, element)}
    </>
  );
  const line = workedOut(
    [
      ...ofElements(scene, "out", view.normalized, [element], () => name),
      theAffine(scene, "weight"),
      theAffine(scene, "bias"),
    ],
    numberAt(view.y, element),
    (out, weight, bias) => out * weight + bias,
  );
  const [out, weight, bias] = line.sources;
  return {
    ...line,
    title: "y",
    of: "y",
    working: (
      <mrow>
        <Num {...out} />
        <mo>·</mo>
        <Subtrahend {...weight} />
        <mo>+</mo>
        <Subtrahend {...bias} />
      </mrow>
    ),
    length: lengthOf(line.sources),
    saying:
      `Every place in a ${groupNoun(view.shape, view.dims)} has a weight and a bias of its own, the same in all groups` +
      `${figure.weight ? "." : ". They begin as 1 and 0, which change nothing."}`,
  };
}

/** By the panel of the selected cell. */
export const derivations = { x: ofOut, out: ofOut, y: ofY, mean: ofMean, variance: ofVariance };
