/** How the number of the selected cell is worked out: a formula for each panel that it may be in. */
import { formatAt, formatEps } from "../model/format.js";
import { groupNoun } from "../model/shapes.js";
import { subscript } from "../parts/names.js";
import { XHat } from "../parts/x-hat.jsx";
import { lengthIn, lengthOf, Num, Subtrahend } from "./number.jsx";
import { centredSaying, earlySaying, normalizedSaying, nothingSaying } from "./sayings.js";
import { ofElement, theAffine, theStatistic, theX } from "./source.js";
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
  const [x, mean] = [theX(scene), theStatistic(scene, "mean")];
  return {
    working: <Difference x={x} mean={mean} />,
    result: formatAt(made.centred, scene.element),
    length: lengthOf([x, mean]),
    sources: [x, mean],
    saying: centredSaying(scene),
  };
}

/** @param {Scene} scene @param {Made} made */
function normalized(scene, made) {
  const { figure, view, element } = scene;
  const { eps, epsAt, center } = figure;
  const x = theX(scene);
  const mean = theStatistic(scene, "mean");
  const variance = theStatistic(scene, "variance");
  const above = center ? [x, mean] : [x];
  const under = lengthIn(variance.text) + (eps === 0 ? 0 : lengthIn(formatEps(eps)));
  return {
    result: formatAt(made.normalized, element),
    length: Math.max(lengthOf(above), under),
    working: (
      <mfrac>
        {center ? <Difference x={x} mean={mean} /> : <Num {...x} />}
        <Spread eps={eps} epsAt={epsAt} epsilon={<mn>{formatEps(eps)}</mn>}>
          <Num {...variance} />
        </Spread>
      </mfrac>
    ),
    sources: [...above, variance],
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
  const { view, group } = scene;
  return {
    title: "mean",
    of: "mean",
    ...average(scene, view.x, false, <mn>{view.groupSize}</mn>),
    sourcesName: "x",
    result: formatAt(view.mean, group),
    saying:
      view.groupSize === 1
        ? "The one value there is: where the beads balance."
        : `All ${view.groupSize} values, added up and shared out equally: where the beads balance.`,
  };
}

/** @param {Scene} scene @returns {Derivation} */
function ofVariance(scene) {
  const { figure, view, group } = scene;
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
    title: figure.center ? "var" : "mean x²",
    of: "variance",
    ...average(scene, view.centred, true, under),
    sourcesName: figure.center ? "x − mean" : "x",
    result: formatAt(view.variance, group),
    saying: figure.center
      ? `The distances from the mean, squared, and averaged over ${isUnbiased ? "n − 1 (Bessel’s correction)" : "n"}.`
      : "The values themselves, squared, and averaged over n: no mean is taken away.",
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
  const out = ofElement(scene, "out", element, formatAt(view.normalized, element), name);
  const weight = theAffine(scene, "weight");
  const bias = theAffine(scene, "bias");
  return {
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
    result: formatAt(view.y, element),
    length: lengthOf([out, weight, bias]),
    sources: [out, weight, bias],
    saying:
      `Every ${groupNoun(view.shape, view.dims)} meets the same weights and biases, one of each for every ` +
      `place in it${figure.weight ? "." : "; at first they are 1 and 0, and change nothing."}`,
  };
}

/** By the panel of the selected cell. */
export const derivations = { x: ofOut, out: ofOut, y: ofY, mean: ofMean, variance: ofVariance };
