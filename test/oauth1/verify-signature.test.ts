/** Whether a signature is valid for a request and a key. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BaseStringRequest,
  type NameValue,
  parseAuthorizationHeader,
  parseForm,
  type SharedSecrets,
  SIGNATURE_METHODS,
  sign,
  type VerificationKey,
  verifySignature,
} from "../../src/oauth1/index.ts";
import { isRsaMethod } from "../../src/oauth1/signature-methods.ts";
import { formPairs } from "./arbitraries.ts";
import { pair } from "./example-keys.ts";
import { clearRefusalOf, expectNoSecret, refusalOf } from "./refusals.ts";

const published: [string, BaseStringRequest, string, VerificationKey][] = [
  [
    "RFC 5849 1.2, temporary credentials",
    {
      method: "POST",
      url: "https://photos.example.net/initiate",
      protocolParameters: [
        ["oauth_consumer_key", "dpf43f3p2l4k3l03"],
        ["oauth_signature_method", "HMAC-SHA1"],
        ["oauth_timestamp", "137131200"],
        ["oauth_nonce", "wIjqoS"],
        ["oauth_callback", "http://printer.example.com/ready"],
      ],
    },
    "74KNZJeDHnMBp0EMJ9ZHt/XKycU=",
    { signatureMethod: "HMAC-SHA1", consumerSecret: "kd94hf93k423kf44" },
  ],
  [
    "RFC 5849 3.4.1.1 with erratum 2550",
    {
      method: "POST",
      url: "http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b",
      form: [
        ["c2", ""],
        ["a3", "2 q"],
      ],
      protocolParameters: [
        ["oauth_consumer_key", "9djdj82h48djs9d2"],
        ["oauth_token", "kkk9d7dh3k39sjv7"],
        ["oauth_signature_method", "HMAC-SHA1"],
        ["oauth_timestamp", "137131201"],
        ["oauth_nonce", "7d8f3e4a"],
      ],
    },
    "r6/TJjbCOr97/+UU0NsvSne7s5g=",
    { signatureMethod: "HMAC-SHA1", consumerSecret: "j49sk3j29djd", tokenSecret: "dh893hdasih9" },
  ],
];

describe("verifySignature", () => {
  test.each(published)(
    "accepts the published signature for its request and key only: %s",
    (_, request, signature, key) => {
      expect(verifySignature(request, signature, key)).toBe(true);
      expect(verifySignature({ ...request, method: "GET" }, signature, key)).toBe(false);
      expect(verifySignature({ ...request, url: `${request.url}x` }, signature, key)).toBe(false);
      expect(verifySignature({ ...request, form: [["x", "y"]] }, signature, key)).toBe(false);
      expect(verifySignature({ ...request, protocolParameters: [] }, signature, key)).toBe(false);
      expect(verifySignature(request, signature, { ...key, consumerSecret: "other" } as VerificationKey)).toBe(false);
      expect(verifySignature(request, signature, { ...key, tokenSecret: "other" } as VerificationKey)).toBe(false);
    },
  );

  test("rejects the signature that RFC 5849 3.4.1.1 prints, which is wrong, as erratum 2550 says", () => {
    const [, request, , key] = published[1]!;
    expect(verifySignature(request, "bYT5CMsGcbgUdFHObYMEfcx6bsw=", key)).toBe(false);
  });

  test("ignores an oauth_signature among the parameters", () => {
    const [, request, signature, key] = published[0]!;
    const protocolParameters: NameValue[] = [...request.protocolParameters!, ["oauth_signature", signature]];
    expect(verifySignature({ ...request, protocolParameters }, signature, key)).toBe(true);
  });
});

describe("a request that was signed, sent and read again", () => {
  test.each(SIGNATURE_METHODS)("verifies with %s, for any form", (signatureMethod) => {
    const isRsa = isRsaMethod(signatureMethod);
    const secrets = { signatureMethod, consumerSecret: "s&" } as SharedSecrets;
    const signing = isRsa ? { signatureMethod, privateKey: pair.privateKey } : secrets;
    const credentials = { consumerKey: "c k", ...signing };
    const key = isRsa ? { signatureMethod, publicKey: pair.publicKey } : secrets;
    fc.assert(
      fc.property(formPairs, (form) => {
        const signed = sign({ method: "put", url: "https://h/p?q=%FF+", form }, credentials);
        const request = {
          method: signed.method,
          url: signed.url,
          form: parseForm(signed.body as string),
          protocolParameters: parseAuthorizationHeader(signed.authorization!).parameters,
        };
        expect(verifySignature(request, signed.signature, key)).toBe(true);
        if (signatureMethod === "PLAINTEXT") return;
        expect(verifySignature({ ...request, form: [...request.form, ["extra", ""]] }, signed.signature, key)).toBe(
          false,
        );
      }),
      { numRuns: isRsa ? 10 : 50 },
    );
  });

  test("U+FFFD instead of an octet that is not UTF-8 does not verify", () => {
    const key = { signatureMethod: "HMAC-SHA1", consumerSecret: "s" } as const;
    const signed = sign(
      { method: "POST", url: "https://h/", form: [["a", Uint8Array.of(0xff)]] },
      { consumerKey: "c", ...key },
    );
    const { parameters: protocolParameters } = parseAuthorizationHeader(signed.authorization!);
    expect(
      verifySignature(
        { method: "POST", url: "https://h/", form: [["a", "\ufffd"]], protocolParameters },
        signed.signature,
        key,
      ),
    ).toBe(false);
    expect(
      verifySignature(
        { method: "POST", url: "https://h/", form: [["a", Uint8Array.of(0xff)]], protocolParameters },
        signed.signature,
        key,
      ),
    ).toBe(true);
  });
});

describe("a request that cannot be verified", () => {
  const [, request, signature, key] = published[0]!;

  test("is refused: a relative URL, a lone surrogate and an unusable key", () => {
    expect(refusalOf(() => verifySignature({ ...request, url: "/p" }, signature, key)).code).toBe("url-malformed");
    expect(refusalOf(() => verifySignature({ ...request, form: [["a", "\ud800"]] }, signature, key)).code).toBe(
      "text-malformed",
    );
    const error = refusalOf(() =>
      verifySignature(request, signature, {
        signatureMethod: "RSA-SHA1",
        consumerSecret: "hunter2",
      } as unknown as VerificationKey),
    );
    expect(error.code).toBe("key-kind-mismatch");
    expectNoSecret(error, "hunter2");
  });

  test.each<[string, object]>([
    ["a record as form", { form: { a: "1" } }],
    ["a list as value", { form: [["a", ["1", "2"]]] }],
    ["a number as value", { protocolParameters: [["oauth_timestamp", 1]] }],
  ])("is refused and not taken for something else: %s", (_, change) => {
    clearRefusalOf(() => verifySignature({ ...request, ...change } as BaseStringRequest, signature, key));
  });
});
