/**
 * Runs in the page before anything else: what its policy refuses is said in the console, as an error. Chromium says so
 * by itself.
 */
export function sayViolations() {
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
    console.error(`the page’s policy: ${effectiveDirective}, ${blockedURI} ${sample}`),
  );
}
