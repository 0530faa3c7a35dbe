/** Comes with the later sections, or with a link. */
import { rmsNorm } from "layernorm";
import { broadcastOf } from "../../kit/broadcast.js";
import { beyondFirstView } from "./beyond-first-view.js";
import { drawn } from "./drawn.js";
import { laterPresets } from "./later-presets.js";
import { withoutPuttingBack } from "./naive.js";
import { presets } from "./presets.js";

/** Puts all that the first view does without where figures and derived numbers find it. */
export function provideBeyondFirstView() {
  Object.assign(presets, laterPresets);
  beyondFirstView.rmsNorm = rmsNorm;
  beyondFirstView.drawn = drawn;
  beyondFirstView.broadcastOf = broadcastOf;
  beyondFirstView.withoutPuttingBack = withoutPuttingBack;
}
