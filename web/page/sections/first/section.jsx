import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { derived } from "../../figure/state/derived.js";
import { setDims } from "../../figure/state/actions.js";
import { inWords } from "../../kit/format.js";
import { isStill } from "../../kit/screen.js";
import { isFixed } from "../../store/lesson.js";
import { narrateChanges } from "../../figure/words/narration.js";
import { figures } from "../../store/state.js";
import { Segmented } from "../../parts/controls.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { pointedAt } from "../../figure/state/pointed.js";
import { Tracks } from "../../figure/tracks/tracks.jsx";
import { NextStop } from "../../parts/next-stop.jsx";
import { Grid } from "./grid.jsx";
import { paste } from "./paste.js";
import { SpreadOf } from "./spread-of.jsx";
import { Ways } from "./ways.jsx";

/** @typedef {import("../../figure/state/pointed.js").Pointed} Pointed */

const GROUPS = [
  { value: "1", label: "a row · dim −1" },
  { value: "0", label: "a column · dim 0" },
  { value: "0,1", label: "all" },
];

/** How long the page is there before its first figure plays, in ms. */
const BEFORE_PLAYING = 1000;

/** @param {import("../../course/sections.js").SectionProps} props */
export function Section({ id }) {
  const hovered = useSignal(/** @type {Pointed | null} */ (null));
  useEffect(() => narrateChanges("first"), []);
  useEffect(() => {
    if (isStill.peek()) return;
    let hasActed = false;
    const act = () => {
      hasActed = true;
    };
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, act, { once: true, capture: true });
    const timer = setTimeout(async () => (await import("./play-once.js")).playOnce("first", hasActed), BEFORE_PLAYING);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="first-screen">
      <header class="opening first-words">
        <h2 id={`${id}-lesson`}>Normalization puts every group of numbers on one scale</h2>
        <Prose />
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
        </div>
        <Tracks id="first" hovered={hovered} large />
        <div class="card-foot">
          <History section="first" />
        </div>
        {paste.value && <paste.value id="first" />}
      </figure>
      <Ways />
      <SpreadOf />
      <Grids hovered={hovered} />
      <NextStop id={id} />
    </div>
  );
}

/** @param {{ hovered: import("../../figure/state/pointed.js").Hovered }} props */
function Grids({ hovered }) {
  const view = derived.first.value;
  const lit = hovered.value?.group ?? view.groupOf[figures.first.value.at.index];
  return (
    <div class="first-grids">
      <Grid name="before" values={view.x} view={view} lit={lit} />
      <Grid name="after" values={view.normalized} view={view} lit={lit} />
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
  const { groupSize } = derived.first.value;
  const { dims } = figures.first.value;
  const whose = dims.join() === "1" ? "a word’s " : dims.length === 1 ? "a column’s " : "";
  return (
    <p class="prose">
      <span class="more">
        Each dot is one of {whose}
        {inWords(groupSize)} numbers.{" "}
      </span>
      <em>Pull the slider</em>: every mean becomes 0, every spread nearly 1. <em>Drag a dot</em>: only its group
      follows.
    </p>
  );
}
