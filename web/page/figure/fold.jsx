/** What can be opened: nothing of it is drawn while it is folded. */
import { useSignal } from "@preact/signals";

/** @typedef {import("preact").ComponentChildren} Children */

/** @param {{ title: string, beside?: Children, children: () => Children }} props  beside: in the line of the title */
export function Fold({ title, beside, children }) {
  const isOpen = useSignal(false);
  const button = (
    <button
      type="button"
      class="explain-button"
      aria-expanded={isOpen.value}
      onClick={() => (isOpen.value = !isOpen.value)}
    >
      {title}
    </button>
  );
  return (
    <>
      {beside ? (
        <div class="figure-foot">
          {button}
          {beside}
        </div>
      ) : (
        button
      )}
      {isOpen.value && children()}
    </>
  );
}
