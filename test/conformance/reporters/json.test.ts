import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { mergeReports, type Report } from "../../../src/conformance/reporters/index.ts";
import { jsonReporter } from "../../../src/conformance/reporters/machine/json.ts";
import { ndjsonReporter } from "../../../src/conformance/reporters/machine/ndjson.ts";
import { descriptionOf, type RunEvent } from "../../../src/conformance/runner/index.ts";
import { DRIVER_FAILURES, STAGES } from "../../../src/conformance/vectors/index.ts";
import { HOSTILE } from "../../edge-cases.ts";
import { everything, failure, rules, start, vectors, wrongAcceptance } from "./made.ts";
import { realRun } from "./real-run.ts";

const schema = JSON.parse(readFileSync("vectors/report.schema.json", "utf8"));
const isValid = new Ajv({ strict: true, allErrors: true }).compile(schema);

function reportOf(events: readonly RunEvent[]): Report {
  let text = "";
  const reporter = jsonReporter((part) => {
    text += part;
  });
  for (const event of events) reporter.listen(event);
  reporter.finish();
  return JSON.parse(text);
}

function mergedReport(parts: readonly Report[]): Report {
  const describeVector = ({ id }: { readonly id: string }) =>
    descriptionOf(vectors.find((one) => one.id === id)!, rules);
  return reportOf(mergeReports(parts, describeVector).flat());
}

describe("the JSON report", () => {
  test("is what its schema says, of a real run and of one in which everything happens", async () => {
    for (const report of [
      reportOf(await realRun()),
      reportOf(everything()),
      reportOf([]),
      reportOf([...everything(), ...everything()]),
    ]) {
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

describe("the reports of shards", () => {
  /** Without times, and without how long a falsified property ran. */
  function comparable({ format, implementations }: Report): object {
    return {
      format,
      implementations: implementations.map(({ milliseconds: _, properties, ...own }) => ({
        ...own,
        properties: properties.map(({ runs, notOffered, ...property }) =>
          property.verdict === "fail" ? property : { ...property, runs, notOffered },
        ),
      })),
    };
  }

  test("make one that is equal to the whole's", async () => {
    const parts = await Promise.all([3, 1, 2].map((index) => realRun({ index, count: 3 })));
    const merged = mergedReport(parts.map(reportOf));
    const whole = reportOf(await realRun());
    expect(whole.implementations[0]!.vectors.failed).toBeGreaterThan(50);
    expect(comparable(merged)).toEqual(comparable(whole));
    isValid(merged);
    expect(isValid.errors).toBeNull();
  });

  test("add up what each reference computed, and what is outside of its domain", () => {
    const implementation = { name: "other", version: "1.0", language: "" };
    const shard = (index: number, outside?: Readonly<Record<string, number>>): Report =>
      reportOf([
        { ...start(0), shard: { index, count: 3 } } as RunEvent,
        {
          type: "corroboration",
          references: [
            {
              implementation,
              compared: { vectors: 1, generated: index },
              ...(outside && { outside }),
              different: 0,
              differences: [],
            },
          ],
          requests: 2,
          corroborated: 1,
        },
        { type: "end", milliseconds: 1 },
      ]);
    // The last one is of a version without these counts.
    const [merged] = mergedReport([
      shard(1, { octets: 1 }),
      shard(2, { octets: 2, userinfo: 4 }),
      shard(3),
    ]).implementations;
    expect(merged!.corroboration).toMatchObject({
      references: [{ compared: { vectors: 3, generated: 6 }, outside: { octets: 3, userinfo: 4 } }],
      requests: 6,
      corroborated: 3,
    });
  });

  test("are refused where one is missing, there twice, no shard, or of another run", () => {
    const shard = (index: number, count = 2, more: object = {}): Report =>
      reportOf([
        { ...start(1), shard: { index, count }, ...more } as RunEvent,
        { type: "case", result: failure("a", "b", 0) },
        { type: "end", milliseconds: 1 },
      ]);
    expect(() => mergedReport([])).toThrow("expected the reports of at least one shard, got none");
    expect(() => mergedReport([shard(1)])).toThrow("expected each of the shards 1, 2 once, got 1");
    expect(() => mergedReport([shard(1), shard(1)])).toThrow("got 1, 1");
    expect(() => mergedReport([reportOf([start(1)])])).toThrow(
      "expected the report of a shard, got the report of a whole run",
    );
    expect(() => mergedReport([shard(1), shard(2, 3)])).toThrow("expected 2 shards in each report, got 3");
    expect(() => mergedReport([shard(1), shard(2, 2, { seed: 5 })])).toThrow("the seed (none) in each report, got 5");
    const other = { name: "other", version: "1.0", language: "l" };
    expect(() => mergedReport([shard(1), shard(2, 2, { implementation: other })])).toThrow(/got one of .*"other"/);
    expect(() => mergedReport([shard(1), { ...shard(2), format: 1 as 5 }])).toThrow(
      "expected reports of format 5, got format 1",
    );
    expect(() => mergedReport([{ format: 5, implementations: [] }])).toThrow(
      "an implementation in each report, got none",
    );
  });

  test.each([
    ["profile", { profile: "rfc5849" }, 'expected profile to be (none) in each report, got "rfc5849"'],
    ["filter", { filter: ["base-string"] }, 'expected filter to be (none) in each report, got ["base-string"]'],
    ["runs", { runs: 10 }, "expected runs to be (none) in each report, got 10"],
    ["quick", { quick: true }, "expected quick to be (none) in each report, got true"],
  ])("are refused where they were asked for another %s", (_what, settings, message) => {
    const shard = (index: number, more: object): Report =>
      reportOf([{ ...start(1), shard: { index, count: 2 }, ...more } as RunEvent, { type: "end", milliseconds: 1 }]);
    expect(() => mergedReport([shard(1, {}), shard(2, { settings })])).toThrow(message);
    const [merged] = mergedReport([shard(1, { settings }), shard(2, { settings })]).implementations;
    expect(merged!.settings).toEqual(settings);
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
    expect(parsed[0]).toMatchObject({ format: 5, total: 20, properties: 2 });
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
