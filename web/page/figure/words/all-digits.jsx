import { allDigits } from "./arithmetic.js";

/** The button beside a line of rounded arithmetic: it shows all digits. */
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
