/** The value ramp as pixels, for canvases. The first screen has no canvas. */
import { channels, dark, light, shadeOf } from "./ramp.js";

/** As bytes in memory: red, green, blue, opaque. @param {string} colour */
export const pixelOf = (colour) => new Uint32Array(Uint8Array.of(...channels(colour), 255).buffer)[0];

/** @param {typeof light} ramp */
function pixelsOf(ramp) {
  /** @type {number[]} */
  const pixels = [];
  return (/** @type {number} */ value, /** @type {number | undefined} */ reach = undefined) => {
    // NaN has no colour of its own: the card shows through.
    if (Number.isNaN(value)) return 0;
    const shade = shadeOf(value, reach);
    pixels[shade] ??= pixelOf(ramp(shade).fill);
    return pixels[shade];
  };
}

/** A value as a pixel of ImageData, by day and by night. */
export const PIXELS = { day: pixelsOf(light), night: pixelsOf(dark) };
