import { Paste } from "../figure/cells/paste.jsx";
import { provideBeyondFirstView } from "../figure/values/provide.js";
import { paste } from "./first/paste.js";

provideBeyondFirstView();
paste.value = Paste;

/** The sections after the first, in one file: together they weigh a tenth less than apart. */
export const later = import.meta.glob(["./*/section.jsx", "!./first/section.jsx"], { eager: true, import: "Section" });
