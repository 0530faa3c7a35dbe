/** The density of a track that has too many numbers for dots, drawn on a canvas. */
import { useEffect, useRef } from "preact/hooks";
import { isDark } from "../../kit/screen.js";
import { PIXELS, pixelOf } from "../../kit/styles/pixels.js";
import { densityOf, middleOf } from "./bins.js";

const BINS = 180;
const HEIGHT = 48;
/** Its upper edge is drawn, for near 0 the ramp is as light as the card. */
const EDGE = 2;
const EDGE_COLOUR = pixelOf("#8b909a");

/**
 * Drawn anew with other values alone: of a drag's eight tracks, one.
 * @param {{ values: readonly number[], axis: import("./axis.js").Extent }} props
 */
export function Density({ values, axis }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const pixel = isDark.value ? PIXELS.night : PIXELS.day;
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const image = new ImageData(BINS, HEIGHT);
    const pixels = new Uint32Array(image.data.buffer);
    densityOf(values, axis, BINS).forEach((density, bin) => {
      if (density === 0) return;
      const colour = pixel(middleOf(axis, bin, BINS));
      const top = Math.min(Math.round(HEIGHT * (1 - density)), HEIGHT - EDGE);
      for (let y = top; y < HEIGHT; y++) pixels[y * BINS + bin] = y < top + EDGE ? EDGE_COLOUR : colour;
    });
    context.putImageData(image, 0, 0);
  }, [values, pixel, axis]);
  const label = `how its ${values.length} numbers lie along the axis`;
  return <canvas class="density" ref={canvas} width={BINS} height={HEIGHT} role="img" aria-label={label} />;
}
