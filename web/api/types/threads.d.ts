export { startThreads } from "./threads/start.js";
export type Threads = import("./threads/start.js").Threads;
export type ThreadsOptions = import("./threads/start.js").ThreadsOptions;
