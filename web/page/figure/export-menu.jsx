import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

const KINDS = /** @type {const} */ (["PNG", "SVG", "CSV"]);

/**
 * The figure as a file.
 * @param {{ id: import("../store/state.js").FigureId, naive: boolean }} props
 */
export function ExportMenu({ id, naive }) {
  const isOpen = useSignal(false);
  const menu = useRef(/** @type {HTMLSpanElement | null} */ (null));
  const close = () => {
    isOpen.value = false;
  };
  const closeAndReturn = () => {
    close();
    menu.current?.querySelector("button")?.focus();
  };
  useOutside(menu, close);
  return (
    <span
      class="export"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key === "Escape" && isOpen.value) closeAndReturn();
      }}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !menu.current?.contains(relatedTarget)) close();
      }}
    >
      <button
        type="button"
        class="text-button"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        Export
      </button>
      {isOpen.value && <Kinds id={id} naive={naive} onChoose={closeAndReturn} />}
    </span>
  );
}

/**
 * Runs something at a press outside of an element.
 * @param {import("preact").RefObject<Element | null>} element
 * @param {() => void} leave
 */
function useOutside(element, leave) {
  useEffect(() => {
    const press = (/** @type {Event} */ { target }) => {
      if (target instanceof Node && !element.current?.contains(target)) leave();
    };
    document.addEventListener("pointerdown", press);
    return () => document.removeEventListener("pointerdown", press);
  }, []);
}

/** @param {{ id: import("../store/state.js").FigureId, naive: boolean, onChoose: () => void }} props */
const Kinds = ({ id, naive, onChoose }) => (
  <span class="export-kinds" role="group" aria-label="Export as">
    {KINDS.map((kind) => (
      <button
        type="button"
        key={kind}
        onClick={async () => {
          onChoose();
          const { exportFigure } = await import("./export/index.js");
          await exportFigure(id, kind, naive);
        }}
      >
        {kind}
      </button>
    ))}
  </span>
);
