/** The program that a user runs in every environment, and what it prints. */

/** As PyTorch prints it: the book's example, a row by hand, the book's random inputs; then the errors' names. */
export const EXPECTED = `\
tensor([[0.1324],
        [0.2170]])
tensor([[0.0231],
        [0.0398]])
tensor([[ 0.6746,  1.5470, -0.9548,  0.6429, -0.9548, -0.9548],
        [-0.0205,  0.1228, -1.1913,  1.6619,  0.6184, -1.1913]])
-1.02575 -0.65275 0.09325 1.58526
tensor([[-0.1115,  0.1204, -0.3696, -0.2404, -1.1969],
        [ 0.2093, -0.9724, -0.7550,  0.3239, -0.1085]])
Error, RangeError`;

const NAMES = "empty, layerNorm, LayerNorm, manualSeed, mean, randn, tensor, variance";

/** How the program gets the API. */
export const IMPORT = `import { ${NAMES} } from "layernorm";`;
export const REQUIRE = `const { ${NAMES} } = require("layernorm");`;

/** How it hands over its report. */
export const PRINT = "console.log(report);";

/** Right as JavaScript and as TypeScript. */
const BODY = `
const out = tensor([[0.2260, 0.3470, 0.0000, 0.2216, 0.0000, 0.0000],
                    [0.2133, 0.2394, 0.0000, 0.5198, 0.3297, 0.0000]]);
const lines = [\`\${mean(out, { dim: -1, keepdim: true })}\`, \`\${variance(out, { dim: -1, keepdim: true })}\`];

const resident = empty([2, 6], { resident: true });
layerNorm(out, 6, { out: resident });
lines.push(\`\${resident}\`);
if (\`\${new LayerNorm(6).forward(out)}\` !== \`\${resident}\`) throw new Error("the layer and the function differ");

lines.push(Array.from(layerNorm([1, 2, 4, 8], 4).data, (value) => value.toFixed(5)).join(" "));

manualSeed(123);
lines.push(\`\${randn([2, 5])}\`);

resident.dispose();
const names = [() => layerNorm(resident, 6), () => layerNorm(out, 5)].map((wrong) => {
  try {
    wrong();
  } catch (error) {
    return error instanceof Error ? error.name : "not an Error";
  }
  return "no error";
});
const report = [...lines, names.join(", ")].join("\\n");
`;

/**
 * @param {string} [head] how it gets the API
 * @param {string} [tail] what it does with its report
 */
export const program = (head = IMPORT, tail = PRINT) => `${head}\n${BODY}${tail}\n`;
