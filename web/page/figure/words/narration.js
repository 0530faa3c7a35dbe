/** Says what changes in a figure, to a reader who listens to the page. */
import { effect } from "@preact/signals";
import { sayLater } from "../../kit/announce.js";
import { derived } from "../state/derived.js";
import { figures } from "../../store/state.js";

/** The sentences are fetched with the first change: the first view does without them. */
export const fetchSentences = () => import("./sentences.js");

/**
 * From now on.
 * @param {import("../../store/state.js").FigureId} id
 * @returns {() => void} ends that
 */
export function narrateChanges(id) {
  let before = figures[id].peek();
  return effect(() => {
    const [from, to] = [before, figures[id].value];
    before = to;
    // Without a connection nothing is said.
    if (from !== to)
      sayLater(
        fetchSentences().then(
          ({ narrate }) => narrate(from, to, derived[id].peek()),
          () => "",
        ),
      );
  });
}
