import { describe, expect, test } from "vitest";
import type { RunEvent } from "../../../src/conformance/runner/index.ts";
import { UNSEEN } from "../../edge-cases.ts";
import { junitOf } from "./junit.ts";
import { junitProblems } from "./junit-schema.ts";
import { everything, failure, start, vector } from "./made.ts";
import { realRun } from "./real-run.ts";

describe("the JUnit report", () => {
  test("has a suite for each area and one for the properties, a case for what was offered", () => {
    const xml = junitOf([
      start(3, 1, "n"),
      { type: "case", result: { ...failure("", "", 0, "url/a/1"), verdict: "pass", milliseconds: 12.3456 } },
      { type: "case", result: { ...failure("a%2A", "a*", 1, "url/a/2"), milliseconds: 1100 } },
      { type: "case", result: { ...failure("", "", 0, "body/a/1"), verdict: "not-offered", message: "no bodies" } },
      {
        type: "property",
        result: {
          id: "l",
          title: "It is so.",
          rules: [],
          verdict: "pass",
          runs: 1,
          notOffered: 0,
          refusedCases: 0,
          explainedCases: 0,
          knownCases: 0,
          failedCases: 0,
          milliseconds: 2000,
        },
      },
      { type: "end", milliseconds: 1 },
    ]);
    expect(xml).toContain('<testsuites name="countersign" tests="3" failures="1" errors="0" time="3.112">');
    expect(xml).toContain('<testsuite name="n 1.0: url" tests="2" failures="1" errors="0" skipped="0" time="1.112">');
    expect(xml).toContain(
      `<testcase classname="n 1.0.url" name="url/a/1" group="${vector.rule}" time="0.012"></testcase>`,
    );
    expect(xml).toContain('<failure message="base-string: one of * is not encoded (base-string)" type="fail">');
    expect(xml).toContain("decoded   expected %2A is *");
    expect(xml).not.toContain("no bodies");
    expect(xml).toContain(
      '<testsuite name="n 1.0: properties" tests="1" failures="0" errors="0" skipped="0" time="2.000">',
    );
  });

  test("counts driverProblems as errors, and tells what belongs to no vector", () => {
    const xml = junitOf(everything());
    expect(xml).toMatch(/<testsuites name="countersign" tests="21" failures="3" errors="13"/);
    expect(xml).toContain('<error message="The answer did not arrive in time. (timed-out)" type="timed-out">');
    expect(xml).toMatch(/name="stopped">\s*<error message="\\x1b\[2J[^"]*" type="driver-broken">/);
  });

  test("names the file of the driver for each suite", () => {
    const failed: RunEvent = { type: "case", result: failure("a", "b", 0, "request/a/1") };
    const xml = junitOf([start(1), failed], { driverFile: "ci/driver.py" });
    expect(
      [...xml.matchAll(/<testsuite name="([^"]*)"[^>]*?(?: file="([^"]*)")?>/g)].map((one) => one.slice(1)),
    ).toEqual([["wrong 1.0: request", "ci/driver.py"]]);
  });

  test("has only elements and attributes that Jenkins' xunit plugin allows", async () => {
    for (const events of [[start(0)], await realRun(), everything()])
      expect(junitProblems(junitOf(events, { driverFile: "driver.py" }))).toEqual([]);
    const wrong =
      '<testsuites skipped="0"><testsuite name="a" time="1s"><testcase name="b"><properties/></testcase></testsuite>';
    expect(junitProblems(wrong)).toEqual([
      "testsuites has the attribute skipped",
      "testsuite has no tests",
      "testsuite has no failures",
      "testsuite has no errors",
      "testsuite has the time 1s",
      "testcase has the element properties",
    ]);
  });

  test("shows what is refused, open or known as skipped, with the reason", () => {
    const xml = junitOf(everything());
    const skipped = [...xml.matchAll(/ name="([^"]*)"[^>]*><skipped message="([^"]*)" type="([^"]*)"/g)];
    expect(skipped.map(([, name, , type]) => [name, type])).toEqual([
      ["request/made/4", "refused"],
      ["request/made/7", "open"],
      ["request/made/6", "known-failure"],
    ]);
    expect(skipped[0]![2]).toMatch(/^refused /);
  });

  test("holds no character that XML cannot hold, and no element from the text of an implementation", () => {
    const xml = junitOf(everything());
    expect(xml).not.toMatch(UNSEEN);
    expect(xml).not.toMatch(/<img|<!\[CDATA|\]\]>/);
  });
});
