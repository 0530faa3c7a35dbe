/** The sections after the first, in one file: together they weigh a tenth less than apart. */
export { DimSection } from "./dim/section.jsx";
export { FamilySection } from "./family/section.jsx";
export { RowSection } from "./row/section.jsx";
export { ShapesSection } from "./shapes/section.jsx";
export { ThreeSection } from "./three/section.jsx";
export { VarianceSection } from "./variance/section.jsx";
