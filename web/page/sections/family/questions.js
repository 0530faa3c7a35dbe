/** What section family asks. */
import { spread } from "../../figure/values/elementwise.js";
import { channelGroupsOf, family, inPyTorch, memberNamed, membersFor, methodOf } from "../../figure/dims/family.js";
import { counted } from "../../kit/words.js";
import { formatTick } from "../../kit/format.js";
import { coordinatesOf, formatShape, groupsOf, indexOf, reducedShape, sizeOf } from "../../kit/shapes.js";
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { drawElement, integer, pick } from "../../question/draw.js";

/** @typedef {import("../../figure/dims/family.js").Member} Member */
/** @typedef {import("../../kit/shapes.js").Shape} Shape */
/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("../../question/draw.js").Random} Random */

/** Another one than `place`, below `size`. @param {Random} random @param {number} place @param {number} size */
const anotherThan = (random, place, size) => (place + integer(random, 1, size - 1)) % size;

/** @param {readonly number[]} cell */
const nameOf = (cell) => `x[${cell.join(", ")}]`;

/**
 * A cell and other cells, by the indices that they share with it.
 * @param {Shape} shape
 * @param {number} channelGroups
 * @param {Random} random
 */
function cellsAround(shape, channelGroups, random) {
  const [examples, channels, ...places] = shape;
  const cell = drawElement(random, shape);
  const width = channels / channelGroups;
  const first = cell[1] - (cell[1] % width);
  const elsewhere = () => drawElement(random, places);
  const otherExample = anotherThan(random, cell[0], examples);
  const beyond =
    channelGroups === 1
      ? anotherThan(random, cell[1], channels)
      : (first + integer(random, width, channels - 1)) % channels;
  const list = [
    { cell: [cell[0], beyond, ...elsewhere()], is: "another channel of the same example" },
    { cell: [otherExample, cell[1], ...elsewhere()], is: "the same channel of another example" },
    { cell: [otherExample, beyond, ...elsewhere()], is: "another channel of another example" },
  ];
  if (width > 1 && channelGroups > 1) {
    const near = first + anotherThan(random, cell[1] - first, width);
    list.push({ cell: [cell[0], near, ...elsewhere()], is: "another channel of the same group and example" });
  }
  if (sizeOf(places) > 1) {
    const place = anotherThan(random, indexOf(cell.slice(2), places), sizeOf(places));
    const is = "another place in the same channel of the same example";
    list.push({ cell: [cell[0], cell[1], ...coordinatesOf(place, places)], is });
  }
  return { cell, list };
}

/** For each layer, which of these cells must share a mean: that tells the layer from the others. */
const TELLING = [1, 0, 3, 4];

/**
 * @param {Member} member
 * @param {Shape} shape
 * @param {number} channelGroups
 * @param {Random} random
 * @returns {Question}
 */
function askShared(member, shape, channelGroups, random) {
  const method = methodOf(member, shape, channelGroups);
  const { cell, list } = cellsAround(shape, method.channelGroups, random);
  const { groupOf } = groupsOf(shape, method.dims, method.channelGroups);
  const group = groupOf[indexOf(cell, shape)];
  const shares = (/** @type {{ cell: readonly number[] }} */ other) => groupOf[indexOf(other.cell, shape)] === group;
  const told = TELLING.map((i) => list[i]).find((other) => other && shares(other));
  const name = member.grouped ? `${member.name} with ${counted(method.channelGroups, "group")}` : member.name;
  const what = member.uncentred ? "mean of squares" : "mean";
  const rule = `${name}: one ${what} for each ${member.per}.`;
  return {
    prompt: `x has shape ${formatShape(shape)}. Under ${name}, which cell shares its ${what} with ${nameOf(cell)}?`,
    answers: shuffled([
      ...(told ? [right(nameOf(told.cell), `It is ${told.is}. ${rule}`)] : []),
      ...list
        .filter((other) => !shares(other))
        .map((other) => wrong(nameOf(other.cell), `That is ${other.is}. ${rule}`)),
    ]),
  };
}

/** Under which of two layers a number changes with another one. */
const UNDER = {
  first: "Under LayerNorm alone",
  second: "Under BatchNorm alone",
  both: "Under both",
  none: "Under neither",
};

/**
 * The prediction: a number is changed, and so are those that share a mean with it, under one layer or the other.
 * @param {Shape} shape
 * @param {number} round
 * @returns {Question | null}
 */
export function predictChanged(shape, round) {
  if (shape.length < 2 || shape[0] === 1 || shape[1] === 1) return null;
  const random = randomFrom(round);
  const { cell, list } = cellsAround(shape, 1, random);
  const other = pick(random, list);
  const members = ["LayerNorm", "BatchNorm"].map(memberNamed);
  const [first, second] = members.map((member) => {
    const { groupOf } = groupsOf(shape, methodOf(member, shape, 1).dims);
    return groupOf[indexOf(cell, shape)] === groupOf[indexOf(other.cell, shape)];
  });
  const told = first ? (second ? UNDER.both : UNDER.first) : second ? UNDER.second : UNDER.none;
  const rules = members.map(({ name, per }) => `${name} takes one mean for each ${per}`).join("; ");
  return {
    prompt:
      `x has shape ${formatShape(shape)}. You change ${nameOf(cell)}. Under which layer does ` +
      `${nameOf(other.cell).replace("x", "x̂")} change, too?`,
    answers: Object.values(UNDER).map((label) =>
      (label === told ? right : wrong)(label, `It is ${other.is}. ${rules}.`),
    ),
  };
}

/** Images of other sizes. @param {Random} random @returns {[number, number, number, number]} */
function drawShape(random) {
  const side = pick(random, [2, 3, 4]);
  return [pick(random, [2, 3, 4, 5]), pick(random, [4, 6, 8, 12]), side, side];
}

/**
 * @param {import("../../store/state.js").Figure} figure
 * @param {import("../../figure/values/derive.js").Derived} view
 * @param {number} round
 * @returns {Question | null}
 */
export function checkFamily(figure, view, round) {
  if (round === 0) return askCount(figure, view);
  const random = randomFrom(round);
  const kinds = [askAnyShared, askLearned, askLeftOut, askMeansOfGroups, askBatchOfOne, askSpread];
  return kinds[(round - 1) % kinds.length](random);
}

/**
 * How many statistics there are over the figure's dims, of a tensor of other sizes: those of the figure are on the
 * screen.
 * @param {import("../../store/state.js").Figure} figure
 * @param {import("../../figure/values/derive.js").Derived} view
 * @returns {Question | null}
 */
function askCount({ dims, center, channelGroups }, view) {
  const shape = view.shape.map((size, dim) => (dim === 1 ? 2 * size : size + 1));
  const groupCount = sizeOf(reducedShape(shape, dims, false)) * channelGroups;
  const groupSize = sizeOf(shape) / groupCount;
  const what = center ? "mean" : "mean of squares";
  const split = channelGroups > 1 ? `, with the channels in ${channelGroups} groups` : "";
  const named = dims.map((dim) => shape[dim]);
  const answers = [
    right(String(groupCount), `${counted(sizeOf(shape), "value")}, and ${groupSize} of them share each ${what}.`),
    wrong(String(groupSize), `That is how many values share each ${what}.`),
    wrong(String(sizeOf(named)), `Those are the sizes of the dims you name, multiplied: they disappear.`),
    wrong(String(sizeOf(shape)), "That is how many values there are in all."),
    wrong(String(dims.length), "That is how many dims are named."),
  ];
  const distinct = ascending(answers);
  if (distinct.length < 3) return null;
  return {
    prompt: `x has shape ${formatShape(shape)}. Over dims (${dims.join(", ")})${split}, how many ${
      center ? "means" : "means of squares"
    } are there?`,
    answers: distinct,
  };
}

/** @param {Random} random */
function askAnyShared(random) {
  const shape = drawShape(random);
  // LayerNorm's and BatchNorm's cells are what the prediction asks about.
  const others = membersFor(shape.length).filter(({ batch, name }) => !batch && name !== "LayerNorm");
  const member = pick(random, others);
  const groups = channelGroupsOf(shape).filter((count) => count > 1 && count < shape[1]);
  return askShared(member, shape, pick(random, groups), random);
}

/** @param {Random} random @returns {Question} */
function askLearned(random) {
  const side = pick(random, [4, 7, 8, 14]);
  const shape = [pick(random, [8, 16, 32]), pick(random, [8, 16, 24, 64]), side, side];
  const member = pick(random, family);
  const setting = { shape, eps: 1e-5, ...methodOf(member, shape, 4) };
  const channels = shape[1];
  const example = sizeOf(shape.slice(1));
  const learned = member.learned(setting);
  const why =
    learned === 0
      ? "PyTorch makes InstanceNorm without weight and bias unless affine=True is said."
      : member.uncentred
        ? `A weight for each of the ${example} places of an example; there is no bias.`
        : `A weight and a bias for each ${learned === 2 * channels ? "channel" : "place of an example"}.`;
  return {
    prompt: `x has shape ${formatShape(shape)}. How many numbers does ${inPyTorch(member, setting)} learn?`,
    answers: ascending([
      right(String(learned), why),
      wrong("0", `${member.name} has something to learn in PyTorch unless it is told otherwise. ${why}`),
      wrong(String(2 * channels), `That would be a weight and a bias for each channel. ${why}`),
      wrong(String(example), `That would be a weight for each place of an example. ${why}`),
      wrong(String(2 * example), `That would be a weight and a bias for each place of an example. ${why}`),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askLeftOut(random) {
  const mean = integer(random, 1, 9);
  const deviation = integer(random, 1, 9);
  const [root] = spread([mean ** 2 + deviation ** 2], 0);
  return {
    prompt:
      `A row has mean ${mean} and standard deviation ${deviation} (over n), so the root of its mean square is ` +
      `${formatTick(root)}. What is its mean after RMSNorm?`,
    answers: shuffled([
      right(
        formatTick(mean / root),
        "RMSNorm leaves the mean in and divides all by the root of the mean square: the mean shrinks, and stays.",
      ),
      wrong("0", "That is LayerNorm’s: it takes the mean away first. RMSNorm leaves that step out."),
      wrong(formatTick(mean), "The mean is not taken away, but it is divided like everything else."),
      wrong(
        formatTick(mean / deviation),
        "That would be over the standard deviation, for which the mean must be known. RMSNorm does without it.",
      ),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askSpread(random) {
  const mean = integer(random, 2, 9);
  const deviation = integer(random, 1, mean - 1);
  const [root] = spread([mean ** 2 + deviation ** 2], 0);
  return {
    prompt: `A row has mean ${mean} and spread ${deviation}, over n. What is its spread after RMSNorm?`,
    answers: shuffled([
      right(
        formatTick(deviation / root),
        `RMSNorm divides by the root mean square, √(${mean}² + ${deviation}²) = ${formatTick(root)}, in which the mean is, too.`,
      ),
      wrong("1", "That is LayerNorm’s. RMSNorm makes the root mean square 1, and the spread only where the mean is 0."),
      wrong(formatTick(deviation / mean), "It divides by the root mean square, not by the mean."),
      wrong(String(deviation), "Nothing is subtracted, but the row is divided, and its spread with it."),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askMeansOfGroups(random) {
  const shape = drawShape(random);
  const [examples, channels] = shape;
  const groups = pick(
    random,
    channelGroupsOf(shape).filter((count) => count > 1 && count < channels),
  );
  return {
    prompt: `How many means does nn.GroupNorm(${groups}, ${channels}) take of x, shape ${formatShape(shape)}?`,
    answers: ascending([
      right(
        String(examples * groups),
        `${groups} groups in each of ${examples} examples: GroupNorm mixes no examples.`,
      ),
      wrong(String(groups), "So many in one example. Each example has its own."),
      wrong(String(examples), "That is LayerNorm, or GroupNorm with 1 group: one mean an example."),
      wrong(String(examples * channels), "That is InstanceNorm, or GroupNorm with as many groups as channels."),
      wrong(String(channels), "That is BatchNorm: one mean a channel, across the examples."),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askBatchOfOne(random) {
  const features = integer(random, 2, 64);
  return {
    prompt:
      `One row of ${features} features, shape ${formatShape([1, features])}, in training: ` +
      "which layer raises an error?",
    answers: shuffled([
      right(
        "nn.BatchNorm1d",
        "Each feature’s mean would be of one value, which leaves nothing. PyTorch raises ValueError: Expected more " +
          `than 1 value per channel when training, got input size torch.Size([1, ${features}]).`,
      ),
      wrong("nn.LayerNorm", `It takes one mean of the row’s own ${features} features, and needs no other row.`),
      wrong("nn.RMSNorm", `It takes one mean of ${features} squares, all of the row’s own.`),
    ]),
  };
}
