/** The subject of a formula: the selected cell, its group, and the group whose statistics it meets. */

/** @typedef {import("../../store/state.js").FigureId} FigureId */
/** @typedef {import("../../store/state.js").Figure} Figure */
/** @typedef {import("../values/derive.js").Derived} Derived */
/** @typedef {import("../state/pointed.js").Pointed} Pointed */
/**
 * @typedef {object} Scene
 * @property {FigureId} id
 * @property {Figure} figure
 * @property {Derived} view
 * @property {number} element  the selected one
 * @property {number} group  its own
 * @property {number} met  the group whose statistics it meets: another one where code lines the shapes up wrongly
 * @property {Pick<Derived, "centred" | "normalized"> | { error: string }} made  what comes of x − mean
 * @property {Pointed | null} pointed
 */

/**
 * @param {FigureId} id
 * @param {Figure} figure
 * @param {Derived} view
 * @param {boolean} naive
 * @param {Scene["pointed"]} pointed
 * @returns {Scene}
 */
export function sceneOf(id, figure, view, naive, pointed) {
  const element = figure.at.index;
  const group = view.groupOf[element];
  const made = naive && view.broadcast !== "right" ? view.naive : view;
  const met = "takenFrom" in made ? made.takenFrom[element] : group;
  return { id, figure, view, element, group, met, made, pointed };
}

/** Whether a cell of this panel stands for a group, not for an element. @param {string} panel */
export const isStatistic = (panel) => panel === "mean" || panel === "variance";
