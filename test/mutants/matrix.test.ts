import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { smallestCover } from "../../scripts/mutants/cover.ts";
import { IDLE_GROUPS, idleGroupOf } from "../../scripts/mutants/idle-vectors.ts";
import { type Matrix, problemsOf } from "../../scripts/mutants/matrix.ts";
import { pageOf } from "../../scripts/mutants/page.ts";
import { vectorKills } from "../../scripts/mutants/vector-kills.ts";
import { loadVectors, quickVectors } from "../../src/conformance/vectors/index.ts";
import { FAULTS, faultOf } from "../../src/faults/index.ts";

const vectors = loadVectors();
const quick = quickVectors(vectors);

describe("the quick vectors", () => {
  test("detect every fault, and none is superfluous", () => {
    const kills = vectorKills(FAULTS, quick);
    expect([...kills].filter(([, ids]) => ids.length === 0)).toEqual([]);
    const alone = new Set([...kills.values()].filter(({ length }) => length === 1).map(([id]) => id));
    expect(quick.filter(({ id }) => !alone.has(id)).map(({ id }) => id)).toEqual([]);
  });

  test("are few, and in a file that follows its schema", () => {
    const file = JSON.parse(readFileSync("vectors/quick.json", "utf8"));
    const schema = JSON.parse(readFileSync("vectors/quick.schema.json", "utf8"));
    expect(new Ajv().validate(schema, file)).toBe(true);
    expect(new Ajv().validate(schema, { ...file, unknown: "field" })).toBe(false);
    expect(file.vectors).toEqual(quick.map(({ id }) => id));
    expect(quick.length).toBeLessThan(60);
  });
});

describe("the smallest cover", () => {
  test("takes the vectors that detect the most faults, and drops superfluous ones", () => {
    const kills = new Map([
      ["one", ["a", "b"]],
      ["two", ["a", "c"]],
      ["three", ["c"]],
      ["four", ["b"]],
      ["unnoticed", []],
    ]);
    expect(smallestCover(kills, ["a", "b", "c"])).toEqual(["b", "c"]);
  });
});

describe("the matrix", () => {
  const matrix: Matrix = {
    vectors: vectors.slice(0, 3),
    byVectors: new Map(FAULTS.map(({ id }) => [id, [vectors[0]!.id]])),
    byProperties: new Map(FAULTS.map(({ id }) => [id, { property: "agrees-with-model", cases: 1 }])),
    byReferences: [
      {
        title: "npm references",
        kills: new Map(FAULTS.map(({ id }) => [id, { reference: "oauth-1.0a", inputs: 1 }])),
      },
    ],
    quick: [vectors[0]!.id],
    idle: [],
  };

  test("has no problem if a vector and a property detect each fault", () => {
    expect(problemsOf(matrix)).toEqual([]);
    expect(pageOf(matrix)).toContain(`detected by a vector | ${FAULTS.length} of ${FAULTS.length}`);
  });

  test("names a fault that no vector detects, one that no property detects, and an idle vector without a group", () => {
    const idle = vectors.find((vector) => idleGroupOf(vector) === undefined)!;
    const lacking: Matrix = {
      ...matrix,
      byVectors: new Map([...matrix.byVectors, ["tilde-encoded", []]]),
      byProperties: new Map([...matrix.byProperties, ["not-sorted", undefined]]),
      idle: [idle],
    };
    expect(problemsOf(lacking)).toEqual([
      expect.stringMatching(/^no vector detects tilde-encoded; add one .*CONTRIBUTING\.md/),
      expect.stringMatching(/^no property detects not-sorted; let src\/conformance\/properties\/generators\.ts /),
      `${idle.id} detects no fault and is in no group of idle vectors`,
    ]);
  });

  test("names a group of references that detects fewer than 80 % of the faults", () => {
    const [group] = matrix.byReferences;
    const missing = (count: number): Matrix => {
      const missed = FAULTS.slice(0, count).map(({ id }) => [id, { reason: "oauth-1.0a: query-plus" }] as const);
      return { ...matrix, byReferences: [{ title: group!.title, kills: new Map([...group!.kills, ...missed]) }] };
    };
    expect(problemsOf(missing(30))).toEqual([]);
    expect(problemsOf(missing(31))).toEqual([
      expect.stringMatching(/^npm references detect only \d+ of \d+ faults that the model has too; let src/),
    ]);
    expect(pageOf(missing(1))).toContain("| oauth-1.0a: query-plus |");
  });

  test("counts a vector as noticing where the mutant's answer is not the right one", () => {
    const some = vectors.filter(({ id }) => id.startsWith("percent-encoding/rfc5849/"));
    const kills = vectorKills([faultOf("tilde-encoded")!, faultOf("not-sorted")!], some);
    expect(kills.get("not-sorted")).toEqual([]);
    const tildes = some.filter(({ input }) => JSON.stringify(input).includes("~")).map(({ id }) => id);
    expect(kills.get("tilde-encoded")).toEqual(tildes);
  });

  test("has a reason for each group, all of them of use", () => {
    const used = new Set(vectors.map(idleGroupOf));
    expect(IDLE_GROUPS.filter((reason) => !used.has(reason)).map(({ group }) => group)).toEqual([]);
    expect(IDLE_GROUPS.filter(({ reason }) => !/^[A-Z].*\.$/.test(reason))).toEqual([]);
  });
});
