import { beforeAll, describe, expect, test } from "vitest";
import { type Result, runCases } from "./cases.ts";
import { describeDifferences, fileOf, lineOf, linesOf, readRecording } from "./recording.ts";
import { ERROR_CODES, REJECTION_CODES } from "./subject.ts";

/** Long, for machines that do other work at the same time. */
const TIMEOUT = 600_000;

describe("the safety net", () => {
  const present: string[] = [];
  const counts = new Map<string, number>();
  /** Codes of errors and refusals, also those of the problems after the first. */
  const codes = new Set<string>();

  beforeAll(async () => {
    for await (const result of runCases()) {
      present.push(lineOf(result));
      const kind = kindOf(result);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      for (const code of result.outcome.label.replace(/^refused:/, "").split("+")) codes.add(code);
    }
  }, TIMEOUT);

  test("finds every outcome as it was recorded", () => {
    const difference = describeDifferences(readRecording(), present);
    if (difference !== undefined) throw new Error(difference);
  });

  test("covers at least 10,000 requests", () => {
    const of = (kind: string): number => counts.get(kind) ?? 0;
    expect(of("signed") + of("received") + of("tampered-1") + of("tampered-2")).toBeGreaterThanOrEqual(10_000);
  });

  test("reaches every code of a refusal", () => {
    expect(REJECTION_CODES.filter((code) => !codes.has(code))).toEqual([]);
  });

  test("reaches every code of an error", () => {
    expect(ERROR_CODES.filter((code) => !codes.has(code))).toEqual([]);
  });

  test("records the public response for every code", () => {
    expect(counts.get("public-response")).toBe(REJECTION_CODES.length);
  });

  test("has one line for each id", () => {
    const ids = present.map((line) => line.split(" ")[0]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

function kindOf({ id }: Result): string {
  return /^request\/\d+\/(.*)$/.exec(id)?.[1] ?? id.split("/")[0]!;
}

describe("the comparison", () => {
  const recorded = ["a/1 accepted 000000000001", "a/2 nonce-used 000000000002", "model/a/1 right 000000000003"];
  const differing = (present: readonly string[]): string | undefined => describeDifferences(recorded, present);

  test("finds nothing where nothing changed, in whatever order", () => {
    expect(differing(recorded)).toBeUndefined();
    expect(differing([...recorded].reverse())).toBeUndefined();
    expect(linesOf(fileOf(recorded))).toEqual(recorded);
  });

  test("notices another outcome, another digest, a missing line and a new one", () => {
    expect(differing([recorded[0]!, "a/2 accepted 000000000002", recorded[2]!])).toContain("a/2: recorded nonce-used");
    expect(differing([recorded[0]!, "a/2 nonce-used 00000000000f", recorded[2]!])).toContain("show.ts a/2");
    expect(differing(recorded.slice(1))).toContain("a/1: recorded accepted 000000000001, now nothing");
    expect(differing([...recorded, "a/3 accepted 000000000004"])).toContain("a/3: recorded nothing");
  });

  test("tells changes of the model from others", () => {
    const changed = [...recorded.slice(0, 2), "model/a/1 wrong 000000000004"];
    expect(differing(changed)).toContain("1 of 3 recorded outcomes differ: 0 of Countersign, 1 of the model.");
  });

  test("lists the first 20 differences and counts the others", () => {
    const many = Array.from({ length: 25 }, (_, index) => `b/${index} accepted 000000000000`);
    const difference = describeDifferences(many, [])!;
    expect(difference.match(/show\.ts b\//g)).toHaveLength(20);
    expect(difference).toContain("and 5 more");
  });

  test("notices one octet in the complete outcome", () => {
    const result = {
      id: "a/1",
      input: undefined,
      outcome: { label: "accepted", complete: { parameters: [["a", "b"]] } },
    };
    const changed = { ...result, outcome: { label: "accepted", complete: { parameters: [["a", "c"]] } } };
    expect(describeDifferences([lineOf(result)], [lineOf(changed)])).toContain("a/1");
  });
});
