/**
 * More than three numbers: what of the arrow lies along (1, …, 1), and what is left, are the legs of a right
 *   triangle.
 */
import { formatBrief, percent } from "../../kit/format.js";
import { figures } from "../../store/state.js";
import { useGlide } from "../../figure/tracks/glide.js";
import { sentence, shown } from "./derived.js";
import { headOf } from "./geometry.js";
import { STAGES } from "./limits.js";
import { countOf, stageOf } from "./norm.js";
import { NAMES } from "./sentences.js";

/** Half of the picture's width, what is above 0 and below it, where the circle's radius is 1. */
const SIZE = { half: 2.9, above: 3.85, below: 0.735 };
const HEAD = 0.18;

/** Legs between two stages, over √n. @param {number} at @returns {[along: number, off: number]} */
function legsAt(at) {
  const { all, n } = shown.value;
  const root = Math.sqrt(n);
  const legs = (/** @type {string} */ name) => {
    const { lengths } = all.find((stage) => stage.name === name) ?? all[0];
    return [lengths.along / root, lengths.off / root];
  };
  const [low, share] = [Math.floor(at), at - Math.floor(at)];
  const [from, to] = [legs(STAGES[low]), legs(STAGES[Math.min(low + 1, 2)])];
  return share === 0 ? [from[0], from[1]] : [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
}

export function Triangle() {
  const figure = figures.space.value;
  const { at } = useGlide(STAGES.indexOf(stageOf(figure)));
  const [along, off] = legsAt(at.value);
  const isThere = Number.isFinite(along) && Number.isFinite(off);
  const { half, above, below } = SIZE;
  return (
    <div class="space-view">
      <div class="space-picture" data-changes>
        <svg
          viewBox={`${-half} ${-above} ${2 * half} ${above + below}`}
          role="img"
          aria-label={`the two lengths of the arrow. ${sentence.value}`}
        >
          <path class="space-axis" d={`M${-half} 0H${half}M0 0V${-above}`} />
          <Target at={at.value} />
          {at.value > 0 && <Legs legs={legsAt(0)} name="ghost" />}
          {isThere && <Legs legs={[along, off]} name="now" />}
        </svg>
        {isThere && <Names legs={[along, off]} />}
      </div>
    </div>
  );
}

/** What each norm does to the triangle; as high as the camera's controls, in whose place it stands. */
export function Sides() {
  const root = `√${countOf(figures.space.value)}`;
  return (
    <p class="space-look">
      But for eps, LayerNorm takes the leg along (1, …, 1) away and makes the other {root} long; RMSNorm makes the
      longest side {root} long, and keeps its direction.
    </p>
  );
}

/** Where arrows end that are √n long. @param {{ at: number }} props */
function Target({ at }) {
  const isLayer = figures.space.value.norm === "layer";
  const style = { opacity: Math.min(Math.max(at - 1, 0), 1) };
  return isLayer ? (
    <path class="space-curve" data-curve="target" style={style} d="M-.3 -1H.3" />
  ) : (
    <path class="space-curve" data-curve="target" style={style} d="M-1 0A1 1 0 0 1 1 0" />
  );
}

/** @param {number} value */
const short = (value) => Number(value.toFixed(3));

/** The triangle of an arrow. @param {{ legs: [number, number], name: string }} props */
function Legs({ legs: [along, off], name }) {
  const [x, y] = [short(along), short(-off)];
  const head = headOf([0, 0], [x, y], HEAD);
  const size = Math.min(0.16, Math.abs(along) / 2, off / 2);
  return (
    <g class="space-arrow" data-arrow={name}>
      {name === "now" && (
        <>
          <path class="space-leg" data-leg="along" d={`M0 0H${x}`} />
          <path class="space-leg" data-leg="off" d={`M${x} 0V${y}`} />
          <path class="space-corner" d={`M${short(x - Math.sign(x) * size)} 0v${-short(size)}H${x}`} />
        </>
      )}
      <path d={`M0 0L${x} ${y}`} />
      {head && <path class="space-head" d={`M${head.map((place) => place.map(short).join(" ")).join("L")}Z`} />}
    </g>
  );
}

/** What each side is, and how long. @param {{ legs: [number, number] }} props */
function Names({ legs: [along, off] }) {
  const { n, now } = shown.value;
  const { half, above, below } = SIZE;
  const style = (/** @type {number} */ x, /** @type {number} */ y) => ({
    left: percent((50 * (Math.min(Math.max(x, -half), half) + half)) / half),
    top: percent((100 * (above - Math.min(y, above - 0.2))) / (above + below)),
  });
  const side = along < 0 ? "before" : "after";
  return (
    <div class="space-names space-sides" aria-hidden="true">
      <span data-of="along" style={style(along / 2, -0.4)}>
        √{n} · mean = {formatBrief(now.lengths.along)}
      </span>
      <span data-of="off" data-side={side} style={style(along, off / 2)}>
        √{n} · spread = {formatBrief(now.lengths.off)}
      </span>
      <span data-of="now" style={style(along, off + 0.35)}>
        {NAMES[now.name]}: {formatBrief(now.lengths.length)}
      </span>
    </div>
  );
}
