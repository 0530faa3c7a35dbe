/** At a section's end: the link to the next stop on the way that was chosen, or how that way ends. */
import { nextStop } from "../course/ways.js";
import { isShown } from "../store/lesson.js";
import { chosenWay } from "../store/way.js";

/** @param {{ id: import("../course/sections.js").SectionId }} props */
export function NextStop({ id }) {
  const way = chosenWay();
  const next = nextStop(way, id);
  const isEnd = way.stops.at(-1) === id;
  if (isEnd && way.card) return <Card {...way} sentences={way.card} />;
  if (!next || !isShown(next.id)) return null;
  return (
    <p class="next-stop">
      <a href={`#${next.id}`}>Next: {next.label}</a>
    </p>
  );
}

/** @param {{ name: string, sentences: readonly string[] }} props */
const Card = ({ name, sentences }) => (
  <aside class="card way-card" aria-label={`${name}: what stays`}>
    <h3>{name}: what stays</h3>
    {sentences.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    <p class="next-stop">
      <a href="#recap">The recap, and what goes deeper</a>
    </p>
  </aside>
);
