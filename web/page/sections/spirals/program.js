/** The program that the section runs, as text: the file that the worker runs, and a loop around it; and in PyTorch. */
import source from "./networks.js?raw";
import inPython from "./networks.py?raw";
import { MOST_TRAINED } from "./limits.js";

/** The file without comments for types and `export`, which only the page's build needs. */
const PLAIN = source.replaceAll(/^\/\*\*[\s\S]*?\*\/\n+/gm, "").replaceAll(/^export /gm, "");

/** The program prints a loss after every so many steps. */
export const PRINTS = 50;

/** @typedef {{ seed: number, pace: number }} Settings */

/** @param {Settings} figure */
export const programOf = ({ seed, pace }) => `${PLAIN}
for (const hasNorm of [false, true]) {
  const steps = training({ seed: ${seed}, rate: ${pace}, hasNorm });
  for (let step = 0; step <= ${MOST_TRAINED}; step++) {
    const { loss } = steps.next().value;
    if (step % ${PRINTS} === 0) console.log(hasNorm, step, loss.toFixed(4));
  }
}
`;

/** tests/fixtures/learning.py runs this file: what the page's networks are compared with. @param {Settings} figure */
export const pythonOf = ({ seed, pace }) => `${inPython}

for has_norm in (False, True):
    steps = training(${seed}, ${pace}, has_norm)
    for step in range(${MOST_TRAINED + 1}):
        loss = next(steps)
        if step % ${PRINTS} == 0:
            print(has_norm, step, f"{loss:.4f}")
`;
