import { useRef } from "preact/hooks";
import { derived } from "../model/derived.js";
import { countedInWords } from "../model/format.js";
import { checkShape, predictDim0 } from "../model/questions/dim.js";
import { formatShape, groupNoun } from "../model/shapes.js";
import { figures } from "../model/state.js";
import { Figure } from "../view/figure.jsx";
import { QuestionView } from "../view/question.jsx";
import { SectionView } from "../view/section.jsx";

const PRESETS = ["book", "words", "constant", "outlier"];

/** @param {{ number: number, id: string, title: string }} props */
export function DimSection(props) {
  const figure = figures.dim.value;
  const view = derived.dim.value;
  const pressed = useRef(false);
  pressed.current ||= figure.dims.includes(0);
  return (
    <SectionView {...props} lesson="The axis you name is the one that disappears" prose={<Prose />}>
      {view.shape.length === 2 && view.x.length > 1 && (
        <QuestionView
          kind="predict"
          question={predictDim0(view.shape)}
          acted={pressed.current}
          act="Now press dim 0, and count."
        />
      )}
      <Figure id="dim" presets={PRESETS} />
      <QuestionView
        kind="check"
        key={`${figure.dims}${figure.keepdim}${view.shape}`}
        question={checkShape(figure, view)}
      />
    </SectionView>
  );
}

function Prose() {
  const { preset, x } = figures.dim.value;
  const { shape } = derived.dim.value;
  const from =
    preset === "book" && x === null
      ? "This is the layer’s output for two inputs, a tensor"
      : "This is a tensor";
  if (shape.length !== 2)
    return (
      <>
        {from} of shape <code>{formatShape(shape)}</code>, with one dim to name.
      </>
    );
  const [rows, columns] = shape;
  return (
    <>
      {from} of shape <code>{formatShape(shape)}</code>. Name <em class="term-dim">dim 1 = −1</em>:{" "}
      {countedInWords(columns, "column")} {columns === 1 ? "folds" : "fold"} into one, and each{" "}
      {groupNoun(shape, [1])} keeps one mean and one variance. Name <em class="term-dim">dim 0</em>: the{" "}
      {countedInWords(rows, "row")} {rows === 1 ? "folds" : "fold"}, and each {groupNoun(shape, [0])} keeps
      its own. With <code>keepdim</code> the number of dims stays; the shape
      does not.
    </>
  );
}
