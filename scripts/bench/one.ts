/** `tsx scripts/bench/one.ts TABLE ROW EFFORT` measures one row once and prints the figure. EFFORT is JSON. */

import type { Effort } from "./measure.ts";
import { TABLES } from "./tables.ts";

const [tableId, name, effort = ""] = process.argv.slice(2);
const table = TABLES.find(({ id }) => id === tableId);
const row = table?.rows.find((one) => one.name === name);
if (row === undefined) {
  const known = table?.rows.map((one) => one.name) ?? TABLES.map(({ id }) => id);
  throw new Error(`expected one of ${known.join(", ")}, got ${tableId} ${name}`);
}
process.stdout.write(`${await row.measure(JSON.parse(effort) as Effort)}\n`, () => process.exit());
