import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { isLesson, lesson, NONE } from "../store/lesson.js";
import { LOCKS } from "../course/locks.js";
import { state } from "../store/state.js";
import { writeQuery } from "../link/write.js";
import { sections } from "../course/sections.js";
import { figureSpecs } from "../course/specs.js";
import { IconButton } from "../parts/controls.jsx";
import { Select } from "../parts/fields.jsx";
import { OneOf } from "../parts/one-of.jsx";

/** @typedef {import("../link/lesson.js").Asked} Lesson */
/** @typedef {import("../course/locks.js").Lock} Lock */
/** @typedef {{ what: "image" | "link", link: string, isDone: boolean }} Copied what came of copying something */

/**
 * The picture of the figure that is being read, a link to the page in its present state, and, folded, a link for
 * teachers that fixes some settings.
 * @param {{ section: string, onClose: () => void }} props  section: the one being read
 */
export function ShareDialog({ section, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const given = useSignal(/** @type {Lesson} */ (lesson.peek()));
  const copied = useSignal(/** @type {Copied | null} */ (null));
  const picture = useSignal(/** @type {Blob | null} */ (null));
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
        {isFigure(section) && <Picture id={section} picture={picture} />}
        <div class="link-field">
          <label for="share-link">Link to this state</label>
          <input
            id="share-link"
            ref={field}
            readOnly
            value={link.value}
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
        <div class="share-actions">
          <button type="button" class="primary" onClick={() => copyLink(field.current, copied)}>
            <OneOf texts={["Copy link", "Link copied"]} isSecond={isCopied(copied.value, link.value)} />
          </button>
          {isFigure(section) && (
            <button
              type="button"
              class="pill"
              aria-disabled={picture.value === null || undefined}
              onClick={() => copyImage(picture.value, copied)}
            >
              <OneOf
                texts={["Copy image", "Image copied"]}
                isSecond={copied.value?.what === "image" && copied.value.isDone}
              />
            </button>
          )}
        </div>
        <p class="copied" role="status">
          {copied.value && sayingOf(copied.value)}
        </p>
        <details class="for-teachers" open={isLesson(lesson.peek())}>
          <summary>For teachers</summary>
          <LessonFields given={given} section={section} copied={copied} />
        </details>
      </div>
    </dialog>
  );
}

/** The other sections have figures of their own kind, of which there is no picture. */
const isFigure = (/** @type {string} */ id) => id in figureSpecs;

/**
 * The figure, as it would be exported.
 * @param {{ id: string, picture: import("@preact/signals").Signal<Blob | null> }} props
 */
function Picture({ id, picture }) {
  const address = useSignal("");
  useEffect(() => {
    let isOpen = true;
    import("../figure/export/index.js")
      .then(({ pictureOf }) => pictureOf(/** @type {import("../store/state.js").FigureId} */ (id)))
      .then((blob) => {
        if (!isOpen) return;
        picture.value = blob;
        address.value = URL.createObjectURL(blob);
      });
    return () => {
      isOpen = false;
      URL.revokeObjectURL(address.peek());
    };
  }, [id]);
  const { called } = sections.find((section) => section.id === id) ?? { called: "" };
  return (
    <div class="share-picture">
      {address.value !== "" && <img src={address.value} alt={`The figure of ${called}, as it is now`} />}
    </div>
  );
}

/** @param {Copied} copied */
function sayingOf({ what, isDone }) {
  if (isDone) return what === "link" ? "Link copied." : "Image copied.";
  return what === "link"
    ? "The browser does not let this page copy. The link is selected: copy it by hand."
    : "The browser does not let this page copy images: use the picture's own menu, or Export at the figure.";
}

/** @param {Copied | null} copied @param {string} link */
const isCopied = (copied, link) => copied?.what === "link" && copied.isDone && copied.link === link;

/** @typedef {import("@preact/signals").Signal<Copied | null>} CopiedSignal */

/** @param {HTMLInputElement | null} field @param {CopiedSignal} copied */
async function copyLink(field, copied) {
  const link = field?.value ?? "";
  field?.select();
  const isDone = await succeeds(() => navigator.clipboard.writeText(link));
  copied.value = { what: "link", link, isDone };
}

/** @param {Blob | null} picture @param {CopiedSignal} copied */
async function copyImage(picture, copied) {
  if (picture === null) return;
  const isDone = await succeeds(() => navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]));
  copied.value = { what: "image", link: "", isDone };
}

/** @param {() => Promise<void>} act */
async function succeeds(act) {
  try {
    await act();
    return true;
  } catch {
    return false;
  }
}

/**
 * The choice of the section and of the settings that a lesson fixes, and the link to the lesson.
 * @param {{ given: import("@preact/signals").Signal<Lesson>, section: string,
 *   copied: CopiedSignal }} props
 */
function LessonFields({ given, section, copied }) {
  const link = useComputed(() => linkTo(given.value.only ?? section, given.value));
  return (
    <fieldset class="lesson-fields">
      <legend class="visually-hidden">A lesson</legend>
      <p>A link that shows one section alone, or fixes what is not to be changed: a lesson.</p>
      <Select
        label="Show"
        value={given.value.only ?? ""}
        options={[
          { value: "", label: "All sections" },
          ...sections.map(({ id, label }) => ({ value: id, label: `Only ${label}` })),
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
 * @param {{ id: string, label: string, link: string, copied: CopiedSignal }} props
 */
function LinkField({ id, label, link, copied }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  return (
    <div class="link-field">
      <label for={id}>{label}</label>
      <input id={id} ref={field} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" class="pill" onClick={() => copyLink(field.current, copied)}>
        <OneOf texts={["Copy", "Copied"]} isSecond={isCopied(copied.value, link)} />
        <span class="visually-hidden"> the {label.toLowerCase()}</span>
      </button>
    </div>
  );
}
