#!/usr/bin/env node
/** What `npx layernorm` says: what the package is, and where its page is. */
import { readFileSync } from "node:fs";

const { version, description } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

const TEXT = `layernorm ${version}
${description}

  npm install layernorm

  import { layerNorm } from "layernorm";
  console.log(\`\${layerNorm([[1, 2, 3], [4, 5, 9]], 3)}\`);

The page that teaches normalization, number by number, is not in this package but in
the project's repository. In a clone of it, \`npm start\` builds the page and serves it
on your machine; no network is needed after that.`;

const USAGE = `npx layernorm             what this is, and where its page is
npx layernorm --version   the version
npx layernorm --help      this list`;

/** @param {readonly string[]} args */
function main([option, ...rest]) {
  if (option === undefined) console.log(TEXT);
  else if (rest.length === 0 && ["--help", "-h"].includes(option)) console.log(USAGE);
  else if (rest.length === 0 && ["--version", "-v"].includes(option)) console.log(version);
  else {
    console.error(`layernorm: unknown argument ${rest.length === 0 ? option : rest[0]}\n\n${USAGE}`);
    process.exitCode = 1;
  }
}

main(process.argv.slice(2));
