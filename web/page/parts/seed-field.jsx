/**
 * The seed of random weights: typed, or other weights at a press.
 * @param {{ id: string, label: string, seed: number, seeds: number, step: number, other: string, locked: boolean,
 *   onChange: (seed: number) => void }} props  `seeds`: how many there are; `step`: how far the button goes on
 */
export function SeedField({ id, label, seed, seeds, step, other, locked, onChange }) {
  return (
    <span class="seed" data-locked={locked ? "" : undefined}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        min={0}
        max={seeds - 1}
        step={1}
        value={seed}
        readOnly={locked}
        onChange={(event) => {
          const { valueAsNumber, validity } = event.currentTarget;
          if (validity.valid && !Number.isNaN(valueAsNumber)) onChange(valueAsNumber);
          else event.currentTarget.value = String(seed);
        }}
      />
      <button
        type="button"
        class="pill"
        aria-disabled={locked || undefined}
        onClick={() => onChange((seed + step) % seeds)}
      >
        {other}
      </button>
    </span>
  );
}
