/** `authenticate` throws for what `verify` rejects, and neither can be taken for the other. */

import { describe, expect, test } from "vitest";
import { AuthenticationError, REJECTION_CODES } from "../../src/index.ts";
import { type Accepted, VerifierConfigurationError } from "../../src/verifier/index.ts";
import { publicResponseOf, reject } from "../../src/verifier/rejections.ts";
import { NOW, signedRequest } from "../signed-request.ts";
import { rsa, verdictOn, verifierWith } from "./requests.ts";

/** What `authenticate` throws for a request. */
async function errorOf(attempt: Promise<Accepted>): Promise<AuthenticationError> {
  const error: unknown = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AuthenticationError) return error;
  throw new Error("expected an AuthenticationError");
}

describe("authenticate", () => {
  test("resolves to what verify accepts", async () => {
    const accepted = await verifierWith().authenticate(signedRequest({ form: "amount=10.42" }));
    expect(accepted).toMatchObject({ accepted: true, consumerKey: "ck", timestamp: NOW, body: "form" });
    expect(accepted.one("amount")).toBe("10.42");
  });

  test("throws an error with the verdict", async () => {
    const request = signedRequest({ key: "wrong&" });
    const rejection = await verdictOn(request);
    const error = await errorOf(verifierWith().authenticate(request));
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("AuthenticationError");
    expect(error.verdict).toEqual(rejection);
    expect(error).toMatchObject({ status: 401, publicResponse: error.verdict.publicResponse });
    expect(error.verdict.code).toBe("signature-mismatch");
  });

  test.each(REJECTION_CODES)("has the public message as its own: %s", (code) => {
    const error = new AuthenticationError(reject([{ code, message: "for the operator" }], undefined));
    expect(error.message).toBe(publicResponseOf(code).message);
    expect(`${error.stack}`).not.toContain("operator");
  });

  test.each(REJECTION_CODES)("serializes nothing but the public response: %s", (code) => {
    const error = new AuthenticationError(
      reject([{ code, message: "for the operator" }], { consumerKey: "claimed by the client" }),
    );
    const { status, publicResponse } = error;
    const members = { name: "AuthenticationError", status, publicResponse };
    expect(JSON.parse(JSON.stringify(error))).toEqual(members);
    expect({ ...error }).toEqual(members);
    expect("code" in error).toBe(false);
  });

  test("throws for a replay", async () => {
    const verifier = verifierWith();
    const request = signedRequest();
    await verifier.authenticate(request);
    expect((await errorOf(verifier.authenticate(request))).verdict.code).toBe("nonce-used");
  });

  test("throws a VerifierConfigurationError for a mistake in the program", async () => {
    const attempt = verifierWith().authenticate({ ...signedRequest(), body: { a: "1" } as never });
    await expect(attempt).rejects.toBeInstanceOf(VerifierConfigurationError);
  });
});

describe("what a rejected request claims", () => {
  const claimedBy = async (request: ReturnType<typeof signedRequest>) => {
    const verdict = await verdictOn(request);
    if (verdict.accepted) throw new Error("the request was accepted");
    return verdict.claimed;
  };
  const all = { consumerKey: "ck", signatureMethod: "HMAC-SHA1", timestamp: NOW };

  test("is in rejections before and after the look-up", async () => {
    expect(await claimedBy(signedRequest({ key: "wrong&" }))).toEqual(all);
    expect(await claimedBy(signedRequest({ key: "wrong&", protocol: { oauth_token: "t" } }))).toEqual({
      ...all,
      token: "t",
    });
    expect(await claimedBy(signedRequest({ protocol: { oauth_version: "2.0" } }))).toEqual(all);
    expect(await claimedBy({ ...signedRequest(), url: "pay" })).toEqual(all);
    const hash = signedRequest({ body: "x", protocol: { oauth_body_hash: "y" } });
    expect(await claimedBy(hash)).toEqual(all);
    expect(
      await claimedBy(signedRequest({ key: rsa.privateKey, protocol: { oauth_signature_method: "RSA-SHA256" } })),
    ).toEqual({
      ...all,
      signatureMethod: "RSA-SHA256",
    });
  });

  test.each(["query", "body"] as const)("is also found in the %s", async (transport) => {
    expect(await claimedBy(signedRequest({ transport, key: "wrong&" }))).toEqual(all);
  });

  test("leaves out what is missing, repeated or malformed", async () => {
    const without = async (protocol: Record<string, string | null>) => claimedBy(signedRequest({ protocol }));
    expect(await without({ oauth_timestamp: "+1" })).toEqual({ consumerKey: "ck", signatureMethod: "HMAC-SHA1" });
    expect(await without({ oauth_signature_method: "HMAC-MD5" })).toEqual({ consumerKey: "ck", timestamp: NOW });
    expect(await without({ oauth_consumer_key: null })).toEqual({ signatureMethod: "HMAC-SHA1", timestamp: NOW });
    const twice = { ...signedRequest(), url: "/pay?oauth_consumer_key=other" };
    expect(await claimedBy(twice)).toEqual({ signatureMethod: "HMAC-SHA1", timestamp: NOW });
  });

  test.each(["0085", "009b", "2028", "2029", "202e", "2066", "200e", "061c"])(
    "leaves out a key or token with a character that a log obeys: U+%s",
    async (codePoint) => {
      const character = String.fromCharCode(Number.parseInt(codePoint, 16));
      for (const name of ["oauth_consumer_key", "oauth_token"]) {
        const verdict = await verdictOn(signedRequest({ protocol: { [name]: `a${character}b` } }));
        expect(JSON.stringify(verdict)).not.toContain(character);
        expect(verdict).toMatchObject({ code: "consumer-unknown", claimed: { timestamp: NOW } });
      }
    },
  );

  test("is undefined if the parameters cannot be read", async () => {
    expect(await claimedBy({ ...signedRequest(), headers: {} })).toBeUndefined();
    expect(await claimedBy({ ...signedRequest(), headers: { authorization: "OAuth x" } })).toBeUndefined();
    expect(await claimedBy({ ...signedRequest(), url: `/${"x".repeat(9000)}` })).toBeUndefined();
  });

  test("contains no signature, even if that is a secret", async () => {
    const request = signedRequest({ protocol: { oauth_signature_method: "PLAINTEXT" }, key: "hunter3&" });
    expect(JSON.stringify(await claimedBy(request))).not.toContain("hunter");
  });
});

describe("the public response", () => {
  test("has a status and a message for each rejection code", () => {
    const responses = REJECTION_CODES.map((code) => {
      const { status, message } = publicResponseOf(code);
      return `${code}: ${status} ${message}`;
    });
    expect(responses).toMatchInlineSnapshot(`
    [
      "protocol-parameters-missing: 401 OAuth 1.0 protocol parameters are missing.",
      "authorization-malformed: 400 The Authorization header is malformed.",
      "authorization-repeated: 400 There is more than one Authorization header.",
      "parameter-missing: 400 A protocol parameter is missing.",
      "parameter-duplicated: 400 A protocol parameter is repeated.",
      "protocol-parameters-in-two-places: 400 Protocol parameters are in more than one place.",
      "version-unsupported: 400 oauth_version must be 1.0 or absent.",
      "signature-method-not-allowed: 400 The signature method is not allowed.",
      "insecure-transport: 400 The signature method needs a secure transport.",
      "timestamp-malformed: 400 oauth_timestamp must be whole seconds.",
      "timestamp-too-old: 401 The timestamp is too old.",
      "timestamp-in-future: 401 The timestamp is in the future.",
      "nonce-malformed: 400 oauth_nonce is malformed.",
      "consumer-unknown: 401 The request is not authorized.",
      "key-kind-mismatch: 401 The request is not authorized.",
      "key-too-weak: 401 The request is not authorized.",
      "credentials-unavailable: 503 Try again later.",
      "signature-malformed: 401 The request is not authorized.",
      "signature-mismatch: 401 The request is not authorized.",
      "body-malformed: 400 The body is malformed.",
      "body-hash-missing: 400 oauth_body_hash is missing.",
      "body-hash-mismatch: 401 The request is not authorized.",
      "url-malformed: 400 The URL is malformed.",
      "limit-exceeded: 413 The request exceeds a limit.",
      "nonce-used: 401 The request is not authorized.",
      "nonce-store-full: 429 Too many requests; try again later.",
      "nonce-store-unavailable: 503 Try again later.",
    ]
  `);
  });
});
