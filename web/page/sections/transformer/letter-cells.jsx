/**
 * The numbers of all tokens as cells, a row for each token. The pointer or the keys choose a cell, whose number is
 * told.
 */
import { useMemo } from "preact/hooks";
import { formatNumber } from "../../kit/format.js";
import { gridStep } from "../../parts/grid-keys.js";
import { Picture } from "../../figure/cells/overview.jsx";
import { pointed } from "./derived.js";
import { FEATURES } from "./architecture.js";
import { nameOfToken } from "./sentences.js";

/** @param {number} value @param {number} most */
const within = (value, most) => Math.max(0, Math.min(value, most));

/**
 * @param {{ label: string, values: Float32Array, tokens: readonly number[], at: { token: number, feature: number } }}
 *   props
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
  // It is drawn anew only for other values.
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
        const way = gridStep(event, FEATURES);
        if (!way) return;
        pointTo(at.token + way[0], at.feature + way[1]);
      }}
    >
      {picture}
      <span class="letter-frame" style={{ "--row": at.token, "--column": at.feature }} />
    </div>
  );
}
