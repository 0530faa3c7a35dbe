/** The address of kernels.wasm as users get it: build/fetched-kernels.js. */
declare module "*?whole" {
  const url: string;
  export default url;
}
