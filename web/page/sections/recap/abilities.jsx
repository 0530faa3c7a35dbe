/** What the learner can now do: eight sentences, each with the section where it was learned. */
import { unbroken } from "../../kit/unbroken.js";
import { deedsIn } from "../../question/answered.js";
import { family } from "../../figure/dims/family.js";
import { SectionLink } from "../../parts/section-link.jsx";

/** "a, b and c" @param {readonly string[]} names */
const listed = (names) => `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** @type {readonly (readonly [section: import("../../course/sections.js").SectionId, sentence: string])[]} */
const ABILITIES = [
  [
    "row",
    "You can normalize a row by hand: subtract its mean, divide by the root of its variance plus eps, then multiply by " +
      "the weight and add the bias.",
  ],
  [
    "why",
    "You can say what norms do in a deep network: small errors of size multiply from layer to layer, and a LayerNorm " +
      "after each layer sets the spread of what goes forward back to 1.",
  ],
  [
    "dim",
    "You can read dim in any call: the dim you name is the one that disappears, and what is left has one mean for each " +
      "of its indices.",
  ],
  [
    "model",
    "You can say where a transformer has its norms, that each token is normalized by itself, and what happens to a model " +
      "that was trained with its norms when they are taken away.",
  ],
  [
    "family",
    `You can tell ${listed(family.map(({ name }) => name))} apart by the dims over which each of them averages.`,
  ],
  [
    "variance",
    "You can tell which formula a library has: n or n − 1, eps inside the root or outside, and by how much the results " +
      "differ.",
  ],
  [
    "shapes",
    "You can find the bug that raises nothing: without keepdim, the values of a square tensor meet the wrong means.",
  ],
  [
    "learning",
    "You can say how weight and bias are learned, and what of a gradient LayerNorm does not let back: its mean and, but " +
      "for eps, what lies along x̂.",
  ],
];

export const Abilities = () => (
  <ol class="abilities">
    {ABILITIES.map(([section, sentence]) => (
      <li key={section} data-done={deedsIn(section).checked ? "" : undefined}>
        <p>
          <SectionLink id={section}>{unbroken(sentence)}</SectionLink>
          {deedsIn(section).checked && <span class="visually-hidden"> You have checked this.</span>}
        </p>
      </li>
    ))}
  </ol>
);
