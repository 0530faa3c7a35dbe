/**
 * Shows or hides a sentence that index.html holds.
 * @param {"no-kernels" | "incomplete"} id
 * @param {boolean} shown
 */
export const showNotice = (id, shown) => document.getElementById(id)?.toggleAttribute("hidden", !shown);
