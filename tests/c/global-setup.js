export { buildTestedKernels as setup } from "./native.js";
