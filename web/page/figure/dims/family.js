/**
 * The normalization layers as sets of axes on one tensor, [batch, channels, ...]: LayerNorm to InstanceNorm are one
 * formula over different dims, and RMSNorm leaves the mean out of it.
 */
import { formatEps } from "../words/format-tensor.js";
import { formatShape, sizeOf } from "../../kit/shapes.js";

/** @typedef {import("../../kit/shapes.js").Shape} Shape */
/** @typedef {Pick<import("../../store/state.js").Figure, "dims" | "center" | "channelGroups">} Method */
/** @typedef {Method & Pick<import("../../store/state.js").Figure, "eps"> & { shape: Shape }} Setting */

/**
 * @typedef {object} Member
 * @property {string} name  of the layer, here and but for a number of dims in PyTorch
 * @property {boolean} [counted]  PyTorch has a layer for each number of dims: BatchNorm2d
 * @property {number} from  the first dim that it reduces, but for `batch`
 * @property {boolean} [batch]  whether it reduces dim 0 as well, and so mixes examples
 * @property {boolean} [trailing]  whether it can be told which of the last dims to take
 * @property {boolean} [grouped]  whether the channels are split into groups
 * @property {boolean} [uncentred]  whether the mean is left out
 * @property {string} per  what each mean is of
 * @property {(setting: Setting) => string} args  the arguments of its constructor
 * @property {(setting: Setting) => number} learned  how many numbers it learns, as PyTorch makes it by default
 * @property {string} use
 * @property {string} needs
 */

const EPS = 1e-5;
const ALONE = "Only the example itself. It computes the same while it is trained and afterwards.";

/** @param {Setting} setting */
const channels = ({ shape }) => shape[1];
/** @param {Setting} setting */
const normalizedShape = ({ shape, dims }) => shape.slice(dims[0]);

/** @type {readonly Member[]} */
export const family = [
  {
    name: "LayerNorm",
    from: 1,
    trailing: true,
    per: "example",
    args: (setting) => formatShape(normalizedShape(setting)),
    learned: (setting) => 2 * sizeOf(normalizedShape(setting)),
    use:
      "Transformers, there over the embedding of each token alone; recurrent networks. On images it is taken over " +
      "[C, H, W], or over the channels alone, as in ViT and ConvNeXt.",
    needs: ALONE,
  },
  {
    name: "BatchNorm",
    counted: true,
    from: 2,
    batch: true,
    per: "channel, all examples together",
    args: (setting) => String(channels(setting)),
    learned: (setting) => 2 * channels(setting),
    use: "Convolutional networks on images, such as ResNet.",
    needs:
      "In training, the other examples of the batch; after model.eval(), the running mean and variance that training kept.",
  },
  {
    name: "InstanceNorm",
    counted: true,
    from: 2,
    per: "channel of each example",
    args: (setting) => String(channels(setting)),
    learned: () => 0,
    use: "Style transfer: it takes out an image’s own contrast.",
    needs: `${ALONE} But made with track_running_stats=True, it uses running statistics after model.eval().`,
  },
  {
    name: "GroupNorm",
    from: 1,
    grouped: true,
    per: "group of channels of each example",
    args: (setting) => `${setting.channelGroups}, ${channels(setting)}`,
    learned: (setting) => 2 * channels(setting),
    use: "Detection and segmentation, where batches are small; the U-Nets of diffusion models.",
    needs: ALONE,
  },
  {
    name: "RMSNorm",
    from: 1,
    trailing: true,
    uncentred: true,
    per: "example",
    args: (setting) => formatShape(normalizedShape(setting)),
    learned: (setting) => sizeOf(normalizedShape(setting)),
    use: "Large language models, such as Llama and T5, over the embedding alone.",
    needs: ALONE,
  },
];

/** @param {string} name */
export const memberNamed = (name) => /** @type {Member} */ (family.find((member) => member.name === name));

/** @param {Member} member @param {number} rank */
export const dimsOf = ({ from, batch }, rank) =>
  Array.from({ length: rank }, (_, dim) => dim).filter((dim) => dim >= from || (batch && dim === 0));

/** Those that a tensor of this rank has dims for. @param {number} rank */
export const membersFor = (rank) => family.filter((member) => rank > 1 && dimsOf(member, rank).length > 0);

/** Into how many groups the channels can be split. @param {Shape} shape */
export const channelGroupsOf = (shape) =>
  Array.from({ length: shape[1] ?? 0 }, (_, i) => i + 1).filter((groups) => shape[1] % groups === 0);

/**
 * How a figure is set to be a member: GroupNorm keeps the groups that there are, or splits the channels in two.
 * @param {Member} member
 * @param {Shape} shape
 * @param {number} channelGroups
 * @returns {Method}
 */
export const methodOf = (member, shape, channelGroups) => ({
  dims: dimsOf(member, shape.length),
  center: !member.uncentred,
  channelGroups: member.grouped ? (channelGroups > 1 ? channelGroups : (channelGroupsOf(shape)[1] ?? 1)) : 1,
});

/**
 * The members whose statistics a figure shows, the one that is known by these dims first. As many groups as channels
 * are InstanceNorm's; a layer that can be told which of the last dims to take may be at any number of last dims.
 * @param {Method} method
 * @param {Shape} shape
 * @returns {readonly Member[]}
 */
export function membersAt({ dims, center, channelGroups }, shape) {
  const rank = shape.length;
  const able = membersFor(rank).filter(
    (member) => center === !member.uncentred && (channelGroups === 1 || member.grouped),
  );
  const named = able.filter((member) => `${dimsOf(member, rank)}` === `${dims}`);
  if (named.length > 0 && channelGroups > 1 && channelGroups === shape[1]) {
    return [...named, ...membersAt({ dims: dims.filter((dim) => dim !== 1), center, channelGroups: 1 }, shape)];
  }
  const last = dims.every((dim, i) => dim === rank - dims.length + i);
  return named.length > 0 ? named : able.filter(({ trailing }) => trailing && last);
}

/** How the layer is made: "nn.BatchNorm2d(4)". @param {Member} member @param {Setting} setting */
export function inPyTorch(member, setting) {
  const dims = member.counted ? `${Math.max(setting.shape.length - 2, 1)}d` : "";
  const eps = isDefault(member, setting) ? "" : `, eps=${formatEps(setting.eps)}`;
  return `nn.${member.name}${dims}(${member.args(setting)}${eps})`;
}

/** "new BatchNorm(4)" @param {Member} member @param {Setting} setting */
export function inLayernorm(member, setting) {
  const eps = isDefault(member, setting) ? "" : `, { eps: ${formatEps(setting.eps)} }`;
  return `new ${member.name}(${member.args(setting)}${eps})`;
}

/** RMSNorm's default is float32's epsilon, in both. @param {Member} member @param {Setting} setting */
const isDefault = ({ uncentred }, { eps }) => !uncentred && eps === EPS;

/**
 * The statistics that BatchNorm keeps for eval: a mean and a variance for each channel.
 * @param {Member} member
 * @param {Setting} setting
 */
export const kept = (member, setting) => (member.batch ? 2 * channels(setting) : 0);
