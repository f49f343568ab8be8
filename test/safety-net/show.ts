/**
 * Prints input and complete outcome of cases: `npx tsx test/safety-net/show.ts ID`. The beginning of ids shows all of
 * them, such as `request/0001`.
 */

import { canonicalJson } from "./canonical.ts";
import { runCases } from "./cases.ts";
import { lineOf } from "./recording.ts";

const [wanted] = process.argv.slice(2);
if (wanted === undefined) {
  console.error("usage: npx tsx test/safety-net/show.ts ID, for example request/0001/received");
  process.exitCode = 2;
} else {
  let count = 0;
  for await (const result of runCases(wanted)) {
    if (!result.id.startsWith(wanted)) continue;
    count += 1;
    console.info(lineOf(result));
    console.info(canonicalJson({ input: result.input, outcome: result.outcome.complete }, 2));
  }
  if (count === 0) {
    console.error(`no case has the id ${wanted}; test/safety-net/recorded.txt lists all ids`);
    process.exitCode = 2;
  }
}
