/**
 * What a figure shows, a picture later: the panes below the panels follow once these have been painted, so that what
 * was pressed answers at once.
 */
import { effect, signal, untracked } from "@preact/signals";
import { derived } from "../model/derived.js";
import { figures } from "../model/state.js";

/** @typedef {import("../model/state.js").FigureId} FigureId */
/** @typedef {{ figure: import("../model/state.js").Figure, view: import("../model/derive.js").Derived }} Shown */

/** @type {Map<FigureId, import("@preact/signals").Signal<Shown>>} */
const followers = new Map();

/** @param {FigureId} id @returns {Shown} */
const shown = (id) => ({ figure: figures[id].value, view: derived[id].value });

/** @param {FigureId} id */
function follow(id) {
  const follower = signal(shown(id));
  let waits = false;
  effect(() => {
    if (figures[id].value === follower.peek().figure || waits) return;
    waits = true;
    afterPaint(() => {
      waits = false;
      follower.value = shown(id);
    });
  });
  return follower;
}

/** A hidden page paints nothing, and need not wait. @param {() => void} run */
function afterPaint(run) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = run;
  const send = () => port2.postMessage(null);
  if (document.hidden) send();
  else requestAnimationFrame(send);
}

/** Read in a component, as the signals of the state are. @param {FigureId} id */
export function late(id) {
  // Prerendered, nothing follows.
  if (typeof document === "undefined") return shown(id);
  const follower = followers.get(id) ?? untracked(() => follow(id));
  followers.set(id, follower);
  return follower.value;
}
