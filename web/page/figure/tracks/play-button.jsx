/**
 * Plays the figure from x to x̂. Any press or key elsewhere stops it at the nearest stop; so does the button itself.
 */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { setStage } from "../state/actions.js";
import { isFixed } from "../../store/lesson.js";

const ICONS = { Play: "M6 3.5v13l11-6.5z", Stop: "M5 5h10v10H5z", Replay: "M4.5 5.5A7 7 0 1 1 3 10M4 2v4h4" };

/** @param {{ id: import("../../store/state.js").FigureId, glide: import("./glide.js").Glide }} props */
export function PlayButton({ id, glide }) {
  const hasPlayed = useSignal(false);
  const isPlaying = glide.isPlaying.value;
  useEffect(() => {
    if (!isPlaying) return;
    hasPlayed.value = true;
    // The button stops it itself, by a press or by the keys that press it.
    const stop = (/** @type {Event} */ event) => {
      const isOwn = event.target instanceof Element && event.target.closest(".play") !== null;
      const presses = !(event instanceof KeyboardEvent) || event.key === "Enter" || event.key === " ";
      if (!(isOwn && presses)) glide.release();
    };
    const events = /** @type {const} */ (["pointerdown", "keydown"]);
    for (const type of events) document.addEventListener(type, stop, true);
    return () => {
      for (const type of events) document.removeEventListener(type, stop, true);
    };
  }, [isPlaying]);
  const label = isPlaying ? "Stop" : hasPlayed.value || glide.at.value >= 2 ? "Replay" : "Play";
  return (
    <button
      type="button"
      class="play"
      aria-disabled={isFixed(id, "stage") || undefined}
      onClick={() => {
        if (isPlaying) glide.release();
        // Where the lesson has fixed the stage, to set it says so.
        else if (isFixed(id, "stage")) setStage(id, 2);
        else glide.play((stage) => setStage(id, stage));
      }}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true" data-icon={label}>
        <path d={ICONS[label]} />
      </svg>
      {label}
    </button>
  );
}
