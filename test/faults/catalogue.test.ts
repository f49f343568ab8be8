import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CAVEATS } from "../../scripts/fault-pages/page.ts";
import { PROPERTIES } from "../../src/conformance/properties/index.ts";
import { loadFaults, loadVectors, loadVerificationVectors } from "../../src/conformance/vectors/index.ts";
import { FAULTS, faultOf, UNMODELLED_MISTAKES } from "../../src/faults/index.ts";

const catalogued = [...loadFaults().values()].filter(({ side }) => side === "client");

/** The collected list of known mistakes. It is not part of the project. */
const GATHERED = process.env.COUNTERSIGN_CATALOGUE ?? join("..", "shared", "faults", "catalogue.json");

describe("the mistakes of clients", () => {
  test("are each a fault or unmodelled, once, with the same text in vectors/faults.json", () => {
    const described = [...FAULTS, ...UNMODELLED_MISTAKES].map(({ id, what }) => [id, what]);
    const written = catalogued.map(({ id, what }) => [id, what]);
    expect(written, "vectors/faults.json is out of date; run npm run generate -- faults").toEqual(described);
    expect(new Set(described.map(([id]) => id)).size).toBe(described.length);
  });

  test.skipIf(!existsSync(GATHERED))("contain all that were collected", () => {
    const gathered = JSON.parse(readFileSync(GATHERED, "utf8")) as readonly { id: string; step: string }[];
    const clients = gathered.filter(({ step }) => step !== "verifier").map(({ id }) => id);
    const ids = catalogued.map(({ id }) => id);
    expect(clients.filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe("each unmodelled mistake", () => {
  test("has a sentence with the reason", () => {
    expect(UNMODELLED_MISTAKES.filter(({ reason }) => !/^[A-Z].*[^\s.]\.$/.test(reason))).toEqual([]);
  });

  test("names only existing faults as the same", () => {
    const same = UNMODELLED_MISTAKES.flatMap(({ sameAs = [] }) => sameAs);
    expect(same.filter((id) => faultOf(id) === undefined)).toEqual([]);
    expect(same.length).toBeGreaterThan(5);
  });

  test("names only existing properties, rejection codes and vectors as detectors", () => {
    const properties = new Set(PROPERTIES.map(({ id }) => id));
    const verification = loadVerificationVectors();
    const rejections = new Set(verification.map(({ expected }) => ("refuse" in expected ? expected.refuse : "")));
    const ids = [...loadVectors(), ...verification].map(({ id }) => id);
    const missing = UNMODELLED_MISTAKES.flatMap(({ detectedBy = [] }) => detectedBy).filter((detector) => {
      if ("property" in detector) return !properties.has(detector.property);
      return "rejection" in detector
        ? !rejections.has(detector.rejection)
        : !ids.some((id) => id.startsWith(detector.vectors));
    });
    expect(missing).toEqual([]);
  });

  test("has a caveat only under a known id", () => {
    const known = new Set(catalogued.map(({ id }) => id));
    expect([...CAVEATS.keys()].filter((id) => !known.has(id))).toEqual([]);
  });
});
