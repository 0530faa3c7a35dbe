import { spreadOf } from "./spread-of.js";

/** The word spread, with its arithmetic. @param {{ view: import("../../figure/values/derive.js").Derived }} props */
export function SpreadOf({ view }) {
  const { name, root, sign, result } = spreadOf(view);
  return (
    <p class="spread-of">
      <strong>Spread</strong> is the root of the average of the squared distances from the mean, over all n of them. Of{" "}
      {name}: {root} {sign} <strong>{result}</strong>
    </p>
  );
}
