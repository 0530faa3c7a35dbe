/**
 * A Vite plugin: unzipit without the worker threads of Node.js, which it imports by name where it runs there. The page
 * does not ask it for workers; the import would be one file more, and a warning.
 * @returns {import("vite").Plugin}
 */
export const withoutWorkers = () => ({
  name: "without-workers",
  apply: "build",
  enforce: "pre",
  transform(code, id) {
    if (!/\/unzipit\/dist\//.test(id)) return null;
    const changed = code.replace("await import(moduleId)", "{}");
    if (changed === code) throw new Error("unzipit imports worker threads in another way than this plugin knows");
    return { code: changed, map: null };
  },
});
