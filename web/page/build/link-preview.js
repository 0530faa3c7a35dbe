/**
 * A Vite plugin: Open Graph tags, from which messengers and social sites make the preview of a link. Title and
 * description are the page's own.
 *
 * The protocol asks for whole addresses, and the page does not know its own: it works from any folder. Where PAGE_URL
 * is set as it is built, they are whole. Without it the picture's address is relative: readers that resolve it as the
 * HTML standard says find it, others show title and description alone; the build says so in a line.
 */

/** In public/; written by `npm run picture`. */
export const PREVIEW = { file: "preview.png", width: 1200, height: 630 };

const ALT = "Four groups of six dots on tracks, scattered; an arrow; the same dots, each group on one scale.";

const WARNING =
  "PAGE_URL is not set: links to the page may be shown without its picture (https://... of its folder, CONTRIBUTING.md)";

/**
 * @param {string} [address]  the folder that the page will be served from, if that is known
 * @returns {import("vite").Plugin}
 */
export const linkPreview = (address) => ({
  name: "link-preview",
  configResolved({ command, logger }) {
    if (command === "build" && !address) logger.warn(WARNING);
  },
  transformIndexHtml: {
    order: "post",
    handler: (html) => tagsOf(html, address ? folderOf(address) : null),
  },
});

/** A folder's address ends with a slash: what stands in it is found by that. @param {string} address */
const folderOf = (address) => new URL(address.endsWith("/") ? address : `${address}/`);

/** @param {string} html @param {URL | null} address @returns {import("vite").HtmlTagDescriptor[]} */
function tagsOf(html, address) {
  const title = html.match(/<title>(.*?)<\/title>/)?.[1] ?? "";
  const description = html.match(/<meta name="description" content="(.*?)"/)?.[1] ?? "";
  const image = address ? new URL(PREVIEW.file, address).href : `./${PREVIEW.file}`;
  const named = {
    "og:type": "website",
    "og:title": title,
    "og:description": description,
    "og:image": image,
    "og:image:width": String(PREVIEW.width),
    "og:image:height": String(PREVIEW.height),
    "og:image:alt": ALT,
    ...(address && { "og:url": address.href }),
  };
  const tags = Object.entries(named).map(([property, content]) => meta({ property, content }));
  return [...tags, meta({ name: "twitter:card", content: "summary_large_image" })];
}

/** @param {Record<string, string>} attrs @returns {import("vite").HtmlTagDescriptor} */
const meta = (attrs) => ({ tag: "meta", injectTo: "head", attrs });
