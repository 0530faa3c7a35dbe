/**
 * A Vite plugin that writes the page's first state into index.html, computed by the kernels, so that the
 * prose and the figures show before any script has run, and where none can.
 */
import { createServer } from "vite";

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
        return { html: html.replace(PLACE, () => body), tags: fontPreloads(Object.keys(bundle ?? {})) };
      },
    },
  };
}

/** @param {import("vite").ViteDevServer} server @returns {Promise<string>} */
async function renderWith(server) {
  const { renderPage } = await server.ssrLoadModule("/render.jsx");
  return renderPage();
}

/** A server for this one rendering: the build has none. @param {string} root */
async function renderAlone(root) {
  const server = await createServer({
    root,
    configFile: false,
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
 * The face is there with the first paint, or not used on this visit (font-display: optional): no layout
 * shift.
 * @param {readonly string[]} files
 * @returns {import("vite").HtmlTagDescriptor[]}
 */
const fontPreloads = (files) =>
  files
    .filter((file) => file.endsWith(".woff2"))
    .map((file) => ({
      tag: "link",
      injectTo: "head-prepend",
      attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: "", href: `./${file}` },
    }));
