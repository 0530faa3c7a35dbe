/** How large the small GPT is: it was trained so (tests/fixtures/words/net.py). */

export const BLOCKS = 4;
/**
 * Each block has one norm before attention and one before the MLP; the last one stands after the blocks.
 * @param {number} blocks
 */
export const normsOf = (blocks) => 2 * blocks + 1;
export const NORM_COUNT = normsOf(BLOCKS);
/** The blocks of GPT-2, which is built so, in its four sizes. */
export const GPT2_BLOCKS = { smallest: 12, medium: 24, large: 36, XL: 48 };
export const FEATURES = 48;
export const HEADS = 4;
/** Token 0 begins and ends a word; the others are letters. */
export const VOCABULARY = " abcdefghijklmnopqrstuvwxyz";
