/** The name of the member whose axes the figure has, and of how many groups its channels are. */
import { derive } from "../../figure/values/derive.js";
import { derived } from "../../figure/state/derived.js";
import { channelGroupsOf, methodOf } from "../../figure/dims/family.js";
import { capitalised } from "../../kit/words.js";
import { formatNumber } from "../../kit/format.js";
import { isFixed } from "../../store/lesson.js";
import { letterOf } from "../../kit/shapes.js";
import { figures } from "../../store/state.js";
import { Segmented } from "../../parts/controls.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { choose, chosenMember, setting } from "./derived.js";

/** @typedef {import("../../figure/dims/family.js").Member} Member */

/** Numbers of channel groups to choose from, at most. */
const CHOICES = 5;
/** The means that RMSNorm leaves in x̂ are told where there are at most so many groups. */
const TOLD = 4;

export function Strip() {
  const { shape, channelGroups } = setting();
  const { member: chosen, members } = chosenMember();
  return (
    <ResultStrip id="family">
      {chosen?.grouped && (
        <Segmented
          name="channel-groups"
          legend="groups of channels"
          value={channelGroups}
          locked={isFixed("family", "dims")}
          onChange={(groups) => choose(chosen, { ...methodOf(chosen, shape, 1), channelGroups: groups })}
          options={channelGroupsOf(shape)
            .slice(0, CHOICES)
            .map((value) => ({ value, label: String(value) }))}
        />
      )}
      <p role="status">{verdict(chosen, members)}</p>
    </ResultStrip>
  );
}

/**
 * The member whose axes the figure has, in words.
 * @param {Member | undefined} member
 * @param {readonly Member[]} members
 */
function verdict(member, members) {
  const { correction, epsAt, dims } = figures.family.value;
  const axes = dims.length === 1 ? `dim ${dims[0]}` : `dims (${dims.join(", ")})`;
  if (!member) return `No layer of the family has ${axes} as it is set here.`;
  const others = members
    .filter((other) => other !== member)
    .map(({ name, grouped }) => (grouped ? `${name} with 1 group` : name));
  const alike = others.length > 0 ? ` ${others.join(" and ")} would take the same means.` : "";
  const unlike =
    correction === 1 || epsAt === "outside" ? " The layers themselves divide by n, with eps inside the root." : "";
  return `${capitalised(axes)}: ${member.name}.${leftOver(member)}${alike}${unlike}`;
}

/** RMSNorm subtracts no mean: the means that are left in x̂. @param {Member} member */
function leftOver({ uncentred }) {
  if (!uncentred) return "";
  const { shape, dims, groupCount, normalized } = derived.family.value;
  if (groupCount > TOLD) return " The mean is not subtracted.";
  const { mean } = derive(
    { shape, values: normalized },
    { ...figures.family.value, dims, center: true, keepdim: false, channelGroups: 1 },
  );
  const left = Array.from(mean, (value, group) => `${letterOf(group)} ${formatNumber(value)}`).join(", ");
  return ` The mean is not subtracted, so x̂ still has one: ${left}.`;
}
