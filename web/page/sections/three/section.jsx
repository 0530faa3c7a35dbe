import { useRef } from "preact/hooks";
import { derived } from "../../figure/state/derived.js";
import { countedInWords, inWords } from "../../kit/format.js";
import { checkThree, predictChange } from "./questions.js";
import { formatShape } from "../../kit/shapes.js";
import letters from "../../figure/values/letters.json" with { type: "json" };
import { sections } from "../../course/sections.js";
import { figures } from "../../store/state.js";
import { Figure } from "../../figure/figure.jsx";
import { LeftLine } from "../../figure/left-line.jsx";
import { QuestionView } from "../../question/question.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { SectionView } from "../../parts/section.jsx";
import { DimSets } from "./dim-sets.jsx";

const CONTROLS = /** @type {const} */ (["preset", "shape", "keepdim", "correction", "eps", "affine"]);

/** @param {import("../../course/sections.js").SectionProps} props */
export const Section = (props) => (
  <SectionView {...props} lesson="Each token is normalized by itself" prose={<Prose />}>
    <Predict />
    <Figure
      id="three"
      controls={CONTROLS}
      head={
        <ResultStrip id="three">
          <LeftLine id="three" />
        </ResultStrip>
      }
      below={
        <div class="beneath">
          <DimSets id="three" />
          <Meant />
        </div>
      }
    />
    <QuestionView id="three.check" kind="check" make={checkThree} />
  </SectionView>
);

function Predict() {
  const { rank, shape, x } = derived.three.value;
  const changed = useRef(false);
  changed.current ||= figures.three.value.x !== null;
  if (rank !== 3 || x.length <= 1) return null;
  return (
    <QuestionView
      id="three.predict"
      kind="predict"
      make={(round) => predictChange(shape, round)}
      acted={changed.current}
      act="Now change a number of x, and see which numbers flash."
    />
  );
}

const MODEL = sections.find(({ id }) => id === "model");

/** Whether the figure shows the letters as the transformer had them. */
const isLetters = () => figures.three.value.preset === "letters" && figures.three.value.x === null;

function Prose() {
  const { shape, rank } = derived.three.value;
  const [matrices, rows, columns] = shape;
  if (isLetters()) {
    const [first, second] = letters.words;
    return (
      <>
        The transformer of <a href="#model">{MODEL?.called}</a> has read “{first}” and “{second}”: a tensor of{" "}
        {countedInWords(matrices, "word")}, {inWords(rows)} letters each, {inWords(columns)} numbers for every letter.
        Name <em class="term-dim">dim 2 = −1</em>, as LayerNorm does, and every letter has a mean of its own.
      </>
    );
  }
  if (rank !== 3)
    return (
      <>
        A tensor of shape <code>{formatShape(shape)}</code> has {countedInWords(rank, "dim")}, and any set of them can
        be named.
      </>
    );
  return (
    <>
      A tensor of shape <code>{formatShape(shape)}</code> is {inWords(matrices)}{" "}
      {matrices === 1 ? "matrix" : "matrices"} of {countedInWords(rows, "row")}. Name{" "}
      <em class="term-dim">dim 2 = −1</em>, and every row of {columns} has a mean of its own.
    </>
  );
}

/** What the dims stand for, in a transformer and in this one. */
const Meant = () => (
  <p class="step-line">
    In a transformer the dims are batch, the texts; tokens, the pieces of each text; and embedding, the numbers that
    stand for one token. LayerNorm names the last dim alone: no other token’s numbers go into a token’s mean. In{" "}
    <span class="unbroken">GPT-2</span> that happens before attention, before the MLP, and once at the end. The
    smallest, of 12 blocks, has 25 norms.
    {isLetters() && (
      <>
        {" "}
        Here a word is a text, and a letter a token. These are {inWords(letters.shape[2])} of the {letters.features}{" "}
        numbers that go into norm {letters.norm} of {letters.norms}; the model’s own mean is of all {letters.features}.
        Both words have an o in second place, with other numbers: attention has taken in the letter before it.
      </>
    )}
  </p>
);
