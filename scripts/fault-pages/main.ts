/**
 * Writes docs/faults: a page for each fault, and the index; and the mistakes of clients into
 * vectors/faults.json. With `--check`, it writes nothing and fails if a file is missing, out of date, or belongs to no fault.
 */

import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { FAULTS, UNMODELLED_MISTAKES } from "../../src/faults/index.ts";
import { reportStale, writeGenerated } from "../write-generated.ts";
import { indexPage } from "./index-page.ts";
import { pageOf } from "./page.ts";

const FOLDER = join("docs", "faults");
const CATALOGUE = join("vectors", "faults.json");
const COMMAND = "npm run generate -- faults";

const pages = new Map(FAULTS.map((fault) => [join(FOLDER, `${fault.id}.md`), pageOf(fault)]));
pages.set(join(FOLDER, "README.md"), indexPage());
const stray = readdirSync(FOLDER)
  .map((name) => join(FOLDER, name))
  .filter((path) => !pages.has(path));
const files = {
  ...Object.fromEntries(pages),
  [CATALOGUE]: withClientMistakes(readFileSync(CATALOGUE, "utf8")),
};
const stale = writeGenerated(files, COMMAND);
for (const path of stray) {
  if (process.argv.includes("--check")) reportStale(path, COMMAND);
  else rmSync(path);
}
console.log(`${Object.keys(files).length} files, ${stale.length + stray.length} changed`);

/** The catalogue with its existing mistakes of verifiers, followed by the mistakes of clients. */
function withClientMistakes(catalogue: string): string {
  const { faults, ...rest } = JSON.parse(catalogue) as { readonly faults: readonly { readonly side: string }[] };
  const mistakes = [...FAULTS, ...UNMODELLED_MISTAKES].map(({ id, what }) => ({ id, side: "client", what }));
  const rows = [...faults.filter(({ side }) => side !== "client"), ...mistakes].map(rowOf);
  return `${JSON.stringify({ ...rest, faults: [] }, null, 2).replace("[]", `[\n${rows.join(",\n")}\n  ]`)}\n`;
}

function rowOf(entry: object): string {
  const members = Object.entries(entry).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `    {${members.join(", ")}}`;
}
