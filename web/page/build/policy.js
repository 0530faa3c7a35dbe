/**
 * A Vite plugin: the built page's Content-Security-Policy, the first thing in its head. Whatever a link, a paste or a
 * file might smuggle into the page, it runs no script but the page's own, and sends nothing anywhere.
 *
 * A host that sends headers can say what a <meta> cannot: `frame-ancestors`, which forbids other sites to frame the
 * page. A worker has the policy of its own file's headers, not the page's.
 */
import { createHash } from "node:crypto";

/** A script that stands in the page itself, as it must run before the first paint. */
const INLINE = /<script>([\s\S]*?)<\/script>/g;

/** @param {string} text */
const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** @param {string} html */
export function policyOf(html) {
  const inline = Array.from(html.matchAll(INLINE), ([, text]) => hashOf(text));
  const directives = {
    "default-src": ["'none'"],
    "script-src": ["'self'", "'wasm-unsafe-eval'", ...inline],
    // Style attributes must stand in the HTML: where the dots are is seen before any script has run. For the browsers
    // that do not tell them from style elements (before Safari 15.4 and Firefox 108) there is "style-src".
    "style-src": ["'self'", "'unsafe-inline'"],
    "style-src-elem": ["'self'"],
    "style-src-attr": ["'unsafe-inline'"],
    // What is exported is drawn from the page's own addresses of data.
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "worker-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "require-trusted-types-for": ["'script'"],
    // The one that kit/trusted.js makes.
    "trusted-types": ["page"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ");
}

/** It must come behind the plugins that change the HTML. @returns {import("vite").Plugin} */
export const policy = () => ({
  name: "policy",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html) =>
      html.replace("<head>", `<head>\n<meta http-equiv="Content-Security-Policy" content="${policyOf(html)}">`),
  },
});
