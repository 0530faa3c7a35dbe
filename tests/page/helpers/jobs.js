/**
 * Runs one of the labs' jobs to its end, in Node, as the page's worker does.
 * @template Y, R
 * @param {Generator<Y, R>} job
 * @returns {{ parts: Y[], result: R }} what it told on the way, and in the end
 */
export function run(job) {
  const parts = [];
  for (;;) {
    const { value, done } = job.next();
    if (done) return { parts, result: value };
    parts.push(value);
  }
}
