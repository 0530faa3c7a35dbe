import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { lesson, NONE } from "../store/lesson.js";
import { LOCKS } from "../course/locks.js";
import { state } from "../store/state.js";
import { writeQuery } from "../link/write.js";
import { sections } from "../course/sections.js";
import { IconButton } from "../parts/controls.jsx";
import { Select } from "../parts/fields.jsx";

/** @typedef {import("../link/lesson.js").Asked} Lesson */
/** @typedef {import("../course/locks.js").Lock} Lock */
/** @typedef {{ link: string, isDone: boolean }} Copied what came of copying a link */

/**
 * Two links to the page in its present state: a plain one, and one for teachers that fixes some settings.
 * @param {{ section: string, onClose: () => void }} props  section: the one being read
 */
export function ShareDialog({ section, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const given = useSignal(/** @type {Lesson} */ (lesson.peek()));
  const copied = useSignal(/** @type {Copied | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const link = useComputed(() => linkTo(section, NONE));
  return (
    <dialog
      class="share card"
      ref={dialog}
      aria-labelledby="share-title"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div class="share-contents">
        <div class="dialog-title">
          <h2 id="share-title">Share</h2>
          <IconButton icon="close" label="Close" onClick={close} />
        </div>
        <LinkField id="share-link" label="Link to this state" link={link.value} copied={copied} />
        <LessonFields given={given} section={section} copied={copied} />
        <p class="copied" role="status">
          {copied.value &&
            (copied.value.isDone
              ? "Link copied."
              : "The browser does not let this page copy. The link is selected: copy it by hand.")}
        </p>
      </div>
    </dialog>
  );
}

/**
 * The choice of the section and of the settings that a lesson fixes, and the link to the lesson.
 * @param {{ given: import("@preact/signals").Signal<Lesson>, section: string,
 *   copied: import("@preact/signals").Signal<Copied | null> }} props
 */
function LessonFields({ given, section, copied }) {
  const link = useComputed(() => linkTo(given.value.only ?? section, given.value));
  return (
    <fieldset class="lesson-fields">
      <legend>A lesson</legend>
      <p>For teachers: a link that shows one section alone, or fixes what is not to be changed.</p>
      <Select
        label="Show"
        value={given.value.only ?? ""}
        options={[
          { value: "", label: "All sections" },
          ...sections.map(({ id, number, title }) => ({ value: id, label: `Only ${number} · ${title}` })),
        ]}
        onChange={(id) => {
          given.value = { ...given.value, only: id === "" ? null : id };
        }}
      />
      <Locks given={given} />
      <LinkField id="lesson-link" label="Link to the lesson" link={link.value} copied={copied} />
    </fieldset>
  );
}

/** @param {string} section @param {Lesson} what */
function linkTo(section, what) {
  const query = writeQuery(state.value, what);
  return new URL(`${query === "" ? "" : `?${query}`}#${section}`, location.href.replace(/[?#].*/, "")).href;
}

/** @param {{ given: import("@preact/signals").Signal<Lesson> }} props */
const Locks = ({ given }) => (
  <div class="locks" role="group" aria-labelledby="locks-fix">
    <span id="locks-fix">Fix</span>
    {Object.entries(LOCKS).map(([name, what]) => {
      const lock = /** @type {Lock} */ (name);
      const { locks } = given.value;
      return (
        <label key={lock}>
          <input
            type="checkbox"
            checked={locks.includes(lock)}
            onChange={({ currentTarget: { checked } }) => {
              const others = locks.filter((other) => other !== lock);
              given.value = { ...given.value, locks: checked ? [...others, lock] : others };
            }}
          />
          {what}
        </label>
      );
    })}
  </div>
);

/**
 * @param {{ id: string, label: string, link: string, copied: import("@preact/signals").Signal<Copied | null> }} props
 */
function LinkField({ id, label, link, copied }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      copied.value = { link, isDone: true };
    } catch {
      copied.value = { link, isDone: false };
    }
  };
  return (
    <div class="link-field">
      <label for={id}>{label}</label>
      <input id={id} ref={field} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" class="pill" onClick={copy}>
        {copied.value?.isDone && copied.value.link === link ? "Copied" : "Copy"}
        <span class="visually-hidden"> the {label.toLowerCase()}</span>
      </button>
    </div>
  );
}
