/** How large the GPT is that the reader trains, and what it is trained with. */

export const FEATURES = 24;
export const HEADS = 3;
export const HIDDEN = 4 * FEATURES;
/** Token 0 begins and ends a word; the others are letters. */
export const VOCABULARY = " abcdefghijklmnopqrstuvwxyz";
/** Words have at most so many letters; a word's tokens are what begins it, and these. */
export const MOST_LETTERS = 15;
export const MOST_TOKENS = MOST_LETTERS + 1;
/** So many words of one length go into a step. */
export const BATCH = 64;
export const STEPS = 1000;
/** Adam's, beside its rate. */
export const BETAS = /** @type {const} */ ([0.9, 0.99]);
/** GPT-2's: weights begin with this spread. */
export const SPREAD = 0.02;
export const EPS = 1e-5;
