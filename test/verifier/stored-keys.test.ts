/** Stored keys: their tokens, sizes and changes between requests. */

import { describe, expect, test } from "vitest";
import type { RsaKeyInput } from "../../src/oauth1/index.ts";
import { base64Text, randomOctets } from "../../src/platform/index.ts";
import type { StoredKey } from "../../src/verifier/index.ts";
import { decoyPublicKey } from "../../src/verifier/keyring.ts";
import { createPublicKeyParser } from "../../src/verifier/parsed-keys.ts";
import { pem } from "../oauth1/example-keys.ts";
import { encode } from "../oauth1/independent.ts";
import { SECRET, signedRequest } from "../signed-request.ts";
import { codeOf, rejectionOf, rsa, verifierWith } from "./requests.ts";

const RSA = { oauth_signature_method: "RSA-SHA256" };
const rsaSigned = (protocol: Record<string, string> = {}) =>
  signedRequest({ key: rsa.privateKey, protocol: { ...RSA, ...protocol } });

describe("the token of a stored key", () => {
  const secret = { consumerSecret: SECRET };
  const publicKey = { publicKey: rsa.publicKey };

  test.each<[string, string | undefined, string, StoredKey]>([
    ["a secret without a token", undefined, "accepted", secret],
    ["a secret without a token", "t", "consumer-unknown", secret],
    ["a secret without a token", "", "consumer-unknown", secret],
    ["a secret with a token secret", "t", "accepted", { ...secret, tokenSecret: "" }],
    ["a secret with the token", "t", "accepted", { ...secret, token: "t" }],
    ["a secret with another token", "t", "consumer-unknown", { ...secret, token: "u" }],
    ["a secret with a token", undefined, "consumer-unknown", { ...secret, token: "t" }],
    ["a public key without a token", undefined, "accepted", publicKey],
    ["a public key without a token", "t", "consumer-unknown", publicKey],
    ["a public key without a token", "", "consumer-unknown", publicKey],
    ["a public key with the token", "t", "accepted", { ...publicKey, token: "t" }],
    ["a public key with the empty token", "", "accepted", { ...publicKey, token: "" }],
    ["a public key with another token", "t", "consumer-unknown", { ...publicKey, token: "u" }],
    ["a public key with a token", undefined, "consumer-unknown", { ...publicKey, token: "t" }],
  ])("%s, and the token %j in the request: %s", async (_what, token, expected, stored) => {
    const protocol = token === undefined ? {} : { oauth_token: token };
    const request = "publicKey" in stored ? rsaSigned(protocol) : signedRequest({ protocol });
    expect(await codeOf(request, { credentials: () => stored })).toBe(expected);
    expect(await codeOf(request, { credentials: () => [stored] })).toBe(expected);
  });

  test("is stated by a look-up that has checked it", async () => {
    const issued = new Set(["t"]);
    const credentials = ({ token }: { token: string | undefined }) =>
      token !== undefined && issued.has(token) ? { publicKey: rsa.publicKey, token } : undefined;
    expect(await codeOf(rsaSigned({ oauth_token: "t" }), { credentials })).toBe("accepted");
    expect(await codeOf(rsaSigned({ oauth_token: "root" }), { credentials })).toBe("consumer-unknown");
  });
});

describe("the kind of a stored key", () => {
  test("is that of the member that is not undefined, as in rows of a database", async () => {
    const credentials = (stored: object) => () => stored as StoredKey;
    const publicKey = { consumerSecret: undefined, publicKey: rsa.publicKey };
    expect(await codeOf(rsaSigned(), { credentials: credentials(publicKey) })).toBe("accepted");
    const secret = { consumerSecret: SECRET, publicKey: undefined };
    expect(await codeOf(signedRequest(), { credentials: credentials(secret) })).toBe("accepted");
  });
});

describe("a stored key that is changed in place", () => {
  const withToken = (tokenSecret: string) =>
    signedRequest({ key: `${encode(SECRET)}&${tokenSecret}`, protocol: { oauth_token: "t" } });

  test("is used with its new token secret", async () => {
    const stored = { consumerSecret: SECRET, tokenSecret: "old" };
    const verifier = verifierWith({ credentials: () => stored });
    expect((await verifier.verify(withToken("old"))).accepted).toBe(true);
    stored.tokenSecret = "new";
    expect(await verifier.verify(withToken("old"))).toMatchObject({ code: "signature-mismatch" });
    expect((await verifier.verify(withToken("new"))).accepted).toBe(true);
  });

  test("is used with its new token", async () => {
    const stored = { consumerSecret: SECRET, tokenSecret: "s", token: "u" };
    const verifier = verifierWith({ credentials: () => stored });
    expect(await verifier.verify(withToken("s"))).toMatchObject({ code: "consumer-unknown" });
    stored.token = "t";
    expect((await verifier.verify(withToken("s"))).accepted).toBe(true);
  });

  test.each<[string, StoredKey, () => ReturnType<typeof signedRequest>]>([
    ["secret", { consumerSecret: SECRET, id: "old" }, () => signedRequest()],
    ["public key", { publicKey: pem(rsa.publicKey, "spki"), id: "old" }, () => rsaSigned()],
    ["KeyObject", { publicKey: rsa.publicKey, id: "old" }, () => rsaSigned()],
  ])("gives the verdict its new id: %s", async (_kind, given, request) => {
    const stored = { ...given };
    const verifier = verifierWith({ credentials: () => stored });
    expect(await verifier.verify(request())).toMatchObject({ accepted: true, keyId: "old" });
    Object.assign(stored, { id: "new" });
    expect(await verifier.verify(request())).toMatchObject({ accepted: true, keyId: "new" });
  });

  test("is used with its new PEM, JWK or DER", async () => {
    const other = decoyPublicKey(2048);
    const forms = [
      [pem(rsa.publicKey, "spki"), pem(other, "spki")],
      [rsa.publicKey.export({ format: "jwk" }), other.export({ format: "jwk" })],
      [rsa.publicKey.export({ format: "der", type: "spki" }), other.export({ format: "der", type: "spki" })],
    ] as [RsaKeyInput, RsaKeyInput][];
    for (const [right, wrong] of forms) {
      const stored = { publicKey: right };
      const verifier = verifierWith({ credentials: () => stored });
      expect((await verifier.verify(rsaSigned())).accepted).toBe(true);
      stored.publicKey = wrong;
      expect(await verifier.verify(rsaSigned())).toMatchObject({ code: "signature-mismatch" });
    }
  });

  test("is used with a JWK that was itself changed", async () => {
    const stored = { publicKey: { ...rsa.publicKey.export({ format: "jwk" }) } };
    const verifier = verifierWith({ credentials: () => stored });
    expect((await verifier.verify(rsaSigned())).accepted).toBe(true);
    stored.publicKey.n = decoyPublicKey(2048).export({ format: "jwk" }).n!;
    expect(await verifier.verify(rsaSigned())).toMatchObject({ code: "signature-mismatch" });
  });
});

/** A public key of exactly this size whose private half was never made. */
function publicKeyOf(bits: number, e = "AQAB"): RsaKeyInput {
  const octets = randomOctets(Math.ceil(bits / 8));
  const high = (bits - 1) % 8;
  octets[0] = (octets[0]! & ((1 << high) - 1)) | (1 << high);
  octets[octets.length - 1]! |= 1;
  const n = base64Text(octets).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return { kty: "RSA", n, e };
}

describe("several stored keys", () => {
  test("that cannot be used are reported as that, also after one that is too weak", async () => {
    const [tooLarge, tooSmall] = [{ publicKey: publicKeyOf(16_385) }, { publicKey: publicKeyOf(1024) }];
    expect(await codeOf(rsaSigned(), { credentials: () => [tooSmall, tooLarge] })).toBe("credentials-unavailable");
    expect(await codeOf(rsaSigned(), { credentials: () => [tooLarge, tooSmall] })).toBe("credentials-unavailable");
  });

  test("make a signature malformed only if it has the size of none of them", async () => {
    const [same, larger] = [{ publicKey: publicKeyOf(2048) }, { publicKey: publicKeyOf(3072) }];
    expect(await codeOf(rsaSigned(), { credentials: () => [larger, same] })).toBe("signature-mismatch");
    expect(await codeOf(rsaSigned(), { credentials: () => [larger] })).toBe("signature-malformed");
  });
});

describe("the size of an RSA key", () => {
  const messageFor = async (publicKey: RsaKeyInput) => {
    const { code, message } = await rejectionOf(rsaSigned(), { credentials: () => ({ publicKey }) });
    return `${code}: ${message}`;
  };

  test.each([1024, 2040, 2041, 2042, 2043, 2044, 2045, 2046, 2047])("%i bits are too few", async (bits) => {
    expect(await messageFor(publicKeyOf(bits))).toBe(
      `key-too-weak: the client's RSA key has ${bits} bits, the minimum is 2048`,
    );
  });

  test.each([2048, 2049, 2056, 16_384])("%i bits are enough", async (bits) => {
    expect(await messageFor(publicKeyOf(bits))).toMatch(/^signature-m/);
  });

  test("more than 16384 bits are not used", async () => {
    expect(await messageFor(publicKeyOf(16_385))).toBe(
      "credentials-unavailable: the client's RSA key has 16385 bits, the maximum is 16384",
    );
  });

  test("an exponent of more than 32 bits is not used", async () => {
    expect(await messageFor(publicKeyOf(2048, "AQAAAAE"))).toBe(
      "credentials-unavailable: the client's RSA key has an exponent of more than 32 bits",
    );
    for (const exponent of ["Aw", "AQAB", "_____w"]) {
      expect(await messageFor(publicKeyOf(2048, exponent))).toMatch(/^signature-mismatch/);
    }
  });

  test.each([
    [1, "AQ"],
    [2, "Ag"],
  ])("an exponent of %i is too weak", async (_exponent, text) => {
    expect(await messageFor(publicKeyOf(2048, text))).toBe(
      "key-too-weak: the client's RSA key has an exponent below 3",
    );
  });

  test("a minimum above the maximum is a mistake in the program", () => {
    expect(() => verifierWith({ minimumRsaBits: 16_385 })).toThrow(
      expect.objectContaining({ code: "rsa-size-invalid" }),
    );
  });
});

describe("parsed public keys", () => {
  test("are kept by their text, the 1000 that were used last", () => {
    const parsePublicKey = createPublicKeyParser();
    const first = publicKeyOf(2048);
    const second = publicKeyOf(2048);
    const [parsedFirst, parsedSecond] = [parsePublicKey(first), parsePublicKey(second)];
    for (let others = 0; others < 998; others++) parsePublicKey(publicKeyOf(2048));
    expect(parsePublicKey({ ...(first as object) } as RsaKeyInput)).toBe(parsedFirst);
    parsePublicKey(publicKeyOf(2048));
    expect(parsePublicKey(first)).toBe(parsedFirst);
    expect(parsePublicKey(second)).not.toBe(parsedSecond);
    expect(parsePublicKey(first)).toBe(parsedFirst);
  });
});
