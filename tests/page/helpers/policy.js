/** What the page's Content-Security-Policy has refused. Both functions run in the page. */

/** Listens, from the beginning or once more; what was heard before is forgotten. */
export function hearViolations() {
  /** @type {string[]} */
  const violations = [];
  const isNew = !("violations" in window);
  /** @type {any} */ (window).violations = violations;
  if (!isNew) return;
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample, sourceFile, lineNumber }) =>
    /** @type {any} */ (window).violations.push(
      `${effectiveDirective}: ${blockedURI} ${sample} (${sourceFile}:${lineNumber})`,
    ),
  );
}

/** @returns {readonly string[]} */
export const heard = () => /** @type {any} */ (window).violations;
