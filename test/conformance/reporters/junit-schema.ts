/**
 * The rules of `junit-10.xsd` of Jenkins' xunit plugin, as far as this report has their elements:
 * https://github.com/jenkinsci/xunit-plugin
 */

interface Rule {
  readonly required?: readonly string[];
  readonly attributes: readonly string[];
  readonly elements: readonly string[];
}

const COUNTS = ["tests", "failures", "errors"];
const PROBLEM: Rule = { attributes: ["type", "message"], elements: [] };
const TEXT: Rule = { attributes: [], elements: [] };

const RULES: Readonly<Record<string, Rule>> = {
  testsuites: { attributes: ["name", "time", ...COUNTS], elements: ["testsuite"] },
  testsuite: {
    required: ["name", ...COUNTS],
    attributes: [
      ...["group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url", "version"],
    ],
    elements: ["testsuite", "properties", "testcase", "system-out", "system-err"],
  },
  testcase: {
    required: ["name"],
    attributes: ["time", "classname", "group"],
    elements: ["skipped", "error", "failure", "system-out", "system-err"],
  },
  skipped: PROBLEM,
  error: PROBLEM,
  failure: PROBLEM,
  "system-out": TEXT,
  "system-err": TEXT,
  properties: { attributes: [], elements: ["property"] },
};

/** Of a suite and of the whole. */
const TIME_RE = /^(?:(?:\d{0,3},)*\d{3}|\d{0,3})*(?:\.\d{0,3})?$/;

/** What the schema does not allow in a report. Its text must have no `<`. */
export function junitProblems(xml: string): string[] {
  const problems: string[] = [];
  const open: string[] = [];
  for (const [, end, name, text] of xml.matchAll(/<(\/?)([\w-]+)([^<>?]*)>/g)) {
    if (end === "/") {
      if (open.pop() !== name) problems.push(`${name} is closed and was not open`);
      continue;
    }
    const parent = open.at(-1);
    if (parent !== undefined && !RULES[parent]!.elements.includes(name!))
      problems.push(`${parent} has the element ${name}`);
    if (!text!.endsWith("/")) open.push(name!);
    const { required = [], attributes } = RULES[name!]!;
    const given = new Map([...text!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]));
    for (const key of required) if (!given.has(key)) problems.push(`${name} has no ${key}`);
    for (const [key, value] of given) {
      if (![...required, ...attributes].includes(key)) problems.push(`${name} has the attribute ${key}`);
      if (key === "time" && !TIME_RE.test(value)) problems.push(`${name} has the time ${value}`);
    }
  }
  return problems;
}
