/** What the sections that go deeper are about. */

/** What is there, in a sentence. @type {Partial<Record<import("../../course/sections.js").SectionId, string>>} */
export const DEEPER = {
  train: "A small GPT learns words before your eyes: with norms, without, and with norms by which it cheats.",
  shapes: "Which shapes fit, which do not, and the bug that raises nothing.",
  three: "The same dims in a tensor of three: which numbers does a mean take in?",
  placement: "The same norm before each part of a block or after it: twelve blocks, trained both ways.",
  invariance: "What a norm hides of the weights before it, and what that says of learning rates.",
  space: "Three numbers as an arrow that can be turned: where a norm takes its tip, and where a gradient can point.",
  learning: "How weight and bias are learned, and what of a gradient gets back through a norm.",
  precision: "Where numbers of 32 and of 16 bits lose digits, and how a sum keeps them.",
  speed: "How long a norm takes on your machine, with four numbers at a time and with one.",
  data: "Your table, array or model on the same tracks, and the weights of its norms. Nothing leaves your machine.",
};
