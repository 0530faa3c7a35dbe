/** The program that the section runs, as text: the file that the worker runs, and a loop around it. */
import source from "./spirals-networks.js?raw";
import { MOST_TRAINED } from "./limits.js";

/** What is there for the page's build alone: comments for types, and export. */
const PLAIN = source.replaceAll(/^\/\*\*[\s\S]*?\*\/\n/gm, "").replaceAll(/^export /gm, "");

/** How far apart the steps are whose losses it prints. */
export const PRINTS = 50;

/** @param {{ seed: number, pace: number }} figure */
export const programOf = ({ seed, pace }) => `${PLAIN}
for (const hasNorm of [false, true]) {
  const steps = training({ seed: ${seed}, rate: ${pace}, hasNorm });
  for (let step = 0; step <= ${MOST_TRAINED}; step++) {
    const { loss } = steps.next().value;
    if (step % ${PRINTS} === 0) console.log(hasNorm, step, loss.toFixed(4));
  }
}
`;
