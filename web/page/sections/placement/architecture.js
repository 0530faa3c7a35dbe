/** The size of the section's networks, and of what they read. */

/** The features of a letter. */
export const WIDTH = 16;
export const HEADS = 2;
/** The features in the middle of an MLP. */
export const HIDDEN = 4 * WIDTH;
/** How many letters there are. */
export const LETTERS = 8;
/** A text repeats its first few letters until it is so long. */
export const PERIOD = 4;
export const LENGTH = 12;
/** How many texts a step reads. */
export const TEXTS = 8;
/** What somebody loses who guesses among all letters, and who guesses among those that the text has. */
export const GUESSES = { blind: Math.log(LETTERS), four: Math.log(PERIOD) };
