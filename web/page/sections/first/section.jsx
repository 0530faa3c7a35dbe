import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { derived } from "../../figure/state/derived.js";
import { setDims } from "../../figure/state/actions.js";
import { countedInWords, inWords } from "../../kit/format.js";
import { isFixed } from "../../store/lesson.js";
import { narrateChanges } from "../../figure/words/narration.js";
import { letterOf } from "../../kit/shapes.js";
import { figures } from "../../store/state.js";
import { Segmented } from "../../parts/controls.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { pointedAt } from "../../figure/state/pointed.js";
import { Tracks } from "../../figure/tracks/tracks.jsx";
import { Grid } from "./grid.jsx";

/** @typedef {import("../../figure/state/pointed.js").Pointed} Pointed */

const GROUPS = [
  { value: "1", label: "a row · dim −1" },
  { value: "0", label: "a column · dim 0" },
  { value: "0,1", label: "all" },
];

/** @param {import("../../course/sections.js").SectionProps} props */
export function Section({ id }) {
  const hovered = useSignal(/** @type {Pointed | null} */ (null));
  const { at } = figures.first.value;
  const view = derived.first.value;
  const lit = hovered.value?.group ?? view.groupOf[at.index];
  const paste = useSignal(/** @type {typeof import("../../figure/cells/paste.jsx").Paste | null} */ (null));
  useEffect(() => {
    // Its code comes with that of the later sections.
    void import("../../figure/cells/paste.jsx").then(({ Paste }) => {
      paste.value = Paste;
    });
    return narrateChanges("first");
  }, []);
  return (
    <div class="first-screen">
      <header class="opening first-words">
        <h2 id={`${id}-lesson`}>Normalization puts every group of numbers on one scale</h2>
        <Prose />
        <div class="first-grids">
          <Grid name="before" values={view.x} view={view} lit={lit} />
          <Grid name="after" values={view.normalized} view={view} lit={lit} />
        </div>
      </header>
      <figure
        class="figure card first-figure"
        id="first-figure"
        aria-labelledby={`${id}-lesson`}
        onPointerOver={(event) => {
          hovered.value = pointedAt(event.target);
        }}
        onPointerLeave={() => {
          hovered.value = null;
        }}
      >
        <div class="toolbar">
          <GroupChoice />
          <History section="first" />
        </div>
        <Tracks id="first" hovered={hovered} />
        {paste.value && <paste.value id="first" />}
      </figure>
    </div>
  );
}

/** The choice of a group: the dims that are named. */
const GroupChoice = () => (
  <Segmented
    name="first-dims"
    legend="one group is"
    value={figures.first.value.dims.join()}
    options={GROUPS}
    locked={isFixed("first", "dims")}
    onChange={(dims) => setDims("first", dims.split(",").map(Number))}
  />
);

function Prose() {
  const { shape } = derived.first.value;
  const [words, size] = shape;
  return (
    <>
      <p class="prose">
        Each dot is one number inside a neural network: {countedInWords(words, "word")}, {inWords(size)} numbers each.
        They come in any size, and from layer to layer they would grow or vanish. <em>Pull the slider</em>: every group
        moves until its mean is 0, then stretches or shrinks until its spread is 1.
      </p>
      <p class="prose more">
        <em>Drag a dot</em>, say {letterOf(3)}’s number 3: its own group moves with it, and nothing else does. Then
        choose <em>dim 0</em>: the same numbers, in other groups. With one scale everywhere, a deep network trains
        faster and does not blow up.
      </p>
    </>
  );
}
