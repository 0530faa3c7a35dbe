/** `using` as a runtime has it, without a compiler: the newest Node. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const node = fileURLToPath(new URL("node_modules/node/bin/node", import.meta.url));

test("`using` frees a resident tensor where its block ends, and where an error leaves it", () => {
  const program = `
    import { empty, memoryUsage } from ${JSON.stringify(new URL("../../web/api/index.js", import.meta.url))};
    const used = () => memoryUsage().resident;
    {
      using x = empty([1024, 768], { resident: true }), y = empty([768]);
      console.log(used());
    }
    console.log(used());
    try {
      using x = empty([768], { resident: true });
      throw new Error(used());
    } catch ({ message }) {
      console.log(message, used());
    }`;
  const printed = execFileSync(node, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect(printed).toBe("3145728\n0\n3072 0\n");
});
