import { announcement } from "../kit/announce.js";

/** What has just changed, for screen readers. */
export const LiveRegion = () => (
  <p class="visually-hidden" role="status" id="narration">
    {announcement.value}
  </p>
);
