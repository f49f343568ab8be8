/**
 * JUnit XML: a suite for each area of vectors and one for the properties, a test case for each vector and property that was
 * offered.
 */

import junitModule, { type Builder, type TestCase, type TestSuite } from "junit-report-builder";
import { visible } from "../../redaction/visible.ts";
import type { CaseResult, PropertyResult, Verdict } from "../runner/index.ts";
import { driverPlace } from "./driver-place.ts";
import { isDriverFailure, problemTitle, repeatedProblems, stopReason } from "./driver-problems.ts";
import { plainFailure, plainPropertyFailure } from "./failure-block.ts";
import { groupBy } from "./group-by.ts";
import { type RunRecord, recordRuns } from "./record.ts";
import { type Advice, adviceFor, type DriverPlace, type Reporter, type RunAdvice } from "./reporter.ts";

/** The types of the package describe another module format than Node.js loads. */
const junit = junitModule as unknown as Builder;

/** Writes once, at the end. All text goes through {@link visible}: XML cannot hold every character, not even escaped. */
export function junitReporter(write: (text: string) => void, advice: Advice): Reporter {
  const { listen, runs } = recordRuns();
  return {
    listen,
    finish() {
      const builder = junit.newBuilder().name("countersign");
      for (const [at, run] of runs().entries())
        addRun(run, (name) => builder.testSuite().name(name), adviceFor(advice, run.start.implementation, at));
      write(`${builder.build()}\n`);
    },
  };
}

function addRun(
  { cases, summary, driverProblems, ...run }: RunRecord,
  addSuite: (name: string) => TestSuite,
  advice: RunAdvice,
): void {
  const { label } = advice;
  const offered = cases.filter(({ verdict }) => verdict !== "not-offered");
  for (const [area, results] of groupBy(offered, ({ id }) => id.split("/")[0]!)) {
    const suite = addSuite(`${label}: ${visible(area)}`);
    for (const result of results) addCase(suite.testCase().className(`${label}.${visible(area)}`), result, advice);
  }
  const properties = summary.properties.filter(({ verdict }) => verdict !== "not-offered");
  if (properties.length > 0) {
    const suite = addSuite(`${label}: properties`);
    for (const result of properties) addProperty(suite.testCase().className(`${label}.properties`), result, advice);
  }
  const stopped = stopReason(run.stopped, driverProblems);
  if (driverProblems.length === 0 && stopped === undefined) return;
  const suite = addSuite(`${label}: driver`);
  const test = (name: string): TestCase => suite.testCase().className(`${label}.driver`).name(name);
  for (const problem of repeatedProblems(driverProblems)) {
    const one = test(problemTitle(problem)).error(visible(problem.message), problem.kind);
    setPlace(one.standardError(content(problem.stderr)), driverPlace(advice.driverFile, [problem.stderr]));
  }
  if (stopped !== undefined) test("stopped").error(visible(stopped.message), stopped.reason);
}

/** Verdicts that are neither a pass nor a failure. */
const SKIPPED: readonly Verdict[] = ["refused", "open", "known-failure"];

function addCase(test: TestCase, result: CaseResult, advice: RunAdvice): void {
  const { id, rules, verdict, message, stderr, known } = result;
  test.name(visible(id)).property("rule", visible(rules.join(", ")));
  if (SKIPPED.includes(verdict)) {
    test.skipped().standardOutput(content(known?.reason ?? message ?? verdict));
    return;
  }
  if (verdict === "pass") return;
  const { summary, text } = plainFailure(result, advice);
  setPlace(test, driverPlace(advice.driverFile, [message, stderr]));
  if (isDriverFailure(verdict)) test.error(summary, verdict, content(text));
  else test.failure(summary, verdict).stacktrace(content(text));
  if (stderr) test.standardError(content(stderr));
}

function addProperty(test: TestCase, result: PropertyResult, advice: RunAdvice): void {
  test.name(result.id);
  if (result.verdict === "fail") {
    const { summary, text } = plainPropertyFailure(result, advice);
    setPlace(test, driverPlace(advice.driverFile, []));
    test.failure(summary, "fail").stacktrace(content(text));
  } else if (result.verdict !== "pass") {
    const { verdict, known } = result;
    test.skipped().standardOutput(content(known === undefined ? verdict : `${verdict}: ${known.reason}`));
  }
}

/** The package has no method for `line`, which CI systems read beside `file`. */
function setPlace(test: TestCase, place: DriverPlace | undefined): void {
  if (place === undefined) return;
  test.file(visible(place.file));
  const { _attributes: attributes } = test as unknown as { readonly _attributes: Record<string, unknown> };
  if (place.line !== undefined) attributes.line = place.line;
}

/** Text for the inside of an element. The package ends a CDATA section at the second `]]>` of a text. */
function content(text: string): string {
  return text.split("\n").map(visible).join("\n").replaceAll("]]>", "]]\\x3e");
}
