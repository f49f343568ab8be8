/** A received request in the form that a diagnosis takes. */

import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/diagnosis/index.ts";
import type { ReceivedRequest, VerifierOptions } from "../../src/verifier/index.ts";
import { ORIGIN, SECRET, signedRequest } from "../signed-request.ts";
import { verifierWith, withHeaders } from "./requests.ts";

const urlOf = (request: ReceivedRequest, options?: Partial<VerifierOptions>) =>
  verifierWith(options).toHttpRequest(request)?.url;

describe("the absolute request", () => {
  test("of a path has the configured origin and keeps its spelling and query", () => {
    expect(urlOf({ ...signedRequest(), url: "/a/../b%2fc?q=a+b&r=?" })).toBe(`${ORIGIN}/a/../b%2fc?q=a+b&r=?`);
    expect(urlOf({ ...signedRequest(), url: "/?" })).toBe(`${ORIGIN}/?`);
  });

  test("of an absolute URL has the URL as received", () => {
    expect(urlOf({ ...signedRequest(), url: "HTTPS://API.example:443/pay?a=1" })).toBe(
      "HTTPS://API.example:443/pay?a=1",
    );
  });

  test("of a path has the host that the trusted proxy names", () => {
    const proxy = { addresses: ["10.0.0.1"], hosts: ["pay.example:8443"] };
    const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "pay.example:8443" };
    const request = { ...withHeaders(signedRequest(), forwarded), remoteAddress: "10.0.0.1" };
    expect(urlOf(request, { proxy })).toBe("https://pay.example:8443/pay");
  });

  test("is missing for a URL that cannot be determined", () => {
    expect(urlOf(signedRequest(), { origin: undefined })).toBeUndefined();
    expect(urlOf({ ...signedRequest(), url: "https://other.example/pay" })).toBeUndefined();
    expect(() => urlOf({ ...signedRequest(), body: {} as never })).toThrow(
      expect.objectContaining({ code: "request-invalid" }),
    );
  });

  test("is taken by a diagnosis as it is", { tags: ["deep"] }, async () => {
    const verifier = verifierWith();
    const request = signedRequest({ form: "a=1", key: encodeURIComponent(SECRET) });
    expect(await verifier.verify(request)).toMatchObject({ code: "signature-mismatch" });
    const diagnosis = diagnose({ request: verifier.toHttpRequest(request)!, key: { consumerSecret: SECRET } });
    expect(diagnosis).toMatchObject({ kind: "explained", causes: [{ id: "key-without-ampersand" }] });
  });
});
