import { effect } from "@preact/signals";
import { say } from "./announce.js";

/** In ms: who drags hears the last value, and not each of the many on the way. */
const STILL = 500;

/**
 * From now on: says what something has come to, once it has been the same for a while.
 * @template T
 * @param {() => T | undefined} read  from signals; undefined: there is nothing to say yet
 * @param {(now: T, before: T) => string} tell  "" says nothing
 * @param {{ before?: T, wait?: number }} [options]  before: the value that the first is compared with; without it, the
 *   first is not told. wait: in ms
 * @returns {() => void} ends that
 */
export function sayWhenStill(read, tell, { before, wait = STILL } = {}) {
  let heard = before;
  return effect(() => {
    const now = read();
    if (now === undefined) return undefined;
    const act = () => {
      if (heard !== undefined) say(tell(now, heard));
      heard = now;
    };
    const timer = setTimeout(act, heard === undefined ? 0 : wait);
    return () => clearTimeout(timer);
  });
}
