/** The tensors of what was opened, with dtype and shape: one is chosen, and a filter finds it among many. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { formatShape } from "../../kit/shapes.js";
import { LockMark } from "../../parts/controls.jsx";
import { isFixed } from "../../store/lesson.js";
import { shownName } from "./derived.js";
import { fileKey, show, source } from "./own.js";

/** So many are listed at a time. */
const LISTED = 200;
/** A filter is there for lists that are longer than this. */
const SHORT = 8;

export function List() {
  const filter = useSignal({ file: "", text: "" });
  const list = useRef(/** @type {HTMLFieldSetElement | null} */ (null));
  useEffect(() => bringChosen(list.current), [fileKey.value]);
  const { tensors } = source.value;
  // Another file begins with all of its tensors.
  const text = filter.value.file === fileKey.value ? filter.value.text : "";
  const found = tensors.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const locked = isFixed("data", "x") || isFixed("data", "preset");
  return (
    <div class="own-list">
      {tensors.length > SHORT && (
        <span class="field">
          <label for="data-filter">filter by name</label>
          <input
            id="data-filter"
            type="search"
            value={text}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => {
              filter.value = { file: fileKey.value, text: event.currentTarget.value };
            }}
          />
        </span>
      )}
      <fieldset ref={list} data-locked={locked ? "" : undefined}>
        <legend>
          {tensors.length === 1 ? "one tensor" : `${tensors.length} tensors`}
          {locked && <LockMark />}
        </legend>
        {found.slice(0, LISTED).map((tensor) => (
          <label key={tensor.name} data-unread={tensor.why === "" ? undefined : ""}>
            <input
              type="radio"
              name="data-tensor"
              value={tensor.name}
              checked={tensor.name === shownName.value}
              onChange={async ({ currentTarget }) => {
                await show(tensor);
                markShown(currentTarget.closest("fieldset"));
              }}
            />
            <span class="own-name">{tensor.name}</span> <span class="own-dtype">{tensor.dtype}</span>{" "}
            <code>{formatShape(tensor.shape)}</code>
          </label>
        ))}
        {found.length === 0 && <p class="own-more">No name has “{text}” in it.</p>}
        {found.length > LISTED && <p class="own-more">{found.length - LISTED} more are not listed: filter by name.</p>}
      </fieldset>
    </div>
  );
}

/** The tensor of a new file that is in the figure may stand far down. @param {Element | null} list */
function bringChosen(list) {
  const label = list?.querySelector(":checked")?.closest("label");
  if (list && label)
    list.scrollTop += label.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}

/** What a lesson has fixed, or what was refused, is not marked as chosen. @param {Element | null} list */
function markShown(list) {
  for (const input of list?.querySelectorAll("input") ?? []) input.checked = input.value === shownName.value;
}
