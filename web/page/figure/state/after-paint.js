/**
 * The figure and its numbers, one picture later: the panes below the panels follow once the panels have been painted,
 * so that a pressed button answers at once; so do the tracks where the groups are others, and what comes out of x where
 * a dim is named. During a drag or while a key is held, panes that take more than 34 ms to follow rest twice as long as
 * they took: two thirds of the time are left for the pane under the hand.
 */
import { computed, effect, signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { derived } from "./derived.js";
import { edits, figures } from "../../store/state.js";

/** @typedef {import("../../store/state.js").FigureId} FigureId */
/**
 * @typedef {object} Shown
 * @property {import("../../store/state.js").Figure} figure
 * @property {import("../values/derive.js").Derived} view
 * @property {import("../../store/state.js").Edit} edit  that has brought them about
 */

/** The figure of which something is dragged. */
export const dragged = signal(/** @type {FigureId | null} */ (null));

/** Changes no more than this many ms apart are one drag, or one held key. */
const CHASE = 100;
/** Panes that take no longer than this, in ms, follow with every picture. */
const SMOOTH = 34;
/** Panes that take longer rest this many times as long as they took. */
const REST = 2;

/**
 * A signal that follows another one.
 * @template T
 * @param {import("@preact/signals").ReadonlySignal<T>} source
 */
function follow(source) {
  const follower = signal(source.peek());
  let waits = false;
  let changed = -Infinity;
  let took = 0;
  const catchUp = () => {
    waits = false;
    const began = performance.now();
    follower.value = source.peek();
    afterPaint(() => {
      took = performance.now() - began;
    });
  };
  effect(() => {
    if (source.value === follower.peek()) return;
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
 * A component's own signal, a picture later.
 * @template T
 * @param {import("@preact/signals").Signal<T>} source
 */
export const useAfterPaint = (source) => useMemo(() => follow(source), [source]);

/** @param {FigureId} id @returns {Shown} */
const shown = (id) => ({ figure: figures[id].value, view: derived[id].value, edit: edits[id].value });

/** @param {FigureId} id */
function pairOf(id) {
  const source = computed(() => shown(id));
  const follower = follow(source);
  // The groups of one shape and dims are the same object, whatever numbers are in them.
  const areOtherGroups = () => source.value.view.groupOf !== follower.value.view.groupOf;
  const areSameNumbers = () => source.value.figure.x === follower.value.figure.x;
  return {
    ...{ source, follower },
    groups: computed(() => (areOtherGroups() ? follower : source).value),
    outcome: computed(() => (areOtherGroups() && areSameNumbers() ? follower : source).value),
  };
}

/** @param {FigureId} id */
function knownPair(id) {
  const pair = pairs.get(id) ?? pairOf(id);
  pairs.set(id, pair);
  return pair;
}

/** @type {Map<FigureId, ReturnType<typeof pairOf>>} */
const pairs = new Map();

/**
 * Read in a component, as the signals of the state are.
 * @param {FigureId} id
 * @param {boolean} [atOnce]  for a pane that is itself being worked with
 * @returns {Shown}
 */
export function shownFigure(id, atOnce = false) {
  // Prerendered, nothing follows.
  if (typeof document === "undefined") return shown(id);
  const { source, follower } = knownPair(id);
  return (atOnce ? source : follower).value;
}

/**
 * The same, at once but for what follows later: "groups", where they are others, and the dots begin to fly; "outcome",
 * what comes out of x, where other dims of the same numbers are named and the hand is on x. While another part of the
 * figure is dragged, all of it follows later.
 * @param {FigureId} id
 * @param {"groups" | "outcome"} part
 * @param {boolean} [isHeld]  whether it is this part that is dragged
 * @returns {Shown}
 */
export function shownPart(id, part, isHeld = false) {
  if (typeof document === "undefined") return shown(id);
  const pair = knownPair(id);
  return (dragged.value === id && !isHeld ? pair.follower : pair[part]).value;
}

/** A drag has ended: all panes of its figure catch up at once. @param {FigureId} id */
export function letGo(id) {
  dragged.value = null;
  const pair = pairs.get(id);
  if (pair) pair.follower.value = pair.source.peek();
}
