/** When a run is measured, in steps. */

/** The loss, on held-out words. */
export const EVERY = 50;
/** Words are made up. */
export const TELLS = 100;
/** The loss with the letters to come cut off, which takes longer. */
export const HIDES = 200;
