declare module "vitest" {
  interface ProvidedContext {
    /** The path of the packed package. */
    tarball: string;
  }
}
export {};
