import { describe, expect, test } from "vitest";
import { carriedIn } from "../../../src/conformance/vectors/changes.ts";

const input = {
  operation: "sign",
  request: { method: "GET", url: "https://example.com/r", body: "a", headers: [["Content-Type", "text/plain"]] },
  signatureMethod: "HMAC-SHA1",
  transport: "header",
} as const;

describe("an input in another transport", () => {
  test.each([
    ["header", "r", true],
    ["header", undefined, false],
    ["query", "r", false],
    ["body", "r", false],
  ] as const)("%s with the realm %s has one: %s", (transport, realm, hasRealm) => {
    const carried = carriedIn(transport, { ...input, ...(realm !== undefined && { realm }) });
    expect(carried.transport).toBe(transport);
    expect(Object.hasOwn(carried, "realm")).toBe(hasRealm);
  });

  test("in a body is a POST request without another body", () => {
    expect(carriedIn("body", input).request).toEqual({ method: "POST", url: "https://example.com/r" });
    expect(carriedIn("query", input).request).toEqual(input.request);
  });
});
