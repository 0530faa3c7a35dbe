/** At a section's end: the link to the next stop on the way that was chosen. */
import { nextStop } from "../course/ways.js";
import { isShown } from "../store/lesson.js";
import { chosenWay } from "../store/way.js";

/** @param {{ id: import("../course/sections.js").SectionId }} props */
export function NextStop({ id }) {
  const next = nextStop(chosenWay(), id);
  if (!next || !isShown(next.id)) return null;
  return (
    <p class="next-stop">
      <a href={`#${next.id}`}>Next: {next.label}</a>
    </p>
  );
}
