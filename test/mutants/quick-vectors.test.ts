import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { loadVectors, quickVectors } from "../../src/conformance/vectors/index.ts";
import { FAULTS, faultOf } from "../../src/faults/index.ts";
import { IDLE_GROUPS } from "./idle-vectors.ts";
import { groupOf, MOST_MISSED_BY_QUICK, shapeKills } from "./shape-kills.ts";
import { type Kills, vectorKills } from "./vector-kills.ts";

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
  const groups = new Map(quick.map((vector) => [vector.id, groupOf(vector)]));
  const undetectedBy = (kills: Kills, isAsked: (group: string) => boolean): string[] =>
    [...kills].filter(([, ids]) => !ids.some((id) => isAsked(groups.get(id)!))).map(([fault]) => fault);

  test("detect every fault, and each one is needed by its operation and signature method, or by a shape", {
    tags: ["deep"],
  }, () => {
    const kills = vectorKills(FAULTS, quick);
    expect(undetectedBy(kills, () => true)).toEqual([]);
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

  test("detect every fault but those of body hashes as whole requests, most by HMAC-SHA1 alone", {
    tags: ["deep"],
  }, () => {
    const kills = vectorKills(FAULTS, quick);
    const bodyHashes = FAULTS.filter(({ id }) => id.startsWith("body-hash-")).map(({ id }) => id);
    expect(undetectedBy(kills, (group) => group.startsWith("sign "))).toEqual(bodyHashes);
    const others = undetectedBy(kills, (group) => group === "sign HMAC-SHA1").filter((id) => !bodyHashes.includes(id));
    const rest = others.filter((id) => !id.startsWith("rsa-"));
    expect(
      rest,
      "each other fault needs an HMAC-SHA1 request in vectors/quick.json that detects it, in the order of the vectors",
    ).toEqual(["base64-line-wrapped", "hash-differs-from-method"]);
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

describe("the matrix", () => {
  test("counts a vector as noticing where the mutant's answer is not the correct one", () => {
    const some = vectors.filter(({ id }) => id.startsWith("percent-encoding/rfc5849/"));
    const kills = vectorKills([faultOf("tilde-encoded")!, faultOf("not-sorted")!], some);
    expect(kills.get("not-sorted")).toEqual([]);
    const tildes = some.filter(({ input }) => JSON.stringify(input).includes("~")).map(({ id }) => id);
    expect(kills.get("tilde-encoded")).toEqual(tildes);
  });

  test("has a reason for each group, all of them of use", () => {
    const used = new Set(vectors.map((vector) => IDLE_GROUPS.find(({ fits }) => fits(vector))));
    expect(IDLE_GROUPS.filter((reason) => !used.has(reason)).map(({ group }) => group)).toEqual([]);
    expect(IDLE_GROUPS.filter(({ reason }) => !/^[A-Z].*\.$/.test(reason))).toEqual([]);
  });
});
