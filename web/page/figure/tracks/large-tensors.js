/** What tracks need where a tensor is large: the density of many numbers, and pages of many tracks. */
export { Density } from "./density.jsx";
export { Pager } from "./pager.jsx";
