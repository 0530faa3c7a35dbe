import { derived } from "../../figure/state/derived.js";
import { spreadOf } from "./spread-of.js";

/** The word spread, with its arithmetic. */
export function SpreadOf() {
  const { name, root, sign, result } = spreadOf(derived.first.value);
  return (
    <p class="spread-of">
      <strong>Spread</strong> is the root of the average of the squared distances from the mean, over all n of them. Of{" "}
      {name}: {root} {sign} <strong>{result}</strong>
    </p>
  );
}
