/**
 * One of two texts, in a place as wide as the wider of them: the button that it stands in keeps its width.
 * @param {{ texts: readonly [string, string], isSecond: boolean | undefined }} props
 */
export const OneOf = ({ texts: [first, second], isSecond }) => (
  <span class="one-of" data-other={isSecond ? first : second}>
    {isSecond ? second : first}
  </span>
);
