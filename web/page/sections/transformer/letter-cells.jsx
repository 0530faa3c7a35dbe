/** The numbers of all tokens as cells, a row a token: the one that is pointed at, or reached by keys, is told. */
import { FEATURES } from "./network.js";
import { useMemo } from "preact/hooks";
import { formatNumber } from "../../kit/format.js";
import { Picture } from "../../figure/cells/overview.jsx";
import { nameOfToken } from "./lab-state.js";
import { pointed } from "./seen.js";

/** Where a key goes from a token and a feature. @type {Record<string, readonly [token: number, feature: number]>} */
const WAYS = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -FEATURES],
  End: [0, FEATURES],
};

/** @param {number} value @param {number} most */
const within = (value, most) => Math.max(0, Math.min(value, most));

/**
 * @param {{ label: string, values: Float32Array, tokens: readonly number[], at: { token: number, feature: number
 *   } }} props
 */
export function LetterCells({ label, values, tokens, at }) {
  const rows = tokens.length;
  const index = at.token * FEATURES + at.feature;
  const pointTo = (/** @type {number} */ token, /** @type {number} */ feature) => {
    pointed.value = { token: within(token, rows - 1), feature: within(feature, FEATURES - 1) };
  };
  const follow = (/** @type {PointerEvent & { currentTarget: HTMLElement }} */ { clientX, clientY, currentTarget }) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    pointTo(Math.floor(((clientY - top) / height) * rows), Math.floor(((clientX - left) / width) * FEATURES));
  };
  // Drawn anew with other values alone.
  const picture = useMemo(() => <Picture key={rows} values={values} width={FEATURES} height={rows} />, [values, rows]);
  return (
    <div
      class="letter-cells"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={values.length - 1}
      aria-valuenow={index}
      aria-valuetext={`${nameOfToken(tokens[at.token])}, feature ${at.feature + 1}: ${formatNumber(values[index])}`}
      onPointerMove={follow}
      onPointerDown={follow}
      onKeyDown={(event) => {
        const way = event.altKey || event.ctrlKey || event.metaKey ? undefined : WAYS[event.key];
        if (!way) return;
        event.preventDefault();
        pointTo(at.token + way[0], at.feature + way[1]);
      }}
    >
      {picture}
      <span class="letter-frame" style={{ "--row": at.token, "--column": at.feature }} />
    </div>
  );
}
