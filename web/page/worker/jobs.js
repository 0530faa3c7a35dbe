/**
 * The jobs of the labs' worker: those that each section's job.js exports as `jobs`, by folder and name,
 * "depth/networks". A job.js is fetched when its first job is asked for.
 */

/** @typedef {(settings: any) => Generator | AsyncGenerator} Job */
/**
 * @typedef {{ jobs: Record<string, Job>, prepare?: () => Promise<unknown> }} JobFile  prepare: fetches what they need
 */
/** @typedef {`${string}/${string}` | "prepare"} JobName */

/** @type {Record<string, () => Promise<JobFile>>} */
const files = /** @type {any} */ (import.meta.glob("../sections/*/job.js"));

/** Fetches all job.js and what their jobs need, for later. */
async function* prepare() {
  await Promise.all(Object.values(files).map(async (fetch) => (await fetch()).prepare?.()));
}

/** @param {JobName} name @returns {Promise<Job>} */
export async function jobNamed(name) {
  if (name === "prepare") return prepare;
  const [folder, own] = name.split("/");
  const job = (await files[`../sections/${folder}/job.js`]?.())?.jobs[own];
  if (!job) throw new Error(`there is no job ${name}`);
  return job;
}
