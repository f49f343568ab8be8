/** Signing with a key that another program or a device holds. */

import { constants, createHmac, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type Credentials,
  createSigner,
  type OAuth1Error,
  SIGNATURE_METHODS,
  type SignOctets,
  signingKey,
} from "../../src/oauth1/index.ts";
import { testKeyPair } from "../keys/index.ts";

const { privateKey, publicKey } = testKeyPair("rsa-2048");
const REQUEST = { method: "POST", url: "https://gateway.example/pay", form: { amount: "10.42" } };
const OPTIONS = { nonce: "n", timestamp: 1_700_000_000 };

const hashOf = (method: string): string => method.slice(method.indexOf("-") + 1).toLowerCase();

/** A service that has both kinds of keys. */
const service: SignOctets = async (octets, method) =>
  method.startsWith("RSA")
    ? sign(hashOf(method), octets, privateKey)
    : createHmac(hashOf(method), signingKey("secret")).update(octets).digest();

function refusalOf(credentials: object): Promise<OAuth1Error> {
  const signed = async () => createSigner(credentials as Credentials).signAsync(REQUEST, OPTIONS);
  return signed().then(
    () => Promise.reject(new Error("signed")),
    (error) => error,
  );
}

const RSA = { consumerKey: "shop", signatureMethod: "RSA-SHA256", sign: service } as const;

describe("a signer whose key is elsewhere", () => {
  test.each(SIGNATURE_METHODS.filter((method) => method !== "PLAINTEXT"))(
    "sends what a signer with the key sends: %s",
    async (signatureMethod) => {
      const isRsa = signatureMethod.startsWith("RSA");
      const key = isRsa ? { privateKey } : { consumerSecret: "secret" };
      const own = createSigner({ consumerKey: "shop", signatureMethod, ...key } as Credentials);
      const remote = createSigner({ consumerKey: "shop", signatureMethod, sign: service } as Credentials);
      expect(await remote.signAsync(REQUEST, OPTIONS)).toEqual(own.sign(REQUEST, OPTIONS));
    },
  );

  test("asks for each signature again", async () => {
    let asked = 0;
    const counting: SignOctets = (octets, method) => {
      asked++;
      return service(octets, method);
    };
    const signer = createSigner({ ...RSA, sign: counting });
    for (let count = 0; count < 3; count++) await signer.signAsync(REQUEST, OPTIONS);
    expect(asked).toBe(3);
  });

  test("rejects with what the service throws", async () => {
    const failure = new Error("throttled");
    const failing = { ...RSA, sign: () => Promise.reject(failure) };
    await expect(createSigner(failing).signAsync(REQUEST)).rejects.toBe(failure);
  });

  test("does not sign synchronously", () => {
    expect(() => createSigner(RSA).sign(REQUEST)).toThrow(
      expect.objectContaining({ code: "synchronous-signing-unavailable" }),
    );
  });

  test.each<[string, object, string]>([
    ["the digest alone", { sign: () => new Uint8Array(32) }, "128 to 2048 octets for RSA-SHA256, got 32 octets"],
    ["text in base64", { sign: () => "c2lnbmF0dXJl" }, "128 to 2048 octets for RSA-SHA256, got string"],
    ["nothing", { sign: () => undefined }, "got undefined"],
    [
      "text in base64 as octets",
      {
        publicKey,
        sign: (octets: Uint8Array) => Buffer.from(sign("sha256", octets, privateKey).toString("base64")),
      },
      "256 octets for RSA-SHA256, got 344 octets",
    ],
    [
      "an HMAC of another hash",
      { signatureMethod: "HMAC-SHA1", sign: () => new Uint8Array(32) },
      "20 octets for HMAC-SHA1, got 32 octets",
    ],
  ])("refuses %s as a signature", async (_, credentials, message) => {
    expect(await refusalOf({ ...RSA, ...credentials })).toMatchObject({
      code: "signature-malformed",
      message: expect.stringContaining(message),
    });
  });

  test.each<[string, (octets: Uint8Array) => Uint8Array]>([
    ["another key", (octets) => sign("sha256", octets, testKeyPair("rsa-2048-other").privateKey)],
    ["another hash", (octets) => sign("sha1", octets, privateKey)],
    ["PSS", (octets) => sign("sha256", octets, { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING })],
  ])("with a public key refuses a signature by %s", async (_, wrong) => {
    expect(await refusalOf({ ...RSA, publicKey, sign: wrong })).toMatchObject({ code: "signature-mismatch" });
    const signer = createSigner({ ...RSA, publicKey });
    expect((await signer.signAsync(REQUEST)).signature).toHaveLength(344);
  });

  test.each<[string, object]>([
    ["sign must be a function, got string", { sign: "openssl" }],
    ["RSA-SHA256 needs sign with a publicKey, got publicKey alone", { sign: undefined, privateKey, publicKey }],
    ["PLAINTEXT needs consumerSecret, got sign", { signatureMethod: "PLAINTEXT" }],
    ["RSA-SHA256 needs sign alone, got privateKey too", { privateKey }],
    ["HMAC-SHA1 needs sign alone, got consumerSecret too", { signatureMethod: "HMAC-SHA1", consumerSecret: "s" }],
    ["HMAC-SHA1 needs sign alone, got publicKey too", { signatureMethod: "HMAC-SHA1", publicKey }],
  ])("cannot be created if %s", async (message, credentials) => {
    expect(await refusalOf({ ...RSA, ...credentials })).toMatchObject({ code: "key-kind-mismatch", message });
  });
});
