import { useRef } from "preact/hooks";
import { derived } from "../../model/derived.js";
import { countedInWords } from "../../model/format.js";
import { checkDim, predictDim0 } from "./questions.js";
import { formatShape, groupNoun } from "../../model/shapes.js";
import { figures } from "../../model/state.js";
import { Figure } from "../../figure/figure.jsx";
import { LeftLine } from "../../figure/left-line.jsx";
import { QuestionView } from "../../question/question.jsx";
import { SectionView } from "../../parts/section.jsx";

/** @param {import("../../course.js").SectionProps} props */
export function Section(props) {
  const figure = figures.dim.value;
  const view = derived.dim.value;
  const pressed = useRef(false);
  pressed.current ||= figure.dims.includes(0);
  return (
    <SectionView {...props} lesson="The axis you name is the one that disappears" prose={<Prose />}>
      {view.rank === 2 && view.x.length > 1 && (
        <QuestionView
          id="dim.predict"
          kind="predict"
          make={(round) => predictDim0(view.shape, round)}
          acted={pressed.current}
          act="Now press dim 0, and count."
        />
      )}
      <Figure
        id="dim"
        below={
          <div class="beneath">
            <LeftLine id="dim" />
          </div>
        }
      />
      <QuestionView id="dim.check" kind="check" make={(round) => checkDim(figure, view, round)} />
    </SectionView>
  );
}

function Prose() {
  const { preset, x } = figures.dim.value;
  const { shape, rank } = derived.dim.value;
  const from =
    preset === "book" && x === null ? "This is the layer’s output for two inputs, a tensor" : "This is a tensor";
  if (rank !== 2)
    return (
      <>
        {from} of shape <code>{formatShape(shape)}</code>, with {countedInWords(rank, "dim")} to name.
      </>
    );
  const [rows, columns] = shape;
  return (
    <>
      {from} of shape <code>{formatShape(shape)}</code>. PyTorch calls an axis a dim, and counts from 0, or from the
      end, from −1. Name <em class="term-dim">dim 1 = −1</em>: {countedInWords(columns, "column")}{" "}
      {columns === 1 ? "folds" : "fold"} into one, and each {groupNoun(shape, [1])} keeps one mean and one variance;
      name <em class="term-dim">dim 0</em>: the {countedInWords(rows, "row")} {rows === 1 ? "folds" : "fold"}, and each{" "}
      {groupNoun(shape, [0])} keeps its own. “Across rows” may mean either, so say which dim disappears and what is
      left, one result per what: per {groupNoun(shape, [1])}, or per {groupNoun(shape, [0])}.
    </>
  );
}
