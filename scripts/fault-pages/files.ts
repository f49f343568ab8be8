/** The pages of the faults, their index, and the catalogue of mistakes. */

import { readdirSync, readFileSync } from "node:fs";
import { FAULTS, UNMODELLED_MISTAKES } from "../../src/faults/index.ts";
import { indexPage } from "./index-page.ts";
import { pageOf } from "./page.ts";

const CATALOGUE = "vectors/faults.json";

/** The text of each file in docs/faults, `undefined` if a file belongs to no fault; and of vectors/faults.json. */
export function faultFiles(): Record<string, string | undefined> {
  const pages = { ...Object.fromEntries(FAULTS.map((fault) => [fault.id, pageOf(fault)])), README: indexPage() };
  return {
    ...Object.fromEntries(readdirSync("docs/faults").map((name) => [`docs/faults/${name}`, undefined])),
    ...Object.fromEntries(Object.entries(pages).map(([name, page]) => [`docs/faults/${name}.md`, page])),
    [CATALOGUE]: withClientMistakes(readFileSync(CATALOGUE, "utf8")),
  };
}

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
