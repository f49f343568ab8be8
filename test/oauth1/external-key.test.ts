/** Signing with a key that another program or a device holds. */

import { createHmac, sign } from "node:crypto";
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

const { privateKey } = testKeyPair("rsa-2048");
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
      const remote = createSigner({ consumerKey: "shop", signatureMethod, sign: service });
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

  test.each<[string, object]>([
    ["sign must be a function, got string", { sign: "openssl" }],
    ["PLAINTEXT needs consumerSecret, got sign", { signatureMethod: "PLAINTEXT" }],
  ])("cannot be created if %s", async (message, credentials) => {
    expect(await refusalOf({ ...RSA, ...credentials })).toMatchObject({ code: "key-kind-mismatch", message });
  });

  test.each([{ privateKey }, { consumerSecret: "s" }, { passphrase: "p" }])(
    "takes no other key (%#)",
    async (other) => {
      expect(await refusalOf({ ...RSA, ...other })).toMatchObject({
        code: "option-unknown",
        message: expect.stringContaining("only consumerKey, token, signatureMethod, sign"),
      });
    },
  );
});
