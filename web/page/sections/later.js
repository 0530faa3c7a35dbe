/** The sections after the first, in one file: together they weigh a tenth less than apart. */
export { DimSection } from "./dim.jsx";
export { FamilySection } from "./family.jsx";
export { RowSection } from "./row.jsx";
export { ShapesSection } from "./shapes.jsx";
export { ThreeSection } from "./three.jsx";
export { VarianceSection } from "./variance.jsx";
