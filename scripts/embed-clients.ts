/** Writes the files in examples/clients into docs/gateway-clients.md, each below the line that names it. */

import { readFileSync, writeFileSync } from "node:fs";

const PATH = "docs/gateway-clients.md";
const BLOCK = /^(Save as `(.*)`:\n\n```\w+\n)[\s\S]*?^```$/gm;

const page = readFileSync(PATH, "utf8");
writeFileSync(
  PATH,
  page.replace(
    BLOCK,
    (_, start: string, file: string) => `${start}${readFileSync(`examples/clients/${file}`, "utf8")}\`\`\``,
  ),
);
