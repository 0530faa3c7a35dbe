/** So long a page may take, beside other work, to do what a test waits for, in ms. */
export const WAITS_MS = 120_000;

/** With this a test fails whose page is drawn no more, though it should be: Vitest repeats it once, for this alone. */
export const STOPPED_DRAWING = "Chromium has stopped drawing";
