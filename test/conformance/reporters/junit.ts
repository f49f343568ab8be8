import { type Advice, createReporter } from "../../../src/conformance/reporters/index.ts";
import type { RunEvent } from "../../../src/conformance/runner/index.ts";
import { advice } from "./made.ts";

/** The JUnit report of these events. */
export function junitOf(events: readonly RunEvent[], more: Partial<Advice> = {}): string {
  let text = "";
  const reporter = createReporter("junit", {
    ...advice,
    ...more,
    write: (part) => {
      text += part;
    },
  });
  for (const event of events) reporter.listen(event);
  reporter.finish();
  return text;
}
