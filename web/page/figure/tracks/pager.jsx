/** More groups than tracks have room: the earlier ones and the later ones. */
import { select } from "../state/actions.js";

/**
 * @param {{ id: import("../../store/state.js").FigureId, members: readonly (readonly number[])[],
 *   shown: { start: number, size: number } }} props  members: of each group; shown: which groups have a track
 */
export function Pager({ id, members, shown: { start, size } }) {
  const count = members.length;
  const end = start + size;
  const go = (/** @type {number} */ group) => {
    if (group < 0 || group >= count) return;
    select(id, { panel: "out", index: members[group][0] });
  };
  // The selected group is always in view: to page is to select the farthest one of the page.
  const earlier = start === 0 ? -1 : Math.max(start - size, 0);
  const later = end >= count ? count : Math.min(end + size - 1, count - 1);
  return (
    <p class="track-pager">
      <button type="button" class="pill" aria-disabled={start === 0 || undefined} onClick={() => go(earlier)}>
        Earlier
      </button>{" "}
      tracks {start + 1} to {end} of {count}{" "}
      <button type="button" class="pill" aria-disabled={end >= count || undefined} onClick={() => go(later)}>
        Later
      </button>
    </p>
  );
}
