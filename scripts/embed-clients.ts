/** Writes the files in examples/clients into docs/gateway-clients.md, each below the line that links to it. */

import { readFileSync, writeFileSync } from "node:fs";

const PATH = "docs/gateway-clients.md";
const BLOCK = /^(From \[.*\]\(\.\.\/(.*)\):\n\n```\w+\n)[\s\S]*?^```$/gm;

const page = readFileSync(PATH, "utf8");
writeFileSync(
  PATH,
  page.replace(BLOCK, (_, start: string, file: string) => `${start}${readFileSync(file, "utf8")}\`\`\``),
);
