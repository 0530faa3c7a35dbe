/**
 * The slabs behind the one that is shown: their edges, to press.
 * @param {{ frame: import("./frame.js").Frame, shape: readonly number[], index: number,
 *   onSelect: (index: number) => void }} props
 */
export function Slabs({ frame: { top, matrix, width }, shape, index, onSelect }) {
  const front = top / matrix;
  return (
    <div class="slabs" role="group" aria-label="Slabs">
      {Array.from({ length: shape[0] }, (_, slab) => {
        const depth = (slab - front + shape[0]) % shape[0];
        return (
          <button
            type="button"
            key={slab}
            aria-pressed={depth === 0}
            style={{ "--depth": depth }}
            onClick={() => onSelect(index + (slab - front) * matrix * width)}
          >
            <span>{`[${slab}, :, :]`}</span>
          </button>
        );
      })}
    </div>
  );
}
