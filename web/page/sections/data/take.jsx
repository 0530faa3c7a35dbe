/** How numbers get in: a file that is chosen or dropped, or numbers that are pasted. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { isFixed, mayChange } from "../../store/lesson.js";
import { LockMark } from "../../parts/controls.jsx";
import { Refusal } from "../../parts/refusal.jsx";
import { EXAMPLE } from "./example.js";
import { fetchReaders, isReading, showExample, source, takeFile, takeText, told } from "./own.js";

/** What the dialog that chooses a file shows first. */
const ENDINGS = ".csv,.tsv,.txt,.npy,.npz,.safetensors";

const isLocked = () => isFixed("data", "x") || isFixed("data", "preset");

export function Take() {
  const file = useRef(/** @type {HTMLInputElement | null} */ (null));
  const isPasting = useSignal(false);
  useEffect(() => {
    // A file that is dropped is then read without asking any server for anything.
    fetchReaders().catch(() => {});
  }, []);
  return (
    <div class="own-take">
      <div class="own-ways">
        <button
          type="button"
          class="primary"
          onClick={() => {
            if (mayChange("data", "x") && mayChange("data", "preset")) file.current?.click();
          }}
        >
          Choose a file {isLocked() && <LockMark />}
        </button>
        <input
          ref={file}
          type="file"
          accept={ENDINGS}
          class="visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            // The same file may be chosen again, once it has changed.
            if (chosen) void takeFile(chosen).finally(() => (currentTarget.value = ""));
          }}
        />
        <button
          type="button"
          class="pill"
          aria-expanded={isPasting.value}
          aria-controls="data-paste"
          onClick={() => (isPasting.value = !isPasting.value)}
        >
          Paste numbers
        </button>
        {source.value !== EXAMPLE && (
          <button type="button" class="text-button" onClick={showExample}>
            Back to the example
          </button>
        )}
      </div>
      <p class="own-kinds">
        Or drop one here: a table (.csv, .tsv), an array (.npy, .npz) or a model’s weights (.safetensors). It is read by
        this page, on your machine, and sent nowhere; the link holds nothing of it.
      </p>
      <div id="data-paste" hidden={!isPasting.value}>
        <PasteField isOpen={isPasting.value} />
      </div>
      <p class="own-told">{isReading.value ? "Reading…" : told.value.isRefusal ? "" : told.value.text}</p>
      <Refusal id="data-refused" why={told.value.isRefusal && !isReading.value ? told.value.text : ""} />
    </div>
  );
}

/** @param {{ isOpen: boolean }} props */
function PasteField({ isOpen }) {
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  // Before the next key arrives: after a paint it would press the button once more.
  useLayoutEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  return (
    <>
      <textarea
        ref={field}
        aria-label="Numbers, line by line"
        aria-describedby="data-refused"
        placeholder={"3.1, 4, 2.6\n3.4, 4.4, 2.9"}
        spellcheck={false}
        rows={4}
      />
      <button type="button" class="pill" onClick={() => void takeText(field.current?.value ?? "")}>
        Read them
      </button>
    </>
  );
}

/** The file of what is dragged, dropped or pasted. @param {DataTransfer | null} data */
const hasFile = (data) => data?.types.includes("Files") === true;

/**
 * A file that is dropped in the section is taken, where the browser would leave the page for it; and what is pasted on
 * the section's first card. The figure takes for itself what is pasted on it.
 * @param {string} id of the section
 * @returns {import("@preact/signals").Signal<boolean>} whether a file is held over it
 */
export function useOwn(id) {
  const isOver = useSignal(false);
  useEffect(() => {
    const section = document.getElementById(id);
    const listeners = listenersOf(section, isOver);
    for (const { on, type, act } of listeners) on?.addEventListener(type, act);
    return () => {
      for (const { on, type, act } of listeners) on?.removeEventListener(type, act);
    };
  }, [id]);
  return isOver;
}

/**
 * @param {HTMLElement | null} section
 * @param {import("@preact/signals").Signal<boolean>} isOver
 * @returns {{ on: EventTarget | null, type: string, act: (event: any) => void }[]}
 */
function listenersOf(section, isOver) {
  const take = (/** @type {Event} */ event, /** @type {DataTransfer | null} */ data) => {
    const [file] = data?.files ?? [];
    event.preventDefault();
    if (file) void takeFile(file);
    else void takeText(data?.getData("text/plain") ?? "");
  };
  const onOver = (/** @type {DragEvent} */ event) => {
    if (!hasFile(event.dataTransfer)) return;
    event.preventDefault();
    isOver.value = true;
  };
  const onLeave = (/** @type {DragEvent} */ event) => {
    if (!section?.contains(/** @type {Node | null} */ (event.relatedTarget))) isOver.value = false;
  };
  const onDrop = (/** @type {DragEvent} */ event) => {
    isOver.value = false;
    if (hasFile(event.dataTransfer)) take(event, event.dataTransfer);
  };
  const onPaste = (/** @type {ClipboardEvent} */ event) => {
    const card = section?.querySelector(".own-data");
    const { target } = event;
    const isMeant = target === document.body ? card?.matches(":hover") : card?.contains(/** @type {Node} */ (target));
    const isText =
      target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== "radio");
    if (isMeant && !isText) take(event, event.clipboardData);
  };
  return [
    { on: section, type: "dragover", act: onOver },
    { on: section, type: "dragleave", act: onLeave },
    { on: section, type: "drop", act: onDrop },
    { on: document, type: "paste", act: onPaste },
  ];
}
