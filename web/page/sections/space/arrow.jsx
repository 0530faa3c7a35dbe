/** Three numbers as an arrow in space: the camera turns with a drag, and x follows its tip. */
import { percent } from "../../kit/format.js";
import { isFixed } from "../../store/lesson.js";
import { endStep, figures } from "../../store/state.js";
import { useGlide } from "../../figure/tracks/glide.js";
import { setTip, turnTo } from "./actions.js";
import { gradients, sentence, shown } from "./derived.js";
import {
  affine,
  ALONG_ONES,
  between,
  cameraOf,
  circleInPlane,
  circlesOnSphere,
  cornerOf,
  EDGE_ON,
  headOf,
  lengthOf,
  ONES,
  outlineOf,
  placeOf,
  plus,
  pulled,
  scaled,
  sidesOf,
} from "./geometry.js";
import { Slider } from "./hand.jsx";
import { STAGES, TILTS, TURNS } from "./limits.js";
import { stageOf } from "./norm.js";
import { NAMES } from "./sentences.js";
import { spec } from "./spec.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./geometry.js").Place} Place */
/** @typedef {import("./geometry.js").Camera} Camera */

/** Half of the picture's width and height, where the circle's radius is the root of three. */
export const HALF = /** @type {const} */ ([4.3, 3.4]);
/** How far the axes go, the line (1, 1, 1), and the plane at a right angle to it. */
const [AXIS, LINE, PLANE] = [2.3, 3.46, 2.7];
/** A gradient's arrow is cut where it is longer. */
const LONGEST = 2.4;
const HEAD = 0.24;
const CORNER = 0.24;
/** So far beyond an arrow's tip its name stands; and at most this share of the way to the picture's edge. */
const NAME_AT = 0.32;
const EDGE = 0.94;

/** @type {readonly [Point, Point, Point]} */
const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const ORIGIN = /** @type {Point} */ ([0, 0, 0]);

/** @param {number} value */
const short = (value) => Number(value.toFixed(3));

/** @param {readonly Place[]} places */
const pathThrough = (places) => places.map(([x, y], i) => `${i === 0 ? "M" : "L"}${short(x)} ${short(y)}`).join("");

/** @param {Camera} camera @param {readonly ArrayLike<number>[]} points */
const pathOf = (camera, points) => pathThrough(points.map((point) => placeOf(camera, point)));

/** Between two stages, as they glide: the arrow, and how far weight and bias have come. @param {number} at */
function arrowAt(at) {
  const { rows } = shown.value;
  const [low, share] = [Math.floor(at), at - Math.floor(at)];
  const [from, to] = [rows[STAGES[low]], rows[STAGES[Math.min(low + 1, STAGES.length - 1)]]];
  const tip = share === 0 ? between(from, from, 0) : between(from, to, share);
  return tip.every(Number.isFinite) ? tip : null;
}

export function Arrow() {
  const figure = figures.space.value;
  const { rows } = shown.value;
  const { at } = useGlide(STAGES.indexOf(stageOf(figure)));
  const camera = cameraOf(figure);
  const tip = arrowAt(at.value);
  const [x, centred] = [between(rows.x, rows.x, 0), between(rows.centred, rows.centred, 0)];
  return (
    <div class="space-view">
      <div class="space-picture" data-changes>
        <svg
          viewBox={`${-HALF[0]} ${-HALF[1]} ${2 * HALF[0]} ${2 * HALF[1]}`}
          role="img"
          aria-label={`the arrow in space. ${sentence.value}`}
          {...turning()}
        >
          <Places camera={camera} at={at.value} />
          {at.value > 0 && <Trail {...{ camera, x, centred, tip, at: at.value }} />}
          {at.value > 0 && <Shaft camera={camera} from={ORIGIN} to={x} name="ghost" />}
          {tip && <Shaft camera={camera} from={ORIGIN} to={tip} name="now" />}
          {tip && figure.gradient === "on" && <Gradients camera={camera} tip={tip} />}
          <Tip camera={camera} x={x} />
        </svg>
        <Names {...{ camera, x, tip, at: at.value }} />
      </div>
    </div>
  );
}

/**
 * What the arrow is seen beside: axes, the line, the plane, and where tips come to.
 * @param {{ camera: Camera, at: number }} props
 */
function Places({ camera, at }) {
  const { norm } = figures.space.value;
  const isLayer = norm === "layer";
  const seen = (/** @type {number} */ from) => ({ opacity: Math.min(Math.max(at - from, 0), 1) });
  return (
    <>
      {isLayer && <path class="space-plane" style={seen(0)} d={`${pathOf(camera, circleInPlane(PLANE))}Z`} />}
      {AXES.map((axis, i) => (
        <path key={i} class="space-axis" d={pathOf(camera, [scaled(axis, -AXIS), scaled(axis, AXIS)])} />
      ))}
      <path class="space-ones" d={pathOf(camera, [scaled(ONES, -LINE), scaled(ONES, LINE)])} />
      <g style={seen(1)}>{isLayer ? <Circle camera={camera} at={at} /> : <Sphere camera={camera} at={at} />}</g>
    </>
  );
}

/** How far weight and bias have come. @param {number} at */
function affineAt(at) {
  const { weight, bias, norm } = figures.space.value;
  const share = Math.min(Math.max(at - 2, 0), 1);
  return {
    weight: weight.map((value) => 1 + share * (value - 1)),
    bias: bias.map((value) => (norm === "rms" ? 0 : share * value)),
  };
}

/**
 * LayerNorm's circle, and the ellipse that weight and bias make of it.
 * @param {{ camera: Camera, at: number }} props
 */
function Circle({ camera, at }) {
  const { weight, bias } = affineAt(at);
  return (
    <>
      {at > 2 && <Curve camera={camera} points={circleInPlane()} centre={ORIGIN} name="before" />}
      <Curve camera={camera} points={affine(circleInPlane(), weight, bias)} centre={bias} name="target" />
    </>
  );
}

/** RMSNorm's sphere, by its outline and three circles. @param {{ camera: Camera, at: number }} props */
function Sphere({ camera, at }) {
  const { weight, bias } = affineAt(at);
  const { lengths, degrees } = outlineOf(camera, weight);
  return (
    <>
      <ellipse
        class="space-outline"
        rx={short(lengths[0])}
        ry={short(lengths[1])}
        transform={`rotate(${short(degrees)})`}
      />
      {circlesOnSphere().map((points, i) => (
        <Curve key={i} camera={camera} points={affine(points, weight, bias)} centre={bias} name="target" />
      ))}
    </>
  );
}

/**
 * A closed curve, dashed where it is hidden.
 * @param {{ camera: Camera, points: readonly Point[], centre: ArrayLike<number>, name: string }} props
 */
function Curve({ camera, points, centre, name }) {
  const { near, far } = sidesOf(points, centre, camera);
  const path = (/** @type {Point[][]} */ pieces) => pieces.map((piece) => pathOf(camera, piece)).join("");
  return (
    <>
      <path class="space-curve" data-curve={name} data-hidden="" d={path(far)} />
      <path class="space-curve" data-curve={name} d={path(near)} />
    </>
  );
}

/**
 * The way of the tip, and the right angle at the plane.
 * @param {{ camera: Camera, x: Point, centred: Point, tip: Point | null, at: number }} props
 */
function Trail({ camera, x, centred, tip, at }) {
  const isLayer = figures.space.value.norm === "layer";
  const off = plus(x, centred, -1);
  const hasCorner = isLayer && lengthOf(off) > 2 * CORNER && lengthOf(centred) > 2 * CORNER;
  const way = isLayer && at > 1 ? [x, centred, tip ?? centred] : [x, tip ?? x];
  return (
    <>
      <path class="space-trail" d={pathOf(camera, way)} />
      {hasCorner && (
        <path class="space-corner" d={pathOf(camera, cornerOf(centred, off, scaled(centred, -1), CORNER))} />
      )}
    </>
  );
}

/** @param {{ camera: Camera, from: Point, to: Point, name: string, cut?: boolean }} props */
function Shaft({ camera, from, to, name, cut }) {
  const [start, end] = [placeOf(camera, from), placeOf(camera, to)];
  const head = headOf(start, end, HEAD);
  return (
    <g class="space-arrow" data-arrow={name} data-cut={cut ? "" : undefined}>
      <path d={pathThrough([start, end])} />
      {head && <path class="space-head" d={`${pathThrough(head)}Z`} />}
    </g>
  );
}

/** A gradient's arrow, cut where it is too long. @param {ArrayLike<number>} gradient */
function cutOf(gradient) {
  const length = lengthOf(gradient);
  const isCut = length > LONGEST;
  return { arrow: scaled(gradient, isCut ? LONGEST / length : 1), isCut, isThere: length > 1e-4 && length < Infinity };
}

/** dy and dx at the tip, and the right angles of dx. @param {{ camera: Camera, tip: Point }} props */
function Gradients({ camera, tip }) {
  const { dy, dx, isNothing, toOnes, toXhat } = gradients.value;
  const { rows } = shown.value;
  const [given, back] = [cutOf(dy), cutOf(dx)];
  const isRight = (/** @type {number | null} */ angle) => angle !== null && Math.abs(angle - 90) < 0.05;
  const size = Math.min(CORNER, lengthOf(back.arrow) / 2);
  return (
    <>
      {given.isThere && <Shaft camera={camera} from={tip} to={plus(tip, given.arrow)} name="dy" cut={given.isCut} />}
      {back.isThere && !isNothing && (
        <>
          {isRight(toOnes) && (
            <>
              <path class="space-ones" d={pathOf(camera, [plus(tip, ONES, -0.7), plus(tip, ONES, 0.7)])} />
              <path class="space-corner" d={pathOf(camera, cornerOf(tip, back.arrow, ONES, size))} />
            </>
          )}
          {isRight(toXhat) && (
            <path
              class="space-corner"
              d={pathOf(camera, cornerOf(tip, back.arrow, scaled(rows.normalized, -1), size))}
            />
          )}
          <Shaft camera={camera} from={tip} to={plus(tip, back.arrow)} name="dx" cut={back.isCut} />
        </>
      )}
    </>
  );
}

/** x's tip, which can be dragged. @param {{ camera: Camera, x: Point }} props */
function Tip({ camera, x }) {
  const [cx, cy] = placeOf(camera, x).map(short);
  return (
    <g class="space-tip" data-locked={isFixed("space", "x") ? "" : undefined} {...pulling(camera, x)}>
      <circle class="space-grip" cx={cx} cy={cy} r={0.55} />
      <circle class="space-dot" cx={cx} cy={cy} r={0.085} />
    </g>
  );
}

/** How many of the picture's units a pixel is. @param {Element} within */
function unit(within) {
  const svg = /** @type {Element} */ (within.closest("svg"));
  return (2 * HALF[0]) / svg.getBoundingClientRect().width;
}

/** @typedef {PointerEvent & { currentTarget: Element }} Press */

/** A drag that was begun: what it makes of how far the pointer has come, in pixels. */
let drag = /** @type {{ x: number, y: number, move: (across: number, down: number) => void } | null} */ (null);

/** @param {(event: Press) => (across: number, down: number) => void} begin */
const dragging = (begin) => ({
  onPointerDown(/** @type {Press} */ event) {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag = { x: event.clientX, y: event.clientY, move: begin(event) };
  },
  onPointerMove(/** @type {Press} */ event) {
    if (drag && event.currentTarget.hasPointerCapture(event.pointerId))
      drag.move(event.clientX - drag.x, event.clientY - drag.y);
  },
  onLostPointerCapture() {
    drag = null;
    endStep();
  },
});

/** So many degrees a pixel: half a turn is a drag across the picture of a phone. */
const DEGREES = 0.5;

/** A drag of the picture turns it. */
const turning = () =>
  dragging(() => {
    const { turn, tilt } = figures.space.peek();
    return (across, down) => turnTo(Math.round(turn - DEGREES * across), Math.round(tilt + DEGREES * down));
  });

/** A drag of the tip takes x along, at its depth. @param {Camera} camera @param {Point} x */
const pulling = (camera, x) =>
  dragging(({ currentTarget }) => {
    const by = unit(currentTarget);
    return (across, down) => setTip(pulled(camera, x, [across * by, down * by]));
  });

/** @param {Place} place */
const styleAt = (place) => {
  // What leaves the picture has its name at the edge.
  const [left, top] = place.map((at, i) => 50 + 50 * Math.min(Math.max(at / HALF[i], -EDGE), EDGE));
  return { left: percent(left), top: percent(top) };
};

/** Beyond the end of a line in the picture. @param {Place} from @param {Place} to @returns {Place} */
function beyond(from, to) {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(x, y);
  // Where it points at the camera, its name stands above it.
  return length < 0.05 ? [to[0], to[1] - NAME_AT] : [to[0] + (NAME_AT * x) / length, to[1] + (NAME_AT * y) / length];
}

/** What each line and arrow is called. @param {{ camera: Camera, x: Point, tip: Point | null, at: number }} props */
function Names({ camera, x, tip, at }) {
  const { gradient } = figures.space.value;
  const zero = /** @type {Place} */ ([0, 0]);
  const place = (/** @type {ArrayLike<number>} */ point) => placeOf(camera, point);
  const stage = STAGES[Math.round(at)];
  /** @type {[name: string, of: string, place: Place][]} */
  const names = AXES.map((axis, i) => [`[${i}]`, "axis", beyond(zero, place(scaled(axis, AXIS)))]);
  names.push(["(1, 1, 1)", "ones", beyond(zero, place(scaled(ONES, LINE)))]);
  if (stage !== "x" && lengthOf(plus(x, tip ?? ORIGIN, -1)) > 0.5) names.push(["x", "ghost", beyond(zero, place(x))]);
  if (tip) names.push([NAMES[stage], "now", beyond(zero, place(tip))]);
  if (tip && gradient === "on") names.push(...gradientNames(place, tip));
  return (
    <div class="space-names" aria-hidden="true">
      {names.map(([name, of, at]) => (
        <span key={name} data-of={of} style={styleAt(at)}>
          {name}
        </span>
      ))}
    </div>
  );
}

/**
 * @param {(point: ArrayLike<number>) => Place} place
 * @param {Point} tip
 * @returns {[name: string, of: string, place: Place][]}
 */
function gradientNames(place, tip) {
  const { dy, dx, isNothing } = gradients.value;
  return [/** @type {const} */ (["dy", cutOf(dy)]), /** @type {const} */ (["dx", cutOf(dx)])]
    .filter(([name, { isThere }]) => isThere && (name === "dy" || !isNothing))
    .map(([name, { arrow, isCut }]) => [
      isCut ? `${name}, cut` : name,
      name,
      beyond(place(tip), place(plus(tip, arrow))),
    ]);
}

const VIEWS = /** @type {const} */ ([
  ["Along (1, 1, 1)", ALONG_ONES],
  ["Edge on", EDGE_ON],
  ["As at first", spec.initial],
]);

/** How it is looked at, by key too. */
export function Look() {
  const { turn, tilt } = figures.space.value;
  return (
    <div class="space-look">
      <Slider
        id="space-turn"
        label="turn"
        range={TURNS}
        step={5}
        value={turn}
        text={`${Math.round(turn)}°`}
        onChange={(value) => turnTo(value, tilt)}
      />
      <Slider
        id="space-tilt"
        label="tilt"
        range={TILTS}
        step={5}
        value={tilt}
        text={`${Math.round(tilt)}°`.replace("-", "−")}
        onChange={(value) => turnTo(turn, value)}
      />
      <span class="space-views">
        {VIEWS.map(([name, view]) => (
          <button key={name} type="button" class="text-button" onClick={() => turnTo(view.turn, view.tilt)}>
            {name}
          </button>
        ))}
      </span>
    </div>
  );
}
