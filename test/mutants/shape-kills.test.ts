import { describe, expect, test } from "vitest";
import { loadVectors } from "../../src/conformance/vectors/index.ts";
import { FAULTS } from "../../src/faults/index.ts";
import { missedFaults, shapeKills } from "./shape-kills.ts";

const vectors = loadVectors();

describe("the vectors of a shape", () => {
  test("miss a fault that none of them shows", () => {
    const plain = vectors.filter(({ id }) => id === "request/rfc5849/1");
    const faults = FAULTS.filter(({ id }) => id === "tilde-encoded" || id === "not-sorted");
    expect(missedFaults(shapeKills("query", faults, plain, []))).toEqual(["tilde-encoded"]);
  });
});
