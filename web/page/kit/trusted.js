/**
 * The page's one door for text that becomes HTML, or the address of a script: browsers with Trusted Types let in
 * nothing else. What is let in is of the page's own making; `escaped` is for what is not.
 */

/** @typedef {{ createHTML: (html: string) => string, createScriptURL: (url: string) => string }} Policy */

// TypeScript's types of browsers have no Trusted Types yet: here what is trusted passes for the string that it stands
// for.
const { trustedTypes } = /** @type {{ trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }} */ (
  globalThis
);

const same = (/** @type {string} */ text) => text;

/** @param {string} url */
function ownAddress(url) {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`not of this page: ${url}`);
  return url;
}

/** The name stands in the Content-Security-Policy, build/policy.js. @type {Policy} */
const rules = { createHTML: same, createScriptURL: ownAddress };
const policy = trustedTypes?.createPolicy("page", rules) ?? rules;

/**
 * Props of an element whose HTML this is. An element that is rendered again must be given the same props: Preact knows
 * what is trusted by its identity, and writes another one over what the element has come to hold.
 * @param {string} html
 */
export const withHtml = (html) => ({ dangerouslySetInnerHTML: { __html: policy.createHTML(html) } });

/** The address of a script of the page's own. @param {string} url */
export const scriptAddress = (url) => policy.createScriptURL(url);

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text as it must stand in HTML, between tags or between double quotes. @param {string} text */
export const escaped = (text) => text.replace(/[&<>"]/g, (mark) => ENTITIES[mark]);
