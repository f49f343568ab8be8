import type { Advice } from "../../../src/conformance/reporters/index.ts";
import { junitText } from "../../../src/conformance/reporters/machine/junit.ts";
import { reportAtEnd } from "../../../src/conformance/reporters/model/record.ts";
import type { RunEvent } from "../../../src/conformance/runner/index.ts";
import { advice } from "./made.ts";

/** The JUnit report of these events. */
export function junitOf(events: readonly RunEvent[], more: Partial<Advice> = {}): string {
  let text = "";
  const write = (part: string): void => {
    text += part;
  };
  const reporter = reportAtEnd({ write, ...advice, ...more }, junitText);
  for (const event of events) reporter.listen(event);
  reporter.finish();
  return text;
}
