import { signal } from "@preact/signals";

/** What takes a matrix that is pasted into the first figure: its code comes with that of the later sections. */
export const paste = signal(/** @type {typeof import("../../figure/cells/paste.jsx").Paste | null} */ (null));
