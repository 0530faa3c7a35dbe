import "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the built page is served. */
    pageUrl: string;
  }
}
