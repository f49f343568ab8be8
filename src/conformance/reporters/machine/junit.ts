/**
 * JUnit XML: a suite for each area of vectors and one for the properties, a test case for each vector and property that was
 * offered. It contains only what the schema of Jenkins' xunit plugin (`junit-10.xsd`) allows.
 */

import type { CaseResult, PropertyResult, Result, Verdict } from "../../runner/index.ts";
import { lines, type Markup, markup } from "../html/markup.ts";
import { isDriverFailure, problemTitle, repeatedProblems, stopReason } from "../model/driver-problems.ts";
import { groupBy } from "../model/group-by.ts";
import type { RunRecord } from "../model/record.ts";
import type { RunAdvice } from "../model/reporter.ts";
import { plainFailure, shownProperty } from "../text/failure-block.ts";

export function junitText(run: RunRecord, advice: RunAdvice): string {
  const tests = testsOf(run, advice);
  const { skipped: _, ...totals } = attributesOf(tests);
  const attributes = attributeText({ name: "countersign", ...totals });
  const suites = [...groupBy(tests, ({ suite }) => suite)].map(([name, own]) => suiteElement(name, own, advice));
  const document = markup`<testsuites${attributes}>${suites}
</testsuites>
`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document.html}`;
}

interface Test {
  /** The area of a vector, `properties` or `driver`. */
  readonly suite: string;
  readonly name: string;
  /** What the test belongs to besides its suite: the rules that it checks. */
  readonly group?: string;
  readonly milliseconds?: number | undefined;
  /** What is wrong with the test; absent if it passed. */
  readonly problem?: {
    readonly element: "failure" | "error" | "skipped";
    readonly type: string;
    readonly message: string;
    readonly text?: string;
  };
  readonly stderr?: string | undefined;
}

function testsOf({ cases, summary, driverProblems, ...run }: RunRecord, advice: RunAdvice): Test[] {
  const stopped = stopReason(run.stopped, driverProblems);
  const ofDriver = (name: string, type: string, message: string): Test => {
    return { suite: "driver", name, problem: { element: "error", type, message } };
  };
  return [
    ...cases.filter(isOffered).map((result) => testOf(result.id.split("/")[0]!, result, advice)),
    ...summary.properties.filter(isOffered).map((result) => testOf("properties", result, advice)),
    ...repeatedProblems(driverProblems).map((one) => {
      return { ...ofDriver(problemTitle(one), one.kind, one.message), stderr: one.stderr };
    }),
    ...(stopped === undefined ? [] : [ofDriver("stopped", stopped.reason, stopped.message)]),
  ];
}

function isOffered({ verdict }: Result): boolean {
  return verdict !== "not-offered";
}

/** Verdicts that are neither a pass nor a failure. */
const SKIPPED: readonly Verdict[] = ["refused", "open", "known-failure", "explained"];

function testOf(suite: string, result: CaseResult | PropertyResult, advice: RunAdvice): Test {
  const { id: name, rules, milliseconds, verdict: type, known } = result;
  const { message: reason, stderr }: Partial<CaseResult> = result;
  const test = { suite, name, group: rules.join(", "), milliseconds };
  if (type === "pass") return test;
  if (SKIPPED.includes(type))
    return { ...test, problem: { element: "skipped", type, message: known?.reason ?? reason ?? type } };
  const { statement, block: text } = "runs" in result ? shownProperty(result, advice) : plainFailure(result, advice);
  const element = isDriverFailure(type) ? "error" : "failure";
  return { ...test, problem: { element, type, message: statement, text }, stderr };
}

function suiteElement(suite: string, tests: readonly Test[], { label, driverFile: file }: RunAdvice): Markup {
  const attributes = attributeText({ name: `${label}: ${suite}`, ...attributesOf(tests), file });
  return markup`
  <testsuite${attributes}>${tests.map((test) => testElement(`${label}.${suite}`, test))}
  </testsuite>`;
}

function testElement(classname: string, { name, group, milliseconds, problem, stderr }: Test): Markup {
  const time = milliseconds === undefined ? undefined : seconds(milliseconds);
  const children = [
    ...(problem === undefined ? [] : [problemElement(problem)]),
    ...(stderr ? [markup`<system-err>${lines(stderr)}</system-err>`] : []),
  ];
  return markup`
    <testcase${attributeText({ classname, name, group, time })}>${children}</testcase>`;
}

function problemElement({ element, type, message, text = "" }: NonNullable<Test["problem"]>): Markup {
  const [start, end] = [{ html: `<${element}` }, { html: `</${element}>` }];
  return markup`${start}${attributeText({ message, type })}>${lines(text)}${end}`;
}

/** Counts, and the time of all tests. */
function attributesOf(
  tests: readonly Test[],
): Readonly<Record<"tests" | "failures" | "errors" | "skipped" | "time", string>> {
  const count = (element: string): string => String(tests.filter(({ problem }) => problem?.element === element).length);
  return {
    tests: String(tests.length),
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
    time: seconds(tests.reduce((total, { milliseconds = 0 }) => total + milliseconds, 0)),
  };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** Attributes, each after a space; those without a value are left out. */
function attributeText(attributes: Readonly<Record<string, string | undefined>>): Markup[] {
  return Object.entries(attributes).map(([name, value]) =>
    value === undefined ? markup`` : markup`${{ html: ` ${name}` }}="${value}"`,
  );
}
