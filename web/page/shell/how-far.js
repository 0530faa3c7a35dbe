/** How far the course has been read: where the line that is being read lies on the main path. */
import { stretches } from "./stretches.js";

/** The line that is being read, as a share of the window's height. */
const LINE = 0.475;

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

/** Draws it in the header's bar, as its property --read, once a frame while the page scrolls or grows. */
export function watchHowFar() {
  const bar = /** @type {HTMLElement} */ (document.querySelector(".how-far"));
  let frame = 0;
  const draw = () => {
    frame = 0;
    bar.style.setProperty("--read", measure().toFixed(4));
  };
  const later = () => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  new ResizeObserver(later).observe(/** @type {Element} */ (document.querySelector("main")));
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later);
}
