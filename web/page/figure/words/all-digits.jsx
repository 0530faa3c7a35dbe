import { allDigits } from "./arithmetic.js";

/** Beside a line of arithmetic that is rounded. */
export const AllDigits = () => (
  <button
    type="button"
    class="text-button all-digits"
    aria-pressed={allDigits.value}
    onClick={() => {
      allDigits.value = !allDigits.value;
    }}
  >
    all digits
  </button>
);
