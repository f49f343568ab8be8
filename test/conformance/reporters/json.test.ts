import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import type { Report } from "../../../src/conformance/reporters/index.ts";
import { jsonText } from "../../../src/conformance/reporters/machine/json.ts";
import { ndjsonReporter } from "../../../src/conformance/reporters/machine/ndjson.ts";
import { reportAtEnd } from "../../../src/conformance/reporters/model/record.ts";
import type { RunEvent } from "../../../src/conformance/runner/index.ts";
import { DRIVER_FAILURES, STAGES } from "../../../src/conformance/vectors/index.ts";
import { HOSTILE } from "../../edge-cases.ts";
import { everything, start, wrongAcceptance } from "./made.ts";
import { realRun } from "./real-run.ts";

const schema = JSON.parse(readFileSync("vectors/report.schema.json", "utf8"));
const isValid = new Ajv({ strict: true, allErrors: true }).compile(schema);

function reportOf(events: readonly RunEvent[]): Report {
  let text = "";
  const write = (part: string): void => {
    text += part;
  };
  const reporter = reportAtEnd({ write, rerun: () => undefined }, jsonText);
  for (const event of events) reporter.listen(event);
  reporter.finish();
  return JSON.parse(text);
}

describe("the JSON report", () => {
  test("is what its schema says, of a real run and of one in which everything happens", async () => {
    for (const report of [reportOf(await realRun()), reportOf(everything())]) {
      isValid(report);
      expect(isValid.errors).toBeNull();
    }
  });

  test("has the policy, the faults and the CVEs of a request that a verifier decides wrongly", () => {
    const result = wrongAcceptance();
    const report = reportOf([start(1), { type: "case", result }, { type: "end", milliseconds: 1 }]);
    isValid(report);
    expect(isValid.errors).toBeNull();
    expect(report.implementations[0]!.failures[0]).toMatchObject({ verifier: result.verifier });
  });

  test("has the rules in their order, whatever was answered first", async () => {
    const [own] = reportOf(await realRun()).implementations;
    const sections = Object.keys(own!.rules).filter((id) => /^rfc5849-3\.4\.1\.\d/.test(id));
    expect(sections.length).toBeGreaterThan(2);
    expect(sections).toEqual(sections.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true })));
  });

  test("has a schema that refuses what is unknown, wrong or left out", () => {
    const report = reportOf(everything());
    const [own] = report.implementations;
    for (const wrong of [
      { ...report, format: 1 },
      { ...report, more: 1 },
      { ...report, implementations: [{ ...own, total: -1 }] },
      { ...report, implementations: [{ ...own, properties: undefined }] },
      { ...report, implementations: [{ ...own, failures: [{ ...own!.failures[0], verdict: "pass" }] }] },
      { ...report, implementations: [{ ...own, stages: { other: own!.vectors } }] },
    ])
      expect(isValid(JSON.parse(JSON.stringify(wrong)))).toBe(false);
  });

  test("knows all stages and driver failures", () => {
    expect(schema.definitions.stage.enum).toEqual(STAGES);
    expect(schema.definitions.driverFailure.enum).toEqual(DRIVER_FAILURES);
  });

  test("has each failure with stage, values and place, known ones apart, and texts as they came", () => {
    const [own] = reportOf(everything()).implementations;
    expect(own!.failures).toHaveLength(2 + DRIVER_FAILURES.length);
    expect(own!.failures[0]).toMatchObject({ id: "request/made/1", stage: "base-string", expected: "a%2Ab", index: 0 });
    expect(own!.failures[0]!.causes).toEqual([{ id: HOSTILE, title: HOSTILE }]);
    expect(own!.causes).toMatchObject([
      { explains: ["request/made/1", "request/made/2"], failures: 36, contradicts: 0 },
    ]);
    expect(own!.known.map(({ id }) => id)).toEqual(["request/made/6"]);
    expect(own!.open.map(({ id }) => id)).toEqual(["request/made/7"]);
    expect(own!.vectors).toMatchObject({ passed: 1, failed: 13, refused: 1, open: 1, notOffered: 1, known: 1 });
    expect(own!.stopped!.message).toContain("\x1b[2J");
  });
});

describe("the lines of JSON", () => {
  test("are one event each, as it comes, and hostile text cannot make another", async () => {
    const written: string[] = [];
    const reporter = ndjsonReporter((text) => void written.push(text));
    const events = everything();
    for (const event of events) reporter.listen(event);
    reporter.finish();
    expect(written).toHaveLength(events.length);
    const parsed = written
      .join("")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(parsed.map(({ type }) => type)).toEqual(events.map(({ type }) => type));
    expect(parsed[0]).toMatchObject({ format: 6, total: 20, properties: 2 });
    expect(parsed[1]).toEqual({
      type: "case",
      id: "request/made/1",
      rule: "rfc5849-3.4.2-2",
      verdict: "fail",
      passedStages: [],
      stage: "base-string",
      expected: "a%2Ab",
      actual: expect.stringContaining("owned"),
      index: 0,
      notSuppressed: HOSTILE,
    });
    expect(parsed.find(({ type }) => type === "causes")).toMatchObject({
      causes: [{ id: HOSTILE, explains: ["request/made/1", "request/made/2"], contradicts: 0, passes: 1669 }],
    });
    expect(parsed.find(({ type }) => type === "property")).toMatchObject({
      id: "order-is-free",
      verdict: "fail",
      runs: 7,
    });
  });
});
