/** How far the course has been read: where the line that is being read lies on the main path. */
import { sections } from "../course/sections.js";
import { isShown } from "../store/lesson.js";

/** The line that is being read, as a share of the window's height. */
const LINE = 0.475;

/** The sections that have a stretch of the progress bar; in a lesson, the one that it shows alone. */
export const stretches = () => {
  const shown = sections.filter(({ id }) => isShown(id));
  const main = shown.filter(({ kind }) => kind === "main");
  return main.length > 0 ? main : shown;
};

/** The section that a part stands in; any other is its own. @param {string} id */
export function mainOf(id) {
  const at = sections.findIndex((section) => section.id === id);
  if (sections[at]?.kind !== "within") return id;
  return sections.slice(0, at).findLast(({ kind }) => kind === "main")?.id ?? id;
}

/**
 * Each section has the same share, however high it is: the bar has its notches at equal distances.
 * @param {number} line
 * @param {readonly number[]} starts  where each section begins, from the top
 * @param {number} end  of the last one
 * @returns {number} from 0 to 1
 */
export function shareRead(line, starts, end) {
  const edges = [...starts, end];
  const at = Math.max(
    edges.findLastIndex((edge) => edge <= line),
    0,
  );
  if (at === starts.length) return 1;
  const within = (line - edges[at]) / (edges[at + 1] - edges[at]);
  return (at + Math.max(within, 0)) / starts.length;
}

function measure() {
  const elements = stretches().flatMap(({ id }) => document.getElementById(id) ?? []);
  if (elements.length === 0) return 0;
  // The last section ends where its last part does.
  const last = document.querySelector('main > [data-kind="deeper"]:not([hidden])')?.previousElementSibling;
  const end = elements.length > 1 && last ? last : elements[elements.length - 1];
  const starts = elements.map((element) => element.getBoundingClientRect().top);
  return shareRead(LINE * innerHeight, starts, end.getBoundingClientRect().bottom);
}

/**
 * Draws it in an element, as its property --read, once a frame while the page scrolls or grows.
 * @param {HTMLElement} bar
 * @returns {() => void} ends it
 */
export function watchHowFar(bar) {
  let frame = 0;
  const draw = () => {
    frame = 0;
    bar.style.setProperty("--read", measure().toFixed(4));
  };
  const later = () => {
    frame ||= requestAnimationFrame(draw);
  };
  const growth = new ResizeObserver(later);
  const main = document.querySelector("main");
  if (main) growth.observe(main);
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later);
  return () => {
    cancelAnimationFrame(frame);
    growth.disconnect();
    removeEventListener("scroll", later);
    removeEventListener("resize", later);
  };
}
