/** What follows from the figure: its settings as those of a layer, and the member of the family that it is. */
import { derived } from "../../figure/state/derived.js";
import { membersAt } from "../../figure/dims/family.js";
import { figures } from "../../store/state.js";

/** The figure's settings as those of a layer. */
export const setting = () => ({ ...figures.family.value, shape: derived.family.value.shape });

/**
 * The members whose statistics the figure shows; and of these the one that was chosen last, or the best known.
 * @param {string} preferred
 */
export function chosenMember(preferred) {
  const { shape, dims, center, channelGroups } = setting();
  const members = membersAt({ dims, center, channelGroups }, shape);
  return { members, member: members.find(({ name }) => name === preferred) ?? members[0] };
}
