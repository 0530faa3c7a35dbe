/** So long a page may take, beside other work, to do what a test waits for, in ms. */
export const WAITS_MS = 120_000;
