/** The members of the family: a card for each, and what is to be known of the one that is chosen. */
import formula from "../../formulas/family.tex";
import { derive } from "../../model/derive.js";
import { derived } from "../../model/derived.js";
import {
  channelGroupsOf,
  family,
  inLayernorm,
  inPyTorch,
  kept,
  memberNamed,
  membersAt,
  membersFor,
  methodOf,
} from "../../model/family.js";
import { setMethod } from "../../model/figure-state.js";
import { capitalised, counted, formatNumber } from "../../model/format.js";
import { isLocked } from "../../model/lesson.js";
import { formatShape, groupsOf, letterOf } from "../../model/shapes.js";
import { figures } from "../../model/state.js";
import { Segmented } from "../../parts/controls.jsx";
import { Typeset } from "../../parts/typeset.jsx";

/** @typedef {import("../../model/family.js").Member} Member */

/** The picture of a member shows no more examples and channels than this. */
const EXAMPLES = 3;
const CHANNELS = 8;
/** Groups to choose from, at most. */
const CHOICES = 5;

/** The state as a setting of a layer. */
const setting = () => ({ ...figures.family.value, shape: derived.family.value.shape });

/**
 * Of the members whose statistics the figure shows, the one that was chosen last, or the best known.
 * @param {string} preferred
 */
function shown(preferred) {
  const { shape, dims, center, channelGroups } = setting();
  const members = membersAt({ dims, center, channelGroups }, shape);
  return { members, member: members.find(({ name }) => name === preferred) ?? members[0] };
}

/** @param {{ preferred: import("@preact/signals").Signal<string> }} props */
export function FamilyChooser({ preferred }) {
  const { shape, channelGroups } = setting();
  const { member: chosen, members } = shown(preferred.value);
  const locked = isLocked("dims");
  const choose = (/** @type {Member} */ member) => {
    if (!locked) preferred.value = member.name;
    setMethod("family", methodOf(member, shape, channelGroups));
  };
  return (
    <div class="family">
      <fieldset class="members">
        <legend>
          Each square is one channel of one example; those that are filled share their statistics with the first.
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
 * Whose axes these are.
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

/** What RMSNorm leaves out can be seen in what comes out. @param {Member} member */
function leftOver({ uncentred }) {
  if (!uncentred) return "";
  const { shape, dims, groupCount, normalized } = derived.family.value;
  if (groupCount > 4) return " The mean is not taken away.";
  const { mean } = derive(
    { shape, values: normalized },
    { ...figures.family.value, dims, center: true, keepdim: false, channelGroups: 1 },
  );
  const left = Array.from(mean, (value, group) => `${letterOf(group)} ${formatNumber(value)}`).join(", ");
  return ` The mean is not taken away; x̂ keeps one: ${left}.`;
}

/**
 * The layer in code, what it learns, and what it is used for.
 * @param {{ preferred: import("@preact/signals").Signal<string> }} props
 */
export function MemberDetails({ preferred }) {
  const { member } = shown(preferred.value);
  if (!member) return null;
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

/** What LayerNorm and BatchNorm share, and where they differ. */
export function Contrast() {
  const { shape } = derived.family.value;
  if (shape.length < 2) return null;
  const [layer, batch] = ["LayerNorm", "BatchNorm"].map((name) => {
    const member = memberNamed(name);
    const at = { ...setting(), ...methodOf(member, shape, 1) };
    const { members } = groupsOf(shape, at.dims);
    return {
      per: `each ${member.per}`,
      means: `${members.length}, each of ${members[0].length} values`,
      learned: member.learned(at),
    };
  });
  return (
    <div>
      <table class="contrast">
        <caption>LayerNorm and BatchNorm on {formatShape(shape)}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{family[0].name}</th>
            <th scope="col">{family[1].name}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">formula of both</th>
            <td colSpan={2}>
              <Typeset mathml={formula} />
            </td>
          </tr>
          <Row name="one mean for" cells={[layer.per, batch.per]} />
          <Row name="means" cells={[layer.means, batch.means]} />
          <Row name="learned numbers" cells={[layer.learned, batch.learned]} />
          <Row name="in eval" cells={["as in training", "by the running mean and variance"]} />
          <Row
            name="a batch of one"
            cells={[
              "as any other",
              "in training, one image has its own pixels left, as in InstanceNorm; " +
                "one row of features raises ValueError",
            ]}
          />
        </tbody>
      </table>
    </div>
  );
}

/** @param {{ name: string, cells: readonly (string | number)[] }} props */
const Row = ({ name, cells }) => (
  <tr>
    <th scope="row">{name}</th>
    {cells.map((text, i) => (
      <td key={i}>{text}</td>
    ))}
  </tr>
);
