/** A Vite plugin that adds the API reference, made by TypeDoc of the sources' doc comments, to the built page. */
import { fileURLToPath } from "node:url";
import { Application } from "typedoc";

const options = fileURLToPath(new URL("typedoc.json", import.meta.url));

/**
 * TypeDoc's warnings are no matter of the build: tests/page/shell/reference.test.js fails on them.
 * @param {string} folder
 */
async function writeReference(folder) {
  const app = await Application.bootstrapWithPlugins({ options, logLevel: "Error" });
  const project = await app.convert();
  if (!project) throw new Error("the API reference: TypeDoc cannot read the sources, for the reasons above");
  await app.generateDocs(project, folder);
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
