/** @type {import("../figure-spec.js").OwnSpec<{}>} */
export const spec = { initial: {} };
