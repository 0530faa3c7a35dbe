import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

const KINDS = /** @type {const} */ (["PNG", "SVG", "CSV"]);

/**
 * The figure as a file.
 * @param {{ id: import("../model/state.js").FigureId, naive: boolean }} props
 */
export function ExportMenu({ id, naive }) {
  const isOpen = useSignal(false);
  const menu = useRef(/** @type {HTMLSpanElement | null} */ (null));
  const close = () => {
    isOpen.value = false;
  };
  useEffect(() => {
    const leave = (/** @type {Event} */ { target }) => {
      if (target instanceof Node && !menu.current?.contains(target)) close();
    };
    document.addEventListener("pointerdown", leave);
    return () => document.removeEventListener("pointerdown", leave);
  }, []);
  const closeAndReturn = () => {
    close();
    menu.current?.querySelector("button")?.focus();
  };
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
      {isOpen.value && (
        <span class="export-kinds" role="group" aria-label="Export as">
          {KINDS.map((kind) => (
            <button
              type="button"
              key={kind}
              onClick={async () => {
                closeAndReturn();
                const { exportFigure } = await import("../export/index.js");
                await exportFigure(id, kind, naive);
              }}
            >
              {kind}
            </button>
          ))}
        </span>
      )}
    </span>
  );
}
