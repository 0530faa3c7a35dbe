/** The members of the family: a card for each. Below, the name of the member whose axes the figure has. */
import { derive } from "../../figure/values/derive.js";
import { derived } from "../../figure/state/derived.js";
import { channelGroupsOf, membersFor, methodOf } from "../../figure/dims/family.js";
import { setMethod } from "../../figure/state/settings.js";
import { capitalised, counted } from "../../kit/words.js";
import { formatNumber } from "../../kit/format.js";
import { isFixed } from "../../store/lesson.js";
import { formatShape, groupsOf, letterOf } from "../../kit/shapes.js";
import { figures } from "../../store/state.js";
import { Segmented } from "../../parts/controls.jsx";
import { Term } from "../../parts/term.jsx";
import { chosenMember, setting } from "./derived.js";

/** @typedef {import("../../figure/dims/family.js").Member} Member */

/** The picture of a member shows no more examples and channels than this. */
const EXAMPLES = 3;
const CHANNELS = 8;
/** Numbers of channel groups to choose from, at most. */
const CHOICES = 5;
/** The means that RMSNorm leaves in x̂ are told where there are at most so many groups. */
const TOLD = 4;

/** @param {{ preferred: import("@preact/signals").Signal<string> }} props */
export function FamilyChooser({ preferred }) {
  const { shape, channelGroups } = setting();
  const { names } = derived.family.value;
  const { member: chosen, members } = chosenMember(preferred.value);
  const locked = isFixed("family", "dims");
  const choose = (/** @type {Member} */ member) => {
    if (!locked) preferred.value = member.name;
    setMethod("family", methodOf(member, shape, channelGroups));
  };
  return (
    <div class="family">
      <fieldset class="members">
        <legend>
          x has shape {formatShape(shape)}
          {names && <Names names={names} />}. Each square is one channel of one example; those that are filled share
          their statistics with the first.
          {locked && " Fixed in this lesson."}
        </legend>
        {membersFor(shape.length).map((member) => (
          <label class="member" key={member.name}>
            <input
              type="radio"
              name="member"
              checked={member === chosen}
              aria-disabled={locked || undefined}
              onClick={(event) => {
                if (locked) event.preventDefault();
                choose(member);
              }}
            />
            <MemberCard member={member} isChosen={member === chosen} />
          </label>
        ))}
      </fieldset>
      <div class="verdict">
        {chosen?.grouped && (
          <Segmented
            name="channel-groups"
            legend="groups of channels"
            value={channelGroups}
            locked={locked}
            onChange={(groups) => setMethod("family", { ...methodOf(chosen, shape, 1), channelGroups: groups })}
            options={channelGroupsOf(shape)
              .slice(0, CHOICES)
              .map((value) => ({ value, label: String(value) }))}
          />
        )}
        <p role="status">{verdict(chosen, members)}</p>
      </div>
    </div>
  );
}

/** What the dims stand for. @param {{ names: readonly string[] }} props */
const Names = ({ names: [first, ...others] }) => (
  <>
    : {first === "batch" ? <Term name="batch" /> : first}, {others.join(", ")}
  </>
);

/** @param {{ member: Member, isChosen: boolean }} props */
function MemberCard({ member, isChosen }) {
  const { shape, channelGroups } = setting();
  const method = isChosen ? setting() : methodOf(member, shape, channelGroups);
  const { groupOf, members } = groupsOf(shape, method.dims, method.channelGroups);
  return (
    <span class="member-card">
      <Squares shape={shape} groupOf={groupOf} />
      <strong>{member.name}</strong>
      <span>dims ({method.dims.join(", ")})</span>
      <span>
        {counted(members.length, member.uncentred ? "mean square" : "mean")} of {members[0].length}
      </span>
    </span>
  );
}

/** Examples down, channels across. @param {{ shape: readonly number[], groupOf: Int32Array }} props */
function Squares({ shape, groupOf }) {
  const [examples, channels] = shape;
  const places = groupOf.length / (examples * channels);
  const rows = Math.min(examples, EXAMPLES);
  const columns = Math.min(channels, CHANNELS);
  return (
    <svg class="squares" viewBox={`0 0 ${columns * 12} ${rows * 12}`} width={columns * 16} aria-hidden="true">
      {Array.from({ length: rows * columns }, (_, i) => {
        const [row, column] = [Math.floor(i / columns), i % columns];
        const group = groupOf[(row * channels + column) * places];
        return (
          <rect
            key={i}
            x={column * 12 + 1.5}
            y={row * 12 + 1.5}
            width={9}
            height={9}
            rx={2}
            data-shared={group === groupOf[0] ? "" : undefined}
          />
        );
      })}
    </svg>
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
