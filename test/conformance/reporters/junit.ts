import type { RunEvent } from "../../../src/conformance/runner/index.ts";
import { createReporter } from "./all-reporters.ts";
import { advice } from "./made.ts";

/** The JUnit report of these events. */
export function junitOf(events: readonly RunEvent[]): string {
  let text = "";
  const reporter = createReporter("junit", {
    ...advice,
    write: (part) => {
      text += part;
    },
  });
  for (const event of events) reporter.listen(event);
  reporter.finish();
  return text;
}
