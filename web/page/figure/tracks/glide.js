/**
 * Where the tracks are between x (0) and y (3). The slider pulls them; let go, or sent to another stage, they glide
 * there by way of the stages between, so that a group is seen to slide to 0 first and to stretch then.
 */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { isStill } from "../../kit/screen.js";

/** The time that a glide from one stage to the next takes, in ms. */
const GLIDE_MS = 420;

/** Slow at both ends. @param {number} share */
const eased = (share) => share * share * (3 - 2 * share);

/**
 * @typedef {{ at: import("@preact/signals").Signal<number>, pull: (at: number) => void, release: () => void }} Glide
 */

/** @param {number} stage @returns {Glide} */
export function useGlide(stage) {
  const at = useSignal(stage);
  const pulled = useRef(false);
  const frame = useRef(0);
  const glideTo = (/** @type {number} */ goal) => {
    cancelAnimationFrame(frame.current);
    const from = at.peek();
    if (isStill.peek() || from === goal) {
      at.value = goal;
      return;
    }
    const began = performance.now();
    const length = GLIDE_MS * Math.abs(goal - from);
    const step = (/** @type {number} */ now) => {
      const share = Math.min(Math.max(now - began, 0) / length, 1);
      at.value = share === 1 ? goal : waypoint(from, goal, share);
      if (share < 1) frame.current = requestAnimationFrame(step);
    };
    frame.current = requestAnimationFrame(step);
  };
  useEffect(() => {
    if (!pulled.current) glideTo(stage);
  }, [stage]);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return {
    at,
    pull(wanted) {
      cancelAnimationFrame(frame.current);
      pulled.current = true;
      at.value = wanted;
    },
    release() {
      if (!pulled.current) return;
      pulled.current = false;
      glideTo(Math.round(at.peek()));
    },
  };
}

/** Each stage on the way is eased by itself. @param {number} from @param {number} to @param {number} share */
function waypoint(from, to, share) {
  const even = from + (to - from) * share;
  const [low, high] = [
    Math.max(Math.floor(even), Math.min(from, to)),
    Math.min(Math.floor(even) + 1, Math.max(from, to)),
  ];
  return high === low ? even : low + (high - low) * eased((even - low) / (high - low));
}
