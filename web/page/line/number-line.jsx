/**
 * One group on number lines: beads for the values, the fulcrum at their mean, a ruler of one standard deviation to
 * either side. From line to line the same beads slide, then stretch; those of a line that is still to come wait on
 * the line above.
 */
import { useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { useMemo } from "preact/hooks";
import { formatTick } from "../model/format.js";
import { isLocked } from "../model/lesson.js";
import { late } from "../parts/late.js";
import { groupName } from "../parts/names.js";
import { useDrag } from "./drag.js";
import { Gap } from "./gap.jsx";
import { enlargements, linesOf, MANY, placeOn, stack } from "./line-layout.js";
import { NAIVE_OPERATIONS, NAMES, operationOf, saying, sayingNaively } from "./sayings.jsx";
import { Track } from "./track.jsx";

/** @typedef {import("../model/state.js").FigureId} FigureId */
/** @typedef {import("./line-layout.js").Line} Line */

/**
 * @param {{ id: FigureId, hovered: import("../parts/pointed.js").Hovered, naive?: boolean }} props  naive: the lines
 *   show what the code without unsqueeze computes
 */
export function NumberLine({ id, hovered, naive = false }) {
  const held = useSignal(/** @type {readonly Line[] | null} */ (null));
  const { figure, view } = late(id, held.value !== null);
  const element = figure.at.index;
  const group = hovered.value?.group ?? view.groupOf[element];
  const twin = hovered.value?.element ?? -1;
  const { stage, center } = figure;
  const members = view.members[group];
  const lines = useMemo(
    () => linesOf(view, group, { stage, center }, naive, held.value),
    [view, group, stage, center, naive, held.value],
  );
  const { shown, places, isMany } = beadsOf(lines, members, [element, twin]);
  const drag = useDrag(id, held, lines);
  return (
    <div
      role="group"
      class="number-line"
      id={`${id}-line`}
      data-hue={group % 6}
      data-dragging={held.value ? "" : undefined}
      aria-label="Number line"
    >
      <h3>
        {groupName(view, group)} {naive ? sayingNaively(view, group, stage) : saying(view, group, figure)}
      </h3>
      {lines.map((line, k) => (
        <Fragment key={line.stage === 3 ? 2 : line.stage}>
          {k > 0 && (
            <Gap
              from={lines[k - 1]}
              to={line}
              own={members.indexOf(element)}
              waiting={stage < line.stage}
              operation={naive ? NAIVE_OPERATIONS[line.stage] : operationOf(view, group, figure, line.stage)}
            />
          )}
          <Track
            {...{ line, shown, members, element, twin, group, isMany, center }}
            places={places[k]}
            resting={places[k - 1]}
            waiting={stage < line.stage}
            draggable={k === 0 && !isLocked("x")}
            {...drag}
          />
        </Fragment>
      ))}
      <Note lines={lines} />
    </div>
  );
}

/**
 * Which members have a bead, and where on each line. Of many, only the selected one and the one that is pointed at
 * have one, and these need no pile.
 * @param {readonly Line[]} lines
 * @param {readonly number[]} members
 * @param {readonly number[]} marked  elements
 */
function beadsOf(lines, members, marked) {
  const isMany = members.length > MANY;
  const shown = [...members.keys()].filter((i) => !isMany || marked.includes(members[i]));
  const places = lines.map(({ domain, values }) => {
    const positions = shown.map((i) => placeOn(domain, values[i]));
    return isMany ? positions.map((at) => ({ at, level: 0 })) : stack(positions);
  });
  return { shown, places, isMany };
}

/**
 * Says which lines are drawn larger than others, and how much. Its place is kept where there is nothing to say: what
 * stands below must not move while the pointer goes from group to group.
 * @param {{ lines: readonly Line[] }} props
 */
function Note({ lines }) {
  /** @type {Map<string, Line[]>} */
  const enlarged = new Map();
  enlargements(lines).forEach((times, i) => {
    const text = formatTick(Number(times.toPrecision(2)));
    if (text !== "1") enlarged.set(text, [...(enlarged.get(text) ?? []), lines[i]]);
  });
  return (
    <p class="note">
      {[...enlarged].map(([times, large], k) => (
        <Fragment key={times}>
          {k > 0 && "; "}
          {large.map(({ stage }, i) => (
            <Fragment key={stage}>
              {i > 0 && " and "}
              {NAMES[stage]}
            </Fragment>
          ))}{" "}
          enlarged {times} times
        </Fragment>
      ))}
    </p>
  );
}
