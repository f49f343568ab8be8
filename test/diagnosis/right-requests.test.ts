/** Requests whose signature is valid, written in ways that RFC 5849 permits. */

import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/diagnosis/index.ts";
import { asked, payment, sentWith } from "./requests.ts";

describe("a signature in the query", () => {
  test.each([
    ["/", "%2F", "/"],
    ["=", "%3D", "="],
  ])("may have %s unencoded", (_, encoded, character) => {
    // The nonce is one with which the signature has a +, a / and a =.
    const nonces = Array.from({ length: 200 }, (__, at) => `n${at}`);
    const requests = nonces.map((nonce) => {
      const protocolParameters = payment.protocolParameters.map(
        ([name, value]) => [name, name === "oauth_nonce" ? nonce : value] as const,
      );
      return sentWith([], { ...payment, transport: "query", protocolParameters } as typeof payment);
    });
    const request = requests.find(
      ({ url }) => /oauth_signature=[^&]*%2B/.test(url) && /oauth_signature=[^&]*%2F/.test(url),
    )!;
    const url = request.url.replace(/oauth_signature=[^&]*/, (pair) => pair.replaceAll(encoded, character));
    expect(url).not.toBe(request.url);
    expect(diagnose(asked({ ...request, url }))).toMatchObject({ kind: "right", notices: [] });
  });
});

describe("a copy of the header in the body", () => {
  const copied = sentWith(["params-in-two-places"]);

  test("is a remark if it is equal, also without the signature", () => {
    expect(diagnose(asked(copied))).toMatchObject({
      kind: "right",
      notices: [{ id: "params-in-two-places", rejects: false }],
    });
    const unsigned = sentWith([], { ...payment, transport: "header-and-body" });
    const text =
      "the protocol parameters are in the header and in the form: some servers accept them in one place only";
    expect(diagnose(asked(unsigned))).toMatchObject({
      kind: "right",
      notices: [{ id: "params-in-two-places", text, rejects: false }],
    });
  });

  test("is rejected if its signature differs", () => {
    const body = Buffer.from(
      Buffer.from(copied.body!)
        .toString()
        .replace(/(?<=oauth_signature=)./, "~"),
    );
    expect(diagnose(asked({ ...copied, body }))).toMatchObject({
      kind: "rejected",
      notices: [{ id: "params-in-two-places", rejects: true }],
    });
  });
});
