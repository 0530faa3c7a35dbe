/** The shape of GPT-2, after which the course's small model is built. */

/** The blocks of its four sizes. */
export const GPT2_BLOCKS = { smallest: 12, medium: 24, large: 36, XL: 48 };

/**
 * Each block has one norm before attention and one before the MLP; the last one stands after the blocks.
 * @param {number} blocks
 */
export const normsOf = (blocks) => 2 * blocks + 1;
