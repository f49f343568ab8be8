/** The scoreboard of other implementations: what is counted, and what is written about it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { document } from "../../scripts/interop/document.ts";
import { exampleOf } from "../../scripts/interop/example.ts";
import { DRIVERS, IMPLEMENTATIONS } from "../../scripts/interop/implementations.ts";
import type { Measurement } from "../../scripts/interop/measure.ts";
import { resultOf, type Scoreboard, scoreboardOf } from "../../scripts/interop/scoreboard.ts";
import type { ImplementationReport } from "../../src/conformance/reporters/index.ts";
import type { PlainCase } from "../../src/conformance/reporters/model/report-shape.ts";
import { loadVectors } from "../../src/conformance/vectors/index.ts";

const vectors = loadVectors().filter(({ input }) => input.operation === "base-string-uri");
const DETAILS = { seed: 1, runs: 2, vectors: 9, notHere: [], verifiers: [] };
const MEASURED = { date: "2026-01-02", countersign: "9.9.9" };
const NONE = { passed: 0, failed: 0, refused: 0, open: 0, notOffered: 0, known: 0, disputed: 0 };

/** Of one rule, so that they are one finding. */
const [first, second] = vectors
  .filter(({ rule }) => rule === vectors[0]!.rule)
  .sort((a, b) => JSON.stringify(a.input).length - JSON.stringify(b.input).length);

function failing(id: string, actual: string): PlainCase {
  const rule = first!.rule;
  return {
    id,
    rule,
    verdict: "fail",
    passedStages: [],
    stage: "base-string-uri",
    expected: "http://a/",
    actual,
    index: 0,
  };
}

function measured(report: Partial<ImplementationReport>): Measurement {
  const empty = {
    causes: [],
    causesIncomplete: false,
    notOffered: {},
    stages: {},
    rules: {},
    failures: [],
    known: [],
    open: [],
    properties: [],
  };
  const implementation = { name: "lib", version: "1.2", language: "Any" };
  const whole = { implementation, total: 9, vectors: NONE, driverProblems: [], ...empty, ...report };
  return { implementation: IMPLEMENTATIONS[0]!, runtime: "3.4", report: whole };
}

function scoreboard(report: Partial<ImplementationReport>): Scoreboard {
  const titles = new Map(report.causes?.map(({ id, title }) => [id, title]));
  return scoreboardOf([resultOf(measured(report), MEASURED)], titles, DETAILS);
}

const CAUSE = {
  id: "some-mistake",
  title: "a mistake",
  what: "",
  alternatives: [],
  failures: 2,
  contradicts: 0 as const,
  passes: 1,
};

describe("the scoreboard", () => {
  test("counts what was not offered and what the RFC leaves open apart from what differs", () => {
    const counts = { ...NONE, passed: 5, refused: 1, failed: 2, open: 3, notOffered: 4 };
    const [result] = scoreboard({ vectors: counts }).implementations;
    expect(result!.counts).toEqual({ asked: 11, right: 6, differs: 2, open: 3, notOffered: 4 });
  });

  test("puts a failure under the known mistakes that explain it, and under its rule only without one", () => {
    const failures = [failing(first!.id, "x"), failing(second!.id, "y")];
    const { causes, implementations } = scoreboard({ failures, causes: [{ ...CAUSE, explains: [first!.id] }] });
    expect(implementations[0]!.differs.map(({ cause, count }) => [cause, count])).toEqual([
      ["some-mistake", 1],
      [first!.rule, 1],
    ]);
    expect(causes.map(({ id, kind }) => [id, kind])).toEqual([
      ["some-mistake", "mistake"],
      [first!.rule, "rule"],
    ]);
  });

  test("shows the vector with the shortest input, and a wrong value rather than a refusal", () => {
    const example = (actual: string): string =>
      scoreboard({ failures: [failing(second!.id, "x"), failing(first!.id, actual)] }).implementations[0]!.differs[0]!
        .example.vector;
    expect(example("y")).toBe(first!.id);
    expect(example("(refused)")).toBe(second!.id);
  });

  test("counts a property without a case neither as passed nor as falsified", () => {
    const property = { rules: [], statement: "", notOffered: 0, knownCases: 0, failedCases: 0 };
    const properties = [
      { ...property, id: "a", verdict: "pass" as const, runs: 3 },
      { ...property, id: "b", verdict: "pass" as const, runs: 0 },
      { ...property, id: "c", verdict: "fail" as const, runs: 3 },
    ];
    expect(scoreboard({ properties }).implementations[0]!.properties).toEqual({ passed: 1, falsified: ["c"] });
  });
});

describe("an example", () => {
  const signing = loadVectors().find(({ id }) => id === "request/query-syntax/1")!;
  const wrong = {
    id: signing.id,
    rule: signing.rule,
    verdict: "fail" as const,
    passedStages: [],
    stage: "signature" as const,
  };

  test("has the base string, so that a wrong signature can be understood", () => {
    const expected = (signing.expected as { signature: string }).signature;
    const example = exampleOf({ ...wrong, expected, actual: "x", index: 0 }, signing);
    expect(example.baseString).toMatch(/^GET&https%3A%2F%2Fapi\.example\.com%2Fq&a%3Db/);
    expect(example).toMatchObject({ expected, actual: "x" });
  });

  test("has no signature that another run could not repeat", () => {
    const example = exampleOf({ ...wrong, expected: "signature for another nonce", actual: "x", index: 0 }, signing);
    expect(example.actual).toBe("another signature");
  });
});

describe("the document", () => {
  test("has input, both values, version and date of each finding", () => {
    const text = document(scoreboard({ failures: [failing(first!.id, "wrong")] }));
    expect(text).toContain("RFC 5849  http://a/\n  answer    wrong\n");
    expect(text).toContain("## lib 1.2, Any\n\nMeasured on 2026-01-02 with Countersign 9.9.9, `oauth-1.0a@2.2.6`");
  });

  test("keeps an answer of an implementation inside its fence", () => {
    const text = document(scoreboard({ failures: [failing(first!.id, "```\n| x |\u001b[31m")] }));
    expect(text).toContain("  ````text\n");
    expect(text).toContain("answer    ```\\x0a| x |\\x1b[31m");
  });

  test("says which implementations were not here", () => {
    const notHere = [{ id: "perl-net-oauth", packages: ["libnet-oauth-perl"] }];
    expect(document(scoreboardOf([], new Map(), { ...DETAILS, notHere }))).toContain(
      "were not installed: perl-net-oauth.",
    );
  });
});

describe("the implementations", () => {
  test("are pinned and have a driver each", () => {
    const npm = IMPLEMENTATIONS.flatMap((one) => one.npm);
    expect(npm.filter((name) => !/.@\d+\.\d+\.\d+$/.test(name))).toEqual([]);
    expect(IMPLEMENTATIONS.filter(({ driver }) => !existsSync(join(DRIVERS, driver)))).toEqual([]);
  });

  test("are at least 18 in 8 languages", () => {
    expect(IMPLEMENTATIONS.length).toBeGreaterThanOrEqual(18);
    expect(new Set(IMPLEMENTATIONS.map(({ language }) => language)).size).toBeGreaterThanOrEqual(8);
  });
});

describe("the files in docs", () => {
  test("show the data of interop.json", () => {
    const data = JSON.parse(readFileSync("docs/data/interop.json", "utf8")) as Scoreboard;
    expect(readFileSync("docs/data/interop.md", "utf8")).toBe(document(data));
  });
});
