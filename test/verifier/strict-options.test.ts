/** Options that make the verifier stricter than RFC 5849 requires, as gateways are. */

import { describe, expect, test } from "vitest";
import type { Transport } from "../../src/oauth1/index.ts";
import { type RequestParts, signedRequest } from "../signed-request.ts";
import { verifierWith } from "./requests.ts";

const FORM = { a: "1 2" };

async function problemOf(options: Parameters<typeof verifierWith>[0], parts: RequestParts): Promise<string> {
  const verdict = await verifierWith(options).verify(signedRequest({ form: FORM, ...parts }));
  return verdict.accepted ? "accepted" : `${verdict.code}: ${verdict.message}`;
}

describe("the option transport", () => {
  const ALL: readonly Transport[] = ["header", "body", "query", "header-and-body"];

  test.each(ALL)("%s accepts its own place and no other", async (transport) => {
    const accepted: Transport[] = [];
    for (const sent of ALL) {
      if ((await problemOf({ transport }, { transport: sent })) === "accepted") accepted.push(sent);
    }
    expect(accepted).toEqual([transport]);
  });

  test("names the place that was expected and the one that was found", async () => {
    expect(await problemOf({ transport: ["header", "header-and-body"] }, { transport: "body" })).toBe(
      "protocol-parameters-missing: protocol parameters are in the body, expected header or header-and-body",
    );
  });

  test("accepts each place of a list, and allowHeaderAndBody adds one", async () => {
    const options = { transport: ["query"], allowHeaderAndBody: true } as const;
    expect(await problemOf(options, { transport: "query" })).toBe("accepted");
    expect(await problemOf(options, { transport: "header-and-body" })).toBe("accepted");
    expect(await problemOf(options, { transport: "header" })).toContain("expected query or header-and-body");
  });

  test("does not accept parameters in the body of another place", async () => {
    const { headers, ...rest } = signedRequest({ form: FORM, transport: "header-and-body" });
    const verdict = await verifierWith({ transport: "header" }).verify({ ...rest, headers });
    expect(verdict).toMatchObject({ accepted: false, code: "protocol-parameters-in-two-places" });
  });
});

describe("the option requireVersion", () => {
  test("rejects a request without oauth_version, which is accepted otherwise", async () => {
    expect(await problemOf({}, {})).toBe("accepted");
    expect(await problemOf({ requireVersion: true }, {})).toBe("parameter-missing: oauth_version is missing");
    const protocol = { oauth_version: "1.0" };
    expect(await problemOf({ requireVersion: true }, { protocol })).toBe("accepted");
  });
});

describe("the option requireEncodedHeader", () => {
  /** A signature almost always contains `=`, which must be percent-encoded in the header. */
  const bare = (authorization: string): string =>
    authorization.replace(/oauth_signature="([^"]*)"/, (_, value) => `oauth_signature="${decodeURIComponent(value)}"`);

  test("rejects a value that is not percent-encoded, which is accepted otherwise", async () => {
    const request = signedRequest({ form: FORM });
    const sent = { ...request, headers: { ...request.headers, authorization: bare(request.headers.authorization!) } };
    expect(await verifierWith({}).verify(sent)).toMatchObject({ accepted: true });
    expect(await verifierWith({ requireEncodedHeader: true }).verify(sent)).toMatchObject({
      accepted: false,
      code: "authorization-malformed",
      message: 'the value of "oauth_signature" in the header is not percent-encoded',
    });
  });

  test("accepts encoded values, and any realm, which is not a parameter", async () => {
    expect(await problemOf({ requireEncodedHeader: true }, { realm: "a b+c" })).toBe("accepted");
  });
});
