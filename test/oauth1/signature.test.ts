/** Signatures over base strings (RFC 5849 3.4.2 to 3.4.4): made and checked. */

import { createHmac, publicEncrypt, verify } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createBaseStringSigner,
  SIGNATURE_METHODS,
  type SigningKey,
  type VerificationKey,
  verifyBaseString,
} from "../../src/oauth1/index.ts";
import { isRsaMethod } from "../../src/oauth1/signature-methods.ts";
import { testKeyPair } from "../keys/index.ts";
import { text } from "./arbitraries.ts";
import { certificate, der, PASSPHRASE, pair, pem, secretPieces } from "./example-keys.ts";
import { binary, encode } from "./independent.ts";
import { expectNoSecret, refusalOf } from "./refusals.ts";

const BASE_STRING = "GET&http%3A%2F%2Fh%2F&a%3D1";
const HMAC_METHODS = ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512"] as const;
const RSA_METHODS = ["RSA-SHA1", "RSA-SHA256", "RSA-SHA512"] as const;

function hashOf(method: string): string {
  return method.slice(method.indexOf("-") + 1).toLowerCase();
}

function signingKeyFor(signatureMethod: SigningKey["signatureMethod"]): SigningKey {
  return isRsaMethod(signatureMethod)
    ? { signatureMethod, privateKey: pair.privateKey }
    : { signatureMethod, consumerSecret: "consumer & secret", tokenSecret: "töken" };
}

function verificationKeyFor(signatureMethod: SigningKey["signatureMethod"]): VerificationKey {
  return isRsaMethod(signatureMethod)
    ? { signatureMethod, publicKey: pair.publicKey }
    : { signatureMethod, consumerSecret: "consumer & secret", tokenSecret: "töken" };
}

describe("an HMAC signature", () => {
  test.each(HMAC_METHODS)("is that of createHmac with the encoded secrets, for any of them: %s", (signatureMethod) => {
    fc.assert(
      fc.property(text, fc.option(text, { nil: undefined }), text, (consumerSecret, tokenSecret, baseString) => {
        const key = `${encode(binary(consumerSecret))}&${encode(binary(tokenSecret ?? ""))}`;
        const expected = createHmac(hashOf(signatureMethod), key).update(baseString).digest("base64");
        const secrets = { signatureMethod, consumerSecret, tokenSecret };
        expect(createBaseStringSigner(secrets).sign(baseString)).toBe(expected);
        expect(verifyBaseString(baseString, expected, secrets)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe("a PLAINTEXT signature", () => {
  test.each([
    ["djr9rjt0jd78jf88", "jjd999tj88uiths3", "djr9rjt0jd78jf88&jjd999tj88uiths3"],
    ["djr9rjt0jd78jf88", "jjd99$tj88uiths3", "djr9rjt0jd78jf88&jjd99%24tj88uiths3"],
    ["djr9rjt0jd78jf88", undefined, "djr9rjt0jd78jf88&"],
    ["", undefined, "&"],
  ])("is the key itself (OAuth Core 1.0 9.4.1): %j and %j", (consumerSecret, tokenSecret, expected) => {
    const key = { signatureMethod: "PLAINTEXT", consumerSecret, tokenSecret } as const;
    expect(createBaseStringSigner(key).sign("any")).toBe(expected);
    expect(verifyBaseString("other", expected, key)).toBe(true);
  });
});

describe("RSA", () => {
  const { privateKey, publicKey } = pair;

  test.each(RSA_METHODS)("%s is PKCS#1 v1.5 and the same each time, from every container", async (signatureMethod) => {
    const keys: SigningKey[] = [
      { signatureMethod, privateKey },
      { signatureMethod, privateKey: pem(privateKey, "pkcs1") },
      { signatureMethod, privateKey: pem(privateKey, "pkcs8") },
      { signatureMethod, privateKey: pem(privateKey, "pkcs8", PASSPHRASE), passphrase: PASSPHRASE },
      { signatureMethod, privateKey: pem(privateKey, "pkcs1", PASSPHRASE), passphrase: PASSPHRASE },
      { signatureMethod, privateKey: der(privateKey, "pkcs1") },
      { signatureMethod, privateKey: der(privateKey, "pkcs8") },
      { signatureMethod, privateKey: der(privateKey, "pkcs8", PASSPHRASE), passphrase: PASSPHRASE },
      { signatureMethod, privateKey: privateKey.export({ format: "jwk" }) },
      { signatureMethod, privateKey: Buffer.from(pem(privateKey, "pkcs8")) },
    ];
    const signatures = new Set<string>();
    for (const key of keys) {
      const signer = createBaseStringSigner(key);
      signatures.add(signer.sign(BASE_STRING));
      signatures.add(await signer.signAsync(BASE_STRING));
    }
    expect(signatures.size).toBe(1);
    const [signature] = [...signatures];
    expect(signature).toMatch(/^[A-Za-z0-9+/]{171}=$/);
    expect(
      verify(hashOf(signatureMethod), Buffer.from(BASE_STRING), publicKey, Buffer.from(signature!, "base64")),
    ).toBe(true);
  });

  test("4096 bits sign and verify, from every container", async () => {
    const large = testKeyPair("rsa-4096");
    const inputs = [
      pem(large.privateKey, "pkcs8"),
      der(large.privateKey, "pkcs1"),
      large.privateKey.export({ format: "jwk" }),
    ];
    for (const privateKey of inputs) {
      const signer = createBaseStringSigner({ signatureMethod: "RSA-SHA512", privateKey });
      const signature = await signer.signAsync(BASE_STRING);
      expect(Buffer.from(signature, "base64")).toHaveLength(512);
      expect(verify("sha512", Buffer.from(BASE_STRING), large.publicKey, Buffer.from(signature, "base64"))).toBe(true);
    }
  });

  test("a key of 512 bits has room for SHA-1 and SHA-256 and not for SHA-512", () => {
    const small = testKeyPair("rsa-512");
    for (const signatureMethod of ["RSA-SHA1", "RSA-SHA256"] as const) {
      const signature = createBaseStringSigner({ signatureMethod, privateKey: small.privateKey }).sign(BASE_STRING);
      expect(
        verify(hashOf(signatureMethod), Buffer.from(BASE_STRING), small.publicKey, Buffer.from(signature, "base64")),
      ).toBe(true);
    }
    const error = refusalOf(() =>
      createBaseStringSigner({ signatureMethod: "RSA-SHA512", privateKey: small.privateKey }),
    );
    expect(error.code).toBe("key-too-small");
    expect(error.message).toBe("RSA-SHA512 needs a key of at least 745 bits, got 512");
  });

  test.each([
    ["RSA-SHA1", "rsa-361"],
    ["RSA-SHA256", "rsa-489"],
    ["RSA-SHA512", "rsa-745"],
  ] as const)("%s signs with %s, whose modulus has one bit in its first octet", (signatureMethod, name) => {
    const least = testKeyPair(name);
    const signature = createBaseStringSigner({ signatureMethod, privateKey: least.privateKey }).sign(BASE_STRING);
    const octets = Buffer.from(signature, "base64");
    expect(verify(hashOf(signatureMethod), Buffer.from(BASE_STRING), least.publicKey, octets)).toBe(true);
  });

  test("a key with one octet less than SHA-512 needs is refused", () => {
    const below = testKeyPair("rsa-744").privateKey;
    expect(refusalOf(() => createBaseStringSigner({ signatureMethod: "RSA-SHA512", privateKey: below })).code).toBe(
      "key-too-small",
    );
  });

  const expectRefusedOrRight = (step: number): void => {
    const original = der(privateKey, "pkcs1");
    const wrong: number[] = [];
    for (let index = 0; index < original.length; index += step) {
      const damaged = Buffer.from(original);
      damaged[index]! ^= 1;
      let signature: string;
      try {
        signature = createBaseStringSigner({ signatureMethod: "RSA-SHA256", privateKey: damaged }).sign(BASE_STRING);
      } catch (error) {
        expect((error as { code?: string }).code).toMatch(/^key-/);
        continue;
      }
      if (!verify("sha256", Buffer.from(BASE_STRING), publicKey, Buffer.from(signature, "base64"))) wrong.push(index);
    }
    expect(wrong).toEqual([]);
  };
  test.each([31])("a damaged key is refused or signs correctly, each octet of %i", expectRefusedOrRight);
  test.each([3])(
    "a damaged key is refused or signs correctly, each octet of %i",
    { tags: ["deep"] },
    expectRefusedOrRight,
  );
});

describe("every method", () => {
  test.each(SIGNATURE_METHODS)(
    "%s signs the same synchronously and asynchronously, and the signature verifies",
    async (method) => {
      const signer = createBaseStringSigner(signingKeyFor(method));
      const signature = signer.sign(BASE_STRING);
      expect(await signer.signAsync(BASE_STRING)).toBe(signature);
      expect(verifyBaseString(BASE_STRING, signature, verificationKeyFor(method))).toBe(true);
      if (method !== "PLAINTEXT")
        expect(verifyBaseString(`${BASE_STRING}0`, signature, verificationKeyFor(method))).toBe(false);
    },
  );

  test.each(SIGNATURE_METHODS)(
    "%s keeps working with the key it was given when the key object changes",
    (signatureMethod) => {
      const key = { ...signingKeyFor(signatureMethod) } as Record<string, unknown>;
      const signer = createBaseStringSigner(key as unknown as SigningKey);
      const before = signer.sign(BASE_STRING);
      for (const name of Object.keys(key)) key[name] = undefined;
      expect(signer.sign(BASE_STRING)).toBe(before);
    },
  );

  test.each(SIGNATURE_METHODS)("%s accepts one spelling of a signature", (method) => {
    const key = verificationKeyFor(method);
    const right = createBaseStringSigner(signingKeyFor(method)).sign(BASE_STRING);
    const wrong = [
      "",
      `${right} `,
      ` ${right}`,
      `${right}\n`,
      `${right}=`,
      `${right}!`,
      `${right}A`,
      `${right}\0`,
      `${right}\ud800`,
      right.slice(0, -1),
      right.slice(1),
      right.replace(/=+$/, "").concat("&"),
      `${right.slice(0, 10)}\n${right.slice(10)}`,
      `${right.slice(0, 10)} ${right.slice(10)}`,
      encodeURIComponent(right).concat("%3D"),
      right + right,
      right.toLowerCase() === right ? right.toUpperCase() : right.toLowerCase(),
    ];
    for (const signature of wrong)
      expect(verifyBaseString(BASE_STRING, signature, key), JSON.stringify(signature)).toBe(false);
    expect(verifyBaseString(BASE_STRING, right, key)).toBe(true);
  });

  test.each([...HMAC_METHODS, ...RSA_METHODS])(
    "%s does not take the URL alphabet, missing padding, or other bits under the padding",
    (method) => {
      const key = verificationKeyFor(method);
      const signer = createBaseStringSigner(signingKeyFor(method));
      // A base string whose signature holds both characters that the alphabets differ in.
      let baseString = "";
      let right = "";
      for (let index = 0; !(right.includes("+") && right.includes("/")); index++) {
        baseString = `${BASE_STRING}${index}`;
        right = signer.sign(baseString);
      }
      expect(verifyBaseString(baseString, right, key)).toBe(true);
      const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
      const last = right.replace(/=+$/, "").length - 1;
      const sameOctets = right.slice(0, last) + alphabet[alphabet.indexOf(right[last]!) ^ 1] + right.slice(last + 1);
      expect(Buffer.from(sameOctets, "base64")).toEqual(Buffer.from(right, "base64"));
      for (const signature of [
        right.replaceAll("+", "-"),
        right.replaceAll("/", "_"),
        right.replace(/=+$/, ""),
        sameOctets,
      ]) {
        expect(signature).not.toBe(right);
        expect(verifyBaseString(baseString, signature, key), signature).toBe(false);
      }
    },
  );

  test.each(SIGNATURE_METHODS)("%s returns false for values that are not text", (method) => {
    for (const signature of [undefined, null, 5, {}, ["x"]]) {
      expect(verifyBaseString(BASE_STRING, signature as unknown as string, verificationKeyFor(method))).toBe(false);
    }
  });

  test.each(SIGNATURE_METHODS)("%s returns false for any text that is not the signature", (method) => {
    const key = verificationKeyFor(method);
    const right = createBaseStringSigner(signingKeyFor(method)).sign(BASE_STRING);
    fc.assert(
      fc.property(
        fc.oneof(text, fc.base64String()),
        (signature) => verifyBaseString(BASE_STRING, signature, key) === (signature === right),
      ),
      { numRuns: 30 },
    );
  });
});

describe("the verification of a signature", () => {
  test.each([...HMAC_METHODS, "PLAINTEXT"] as const)("with %s and another secret fails", (signatureMethod) => {
    const signature = createBaseStringSigner({ signatureMethod, consumerSecret: "a", tokenSecret: "b" }).sign(
      BASE_STRING,
    );
    for (const [consumerSecret, tokenSecret] of [
      ["a", "c"],
      ["b", "a"],
      ["a", undefined],
      ["", "b"],
      ["a&b", ""],
      ["A", "b"],
    ] as const) {
      expect(verifyBaseString(BASE_STRING, signature, { signatureMethod, consumerSecret, tokenSecret })).toBe(false);
    }
  });

  test("with another RSA key, or of another hash, fails", () => {
    const signature = createBaseStringSigner(signingKeyFor("RSA-SHA256")).sign(BASE_STRING);
    const other = testKeyPair("rsa-1024-other").publicKey;
    expect(verifyBaseString(BASE_STRING, signature, { signatureMethod: "RSA-SHA256", publicKey: other })).toBe(false);
    expect(verifyBaseString(BASE_STRING, signature, verificationKeyFor("RSA-SHA512"))).toBe(false);
    expect(verifyBaseString(BASE_STRING, signature, verificationKeyFor("RSA-SHA1"))).toBe(false);
  });

  test("of octets that are not a PKCS#1 v1.5 signature fails", () => {
    const octets = publicEncrypt(pair.publicKey, Buffer.from(BASE_STRING));
    for (const wrong of [
      octets,
      Buffer.alloc(128),
      Buffer.alloc(128, 0xff),
      Buffer.alloc(127),
      Buffer.alloc(129),
      Buffer.alloc(0),
    ]) {
      expect(verifyBaseString(BASE_STRING, wrong.toString("base64"), verificationKeyFor("RSA-SHA256"))).toBe(false);
    }
  });

  test("with RSA accepts a certificate as key", () => {
    const signature = createBaseStringSigner(signingKeyFor("RSA-SHA256")).sign(BASE_STRING);
    expect(verifyBaseString(BASE_STRING, signature, { signatureMethod: "RSA-SHA256", publicKey: certificate() })).toBe(
      true,
    );
  });
});

describe("the error for verifying with RSA", () => {
  test.each([
    [{}, "key-missing", "RSA-SHA256 needs publicKey, got none"],
    [{ consumerSecret: "hunter2" }, "key-kind-mismatch", "RSA-SHA256 needs publicKey, got only a consumerSecret"],
  ])("names what %j lacks", (key, code, message) => {
    const given = { signatureMethod: "RSA-SHA256", ...key } as never;
    const error = refusalOf(() => verifyBaseString(BASE_STRING, "x", given));
    expect([error.code, error.message]).toEqual([code, message]);
  });
});

describe("keys of the wrong kind", () => {
  const publicPem = pem(pair.publicKey, "spki");
  const privatePem = pem(pair.privateKey, "pkcs8");
  const pems: [string, string][] = [
    ["a public key", publicPem],
    ["a private key", privatePem],
    ["a PKCS#1 public key", pem(pair.publicKey, "pkcs1")],
    ["a certificate", certificate()],
    ["white space and a public key", ` \r\n\t${publicPem}`],
    ["a byte order mark and a public key", `\ufeff${publicPem}`],
    ["other text and a public key", `Bag Attributes\n  name: merchant\n${publicPem}`],
    ["a public key with a literal \\n", publicPem.replaceAll("\n", "\\n")],
  ];

  // A public key as an HMAC secret is known to everyone, so anyone could forge.
  test.each(pems)("%s in PEM is not accepted as consumerSecret", (_, consumerSecret) => {
    for (const signatureMethod of [...HMAC_METHODS, "PLAINTEXT"] as const) {
      for (const use of [
        () => createBaseStringSigner({ signatureMethod, consumerSecret }),
        () => verifyBaseString(BASE_STRING, "x", { signatureMethod, consumerSecret }),
      ]) {
        const error = refusalOf(use);
        expect(error.code).toBe("key-kind-mismatch");
        expect(error.message).toBe(`${signatureMethod} needs consumerSecret, got PEM`);
        expectNoSecret(error, ...secretPieces(consumerSecret));
      }
    }
  });

  const secret = "hunter2";
  test.each<[string, object, string, string]>([
    [
      "HMAC without anything",
      { signatureMethod: "HMAC-SHA1" },
      "key-missing",
      "HMAC-SHA1 needs consumerSecret, got none",
    ],
    [
      "PLAINTEXT without anything",
      { signatureMethod: "PLAINTEXT" },
      "key-missing",
      "PLAINTEXT needs consumerSecret, got none",
    ],
    [
      "HMAC with a token secret alone",
      { signatureMethod: "HMAC-SHA1", tokenSecret: secret },
      "key-missing",
      "needs consumerSecret",
    ],
    [
      "HMAC with a private key",
      { signatureMethod: "HMAC-SHA256", privateKey: privatePem },
      "key-kind-mismatch",
      "HMAC-SHA256 needs consumerSecret, got an RSA key",
    ],
    [
      "HMAC with both",
      { signatureMethod: "HMAC-SHA256", privateKey: privatePem, consumerSecret: secret },
      "key-kind-mismatch",
      "got an RSA key",
    ],
    [
      "HMAC with octets",
      { signatureMethod: "HMAC-SHA1", consumerSecret: Buffer.from(secret) },
      "key-kind-mismatch",
      "consumerSecret must be text, got object",
    ],
    [
      "HMAC with null",
      { signatureMethod: "HMAC-SHA1", consumerSecret: null },
      "key-kind-mismatch",
      "consumerSecret must be text, got null",
    ],
    [
      "HMAC with a number",
      { signatureMethod: "HMAC-SHA1", consumerSecret: 5 },
      "key-kind-mismatch",
      "consumerSecret must be text, got number",
    ],
    [
      "HMAC with a token secret of null",
      { signatureMethod: "HMAC-SHA1", consumerSecret: secret, tokenSecret: null },
      "key-kind-mismatch",
      "tokenSecret must be text, got null",
    ],
    [
      "HMAC with a lone surrogate",
      { signatureMethod: "HMAC-SHA1", consumerSecret: `${secret}\ud800` },
      "text-malformed",
      "U+D800",
    ],
    ["RSA without anything", { signatureMethod: "RSA-SHA1" }, "key-missing", "RSA-SHA1 needs privateKey, got none"],
    [
      "RSA with a secret",
      { signatureMethod: "RSA-SHA256", consumerSecret: secret },
      "key-kind-mismatch",
      "RSA-SHA256 needs privateKey, got only a consumerSecret",
    ],
    ["RSA with null", { signatureMethod: "RSA-SHA1", privateKey: null }, "key-unreadable", "got null"],
    [
      "RSA with a public key",
      { signatureMethod: "RSA-SHA1", privateKey: publicPem },
      "key-kind-mismatch",
      "must be a private key",
    ],
    [
      "RSA with a secret as key",
      { signatureMethod: "RSA-SHA1", privateKey: secret },
      "key-unreadable",
      "text without a PEM header",
    ],
    [
      "RSA with a wrong passphrase",
      { signatureMethod: "RSA-SHA1", privateKey: pem(pair.privateKey, "pkcs8", PASSPHRASE), passphrase: secret },
      "key-passphrase-wrong",
      "passphrase",
    ],
    [
      "an unknown method",
      { signatureMethod: "HMAC-MD5", consumerSecret: secret },
      "signature-method-unknown",
      '"HMAC-MD5"',
    ],
    ["no method", { consumerSecret: secret }, "signature-method-unknown", "got undefined"],
  ])("%s is refused", (_, key, code, part) => {
    const error = refusalOf(() => createBaseStringSigner(key as SigningKey));
    expect(error.code).toBe(code);
    expect(error.message).toContain(part);
    expectNoSecret(error, secret, PASSPHRASE, ...secretPieces(privatePem));
  });

  test.each<[string, object, string]>([
    ["HMAC with a public key", { signatureMethod: "HMAC-SHA1", publicKey: publicPem }, "key-kind-mismatch"],
    [
      "HMAC with both",
      { signatureMethod: "HMAC-SHA1", publicKey: publicPem, consumerSecret: secret },
      "key-kind-mismatch",
    ],
    ["HMAC without anything", { signatureMethod: "HMAC-SHA1" }, "key-missing"],
    ["RSA with a secret", { signatureMethod: "RSA-SHA1", consumerSecret: secret }, "key-kind-mismatch"],
    ["RSA without anything", { signatureMethod: "RSA-SHA1" }, "key-missing"],
    ["RSA with garbage", { signatureMethod: "RSA-SHA1", publicKey: secret }, "key-unreadable"],
    ["an unknown method", { signatureMethod: "", consumerSecret: secret }, "signature-method-unknown"],
  ])("%s is refused to verify with", (_, key, code) => {
    const error = refusalOf(() => verifyBaseString(BASE_STRING, "x", key as VerificationKey));
    expect(error.code).toBe(code);
    expectNoSecret(error, secret);
  });
});
