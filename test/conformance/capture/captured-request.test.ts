import { describe, expect, test } from "vitest";
import { alternativesOf, type CapturedRequest } from "../../../src/conformance/capture/captured-request.ts";

const CAUSE = { id: "space-as-plus", title: "Space encoded as +", what: "The client uses a form encoder." };

function namesOf(code: string, kind: string, notices: readonly object[] = []): string[][] {
  const explanation = { data: { kind, notices }, explanation: { alternatives: [[CAUSE]] } };
  const problems = [{ code, message: "it is wrong", rule: {} }];
  const captured = { explanation, problems } as unknown as CapturedRequest;
  return alternativesOf(captured).map((causes) => causes.map(({ id }) => id));
}

describe("the causes of a rejected request", () => {
  const MILLISECONDS = { id: "timestamp-milliseconds", text: "oauth_timestamp is in milliseconds", rejects: true };

  test("are those of its signature, if it was rejected for that", () => {
    expect(namesOf("signature-mismatch", "explained", [MILLISECONDS])).toEqual([["space-as-plus"]]);
  });

  test("are also why its timestamp was rejected, which no signature explains", () => {
    expect(namesOf("timestamp-in-future", "explained", [MILLISECONDS])).toEqual([
      ["space-as-plus", "timestamp-milliseconds"],
    ]);
    expect(namesOf("timestamp-too-old", "ambiguous")).toEqual([["space-as-plus", "timestamp-too-old"]]);
  });

  test("are unknown if nothing reproduces the signature", () => {
    expect(namesOf("timestamp-too-old", "unknown")).toEqual([]);
  });
});
