/** How large the small GPT is: it was trained so (tests/fixtures/words/net.py). */
import { normsOf } from "../../course/gpt2.js";

export const BLOCKS = 4;
export const NORM_COUNT = normsOf(BLOCKS);
export const FEATURES = 48;
export const HEADS = 4;
/** Token 0 begins and ends a word; the others are letters. */
export const VOCABULARY = " abcdefghijklmnopqrstuvwxyz";
