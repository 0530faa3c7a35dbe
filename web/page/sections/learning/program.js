/** The program that the section runs, as text: the file that the worker runs, and a loop around it. */
import source from "./spirals-networks.js?raw";
import { MOST_TRAINED } from "./limits.js";

/** The file without comments for types and `export`, which only the page's build needs. */
const PLAIN = source.replaceAll(/^\/\*\*[\s\S]*?\*\/\n/gm, "").replaceAll(/^export /gm, "");

/** The program prints a loss after every so many steps. */
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
