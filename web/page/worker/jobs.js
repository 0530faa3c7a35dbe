/** What the labs' worker can do. The code of each lab's jobs is fetched when the first of them is asked for. */

/** @typedef {(settings: any) => Generator | AsyncGenerator} Job */

const depth = () => import("../sections/depth/job.js");
const gpt = () => import("../sections/transformer/job.js");
const learning = () => import("../sections/learning/job.js");
const precision = () => import("../sections/precision/job.js");
const speed = () => import("../sections/speed/job.js");

/** Fetches all that the others need, for later. */
async function* prepare() {
  await Promise.all([
    depth(),
    gpt().then(({ theModel }) => theModel()),
    learning(),
    precision(),
    speed().then(({ theModules }) => theModules()),
  ]);
}

/**
 * @type {Record<"prepare" | "depth" | "word" | "words" | "heldOut" | "spirals" | "precision" | "speed", () =>
 *   Promise<Job>>}
 */
export const jobs = {
  prepare: async () => prepare,
  depth: async () => (await depth()).depthJob,
  word: async () => (await gpt()).wordJob,
  words: async () => (await gpt()).wordsJob,
  heldOut: async () => (await gpt()).heldOutJob,
  spirals: async () => (await learning()).spiralsJob,
  precision: async () => (await precision()).precisionJob,
  speed: async () => (await speed()).speedJob,
};
