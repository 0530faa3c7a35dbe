/** A large tensor as a picture, a pixel a value, with a frame around what its cells show. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { coordinatesOf, formatShape } from "../../kit/shapes.js";
import { formatNumber, percent } from "../../kit/format.js";
import { PIXELS } from "../../kit/styles/pixels.js";
import { frameOf, neighbour } from "./frame.js";
import { dragged, letGo } from "../state/after-paint.js";
import { isDark } from "../../kit/screen.js";

/** @typedef {import("./frame.js").Frame} Frame */
/** @typedef {PointerEvent & { currentTarget: HTMLElement }} FramePress */

/**
 * While its frame is dragged, the frame goes with the pointer, and the cells follow.
 * @param {{ id: import("../../store/state.js").FigureId, panel: string, values: Float32Array, frame: Frame,
 *   shape: readonly number[], index: number, reach: number, onSelect: (index: number) => void }} props
 */
export function Overview({ id, panel, values, frame: given, shape, index: shown, reach, onSelect }) {
  const moved = useSignal(/** @type {number | null} */ (null));
  const index = moved.value ?? shown;
  const frame = moved.value === null ? given : frameOf("window", shape, index, given, given.columns);
  const { width, height, top, left, rows, columns } = frame;
  return (
    <div
      class="overview"
      role="slider"
      tabIndex={0}
      aria-label={`Overview of ${panel}, ${height} by ${width}: what its cells show`}
      aria-valuemin={0}
      aria-valuemax={values.length - 1}
      aria-valuenow={index}
      aria-valuetext={`${formatShape(coordinatesOf(index, shape))}: ${formatNumber(values[index])}`}
      style={{ "--height": height, "--width": width }}
      {...dragging(id, frame, moved, onSelect)}
      onKeyDown={(event) => {
        const next = event.altKey || event.ctrlKey || event.metaKey ? null : neighbour(event.key, index, frame);
        if (next === null) return;
        event.preventDefault();
        onSelect(next);
      }}
    >
      <Picture values={values} width={width} height={height} reach={reach} />
      <span
        class="overview-frame"
        style={{
          "--left": Number(((100 * left) / width).toFixed(3)),
          "--top": Number(((100 * top) / height).toFixed(3)),
          width: percent((100 * columns) / width),
          height: percent((100 * rows) / height),
        }}
      />
    </div>
  );
}

/**
 * @param {import("../../store/state.js").FigureId} id
 * @param {Frame} frame
 * @param {import("@preact/signals").Signal<number | null>} moved  the element under the pointer, while it drags
 * @param {(index: number) => void} onSelect
 */
function dragging(id, { width, height }, moved, onSelect) {
  const pick = (/** @type {FramePress} */ event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const row = placeIn(event.clientY - box.top, box.height, height);
    moved.value = row * width + placeIn(event.clientX - box.left, box.width, width);
    onSelect(moved.value);
  };
  return {
    onPointerDown: (/** @type {FramePress} */ event) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      dragged.value = id;
      pick(event);
    },
    onPointerMove: (/** @type {FramePress} */ event) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) pick(event);
    },
    onLostPointerCapture: () => {
      moved.value = null;
      letGo(id);
    },
  };
}

/** @param {{ values: Float32Array, width: number, height: number, reach?: number }} props */
export function Picture({ values, width, height, reach }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const pixelOf = isDark.value ? PIXELS.night : PIXELS.day;
  useLayoutEffect(() => {
    if (canvas.current) paint(canvas.current, values, (value) => pixelOf(value, reach));
  }, [values, pixelOf, reach]);
  return <canvas ref={canvas} width={width} height={height} />;
}

/**
 * Which of `count` places is `at` pixels into `length`.
 * @param {number} at
 * @param {number} length
 * @param {number} count
 */
const placeIn = (at, length, count) => Math.max(0, Math.min(Math.floor((at / length) * count), count - 1));

/** @param {HTMLCanvasElement} canvas @param {Float32Array} values @param {(value: number) => number} pixelOf */
function paint(canvas, values, pixelOf) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const image = context.createImageData(canvas.width, canvas.height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let i = 0; i < pixels.length; i++) pixels[i] = pixelOf(values[i]);
  context.putImageData(image, 0, 0);
}
