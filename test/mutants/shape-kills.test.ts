import { describe, expect, test } from "vitest";
import {
  MOST_MISSED_BY_QUICK,
  missedFaults,
  SHAPES,
  type ShapeName,
  shapeKills,
} from "../../scripts/mutants/shape-kills.ts";
import { loadVectors, quickVectors } from "../../src/conformance/vectors/index.ts";
import { FAULTS } from "../../src/faults/index.ts";

const vectors = loadVectors();
const quick = quickVectors(vectors).map(({ id }) => id);

describe("the vectors of a shape", () => {
  test.each(Object.keys(SHAPES) as ShapeName[])(
    "detect every fault that shows in it, all but two with --quick: %s",
    {
      tags: ["deep"],
    },
    (name) => {
      const kills = shapeKills(name, FAULTS, vectors, quick);
      expect(missedFaults(kills)).toEqual([]);
      expect(kills.missedByQuick.size).toBeLessThanOrEqual(MOST_MISSED_BY_QUICK);
      // Of a PLAINTEXT signer, only faults of keys and of placing show.
      expect(kills.shown.length).toBeGreaterThan(name === "PLAINTEXT" ? 30 : 115);
    },
  );

  test("miss a fault that none of them shows", () => {
    const plain = vectors.filter(({ id }) => id === "request/rfc5849/1");
    const faults = FAULTS.filter(({ id }) => id === "tilde-encoded" || id === "not-sorted");
    expect(missedFaults(shapeKills("query", faults, plain, []))).toEqual(["tilde-encoded"]);
  });
});
