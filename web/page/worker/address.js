/** The worker's file, by its address: nothing of it is imported. */
export { default as workerUrl } from "./worker.js?worker&url";
