/** kernels.wasm as Cloudflare Workers and some bundlers import it: compiled. For `init(module)`. */
declare const module: import("layernorm").CompiledModule;
export default module;
