import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROPERTIES } from "../../src/conformance/properties/index.ts";
import { loadFaults, loadVectors, loadVerificationVectors } from "../../src/conformance/vectors/index.ts";
import { DISPUTED, FAULTS, faultOf, UNRECOVERABLE } from "../../src/faults/index.ts";

const catalogued = [...loadFaults().values()].filter(({ side }) => side === "client");

/** Where the list of known mistakes was gathered; the project does not carry it. */
const GATHERED = process.env.COUNTERSIGN_CATALOGUE ?? join("..", "shared", "faults", "catalogue.json");

describe("the mistakes of clients", () => {
  test("are 175, each a fault or listed with a reason, never both, and told in the same words", () => {
    const told = [...FAULTS, ...UNRECOVERABLE].map(({ id, what }) => [id, what]);
    expect(catalogued.map(({ id, what }) => [id, what])).toEqual(told);
    expect(told).toHaveLength(175);
    expect(new Set(told.map(([id]) => id)).size).toBe(175);
  });

  test.skipIf(!existsSync(GATHERED))("are all that were gathered", () => {
    const gathered = JSON.parse(readFileSync(GATHERED, "utf8")) as readonly { id: string; step: string }[];
    const clients = gathered.filter(({ step }) => step !== "verifier").map(({ id }) => id);
    expect(catalogued.map(({ id }) => id).sort()).toEqual(clients.sort());
  });
});

describe("each mistake that is no fault", () => {
  test("says in a sentence why", () => {
    expect(UNRECOVERABLE.filter(({ reason }) => !/^[A-Z].*[^\s.]\.$/.test(reason))).toEqual([]);
  });

  test("is the same as a fault that is there, where it is the same as one", () => {
    const same = UNRECOVERABLE.flatMap(({ sameAs = [] }) => sameAs);
    expect(same.filter((id) => faultOf(id) === undefined)).toEqual([]);
    expect(same.length).toBeGreaterThan(5);
  });

  test("names checks that exist", () => {
    const laws = new Set(PROPERTIES.map(({ id }) => id));
    const verification = loadVerificationVectors();
    const refusals = new Set(verification.map(({ expected }) => ("refuse" in expected ? expected.refuse : "")));
    const ids = [...loadVectors(), ...verification].map(({ id }) => id);
    const missing = UNRECOVERABLE.flatMap(({ checks }) => checks).filter((check) => {
      if ("law" in check) return !laws.has(check.law);
      return "refusal" in check ? !refusals.has(check.refusal) : !ids.some((id) => id.startsWith(check.vectors));
    });
    expect(missing).toEqual([]);
  });

  test("is disputed, if at all, under a known id", () => {
    const known = new Set(catalogued.map(({ id }) => id));
    expect([...DISPUTED.keys()].filter((id) => !known.has(id))).toEqual([]);
  });
});
