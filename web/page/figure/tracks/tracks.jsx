/**
 * The central visual: every group on a track of its own, all on one fixed axis. A number is a dot, the mean a fulcrum,
 * the spread (one standard deviation to either side) a ruler.
 */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { formatTick, percent } from "../../kit/format.js";
import { shownFigure } from "../state/after-paint.js";
import { axisOf, placeOn, ticksOf } from "./axis.js";
import { Dots } from "./dots.jsx";
import { useDrag } from "./drag.js";
import { useGlide } from "./glide.js";
import { dotsOf, tracksOf, windowOf } from "./layout.js";
import { StageSlider } from "./slider.jsx";
import { Track } from "./track.jsx";

/** @typedef {import("../../store/state.js").FigureId} FigureId */
/** @typedef {import("../values/derive.js").Derived} Derived */
/** @typedef {import("./axis.js").Extent} Extent */

/** Numbers of a dense track that are shown as dots when one asks for it. */
const DOT_WINDOW = 24;
/** More tracks than this leave little height for each. */
const ROOMY = 6;

/**
 * @param {{ id: FigureId, hovered: import("../state/pointed.js").Hovered, naive?: boolean,
 *   largeTensors?: typeof import("./large-tensors.js") }} props
 *   naive: the tracks show what the code without unsqueeze computes; largeTensors: left out where none can come
 */
export function Tracks({ id, hovered, naive = false, largeTensors }) {
  const { figure, view } = shownFigure(id, true);
  const glide = useGlide(figure.stage);
  const wantsDots = useSignal(false);
  const axis = useMemo(() => axisOf(figure), [figure.preset, figure.shape, figure.x]);
  const drag = useDrag(id, axis, view.x);
  const layer = useRef(/** @type {HTMLDivElement | null} */ (null));
  const width = useDotWidth(layer);
  const selected = figure.at.index;
  const twin = hovered.value?.element ?? -1;
  const shown = useWindow(view, selected);
  const at = glide.at.value;
  const tracks = tracksOf(view, at, shown);
  const { valuesAt, error, isWrong } = naive ? naiveValues(view) : meantValues(view);
  const reached = error ? 0 : at;
  const page = Math.floor(view.placeOf[selected] / DOT_WINDOW);
  const isShown = (/** @type {number} */ i) =>
    i === selected || i === twin || (wantsDots.value && Math.floor(view.placeOf[i] / DOT_WINDOW) === page);
  const dots = dotsOf({ view, tracks, axis, at: reached, valuesAt, width, isShown });
  return (
    <div
      class="tracks"
      role="group"
      aria-label="Tracks: every group of numbers on one axis"
      id={`${id}-tracks`}
      style={{ "--tracks": tracks.length }}
      data-pulled={at % 1 !== 0 ? "" : undefined}
      data-dragging={drag.element.value >= 0 ? "" : undefined}
      data-crowded={tracks.length > ROOMY ? "" : undefined}
    >
      <div class="track-list">
        <Axis axis={axis} />
        {tracks.map((track) => (
          <Track
            key={track.group}
            {...{ track, view, axis, valuesAt }}
            density={largeTensors?.Density}
            center={figure.center}
            at={reached}
            isWrong={isWrong && at > 0}
            isLit={track.group === (hovered.value?.group ?? view.groupOf[selected])}
          />
        ))}
        <Dots {...{ id, view, dots, selected, twin, drag, layer }} at={reached} />
      </div>
      {error && at > 0 && <Raised error={error} />}
      <div class="track-foot">
        {largeTensors && view.groupCount > tracks.length && (
          <largeTensors.Pager id={id} members={view.members} shown={shown} />
        )}
        {tracks.some(({ isDense }) => isDense) && (
          <button
            type="button"
            class="pill"
            aria-pressed={wantsDots.value}
            onClick={() => (wantsDots.value = !wantsDots.value)}
          >
            {wantsDots.value ? "Hide" : "Show"} {DOT_WINDOW} of {view.groupSize} numbers as dots
          </button>
        )}
        <StageSlider id={id} glide={glide} />
      </div>
    </div>
  );
}

/** Dots whose middles are nearer than this, in px, hide each other's labels. */
const APART = 14;
/** The same in hundredths of the axis, at a window of 1280 px, for which the page is prerendered. */
const FIRST_WIDTH = 3;

/**
 * How far apart dots must be not to be piled up, in hundredths of the axis.
 * @param {{ current: Element | null }} layer
 */
function useDotWidth(layer) {
  const width = useSignal(FIRST_WIDTH);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.width > 0) width.value = Math.round((200 * APART) / contentRect.width) / 2;
    });
    if (layer.current) observer.observe(layer.current);
    return () => observer.disconnect();
  }, []);
  return width.value;
}

/** Which groups have a track: as few others as possible come and go. @param {Derived} view @param {number} selected */
function useWindow({ groupCount, groupOf }, selected) {
  const first = useRef(0);
  const shown = windowOf(groupCount, groupOf[selected], first.current);
  first.current = shown.start;
  return shown;
}

/** @typedef {{ valuesAt: (stage: number) => ArrayLike<number>, error?: string, isWrong: boolean }} Shown */

/** @param {Derived} view @returns {Shown} */
const meantValues = ({ stages }) => ({ valuesAt: (stage) => stages[stage].values, isWrong: false });

/**
 * The numbers, by stage, of code that forgets to put the dim back; or the error that it raises.
 * @param {Derived} view
 * @returns {Shown}
 */
function naiveValues({ naive, x }) {
  if ("error" in naive) return { valuesAt: () => x, error: naive.error, isWrong: true };
  return {
    valuesAt: (stage) => [x, naive.centred, naive.normalized, naive.normalized][stage],
    isWrong: x.some((_, index) => naive.isWrong(index)),
  };
}

/** @param {{ error: string }} props */
const Raised = ({ error }) => (
  <p class="raised">
    <code>{error}</code>
  </p>
);

/**
 * Round numbers, and 0 as the place where a group balances once its mean is subtracted.
 * @param {{ axis: Extent }} props
 */
export const Axis = ({ axis }) => (
  <div class="track-axis" aria-hidden="true">
    {ticksOf(axis).map((tick) => (
      <span key={tick} data-zero={tick === 0 ? "" : undefined} style={{ left: percent(placeOn(axis, tick)) }}>
        {formatTick(tick)}
      </span>
    ))}
  </div>
);
