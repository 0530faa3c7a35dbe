/** Two views that tracks need for a large tensor alone: the density of many numbers, and pages of many tracks. */
export { Density } from "./density.jsx";
export { Pager } from "./pager.jsx";
