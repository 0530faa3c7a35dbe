import { sections } from "../course/sections.js";
import { lesson } from "../store/lesson.js";
import { NextStop } from "./next-stop.jsx";
import { WayCard } from "./way-card.jsx";

/** @typedef {import("preact").ComponentChildren} Children */

/**
 * A section of the course: the lesson in a sentence, two sentences more, the figure, what else there is to say, and the
 * questions before and after. Its number and title are a link to it, to be copied.
 * @param {{ id: import("../course/sections.js").SectionId, label: string, lesson: string, prose: Children,
 *   more?: Children | readonly Children[], children: Children }} props  prose: two sentences, in 19 px; more: further
 *   paragraphs, in 15 px, which stand before the last of the children: below the figure, and beside the check where
 *   there is room; of two blocks the second stands above the check there. The first child stands beside the opening
 */
export function SectionView({ id, label, lesson: says, prose, more, children }) {
  // One that is not shown keeps its place among them, so that the others stay the same.
  const [ahead, ...views] = [children].flat();
  const furthers = more ? [more].flat() : [];
  const Heading = isPart(id) ? "h3" : "h2";
  return (
    <>
      <header class="opening">
        <p class="kicker">
          <a href={`#${id}`}>{label}</a>
        </p>
        <Heading id={`${id}-lesson`}>{says}</Heading>
        <p class="prose">{prose}</p>
      </header>
      {ahead}
      <div class="section-body">
        {views.slice(0, -1)}
        {furthers.map((prose, i) => (
          <div key={i} class="further">
            {prose}
          </div>
        ))}
        {views.at(-1)}
        <NextStop id={id} />
        <WayCard id={id} />
      </div>
    </>
  );
}

/**
 * Whether a section is shown as a part of another: one that a lesson shows alone stands for itself.
 * @param {string} id
 */
const isPart = (id) =>
  lesson.value.only !== id && sections.some((section) => section.id === id && section.kind === "within");
