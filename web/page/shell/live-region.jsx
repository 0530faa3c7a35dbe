import { announcement } from "../kit/announce.js";

/** Tells screen readers about the last change. */
export const LiveRegion = () => (
  <p class="visually-hidden" role="status" id="narration">
    {announcement.value}
  </p>
);
