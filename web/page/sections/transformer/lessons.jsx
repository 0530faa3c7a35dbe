/** What the modes show, and what they do not. Folded at first: some of it is what is asked. */
import { formatBrief, inWords } from "../../kit/format.js";
import { sections } from "../../course/sections.js";
import { BLOCKS, FEATURES } from "./architecture.js";
import { SectionLink } from "../../parts/section-link.jsx";
import { Fold } from "../../figure/fold.jsx";
import { bestOf, measured, variants } from "./losses.js";
import { MODES } from "./modes.js";
import { ALL_NORMS, NORMS_IN_WORDS, spreadsInWords } from "./sentences.js";

const WHY = sections.find(({ id }) => id === "why");

const { modes, shifts, inputs, surest } = measured;

/** @param {number} value */
const two = (value) => value.toFixed(2);
/** @param {readonly (number | string)[]} list */
const listed = (list) => `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`;

export const Lessons = () => (
  <aside class="card model-lessons" aria-label="what the modes show">
    <Fold
      title="What the modes show, and what they do not"
      beside={
        <p class="lessons-train">
          <SectionLink id="train">Train one, here</SectionLink>: with norms, without, and over the wrong dim.
        </p>
      }
    >
      {() => (
        <div class="lessons">
          <Off />
          <Mean />
          <WrongDim />
          <Source />
        </div>
      )}
    </Fold>
  </aside>
);

const Off = () => (
  <section>
    <h3>Off</h3>
    <p>
      This model was trained with its {NORMS_IN_WORDS}. “{MODES.off.label}” takes their weights and biases away, too:
      the loss is {two(modes.off.all)}, where it was {two(measured.trained)}. With weight and bias kept and nothing else
      done it is {two(modes.offkept.all)}; normalized, but without weight and bias, {two(modes.plain.all)}. With its
      norms off, the model is no surer of its letters than before: it gives its likeliest {two(surest.off)} on average,
      and gave it {two(surest.trained)}.
    </p>
    <p>
      Its norms do not put all its numbers on one scale. Averaged over the tokens of {measured.words} words, the spread
      of what runs through the model grows from {two(inputs[0].spread)} to {two(inputs[inputs.length - 1].spread)}, and
      each part reads it at a scale that was learned: the {NORMS_IN_WORDS} put out spreads from{" "}
      {two(Math.min(...inputs.map(({ spreadAfter }) => spreadAfter)))} to{" "}
      {two(Math.max(...inputs.map(({ spreadAfter }) => spreadAfter)))}.
    </p>
    <p>
      A model of this size can be trained without any norm. Trained for {variants.steps.toLocaleString("en")} steps, the
      better of {inWords(variants.kinds.off.length)} learning rates, from {inWords(variants.seeds.length)} seeds: with
      LayerNorm its loss is {listed(bestOf("trained").map(two))}, without norms {listed(bestOf("off").map(two))}. In
      deep networks it is harder to do without, and there a careful beginning can stand in for norms (
      <a href="https://arxiv.org/abs/1901.09321">Fixup: Zhang and others 2019</a>). In the lab of{" "}
      <a href="#why">{WHY?.called}</a>, what goes forward through residual layers keeps its size where the start is
      “Fixup-like”. Training is not shown there.
    </p>
  </section>
);

const Mean = () => (
  <section>
    <h3>The mean, and RMSNorm</h3>
    <p>
      RMSNorm has a weight and no bias, and takes no mean away. With it in place of {ALL_NORMS}, the model’s loss is{" "}
      {two(modes.rmsnorm.all)}. With LayerNorm’s bias kept it is {two(modes.rms.all)}: this model misses the bias, and
      hardly the mean. For its means are small, because it has learned so: of each norm’s input,{" "}
      {Math.min(...inputs.map(({ alongOnes }) => alongOnes)).toFixed(4)} to{" "}
      {Math.max(...inputs.map(({ alongOnes }) => alongOnes)).toFixed(4)} of the squared length lies along (1, …, 1), on
      average; of a random vector it would be {(1 / FEATURES).toFixed(3)}.
    </p>
    <p>
      Shift this model’s means, and they matter. Where each token is shifted by {listed(shifts.rms.map(([by]) => by))}{" "}
      of its spreads before each norm, RMSNorm with the bias kept has a loss of{" "}
      {listed(shifts.rms.map(([, loss]) => two(loss)))}; LayerNorm’s stays at {two(shifts.trained[0][1])} after{" "}
      {spreadsInWords(shifts.trained[0][0])} as after {shifts.trained.at(-1)?.[0]}. RMSNorm was adopted because it costs
      less, in models that were trained with it (<a href="https://arxiv.org/abs/1910.07467">Zhang and Sennrich 2019</a>
      ). Of large language models <a href="https://arxiv.org/abs/2409.12951">Gupta and others (2024)</a> found the like:
      on average, their vectors have no part along (1, …, 1).
    </p>
  </section>
);

const WrongDim = () => (
  <section>
    <h3>The wrong dim: two lessons</h3>
    <p>
      This trained model breaks on numbers unlike those it knows. Over the tokens, its loss is {two(modes.tokens.all)}.
      The letters that leak in from behind are not what breaks it: over earlier tokens only, where nothing leaks, it is{" "}
      {two(modes.earlier.all)}.
    </p>
    <p>
      A model that is <em>trained</em> over the tokens learns to read what leaks. Trained as above, all{" "}
      {inWords(2 * BLOCKS + 1)} norms over the tokens, it reaches {listed(bestOf("tokens").map(formatBrief))}, against{" "}
      {listed(bestOf("trained").map(two))}: it peeks at the letters that it is to guess. Where it makes up a word of its
      own, there are none to peek at.
    </p>
  </section>
);

const Source = () => (
  <p class="lessons-source">
    The model has read {measured.trainedOn.toLocaleString("en")} English words, from the list that Debian’s package
    wamerican has. Losses are over {measured.words} words that it was not trained on, a mean over their letters,
    measured in PyTorch; the figure measures its own here, with this package. “Letter pairs” and “letter triples” are
    the losses of a table that guesses each letter from the one or the two before it, by how often it followed them in
    the words that the model was trained on; “blind guessing” takes all letters, and the end, for equally likely.
  </p>
);
