/**
 * The central visual: every group on a track of its own, all on one fixed axis. A number is a dot, the mean a fulcrum,
 * the spread (one standard deviation to either side) a ruler.
 */
import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { formatTick, percent } from "../../kit/format.js";
import { isNarrow } from "../../kit/screen.js";
import { shownFigure, shownPart } from "../state/after-paint.js";
import { axisOf, placeOn, ticksOf } from "./axis.js";
import { Dots } from "./dots.jsx";
import { useDrag } from "./drag.js";
import { useGlide } from "./glide.js";
import { dotsOf, tracksOf, windowOf } from "./layout.js";
import { useRoom, useSizes } from "./sizes.js";
import { deviationName } from "../words/deviation.js";
import { StageSlider } from "./slider.jsx";
import { PlayButton } from "./play-button.jsx";
import { Track } from "./track.jsx";

/** @typedef {import("../../store/state.js").FigureId} FigureId */
/** @typedef {import("../values/derive.js").Derived} Derived */
/** @typedef {import("./axis.js").Extent} Extent */

/** Numbers of a dense track that are shown as dots when one asks for it. */
const DOT_WINDOW = 24;
/** More tracks than this leave little height for each. */
const ROOMY = 6;
/** The same on the first screen of a phone. */
const LOW = 4;

/**
 * @param {{ id: FigureId, hovered: import("../state/pointed.js").Hovered, naive?: boolean, large?: boolean,
 *   largeTensors?: typeof import("./large-tensors.js") }} props
 *   naive: the tracks show what the code without unsqueeze computes; large: they are all there is to the figure, and
 *   can be played; largeTensors: left out where none can come
 */
export function Tracks({ id, hovered, naive = false, large = false, largeTensors }) {
  const held = useSignal(-1);
  const { figure, view } = large ? shownFigure(id, true) : shownPart(id, "groups", held.value >= 0);
  const glide = useGlide(figure.stage);
  const wantsDots = useSignal(false);
  const axis = useMemo(() => axisOf(figure), [figure.preset, figure.shape, figure.x]);
  const drag = useDrag(id, held, axis, view.x);
  const layer = useRef(/** @type {HTMLDivElement | null} */ (null));
  const isCrowded = view.groupCount > ROOMY;
  const selected = figure.at.index;
  const twin = hovered.value?.element ?? -1;
  const shown = useWindow(view, selected);
  const isLow = shown.size > LOW;
  const room = useRoom(layer);
  // The first picture is the prerendered one, whose dots have their places already: they are moved, not placed, then.
  const isOnPhone = room !== null && isNarrow.value;
  const most = DOT_SIZES[sizeOfDots({ large, isCrowded, isLow, isOnPhone })];
  const at = glide.at.value;
  const tracks = tracksOf(view, at, shown);
  const { valuesAt, error, isWrong } = naive ? naiveValues(view) : meantValues(view);
  const reached = error ? 0 : at;
  const page = Math.floor(view.placeOf[selected] / DOT_WINDOW);
  const areWanted = wantsDots.value;
  const isChosen = (/** @type {number} */ i) =>
    i === selected || (areWanted && Math.floor(view.placeOf[i] / DOT_WINDOW) === page);
  const isShown = (/** @type {number} */ i) => isChosen(i) || i === twin;
  const dotsAt = (/** @type {number} */ at, /** @type {number} */ width, isDot = isShown) =>
    dotsOf({ view, tracks, axis, at, valuesAt, width, isShown: isDot });
  const chosen = tracks.some(({ isDense }) => isDense) ? `${selected} ${areWanted}` : "";
  const sizeAt = useSizes({
    ...{ most, count: tracks.length, isHeld: held.value >= 0 },
    room: large ? null : room,
    changes: [view, axis, shown.start, naive, chosen],
    dotsAt: (stage) => dotsAt(stage, 0, isChosen),
  });
  const size = sizeAt(reached);
  const dots = dotsAt(reached, (100 * size) / (room?.width ?? FIRST_WIDTH));
  return (
    <div
      class="tracks"
      data-changes
      role="group"
      aria-label="Tracks: every group of numbers on one axis"
      id={`${id}-tracks`}
      style={{ "--tracks": tracks.length }}
      data-pulled={at % 1 !== 0 ? "" : undefined}
      data-dragging={held.value >= 0 ? "" : undefined}
      data-affine={!large && figure.stage === 3 ? "" : undefined}
      data-crowded={isCrowded ? "" : undefined}
      data-large={large ? "" : undefined}
      data-low={isLow ? "" : undefined}
    >
      <div class="track-list">
        <Axis axis={axis} />
        {at > 1 && <Band axis={axis} at={at} />}
        {large && (
          <p class="readouts" aria-hidden="true">
            <span>{figure.center && "mean"}</span> <span>{deviationName(figure)}</span>
          </p>
        )}
        {tracks.map((track) => (
          <Track
            key={track.group}
            {...{ track, view, axis, valuesAt }}
            density={largeTensors?.Density}
            large={large}
            selected={selected}
            center={figure.center}
            at={reached}
            isWrong={isWrong && at > 0}
            isLit={track.group === (hovered.value?.group ?? view.groupOf[selected])}
          />
        ))}
        <Dots {...{ id, view, dots, selected, twin, drag, layer }} at={reached} scale={size / most} size={size} />
      </div>
      {error && at > 0 && <p class="raised">x − mean raises an error: the dots stay where x is.</p>}
      <div class="track-foot">
        {largeTensors && view.groupCount > tracks.length && (
          <largeTensors.Pager id={id} members={view.members} shown={shown} />
        )}
        {tracks.some(({ isDense }) => isDense) && (
          <button type="button" class="pill" aria-pressed={areWanted} onClick={() => (wantsDots.value = !areWanted)}>
            {areWanted ? "Hide" : "Show"} {DOT_WINDOW} of {view.groupSize} numbers as dots
          </button>
        )}
        {large && <PlayButton id={id} glide={glide} />}
        <StageSlider id={id} glide={glide} />
      </div>
    </div>
  );
}

/** How wide a dot is at most, in px: as --dot in tracks.css and small-tracks.css. */
const DOT_SIZES = { large: 22, usual: 20, small: 18, least: 16 };

/**
 * On the first screen of a phone, low tracks have no room for a pile of larger dots.
 * @param {{ large: boolean, isCrowded: boolean, isLow: boolean, isOnPhone: boolean }} tracks
 * @returns {keyof typeof DOT_SIZES}
 */
function sizeOfDots({ large, isCrowded, isLow, isOnPhone }) {
  if (!large) return isCrowded ? "small" : "usual";
  if (!isOnPhone) return "large";
  return isLow ? "least" : "small";
}

/** How wide the axis of the first figure is, in px, at a window of 1280 px, for which the page is prerendered. */
const FIRST_WIDTH = 520;

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

/** On an axis that is not longer than this, −1 and 1 are far enough from 0 to be written, if they are no ticks. */
const LABELLED = 6;

/**
 * From −1 to 1: the one scale, which comes with the division, and goes with weight and bias.
 * @param {{ axis: Extent, at: number }} props
 */
const Band = ({ axis, at }) => (
  <div class="band-area" aria-hidden="true">
    <div
      class="band"
      data-labelled={axis[1] < LABELLED && !ticksOf(axis).includes(1) ? "" : undefined}
      style={{
        left: percent(placeOn(axis, -1)),
        width: percent(placeOn(axis, 1) - placeOn(axis, -1)),
        opacity: 1 - Math.abs(2 - at),
      }}
    >
      one scale
    </div>
  </div>
);
