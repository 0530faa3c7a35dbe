/** So long a page may take, beside other work, to do what a test waits for, in ms. */
export const WAITS_MS = 120_000;

/** So the error of a test begins whose page is drawn no more. Vitest repeats such a test once, for this alone. */
export const STOPPED_DRAWING = "Chromium has stopped drawing";
