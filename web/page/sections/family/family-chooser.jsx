/** The members of the family: a card for each. */
import { derived } from "../../figure/state/derived.js";
import { membersFor, methodOf } from "../../figure/dims/family.js";
import { counted } from "../../kit/words.js";
import { isFixed } from "../../store/lesson.js";
import { formatShape, groupsOf } from "../../kit/shapes.js";
import { Term } from "../../parts/term.jsx";
import { choose, chosenMember, setting } from "./derived.js";

/** @typedef {import("../../figure/dims/family.js").Member} Member */

/** The picture of a member shows no more examples and channels than this. */
const EXAMPLES = 3;
const CHANNELS = 8;

export function FamilyChooser() {
  const { shape, channelGroups } = setting();
  const { names } = derived.family.value;
  const { member: chosen } = chosenMember();
  const locked = isFixed("family", "dims");
  return (
    <fieldset class="members">
      <legend>
        x has shape {formatShape(shape)}
        {names && <Names names={names} />}. Each square is one channel of one example; those that are filled share their
        statistics with the first.
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
              choose(member, methodOf(member, shape, channelGroups));
            }}
          />
          <MemberCard member={member} isChosen={member === chosen} />
        </label>
      ))}
    </fieldset>
  );
}

/** What the dims stand for. @param {{ names: readonly string[] }} props */
const Names = ({ names: [first, ...others] }) => (
  <>
    : {first === "batch" ? <Term name="batch" then="," /> : `${first},`} {others.join(", ")}
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
