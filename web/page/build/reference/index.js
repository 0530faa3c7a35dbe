/** A Vite plugin that adds the API reference, made by TypeDoc of the sources' doc comments, to the built page. */
import { fileURLToPath } from "node:url";
import { Application } from "typedoc";

const options = fileURLToPath(new URL("typedoc.json", import.meta.url));

/**
 * Shiki, with which TypeDoc colours code, leaves the rest of a line plain once half a second has passed: on a busy
 * machine the files would be others. So the clock stands still meanwhile.
 * @param {() => Promise<void>} work
 */
async function withoutClock(work) {
  const { now } = Date,
    time = now();
  Date.now = () => time;
  await work().finally(() => (Date.now = now));
}

/**
 * TypeDoc's warnings are no matter of the build: tests/page/shell/reference.test.js fails on them.
 * @param {string} folder
 */
async function writeReference(folder) {
  const app = await Application.bootstrapWithPlugins({ options, logLevel: "Error" });
  const project = await app.convert();
  if (!project) throw new Error("the API reference: TypeDoc cannot read the sources, for the reasons above");
  await withoutClock(() => app.generateDocs(project, folder));
}

/** @returns {import("vite").Plugin} */
export const reference = () => ({
  name: "reference",
  async writeBundle({ dir }) {
    await writeReference(`${dir}/reference`);
  },
  configureServer({ middlewares }) {
    middlewares.use("/reference", (_, response) => {
      response.statusCode = 404;
      response.end("The API reference is there in the built page: npm start");
    });
  },
});
