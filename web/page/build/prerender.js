/**
 * A Vite plugin that writes the page's first state into index.html, computed by the kernels, so that the
 * prose and the figures show before any script has run, and where none can.
 */
import { extname } from "node:path";
import { createServer } from "vite";
import { sections } from "../course/sections.js";
import { fetchedKernels, isFirst } from "./fetched-kernels.js";
import { equations } from "./equations.js";

const PLACE = "<!--prerendered-->";

/** @returns {import("vite").Plugin} */
export function prerender() {
  /** @type {import("vite").ResolvedConfig} */
  let config;
  return {
    name: "prerender",
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: {
      order: "post",
      async handler(html, { server, bundle }) {
        const body = server ? await renderWith(server) : await renderAlone(config.root);
        const tags = [WHOLE_FIRST_VIEW, ...preloads(Object.keys(bundle ?? {}))];
        return { html: withoutNotes(html).replace(PLACE, () => body), tags };
      },
    },
  };
}

/** The page as it is written, less the comments of its script and the indentation. @param {string} html */
const withoutNotes = (html) => html.replace(/^ *\/\/ .*\n/gm, "").replace(/^ +/gm, "");

/** @param {import("vite").ViteDevServer} server @returns {Promise<string>} */
async function renderWith(server) {
  const { renderPage } = await server.ssrLoadModule("/shell/render.jsx");
  return renderPage();
}

/** A server for this one rendering: the build has none. @param {string} root */
async function renderAlone(root) {
  const server = await createServer({
    root,
    configFile: false,
    plugins: [equations(), fetchedKernels()],
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  });
  try {
    return await renderWith(server);
  } finally {
    await server.close();
  }
}

/**
 * Nothing is painted before the second section begins, so that the header and the first section are there as a whole. A
 * browser may stop reading in the middle of them and paint, and what stands at a right edge would then move with each
 * piece of HTML that comes after it. Both are 5 kB, gzipped, which arrive with the first packets. Browsers that lack
 * this link paint as soon as they would without it. https://html.spec.whatwg.org/multipage/links.html#link-type-expect
 * @type {import("vite").HtmlTagDescriptor}
 */
const WHOLE_FIRST_VIEW = {
  tag: "link",
  injectTo: "head-prepend",
  attrs: { rel: "expect", href: `#${sections[1].id}`, blocking: "render" },
};

/**
 * Files that the page needs at once, but whose names only its scripts and style sheets tell: the kernels and the face.
 * A face that misses the first paint is not used on this visit (font-display: optional), so that nothing shifts.
 * @type {Record<string, Record<string, string>>}
 */
const PRELOADED = {
  ".woff2": { as: "font", type: "font/woff2" },
  ".wasm": { as: "fetch", type: "application/wasm" },
};

/** @param {readonly string[]} files @returns {import("vite").HtmlTagDescriptor[]} */
const preloads = (files) =>
  files.flatMap((file) => {
    const kind = PRELOADED[extname(file)];
    if (!kind || !isFirst(file)) return [];
    const attrs = { rel: "preload", ...kind, crossorigin: "", href: `./${file}` };
    return { tag: "link", injectTo: "head-prepend", attrs };
  });
