/**
 * What a figure shows, a picture later: the panes below the panels follow once these have been painted, so that what
 * was pressed answers at once. While one change chases the other (a drag, a held key) all but what is under the hand
 * follows as often as leaves most of the time for the hand.
 */
import { effect, signal, untracked, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { derived } from "../model/derived.js";
import { figures } from "../model/state.js";

/** @typedef {import("../model/state.js").FigureId} FigureId */
/** @typedef {{ figure: import("../model/state.js").Figure, view: import("../model/derive.js").Derived }} Shown */

/** The figure of which something is dragged. */
export const dragged = signal(/** @type {FigureId | null} */ (null));

/** At most so many ms are between changes that chase each other. */
const CHASE = 100;
/** What takes no longer than this, in ms, follows with every picture. */
const SMOOTH = 34;
/** What takes longer rests so many times as long as it took. */
const REST = 2;

/** @type {Map<FigureId, import("@preact/signals").Signal<Shown>>} */
const followers = new Map();

/** @param {FigureId} id @returns {Shown} */
const shown = (id) => ({ figure: figures[id].value, view: derived[id].value });

/** @param {FigureId} id */
function follow(id) {
  const follower = signal(shown(id));
  let waits = false;
  let changed = -Infinity;
  let took = 0;
  const catchUp = () => {
    waits = false;
    const began = performance.now();
    follower.value = shown(id);
    afterPaint(() => {
      took = performance.now() - began;
    });
  };
  effect(() => {
    if (figures[id].value === follower.peek().figure) return;
    const before = changed;
    changed = performance.now();
    if (waits) return;
    waits = true;
    if (changed - before < CHASE && took > SMOOTH) setTimeout(catchUp, REST * took);
    else afterPaint(catchUp);
  });
  return follower;
}

/** A hidden page paints nothing, and need not wait. @param {() => void} run */
function afterPaint(run) {
  if (document.hidden) {
    run();
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = run;
  requestAnimationFrame(() => port2.postMessage(null));
}

/**
 * A signal that follows another one a picture later, as long as its component lives.
 * @template T
 * @param {import("@preact/signals").Signal<T>} source
 */
export function useLater(source) {
  const follower = useSignal(source.peek());
  useEffect(() => {
    let waits = false;
    return effect(() => {
      if (source.value === follower.peek() || waits) return;
      waits = true;
      afterPaint(() => {
        waits = false;
        follower.value = source.peek();
      });
    });
  }, [source]);
  return follower;
}

/**
 * Read in a component, as the signals of the state are.
 * @param {FigureId} id
 * @param {boolean} [atOnce]  for a pane that is itself being worked with
 * @returns {Shown}
 */
export function late(id, atOnce = false) {
  // Prerendered, nothing follows.
  if (atOnce || typeof document === "undefined") return shown(id);
  const follower = followers.get(id) ?? untracked(() => follow(id));
  followers.set(id, follower);
  return follower.value;
}

/** All of a figure shows what is so now: what was dragged is let go. @param {FigureId} id */
export function letGo(id) {
  dragged.value = null;
  const follower = followers.get(id);
  if (follower) follower.value = shown(id);
}
