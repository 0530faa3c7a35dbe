import { derived } from "../../figure/state/derived.js";
import { inLayernorm, inPyTorch, kept } from "../../figure/dims/family.js";
import { counted } from "../../kit/words.js";
import { chosenMember, setting } from "./derived.js";

/** The layer in code, what it learns, and what it is used for. */
export function MemberDetails() {
  const { member } = chosenMember();
  if (!member) return <div class="member-details" />;
  const now = setting();
  const { groupCount, groupSize } = derived.family.value;
  const buffers = kept(member, now);
  return (
    <div class="member-details">
      <h3>{member.name}</h3>
      <dl class="facts">
        <Fact name="PyTorch">
          <code>{inPyTorch(member, now)}(x)</code>
        </Fact>
        <Fact name="layernorm">
          <code>{inLayernorm(member, now)}.forward(x)</code>
        </Fact>
        <Fact name="Statistics">
          {groupCount}, each of {counted(groupSize, "value")}: one for each {member.per}
        </Fact>
        <Fact name="Learns">
          {member.learned(now) === 0 ? "nothing, unless affine=True" : counted(member.learned(now), "number")}
          {buffers > 0 && `; keeps ${buffers} running statistics, and a count of its batches`}
        </Fact>
        <Fact name="Used for">{member.use}</Fact>
        <Fact name="Needs">{member.needs}</Fact>
      </dl>
    </div>
  );
}

/** @param {{ name: string, children: import("preact").ComponentChildren }} props */
const Fact = ({ name, children }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
