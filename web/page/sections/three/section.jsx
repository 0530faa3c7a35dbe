import { useRef } from "preact/hooks";
import { derived } from "../../figure/state/derived.js";
import { countedInWords, inWords } from "../../kit/format.js";
import { checkThree, predictTwoDims } from "./questions.js";
import { formatShape } from "../../kit/shapes.js";
import { figures } from "../../store/state.js";
import { Figure } from "../../figure/figure.jsx";
import { LeftLine } from "../../figure/left-line.jsx";
import { QuestionView } from "../../question/question.jsx";
import { Term } from "../../parts/term.jsx";
import { SectionView } from "../../parts/section.jsx";
import { DimSets } from "./dim-sets.jsx";

const CONTROLS = /** @type {const} */ (["preset", "shape", "keepdim", "correction", "eps", "affine"]);

/** @param {import("../../course/sections.js").SectionProps} props */
export function Section(props) {
  const figure = figures.three.value;
  const view = derived.three.value;
  const named = useRef(false);
  named.current ||= `${figure.dims}` === "1,2";
  return (
    <SectionView {...props} lesson="Each token is normalized by itself" prose={<Prose />}>
      {view.rank === 3 && view.x.length > 1 && (
        <QuestionView
          id="three.predict"
          kind="predict"
          make={(round) => predictTwoDims(view.shape, round)}
          acted={named.current}
          act="Now add dim 1 to dim 2, with its +."
        />
      )}
      <Figure
        id="three"
        controls={CONTROLS}
        below={
          <div class="beneath">
            <DimSets id="three" />
            <LeftLine id="three" />
          </div>
        }
      />
      <QuestionView id="three.check" kind="check" make={(round) => checkThree(figure, view, round)} />
    </SectionView>
  );
}

function Prose() {
  const { shape, rank } = derived.three.value;
  const [matrices, rows, columns] = shape;
  return (
    <>
      {rank === 3 ? (
        <>
          A tensor of shape <code>{formatShape(shape)}</code> is {inWords(matrices)}{" "}
          {matrices === 1 ? "matrix" : "matrices"} of {countedInWords(rows, "row")}: name{" "}
          <em class="term-dim">dim 2 = −1</em>, and every row of {columns} has a mean of its own.
        </>
      ) : (
        <>
          A tensor of shape <code>{formatShape(shape)}</code> has {countedInWords(rank, "dim")}, and any set of them can
          be named.
        </>
      )}{" "}
      In a <Term name="transformer" /> the dims are batch, the texts; <Term name="token">tokens</Term>, the pieces of
      each text; and <Term name="embedding" />, the numbers that stand for one token. LayerNorm names the last dim
      alone: each token is normalized by itself, whatever stands beside it. In <span class="unbroken">GPT-2</span> that
      happens before <Term name="attention" />, before the <Term name="mlp" />, and once at the end.
    </>
  );
}
