/** The address of kernels.wasm as users get it: build/fetched-kernels.js. */
declare module "*?whole" {
  const url: string;
  export default url;
}

/** How the page gives the package its kernels: build/fetched-kernels.js. */
declare module "*?give" {
  /** From the next call on, the package computes with this module; what is in memory stays. */
  export function giveKernels(module: WebAssembly.Module): void;
}
