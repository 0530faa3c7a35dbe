/** The sentence under a formula: it explains the step, or why its result is odd. */
import { formatAt } from "../words/format-tensor.js";
import { capitalised } from "../../kit/words.js";
import { groupCalled, groupNoun } from "../words/group-nouns.js";
import { formatShape } from "../../kit/shapes.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** The sentence of the stages before the division. @param {Scene} scene */
export function earlySaying({ figure, view, group }) {
  if (figure.stage === 1) return "RMSNorm subtracts no mean: at this stage nothing happens.";
  const [shared, are] = figure.center ? ["one mean and one variance", "they are"] : ["one mean of squares", "it is"];
  return `${capitalised(groupCalled(view, group))} shares ${shared}. Move the slider on, and ${are} used.`;
}

/** @param {Scene} scene */
export function centredSaying(scene) {
  if (scene.made !== scene.view) return metSaying(scene, "mean");
  return `How far it lies from the mean of its ${groupNoun(scene.view.shape, scene.view.dims)}.`;
}

/** Where the shapes as they are give no number for a cell of x. @param {Scene} scene */
export const nothingSaying = ({ view: { broadcast, shape, statisticShape } }) =>
  broadcast === "raises"
    ? `${formatShape(shape)} and ${formatShape(statisticShape)} do not line up: there is no number here.`
    : "It comes out in another shape than x has: there is no one number here.";

/**
 * Whose statistic the value met, where code lines the shapes up without putting the dim back.
 * @param {Scene} scene
 * @param {string} statistic
 */
function metSaying({ view, group, met }, statistic) {
  if (met === group) return `Its own ${statistic}, by luck: here the two ways of lining up the shapes agree.`;
  const [theirs, own] = [met, group].map((which) => groupCalled(view, which));
  return `That is the ${statistic} of ${theirs}, and the value is in ${own}: no error was raised, and the result is wrong.`;
}

/** Explains the division, or why its result is odd. @param {Scene} scene */
export function normalizedSaying(scene) {
  const { figure, view, element, group, made } = scene;
  const { eps, epsAt, center } = figure;
  if (made !== view) return metSaying(scene, "mean and variance");
  const noun = groupNoun(view.shape, view.dims);
  const variance = view.variance[group];
  if (Number.isNaN(variance)) {
    return `A ${noun} of one value has no variance over n − 1: that is 0 ÷ 0, and NaN from there on.`;
  }
  if (Number.isNaN(view.normalized[element])) {
    const why = center ? `Every value of this ${noun} is the same` : `Every value of this ${noun} is 0`;
    return `${why}, so this is 0 ÷ 0. An eps ${epsAt} the root makes it 0.`;
  }
  if (epsAt === "inside" && (variance === Infinity || (variance === 0 && eps === 0))) {
    return (
      `The ${center ? "variance" : "mean of squares"} is too ${variance === 0 ? "small" : "large"} for a float32, ` +
      `and shows as ${formatAt(view.variance, group)}. The kernels compute such a ${noun} in double precision.`
    );
  }
  const others = view.members.length > 1 ? ` No other ${noun} matters.` : "";
  const own = center ? `Its own value, minus the mean of the ${noun},` : "Its own value";
  return `${own} over ${rootPhrase(figure, noun)}.${others}`;
}

/** The divisor in words. @param {Scene["figure"]} figure @param {string} noun */
function rootPhrase({ eps, epsAt, center, correction }, noun) {
  const over = center && correction === 1 ? " over n − 1" : "";
  const spread = center ? `standard deviation${over}` : "root mean square";
  if (eps === 0) return `the ${noun}’s ${spread}`;
  if (epsAt === "outside") return `the ${noun}’s ${spread} plus eps`;
  return `the root of the ${noun}’s ${center ? `variance${over}` : "mean square"} plus eps`;
}
