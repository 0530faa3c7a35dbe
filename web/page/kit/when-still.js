import { effect } from "@preact/signals";

/** In ms: who drags hears what it comes to, and not each of the many values on the way. */
const STILL = 500;

/**
 * Does something with what is read once that has been the same for a while; undefined waits for something else.
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
