/**
 * Why what was typed or pasted is refused, beside it: spoken as soon as it is there.
 * @param {{ id: string, why: string }} props  id: which the field names as its description
 */
export const Refusal = ({ id, why }) => (
  <span class="refusal" id={id} role="alert">
    {why}
  </span>
);
