import { effect } from "@preact/signals";

/** In ms. A listener who drags hears the last value, and none of those on the way. */
const STILL = 500;

/**
 * Reads a value, and acts on it once it has been the same for a while. While the value is undefined, nothing is done.
 * @template T
 * @param {() => T | undefined} read  from signals
 * @param {(now: T) => void} act
 * @param {() => number | undefined} [wait]  for how many ms, if not for as many as usual
 * @returns {() => void} ends that
 */
export const whenStill = (read, act, wait = () => undefined) =>
  effect(() => {
    const now = read();
    if (now === undefined) return undefined;
    const timer = setTimeout(() => act(now), wait() ?? STILL);
    return () => clearTimeout(timer);
  });
