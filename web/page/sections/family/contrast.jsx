import formula from "../../kit/equations/family.tex";
import { derived } from "../../figure/state/derived.js";
import { family, memberNamed, methodOf } from "../../figure/dims/family.js";
import { formatShape, groupsOf } from "../../kit/shapes.js";
import { Term } from "../../parts/term.jsx";
import { Typeset } from "../../parts/typeset.jsx";
import { setting } from "./derived.js";

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
    <details>
      <summary>LayerNorm and BatchNorm side by side</summary>
      <table class="contrast">
        <caption>On {formatShape(shape)}</caption>
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
          <tr>
            <th scope="row">
              in <Term name="eval" /> mode
            </th>
            <td>as in training</td>
            <td>
              by the <Term name="running" /> and the running variance that training kept
            </td>
          </tr>
          <Row
            name="a batch of one"
            cells={[
              "as any other",
              "in training, one image is averaged over its own pixels, as in InstanceNorm; " +
                "one row of features raises ValueError",
            ]}
          />
        </tbody>
      </table>
    </details>
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
