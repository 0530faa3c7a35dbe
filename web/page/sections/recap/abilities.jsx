/** What the learner can now do: eight sentences, each with the section where it was learned. */
import { deedsIn } from "../../question/answered.js";
import { family } from "../../figure/dims/family.js";
import { SectionLink } from "./section-link.jsx";

/** "a, b and c" @param {readonly string[]} names */
const listed = (names) => `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** @type {readonly (readonly [section: import("../../course/sections.js").SectionId, sentence: string])[]} */
const ABILITIES = [
  [
    "why",
    "You can say why deep networks need norms: from layer to layer, small errors of size multiply, and a norm in each " +
      "layer makes the spread 1 again.",
  ],
  [
    "row",
    "You can normalize a row by hand: subtract its mean, divide by the root of its variance plus eps, then multiply by " +
      "the weight and add the bias.",
  ],
  [
    "dim",
    "You can read dim in any call: the dim you name is the one that disappears, and what is left has one mean for each " +
      "of its indices.",
  ],
  [
    "shapes",
    "You can find the bug that raises nothing: without keepdim, the values of a square tensor meet the wrong means.",
  ],
  [
    "family",
    `You can tell ${listed(family.map(({ name }) => name))} apart by the dims over which each of them averages.`,
  ],
  [
    "model",
    "You can say where a transformer has its norms, that each token is normalized by itself, and what becomes of the " +
      "words without them.",
  ],
  [
    "variance",
    "You can tell which formula a library has: n or n − 1, eps inside the root or outside, and by how much the results " +
      "differ.",
  ],
  [
    "learning",
    "You can say how weight and bias are learned, and what of a gradient never gets back through a norm: its mean, and " +
      "what lies along x̂.",
  ],
];

export const Abilities = () => (
  <ol class="abilities">
    {ABILITIES.map(([section, sentence]) => (
      <li key={section} data-done={deedsIn(section).checked ? "" : undefined}>
        <p>
          <SectionLink id={section}>{sentence}</SectionLink>
          {deedsIn(section).checked && <span class="visually-hidden"> You have checked this.</span>}
        </p>
      </li>
    ))}
  </ol>
);
