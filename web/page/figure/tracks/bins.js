/** The density of a track's numbers. */

/**
 * The density of numbers along the axis: as many bins as asked for, each as a share of the fullest. Numbers beyond the
 * axis are in no bin.
 * @param {readonly number[]} values
 * @param {import("./axis.js").Extent} axis
 * @param {number} count
 */
export function densityOf(values, [low, high], count) {
  const bins = new Float32Array(count);
  for (const value of values) {
    if (!(value >= low && value <= high)) continue;
    bins[Math.min(Math.floor(((value - low) / (high - low)) * count), count - 1)]++;
  }
  const most = Math.max(...bins);
  return most === 0 ? bins : bins.map((bin) => bin / most);
}

/**
 * The number in the middle of a bin.
 * @param {import("./axis.js").Extent} axis
 * @param {number} bin
 * @param {number} count
 */
export const middleOf = ([low, high], bin, count) => low + ((bin + 0.5) / count) * (high - low);
