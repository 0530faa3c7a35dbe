/** What stays of a way that ends before the course does. */
import { chosenWay } from "../store/way.js";

/** @type {Partial<Record<import("../course/ways.js").WayId, readonly string[]>>} */
const SENTENCES = {
  five: [
    "LayerNorm subtracts a group’s mean and divides by its spread: its numbers then have mean 0 and spread 1, or a little less, because a tiny number, eps, is added under the root. Then each place has a learned weight and bias, the same for all groups: they give the places a scale, and bring no group’s own mean and spread back.",
    "In a deep network small errors of size multiply from layer to layer; a LayerNorm after each layer sets the spread of what goes forward back to 1.",
    "A transformer such as GPT-2 normalizes each token by itself, before attention, before the MLP, and once at the end. The small one here was trained with its norms; with them switched off, its words fall apart.",
  ],
};

/** At the end of the way's last section. @param {{ id: import("../course/sections.js").SectionId }} props */
export function WayCard({ id }) {
  const { id: way, name, stops } = chosenWay();
  const sentences = SENTENCES[way];
  if (!sentences || stops.at(-1) !== id) return null;
  return (
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
}
