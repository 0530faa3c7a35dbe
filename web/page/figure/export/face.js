/** The page's face inside a picture: a picture that stands alone reads no other file. */
import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";

/** @type {Promise<string> | undefined} */
let embedded;

/**
 * The picture with the face in it; as it is where the face cannot be had.
 * @param {string} svg
 */
export async function withFace(svg) {
  embedded ??= read();
  const url = await embedded.catch(() => "");
  if (url === "") {
    embedded = undefined;
    return svg;
  }
  const rule = `@font-face{font-family:Inter;font-weight:100 900;src:url(${url}) format("woff2")}`;
  return svg.replace(">", `><style>${rule}</style>`);
}

/** The page has the file already. @returns {Promise<string>} */
async function read() {
  const answer = await fetch(inter);
  if (!answer.ok) throw new Error(`the face could not be read: ${answer.status}`);
  const blob = new Blob([await answer.arrayBuffer()], { type: "font/woff2" });
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
