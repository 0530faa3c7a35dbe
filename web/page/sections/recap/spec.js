/** @type {import("../../course/spec-form.js").OwnSpec<{}>} */
export const spec = { initial: {} };
