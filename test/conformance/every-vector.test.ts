/** Every vector that a question can state, through the signer, the model and the references. test/verifier runs those of the verifier. */

import { describe, expect, test } from "vitest";
import { inProcessDriver } from "../../src/conformance/drivers/index.ts";
import { BUILTIN } from "../../src/conformance/implementations/index.ts";
import { loadVectors, loadVerificationVectors, verificationCases } from "../../src/conformance/vectors/index.ts";
import { runResults } from "./runner/wrong.ts";

const vectors = [...loadVectors(), ...verificationCases(loadVerificationVectors()).cases];

/** Fails for each vector of which the implementation computes another value, and if it offers fewer vectors than that. */
async function expectAgreement(name: string, least: number): Promise<void> {
  const implementation = await BUILTIN.get(name)!();
  const { cases } = await runResults({ vectors, driver: inProcessDriver(implementation) });
  expect(cases).toHaveLength(vectors.length);
  const passed = cases.filter(({ verdict }) => verdict === "pass" || verdict === "refused");
  expect(passed.length).toBeGreaterThan(least);
  expect(cases.filter((result) => !passed.includes(result) && result.verdict !== "not-offered")).toEqual([]);
}

describe("every vector", () => {
  test.each([
    ["countersign", 2400],
    ["model", 1700],
  ])("has the values that %s computes, wherever it offers them", expectAgreement);

  // References. The RSA signatures of node-forge are computed in JavaScript.
  test.each([
    ["oauth-1.0a", 800],
    ["node-forge", 1000],
  ])("has the values that %s computes, wherever it offers them", { tags: ["deep"] }, expectAgreement);
});
