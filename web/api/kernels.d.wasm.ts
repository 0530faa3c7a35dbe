/** kernels.wasm as Cloudflare Workers and some bundlers import it: compiled. For `init(module)`. */
declare const module: WebAssembly.Module;
export default module;
