import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import {
  type BaselineEntry,
  baselineEntry,
  baselineText,
  type CaseResult,
  openBaseline,
  type PropertyResult,
  readBaseline,
} from "../../../src/conformance/runner/index.ts";
import { loadVectors } from "../../../src/conformance/vectors/index.ts";
import { resultOf } from "./made-result.ts";

const vectors = loadVectors().filter(({ id }) => id.startsWith("base-string/"));
const all = vectors.map(({ id, rule }) => ({ id, rules: [rule] }));
const [first, second, third] = vectors.slice(0, 3).map((vector): CaseResult => {
  const difference = { stage: "base-string", expected: "a", actual: "b", index: 0 } as const;
  return resultOf(vector, { verdict: "fail", difference });
}) as [CaseResult, CaseResult, CaseResult];
const passing = ({ difference: _, ...result }: CaseResult): CaseResult => ({ ...result, verdict: "pass" });
const crashed = (result: CaseResult): CaseResult => ({ ...passing(result), verdict: "crashed" });
const known = (id: string, more: Partial<BaselineEntry> = {}): BaselineEntry => ({
  id,
  failure: "base-string",
  reason: "it is so",
  ...more,
});
const about = { id: "agrees-with-model", title: "", rules: [] };
const falsified: PropertyResult = {
  ...about,
  verdict: "fail",
  runs: 1,
  notOffered: 0,
  knownCases: 0,
  failedCases: 0,
  counterexample: { case: {} },
  difference: first.difference!,
};

describe("a baseline", () => {
  test("suppresses the failure that it names, with its reason and address", () => {
    const { suppress, findings } = openBaseline([known(first.id, { address: "https://bugs.example/1" })], { all });
    expect(suppress(first)).toMatchObject({
      verdict: "known-failure",
      known: { reason: "it is so", address: "https://bugs.example/1" },
    });
    expect(findings()).toEqual([]);
  });

  test("suppresses no failure of another vector", () => {
    expect(openBaseline([known(first.id)], { all }).suppress(second)).toEqual(second);
  });

  test("suppresses no other failure of the vector that it names, and says which one it knows", () => {
    const { suppress, findings } = openBaseline([known(first.id, { failure: "signature" })], { all });
    expect(suppress(first)).toMatchObject({
      verdict: "fail",
      notSuppressed: "the baseline entry expects the failure signature",
    });
    expect(findings()).toEqual([]);
  });

  test("names a failure without a value by its verdict", () => {
    const { suppress } = openBaseline([known(first.id, { failure: "crashed" })], { all });
    expect(suppress(crashed(first)).verdict).toBe("known-failure");
    expect(openBaseline([known(first.id)], { all }).suppress(crashed(first)).verdict).toBe("crashed");
  });

  test("has a stale entry where what it names passes now", () => {
    const { suppress, findings } = openBaseline([known(first.id)], { all });
    expect(suppress(passing(first)).verdict).toBe("pass");
    expect(findings()).toMatchObject([{ kind: "stale", entry: { id: first.id } }]);
  });

  test("says nothing of an entry whose vectors this run did not have, or had in part", () => {
    const { suppress, findings } = openBaseline([known(first.id), known("base-string/*", { count: 9 })], { all });
    suppress(passing(second));
    expect(findings()).toEqual([]);
  });

  test("reports an entry with an unknown id as unmatched", () => {
    const { findings } = openBaseline([known("base-string/nowhere/1")], { all });
    expect(findings()).toMatchObject([
      { kind: "unmatched", message: "no vector, property or rule has the id base-string/nowhere/1" },
    ]);
  });

  test.each(["base-string/*", first.rules[0]!])(
    "with the pattern %s suppresses as many failures as it says, and no more",
    (id) => {
      const own = [first, second, third].map((result) => ({ ...result, rules: first.rules }));
      const { suppress } = openBaseline([known(id, { count: 2 })], { all });
      const [one, two, three] = own.map(suppress) as [CaseResult, CaseResult, CaseResult];
      expect([one.verdict, two.verdict, three.verdict]).toEqual(["known-failure", "known-failure", "fail"]);
      expect(three.notSuppressed).toBe(`the baseline entry ${id} suppresses 2 failures only`);
    },
  );

  test("reports a pattern as stale that suppresses fewer failures than it says", () => {
    const few = all.slice(0, 3);
    const { suppress, findings } = openBaseline([known("base-string/*", { count: 2 })], { all: few });
    suppress(first);
    suppress(passing(second));
    suppress(passing(third));
    expect(findings()).toMatchObject([{ kind: "stale", message: "base-string/* suppresses 1 failures, not 2" }]);
  });

  test("suppresses the cases of a property that have the flags of an entry, and no others", () => {
    const properties = [{ id: falsified.id, rules: [] }];
    const { knownCase, suppress, findings } = openBaseline([known(falsified.id, { flags: ["form", "tilde"] })], {
      all: properties,
    });
    const failure = known(falsified.id).failure;
    const [named] = properties;
    expect(knownCase(named!, { failure, flags: ["form", "hmac", "tilde"] })).toEqual({ reason: "it is so" });
    expect(knownCase(named!, { failure, flags: ["form"] })).toBeUndefined();
    expect(knownCase(named!, { failure: "key", flags: ["form", "tilde"] })).toBeUndefined();
    expect(suppress(falsified)).toMatchObject({
      verdict: "fail",
      notSuppressed: `the baseline entry expects the failure ${failure} for cases with form, tilde`,
    });
    expect(findings()).toEqual([]);
  });

  test("without flags suppresses all cases of a property, which is one failure however many cases fail", () => {
    const entry = known(falsified.id);
    const baseline = openBaseline([entry], { all: [{ id: falsified.id, rules: [] }] });
    const { failure } = entry;
    for (const flags of [[], ["form"], ["tilde"]])
      expect(baseline.knownCase(falsified, { failure, flags })).toBeDefined();
    baseline.suppress({ ...about, verdict: "known-failure", runs: 3, notOffered: 0, knownCases: 3, failedCases: 0 });
    expect(baseline.findings()).toEqual([]);
    expect(baseline.updated()).toEqual([entry]);
  });

  test("gets an entry without flags for each stage at which a property fails", () => {
    const baseline = openBaseline([], { all: [{ id: falsified.id, rules: [] }] });
    const conditions = [
      { failure: "signature", flags: ["tilde"] },
      { failure: "body", flags: [] },
      { failure: "signature", flags: ["form"] },
    ];
    baseline.suppress({ ...falsified, conditions });
    const common = { id: falsified.id, reason: "not investigated yet" };
    expect(baseline.updated()).toEqual([
      { ...common, failure: "signature" },
      { ...common, failure: "body" },
    ]);
  });

  test("is stale for a property that passes, unless it was run on some of its cases only", () => {
    const properties = [{ id: falsified.id, rules: [] }];
    const entries = [known(falsified.id)];
    const holding: PropertyResult = {
      ...{ ...about, verdict: "pass", runs: 1 },
      ...{ notOffered: 0, knownCases: 0, failedCases: 0 },
    };
    for (const [isPart, kinds] of [
      [false, ["stale"]],
      [true, []],
    ] as const) {
      const { suppress, findings } = openBaseline(entries, { all: properties, isPart });
      suppress(holding);
      expect(findings().map(({ kind }) => kind)).toEqual(kinds);
    }
  });

  test("written anew keeps the reasons of what still fails, drops what does not, and adds what is new", () => {
    const stays = known(first.id, { reason: "long known", address: "https://bugs.example/2" });
    const { suppress, updated } = openBaseline(
      [stays, known(second.id), known("base-string/nowhere/1"), known("signature/*", { count: 3 })],
      { all: [...all, { id: "signature/x/1", rules: [] }] },
    );
    for (const result of [first, passing(second), third]) suppress(result);
    expect(updated()).toEqual([stays, known("signature/*", { count: 3 }), baselineEntry(third)]);
  });

  test("written anew counts what a pattern suppresses now", () => {
    const { suppress, updated } = openBaseline([known("base-string/*", { count: 1 })], { all: all.slice(0, 3) });
    for (const result of [first, second, passing(third)]) suppress(result);
    expect(updated()).toEqual([known("base-string/*", { count: 2 })]);
  });

  test("takes the entry that a failure proposes, and that entry fits the schema", () => {
    const entry = baselineEntry(first);
    expect(openBaseline([entry], { all }).suppress(first).verdict).toBe("known-failure");
    const schema = JSON.parse(readFileSync("vectors/baseline.schema.json", "utf8"));
    const fits = new Ajv().compile(schema);
    expect(fits({ format: 1, known: [entry] })).toBe(true);
  });

  test.each<[string, object, RegExp | undefined]>([
    ["every member", { flags: ["form"], address: "https://bugs.example/1", count: 2 }, undefined],
    ["a prefix without a count", { id: "base-string/*" }, /known\[0\] \(base-string\/\*\)\.count: expected a number/],
    ["an unknown member", { colour: "red" }, /colour: expected no such member/],
    ["an empty reason", { reason: "" }, /reason: expected a string that is not empty/],
    ["no flags in its list", { flags: [] }, /flags: expected at least one flag/],
    ["a count of zero", { count: 0 }, /count: expected a whole number from 1 on/],
    ["a failure that is no text", { failure: 5 }, /failure: expected a string, got 5/],
  ])("is read as its schema describes it: an entry with %s", (_what, change, message) => {
    const schema = JSON.parse(readFileSync("vectors/baseline.schema.json", "utf8"));
    const json = { format: 1, known: [{ ...baselineEntry(first), ...change }] };
    expect(new Ajv({ strictTypes: false }).validate(schema, json)).toBe(message === undefined);
    if (message === undefined) expect(readBaseline(JSON.parse(baselineText([json.known])))).toEqual(json.known);
    else expect(() => readBaseline(json)).toThrow(message);
  });

  test.each([
    [[], /the file: expected an object/],
    [{ format: 2, known: [] }, /format: expected 1, got 2/],
    [{ format: 1, known: {} }, /known: expected an array/],
    [{ format: 1, known: [], more: 1 }, /more: expected no such member/],
  ])("that is %j cannot be read", (json, message) => {
    expect(() => readBaseline(json)).toThrow(message);
  });
});
