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
  const suites = suitesOf(run, advice);
  const { skipped: _, ...totals } = attributesOf(suites.flatMap(({ tests }) => tests));
  const attributes = attributeText({ name: "countersign", ...totals });
  const document = markup`<testsuites${attributes}>${suites.map(suiteElement)}
</testsuites>
`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document.html}`;
}

interface Suite {
  readonly name: string;
  /** The file of the driver, if it is known. */
  readonly file: string | undefined;
  readonly tests: readonly Test[];
}

interface Test {
  readonly name: string;
  readonly className: string;
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

function suitesOf({ cases, summary, driverProblems, ...run }: RunRecord, advice: RunAdvice): Suite[] {
  const { label, driverFile: file } = advice;
  const offered = cases.filter(isOffered);
  const suites = [...groupBy(offered, ({ id }) => id.split("/")[0]!)].map(([area, results]) => ({
    name: `${label}: ${area}`,
    file,
    tests: results.map((result) => ({ ...caseTest(result, advice), className: `${label}.${area}` })),
  }));
  const properties = summary.properties.filter(isOffered).map((result) => propertyTest(result, advice));
  const stopped = stopReason(run.stopped, driverProblems);
  const problems = repeatedProblems(driverProblems).map((problem): Omit<Test, "className"> => {
    const { kind: type, message, stderr } = problem;
    return { name: problemTitle(problem), problem: { element: "error", type, message }, stderr };
  });
  if (stopped !== undefined) {
    const { reason: type, message } = stopped;
    problems.push({ name: "stopped", problem: { element: "error", type, message } });
  }
  const more = { properties, driver: problems };
  for (const [name, tests] of Object.entries(more)) {
    const className = `${label}.${name}`;
    suites.push({ name: `${label}: ${name}`, file, tests: tests.map((test) => ({ ...test, className })) });
  }
  return suites.filter(({ tests }) => tests.length > 0);
}

function isOffered({ verdict }: Result): boolean {
  return verdict !== "not-offered";
}

/** Verdicts that are neither a pass nor a failure. */
const SKIPPED: readonly Verdict[] = ["refused", "open", "known-failure", "explained"];

function caseTest(result: CaseResult, advice: RunAdvice): Omit<Test, "className"> {
  const { verdict, stderr, known } = result;
  const common = commonOf(result);
  if (verdict === "pass") return common;
  if (SKIPPED.includes(verdict)) return skipped(result, known?.reason ?? result.message ?? verdict);
  const { statement: message, block: text } = plainFailure(result, advice);
  const element = isDriverFailure(verdict) ? "error" : "failure";
  return { ...common, problem: { element, type: verdict, message, text }, stderr };
}

function propertyTest(result: PropertyResult, advice: RunAdvice): Omit<Test, "className"> {
  const { verdict, known } = result;
  if (SKIPPED.includes(verdict)) return skipped(result, known?.reason ?? verdict);
  if (verdict === "pass") return commonOf(result);
  const { statement: message, block: text } = shownProperty(result, advice);
  return { ...commonOf(result), problem: { element: "failure", type: verdict, message, text } };
}

function commonOf({ id, rules, milliseconds }: Result): Omit<Test, "className"> {
  return { name: id, group: rules.join(", "), milliseconds };
}

function skipped(result: Result, message: string): Omit<Test, "className"> {
  return { ...commonOf(result), problem: { element: "skipped", type: result.verdict, message } };
}

function suiteElement({ name, file, tests }: Suite): Markup {
  return markup`
  <testsuite${attributeText({ name, ...attributesOf(tests), file })}>${tests.map(testElement)}
  </testsuite>`;
}

function testElement({ name, className, group, milliseconds, problem, stderr }: Test): Markup {
  const time = milliseconds === undefined ? undefined : seconds(milliseconds);
  const children = [
    ...(problem === undefined ? [] : [problemElement(problem)]),
    ...(stderr ? [markup`<system-err>${lines(stderr)}</system-err>`] : []),
  ];
  return markup`
    <testcase${attributeText({ classname: className, name, group, time })}>${children}</testcase>`;
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
