/**
 * Where the tracks are between x (0) and y (3). The slider pulls them; let go, or sent to another stage, they glide
 * there by way of the stages between, so that a group is seen to slide to 0 first and to stretch then.
 */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { isStill } from "../../kit/screen.js";

/** The time that a glide from one stage to the next takes, in ms. */
const GLIDE_MS = 420;

/** The time that all of it takes, from x to x̂, when it is played, in ms. */
const PLAY_MS = 2500;
/** The stage at which playing ends: x̂. */
const PLAYED = 2;

/** Slow at both ends. @param {number} share */
const eased = (share) => share * share * (3 - 2 * share);

/**
 * @typedef {object} Glide
 * @property {import("@preact/signals").Signal<number>} at
 * @property {(at: number) => void} pull
 * @property {() => void} release
 * @property {(onStage: (stage: number) => void) => void} play  from x to x̂; onStage is told each stage on the way
 * @property {import("@preact/signals").Signal<boolean>} isPlaying
 */

/** @param {number} stage @returns {Glide} */
export function useGlide(stage) {
  const at = useSignal(stage);
  const pulled = useRef(false);
  const frame = useRef(0);
  const isPlaying = useSignal(false);
  /** @param {number} goal @param {number} length  in ms @param {() => void} [onStep] */
  const glideTo = (goal, length = GLIDE_MS * Math.abs(goal - at.peek()), onStep) => {
    cancelAnimationFrame(frame.current);
    const from = at.peek();
    if (isStill.peek() || from === goal) {
      at.value = goal;
      onStep?.();
      return;
    }
    const began = performance.now();
    const step = (/** @type {number} */ now) => {
      const share = Math.min(Math.max(now - began, 0) / length, 1);
      at.value = share === 1 ? goal : waypoint(from, goal, share);
      if (share < 1) frame.current = requestAnimationFrame(step);
      onStep?.();
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
      isPlaying.value = false;
      at.value = wanted;
    },
    release() {
      if (!pulled.current) return;
      pulled.current = false;
      isPlaying.value = false;
      glideTo(Math.round(at.peek()));
    },
    isPlaying,
    play(onStage) {
      pulled.current = true;
      isPlaying.value = true;
      at.value = 0;
      glideTo(PLAYED, PLAY_MS, () => {
        onStage(Math.round(at.peek()));
        if (at.peek() === PLAYED) isPlaying.value = pulled.current = false;
      });
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
