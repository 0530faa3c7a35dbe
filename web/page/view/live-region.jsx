import { effect } from "@preact/signals";
import { announcement, say } from "../model/announce.js";
import { derived } from "../model/derived.js";
import { narrate } from "../model/narration.js";
import { state } from "../model/state.js";

/** What has just changed, for screen readers. */
export const LiveRegion = () => (
  <p class="visually-hidden" role="status" id="narration">
    {announcement.value}
  </p>
);

/** From now on, says what changes in the figures. */
export function narrateChanges() {
  let before = state.peek();
  effect(() => {
    const now = state.value;
    for (const id of /** @type {const} */ (["row", "dim"])) {
      if (now[id] !== before[id]) say(narrate(before[id], now[id], derived[id].peek()));
    }
    before = now;
  });
}
