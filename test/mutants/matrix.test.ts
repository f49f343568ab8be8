import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { groupOf, quickCover, smallestCover } from "../../scripts/mutants/cover.ts";
import { IDLE_GROUPS, idleGroupOf } from "../../scripts/mutants/idle-vectors.ts";
import { type Matrix, problemsOf } from "../../scripts/mutants/matrix.ts";
import { pageOf } from "../../scripts/mutants/page.ts";
import { MOST_MISSED_BY_QUICK, shapeKills } from "../../scripts/mutants/shape-kills.ts";
import { vectorKills } from "../../scripts/mutants/vector-kills.ts";
import { loadVectors, quickVectors } from "../../src/conformance/vectors/index.ts";
import { FAULTS, faultOf } from "../../src/faults/index.ts";

const vectors = loadVectors();
const quick = quickVectors(vectors);

/** Faults that a signer of GET requests alone shows only in vectors that no operation and method needs. */
const OF_GET_ONLY = [
  "query-param-named-realm-dropped",
  "query-overrides-body",
  "params-in-two-places",
  "request-params-in-header",
];

describe("the quick vectors", () => {
  const kills = vectorKills(FAULTS, quick);
  const groups = new Map(quick.map((vector) => [vector.id, groupOf(vector)]));
  const undetectedBy = (isAsked: (group: string) => boolean): string[] =>
    [...kills].filter(([, ids]) => !ids.some((id) => isAsked(groups.get(id)!))).map(([fault]) => fault);

  test("detect every fault, and each one is needed by its operation and signature method, or by a shape", () => {
    expect(undetectedBy(() => true)).toEqual([]);
    const needed = new Set<string>();
    for (const ids of kills.values()) {
      const alone = ids.filter((id) => ids.every((other) => other === id || groups.get(other) !== groups.get(id)));
      for (const id of alone) needed.add(id);
    }
    const needless = quick.map(({ id }) => id).filter((id) => !needed.has(id));
    const kept = quick.map(({ id }) => id).filter((id) => !needless.includes(id));
    const faults = FAULTS.filter(({ id }) => OF_GET_ONLY.includes(id));
    const { missedByQuick } = shapeKills("GET only", faults, vectors, kept);
    expect(missedByQuick.size).toBeGreaterThan(MOST_MISSED_BY_QUICK);
    expect(needless.length).toBeLessThan(10);
  });

  test("detect every fault but those of body hashes as whole requests, most by HMAC-SHA1 alone", () => {
    const bodyHashes = FAULTS.filter(({ id }) => id.startsWith("body-hash-")).map(({ id }) => id);
    expect(undetectedBy((group) => group.startsWith("sign "))).toEqual(bodyHashes);
    const others = undetectedBy((group) => group === "sign HMAC-SHA1").filter((id) => !bodyHashes.includes(id));
    expect(others.filter((id) => !id.startsWith("rsa-"))).toEqual(["base64-line-wrapped", "hash-differs-from-method"]);
  });

  test("are at most 200, in a file that follows its schema", () => {
    const file = JSON.parse(readFileSync("vectors/quick.json", "utf8"));
    const schema = JSON.parse(readFileSync("vectors/quick.schema.json", "utf8"));
    expect(new Ajv().validate(schema, file)).toBe(true);
    expect(new Ajv().validate(schema, { ...file, unknown: "field" })).toBe(false);
    const tooMany = Array.from({ length: 201 }, (_, index) => `a/b/${index}`);
    expect(new Ajv().validate(schema, { ...file, vectors: tooMany })).toBe(false);
    expect(file.vectors).toEqual(quick.map(({ id }) => id));
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

describe("the cover of the quick vectors", () => {
  test("has what each operation and signature method detects", () => {
    const [encoding] = vectors.filter(({ input }) => input.operation === "percent-encoding");
    const signing = vectors.filter(({ input }) => input.operation === "sign");
    const [first, second] = signing.filter((vector) => groupOf(vector) === "sign HMAC-SHA1");
    const [other] = signing.filter((vector) => groupOf(vector) === "sign RSA-SHA1");
    const some = [encoding!, first!, second!, other!];
    const kills = new Map([
      ["shown by all", some.map(({ id }) => id)],
      ["shown by one", [second!.id]],
    ]);
    expect(quickCover(kills, some)).toEqual([encoding!.id, second!.id, other!.id]);
  });
});

describe("the matrix", () => {
  const matrix: Matrix = {
    vectors: vectors.slice(0, 3),
    byVectors: new Map(FAULTS.map(({ id }) => [id, [vectors[0]!.id]])),
    byProperties: new Map(FAULTS.map(({ id }) => [id, { property: "agrees-with-model", cases: 1 }])),
    byVary: new Map([["tilde-encoded", { starts: 10, values: {}, isNamed: true }]]),
    byReferences: [
      {
        title: "npm references",
        kills: new Map(FAULTS.map(({ id }) => [id, { reference: "oauth-1.0a", inputs: 1 }])),
      },
      { title: "oauthlib", kills: new Map() },
    ],
    quick: [vectors[0]!.id],
    byShape: [{ name: "query", asked: 9, shown: ["tilde-encoded", "not-sorted"], missedByQuick: new Map() }],
    idle: [],
  };

  test("has a problem if capture --vary needs too many starts for a fault, or does not find it", () => {
    const late = { starts: 26, values: {}, isNamed: true };
    const byVary = new Map([
      ["tilde-encoded", late],
      ["not-sorted", undefined],
    ] as const);
    expect(problemsOf({ ...matrix, byVary })).toEqual([
      expect.stringContaining("capture --vary does not find tilde-encoded in 25 starts"),
      expect.stringContaining("not-sorted"),
    ]);
  });

  test("has no problem if a vector and a property detect each fault", () => {
    expect(problemsOf(matrix)).toEqual([]);
    expect(pageOf(matrix)).toContain(`detected by a vector | ${FAULTS.length} of ${FAULTS.length}`);
    expect(pageOf(matrix)).toContain("| query | 9 | 2 | 2 | 2 |  |");
  });

  test("names undetected faults, too many quick vectors, and an idle vector without a group", () => {
    const idle = vectors.find((vector) => idleGroupOf(vector) === undefined)!;
    const lacking: Matrix = {
      ...matrix,
      byVectors: new Map([...matrix.byVectors, ["tilde-encoded", []]]),
      byProperties: new Map([...matrix.byProperties, ["not-sorted", undefined]]),
      quick: vectors.slice(0, 201).map(({ id }) => id),
      byShape: [
        {
          name: "query",
          asked: 9,
          shown: ["a", "b", "c"],
          missedByQuick: new Map([
            ["a", []],
            ["b", ["one/two/1"]],
            ["c", ["one/two/1"]],
          ]),
        },
      ],
      idle: [idle],
    };
    expect(problemsOf(lacking)).toEqual([
      expect.stringMatching(/^no vector detects tilde-encoded; add one .*add-a-family-of-vectors\.md/),
      expect.stringMatching(/^no property detects not-sorted; let src\/conformance\/properties\/generators\.ts /),
      expect.stringMatching(/^201 quick vectors are more than 200; let groupOf in cover\.ts /),
      expect.stringMatching(/^no vector detects a in the shape "query"; add one /),
      'the quick vectors miss a, b, c in the shape "query"',
      `${idle.id} detects no fault and is in no group of idle vectors`,
    ]);
  });

  describe("whose references miss faults", () => {
    const [npm, other] = matrix.byReferences;
    /** Of these many faults that those of npm miss, the other one detects some and misses some; the rest is not measured. */
    function missing(count: number, detected: number, missed = count - detected): Matrix {
      const ids = FAULTS.slice(0, count).map(({ id }) => id);
      const kills = ids.slice(0, detected).map((id) => [id, { reference: "oauthlib", inputs: 2 }] as const);
      const miss = (id: string) => [id, null] as const;
      const byNpm = new Map([...npm.kills, ...ids.map(miss)]);
      const byOther = new Map([...kills, ...ids.slice(detected, detected + missed).map(miss)]);
      return {
        ...matrix,
        byReferences: [
          { ...npm, kills: byNpm },
          { ...other, kills: byOther },
        ],
      };
    }

    test("has a problem if those of npm detect fewer than 80 %", () => {
      expect(problemsOf(missing(30, 30))).toEqual([]);
      expect(problemsOf(missing(31, 31))).toEqual([
        expect.stringMatching(/^npm references detect only \d+ of \d+ faults that the model has too; let src/),
      ]);
    });

    test("has a problem if all of them detect fewer than 95 %", () => {
      expect(problemsOf(missing(30, 23))).toEqual([]);
      expect(problemsOf(missing(30, 22))).toEqual([
        expect.stringMatching(
          /^npm references and oauthlib detect only \d+ of \d+ faults that the model has too; let src/,
        ),
      ]);
    });

    test("has a problem if one is not recorded", () => {
      expect(problemsOf(missing(2, 1, 0))).toEqual([
        `not measured with oauthlib: ${FAULTS[1]!.id}; run npm run mutants -- --references`,
      ]);
    });

    test("names the first reference that detects a fault, and none if none does", () => {
      const page = pageOf(missing(2, 1));
      expect(page).toMatch(/agrees-with-model, case 1 \| *(?:\d+ starts)? *\| oauthlib, input 2 \|$/m);
      expect(page).toMatch(/^\| \[[^|]*\|[^|]*\|[^|]*\| agrees-with-model, case \d+ \|[^|]*\| {2}\|$/m);
    });
  });

  test("counts a vector as noticing where the mutant's answer is not the correct one", () => {
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

describe("the page of the kill matrix", () => {
  test("has a line for each fault with evidence, and for no other", () => {
    const page = readFileSync("docs/data/kill-matrix.md", "utf8");
    const listed = page.match(/(?<=^\| \[)[\w-]+(?=\]\(\.\.\/faults\/)/gm);
    expect([...new Set(listed)].sort()).toEqual(FAULTS.map(({ id }) => id).sort());
  });
});
