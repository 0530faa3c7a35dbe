declare module "vitest" {
  interface ProvidedContext {
    /** The path of the packed package. */
    tarball: string;
    /** The same, packed once more. */
    tarballAgain: string;
  }
}
export {};
