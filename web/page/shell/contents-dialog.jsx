/**
 * The contents of the course: its sections, with the learner's progress in each, the ways through it, its words, and a
 * search for sections and words.
 */
import { useComputed, useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { deedsIn } from "../question/answered.js";
import { glossary } from "../course/glossary.js";
import { isShown, lesson } from "../store/lesson.js";
import { chooseWay, chosenWay } from "../store/way.js";
import { counted } from "../kit/words.js";
import { sections } from "../course/sections.js";
import { WAYS } from "../course/ways.js";
import { IconButton, Segmented } from "../parts/controls.jsx";
import { findPlaces, findWords } from "./find.js";
import { setSlash, slash } from "./slash.js";

/** @typedef {import("./find.js").Place} Place */
/** @typedef {import("./find.js").Word} Word */
/** @typedef {{ place: Place, quote: string }} Found */

/**
 * @param {{ section: string, onClose: () => void }} props  section: the one being read
 */
export function ContentsDialog({ section, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const list = useRef(/** @type {HTMLDivElement | null} */ (null));
  const query = useSignal("");
  // Read once, when it opens: to read the whole page takes time.
  const [places, words] = useMemo(() => /** @type {const} */ ([readPlaces(), readGlossary()]), []);
  const found = useComputed(() => ({ places: findPlaces(query.value, places), words: findWords(query.value, words) }));
  const isAll = useComputed(() => query.value.trim() === "");
  // Before the next key arrives: what is typed right after the dialog was asked for is for the field.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // Under a finger, the keyboard would cover what there is to choose from.
    if (!matchMedia("(pointer: coarse)").matches) field.current?.focus();
  }, []);
  const close = () => dialog.current?.close();
  return (
    <dialog
      class="contents card"
      ref={dialog}
      aria-labelledby="contents-title"
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget || (target instanceof Element && target.closest("a"))) close();
      }}
    >
      <div class="contents-inside">
        <div class="dialog-title">
          <h2 id="contents-title">Contents</h2>
          <IconButton icon="close" label="Close" onClick={close} />
        </div>
        <search>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              list.current?.querySelector("a")?.click();
            }}
          >
            <label for="contents-search">Search for a word or a section</label>
            <input
              id="contents-search"
              type="search"
              ref={field}
              autocomplete="off"
              spellcheck={false}
              onKeyDown={(event) => {
                // Escape closes the dialog wherever the focus is in it: by itself Chromium would empty a field with
                // text first, and close at the second press only. The text is not kept, so that emptying it saves
                // nothing. While a word is being composed, Escape belongs to the choice of its characters.
                if (event.key !== "Escape" || event.isComposing) return;
                event.preventDefault();
                close();
              }}
              onInput={(event) => {
                query.value = event.currentTarget.value;
                list.current?.scrollTo(0, 0);
              }}
            />
          </form>
        </search>
        <p class="contents-count" role="status">
          {counted(found.value.places.length, "section")} and {counted(found.value.words.length, "word")}
          {query.value.trim() !== "" && ` with “${query.value.trim()}”`}
        </p>
        <div class="contents-list" ref={list}>
          {isAll.value && lesson.value.only === null && <Ways />}
          <Places found={found.value.places} section={section} isAll={isAll.value} />
          <Words words={found.value.words} />
        </div>
        <label class="slash">
          <input
            type="checkbox"
            checked={slash.value}
            onChange={({ currentTarget: { checked } }) => setSlash(checked)}
          />
          The key <kbd>/</kbd> opens this
        </label>
      </div>
    </dialog>
  );
}

/**
 * All of them in their groups, or those that were found, the best first.
 * @param {{ found: readonly Found[], section: string, isAll: boolean }} props
 */
function Places({ found, section, isAll }) {
  const groups = isAll ? GROUPS : [{ title: "Sections", holds: () => true }];
  return groups.map(({ title, holds }) => {
    const own = found.filter(({ place }) => holds(place));
    return (
      own.length > 0 && (
        <Fragment key={title}>
          <h3>{title}</h3>
          <ol class="places">
            {own.map((each) => (
              <PlaceLink key={each.place.id} {...each} section={section} isAll={isAll} />
            ))}
          </ol>
        </Fragment>
      )
    );
  });
}

const GROUPS = [
  { title: "Sections", holds: (/** @type {Place} */ { kind }) => kind !== "deeper" },
  { title: "Going deeper", holds: (/** @type {Place} */ { kind }) => kind === "deeper" },
];

/** In its group, a part or what goes deeper needs no more than its title. */
const nameOf = (/** @type {Place} */ { kind, label, title }, /** @type {boolean} */ isAll) =>
  isAll && kind !== "main" ? title : label;

/** @param {Found & { section: string, isAll: boolean }} props */
function PlaceLink({ place, quote, section, isAll }) {
  const { id, kind, lesson } = place;
  const { id: way, stops } = chosenWay();
  const isStop = way !== "all" && stops.some((stop) => stop === id);
  return (
    <li data-kind={isAll ? kind : undefined} data-stop={isStop ? "" : undefined}>
      <a href={`#${id}`} aria-current={id === section ? "true" : undefined}>
        <span class="place-name">
          <strong>
            {nameOf(place, isAll)}
            {isStop && <span class="visually-hidden">, on the way that you chose</span>}
          </strong>
          <span>{quote === "" ? lesson : `“${quote}”`}</span>
        </span>
        <Deeds id={id} />
      </a>
    </li>
  );
}

/** The ways through the course: the stops of the one that is chosen are marked. */
const Ways = () => (
  <div class="contents-ways">
    <Segmented
      name="contents-way"
      legend="Your way"
      value={chosenWay().id}
      options={WAYS.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={chooseWay}
    />
  </div>
);

/** The learner's progress in a section. @param {{ id: string }} props */
function Deeds({ id }) {
  const { missed, ...deeds } = deedsIn(id);
  return (
    <span class="deeds">
      {Object.entries(deeds)
        .filter(([, isDone]) => isDone)
        .map(([deed]) => (
          <span key={deed}>✓ {deed}</span>
        ))}
      {missed && <span>↻ comes again</span>}
    </span>
  );
}

/** @param {{ words: readonly Word[] }} props */
const Words = ({ words }) =>
  words.length > 0 && (
    <>
      <h3>Words</h3>
      <dl class="glossary">
        {words.map(({ name, word, meaning, section }) => (
          <div key={name}>
            <dt>{word}</dt>
            <dd>
              <p>
                {meaning} <FirstStands section={section} />
              </p>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );

/** @param {{ section: string | undefined }} props */
function FirstStands({ section }) {
  const place = sections.find(({ id }) => id === section);
  if (!place || !isShown(place.id)) return null;
  return <a href={`#${place.id}`}>{place.label}</a>;
}

/** The elements of a section whose text is searched; questions are left out. */
const LINES = "p, li, dt, dd, th, td, caption, legend, h3, strong";

/** What is not drawn has no words: for as long as they are read, all is. @returns {readonly Place[]} */
function readPlaces() {
  const { dataset } = document.documentElement;
  dataset.drawn = "";
  try {
    return drawnPlaces();
  } finally {
    delete dataset.drawn;
  }
}

/** @returns {readonly Place[]} */
const drawnPlaces = () =>
  sections
    .filter(({ id }) => isShown(id))
    .map((section) => {
      const element = document.getElementById(section.id);
      const lines = Array.from(element?.querySelectorAll(LINES) ?? []).filter((line) => !line.closest(".question"));
      return {
        ...section,
        lesson: document.getElementById(`${section.id}-lesson`)?.textContent ?? "",
        texts: lines.map((line) => /** @type {HTMLElement} */ (line).innerText.replace(/\s+/g, " ").trim()),
      };
    });

/** In the order of the alphabet, with where each first stands. @returns {readonly Word[]} */
const readGlossary = () =>
  Object.entries(glossary)
    .map(([name, [word, meaning]]) => ({
      name,
      word,
      meaning,
      section: document.querySelector(`main [data-term="${name}"]`)?.closest("main > section")?.id,
    }))
    .sort((a, b) => a.word.localeCompare(b.word, "en"));
