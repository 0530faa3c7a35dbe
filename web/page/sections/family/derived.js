/** What follows from the figure: its settings as those of a layer, and the member of the family that it is. */
import { derived } from "../../figure/state/derived.js";
import { membersAt } from "../../figure/dims/family.js";
import { setMethod } from "../../figure/state/settings.js";
import { figures } from "../../store/state.js";

/** The figure's settings as those of a layer. */
export const setting = () => ({ ...figures.family.value, shape: derived.family.value.shape });

/** The members whose statistics the figure shows; and of these the one that was chosen, or the best known. */
export function chosenMember() {
  const now = setting();
  const members = membersAt(now, now.shape);
  return { members, member: members.find(({ name }) => name === now.member) ?? members[0] };
}

/**
 * Sets the figure to a layer. Its name is kept where a better known one takes the same means.
 * @param {import("../../figure/dims/family.js").Member} member
 * @param {import("../../figure/dims/family.js").Method} method  the member's
 */
export function choose(member, method) {
  const isBestKnown = membersAt(method, setting().shape)[0] === member;
  setMethod("family", { ...method, member: isBestKnown ? null : member.name });
}
