/** How many numbers of a track lie where. */

/**
 * How many numbers lie where along the axis: as many bins as asked for, each a share of the fullest. What lies beyond
 * the axis is in none of them.
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
