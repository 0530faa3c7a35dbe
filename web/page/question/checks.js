/**
 * The checks of the sections that have come alive, by section: the recap asks them again. Sections do not know each
 * other, so each offers its own here.
 */
import { signal } from "@preact/signals";
import { sectionOf } from "./answered.js";

/** @typedef {{ id: string, make: (round: number) => import("./answers.js").Question | null }} Check */

export const checks = signal(/** @type {Readonly<Record<string, Check>>} */ ({}));

/** The first one stays: a section's own comes before the recap's, which is made from it. @param {Check} check */
export function offerCheck(check) {
  const section = sectionOf(check.id);
  if (!(section in checks.peek())) checks.value = { ...checks.peek(), [section]: check };
}
