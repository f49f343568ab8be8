import { describe, expect, test } from "vitest";
import type { RunEvent } from "../../../src/conformance/runner/index.ts";
import { UNSEEN } from "../../edge-cases.ts";
import { junitOf } from "./junit.ts";
import { everything, failure, start } from "./made.ts";

describe("the JUnit report", () => {
  test("has a suite for each area and one for the properties, a case for what was offered", () => {
    const xml = junitOf([
      start(3, 1, "n"),
      { type: "case", result: { ...failure("", "", 0, "url/a/1"), verdict: "pass" } },
      { type: "case", result: failure("a%2A", "a*", 1, "url/a/2") },
      { type: "case", result: { ...failure("", "", 0, "body/a/1"), verdict: "not-offered", message: "no bodies" } },
      {
        type: "property",
        result: {
          id: "l",
          title: "It is so.",
          rules: [],
          verdict: "pass",
          runs: 1,
          ...{ notOffered: 0, refusedCases: 0, explainedCases: 0, knownCases: 0, failedCases: 0 },
        },
      },
      { type: "end", milliseconds: 1 },
    ]);
    expect(xml).toContain('<testsuites name="countersign" tests="3" failures="1" errors="0" skipped="0">');
    expect(xml).toContain('<testsuite name="n 1.0: url" tests="2" failures="1" errors="0" skipped="0">');
    expect(xml).toContain('<testcase classname="n 1.0.url" name="url/a/1">');
    expect(xml).toContain(
      '<failure message="An HMAC-SHA1 signature is the HMAC of the base string, in base64. (base-string, not encoded)" type="fail">',
    );
    expect(xml).toContain("decoded   expected %2A is *");
    expect(xml).not.toContain("no bodies");
    expect(xml).toContain('<testsuite name="n 1.0: properties" tests="1" failures="0" errors="0" skipped="0">');
  });

  test("counts driverProblems as errors, and tells what belongs to no vector", () => {
    const xml = junitOf(everything());
    expect(xml).toMatch(/<testsuites name="countersign" tests="21" failures="3" errors="13" skipped="3"/);
    expect(xml).toContain('<error message="The answer did not arrive in time. (timed-out)" type="timed-out">');
    expect(xml).toMatch(/name="stopped">\s*<error message="\\x1b\[2J[^"]*" type="driver-broken"\/>/);
  });

  test("names the file of the driver, and the line that a trace names, for the failures of the first run only", () => {
    const stderr = 'Traceback:\n  File "ci/driver.py", line 7, in <module>\n  File "ci/driver.py", line 42, in sign';
    const { difference: _, ...crashed } = { ...failure("", "", 0), verdict: "crashed" as const, stderr };
    const failed: RunEvent = { type: "case", result: failure("a", "b", 0, "request/a/1") };
    const events: RunEvent[] = [start(2), failed, { type: "case", result: crashed }, start(1, 0, "reference"), failed];
    const xml = junitOf(events, { driverFile: "ci/driver.py" });
    expect(xml.match(/<testcase [^>]*>/g)).toEqual([
      '<testcase classname="wrong 1.0.request" name="request/a/1" file="ci/driver.py">',
      `<testcase classname="wrong 1.0.request" name="${crashed.id}" file="ci/driver.py" line="42">`,
      '<testcase classname="reference 1.0.request" name="request/a/1">',
    ]);
  });

  test("holds no character that XML cannot hold, and no end of a section that is not its own", () => {
    const xml = junitOf(everything());
    expect(xml).not.toMatch(UNSEEN);
    const elements = xml.replace(/<!\[CDATA\[[\s\S]*?\]\]>(?=<\/)/g, "").replace(/"[^"]*"/g, "");
    expect(elements).not.toMatch(/\]\]>|<img|owned/);
    expect(xml.split("<![CDATA[")).toHaveLength(xml.split(/\]\]>(?=<\/)/).length);
  });
});
