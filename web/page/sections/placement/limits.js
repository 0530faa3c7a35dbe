/** What the section's networks may become, by a link or by hand. */

export const SEEDS = 2 ** 31;
export const MOST_TRAINED = 240;
/** How many blocks there are in a network that learns. */
export const BLOCKS = 12;
export const RATES = [0.001, 0.003, 0.01, 0.03];
export const WARM_UPS = [0, 20, 40, 80, 120];
/** How many networks there are before their first step, beside each other. */
export const NETWORKS = 24;
