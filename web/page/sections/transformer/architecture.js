/** How large the small GPT is: it was trained so (tests/fixtures/words/net.py). */

export const BLOCKS = 4;
/** Each block has one norm before attention and one before the MLP; the last one stands after the blocks. */
export const NORM_COUNT = 2 * BLOCKS + 1;
export const FEATURES = 48;
export const HEADS = 4;
/** Token 0 begins and ends a word; the others are letters. */
export const VOCABULARY = " abcdefghijklmnopqrstuvwxyz";
