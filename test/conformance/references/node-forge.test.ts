/** node-forge's HMAC and RSA against published values, OpenSSL, and the limits of its domain. */

import { createHmac, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { outsideDomain } from "../../../src/conformance/references/domain.ts";
import { type ForgeRsaQuestion, forgeRsaDomain, nodeForge } from "../../../src/conformance/references/node-forge.ts";
import type { StageValues } from "../../../src/conformance/vectors/index.ts";
import { testKeyPair } from "../../keys/index.ts";

type Hash = ForgeRsaQuestion["hash"];

const hashes: Hash[] = ["SHA-1", "SHA-256", "SHA-512"];
const nodeNames: Record<Hash, string> = { "SHA-1": "sha1", "SHA-256": "sha256", "SHA-512": "sha512" };
const hmacMethods = { "SHA-1": "HMAC-SHA1", "SHA-256": "HMAC-SHA256", "SHA-512": "HMAC-SHA512" } as const;
const rsaMethods = { "SHA-1": "RSA-SHA1", "SHA-256": "RSA-SHA256", "SHA-512": "RSA-SHA512" } as const;

/** The signature with a consumer secret alone, whose key ends with an ampersand. */
function hmac(hash: Hash, consumerSecret: string, baseString: string): unknown {
  const method = { signatureMethod: hmacMethods[hash], credentials: { consumerSecret } };
  return (nodeForge.operations.signature!({ operation: "signature", baseString, ...method }) as StageValues).signature;
}

function rsa(hash: Hash, privateKey: string, baseString: string): string {
  const method = { signatureMethod: rsaMethods[hash], credentials: { privateKey } };
  const stages = nodeForge.operations.signature!({ operation: "signature", baseString, ...method }) as StageValues;
  return String(stages.signature);
}

function verifies(hash: Hash, publicKey: string, baseString: string, signature: string): unknown {
  const method = { signatureMethod: rsaMethods[hash], credentials: { publicKey } };
  const input = { operation: "verify-signature", baseString, signature, ...method } as const;
  return (nodeForge.operations["verify-signature"]!(input) as StageValues).valid;
}

/** The names of the limits that a question meets. */
function outsideNames(question: ForgeRsaQuestion): string[] {
  return outsideDomain(forgeRsaDomain, question)?.split(", ") ?? [];
}

describe("HMAC of node-forge", () => {
  test("signs the request for temporary credentials of RFC 5849 1.2", () => {
    const baseString =
      "POST&https%3A%2F%2Fphotos.example.net%2Finitiate&oauth_callback%3Dhttp%253A%252F%252Fprinter.example.com" +
      "%252Fready%26oauth_consumer_key%3Ddpf43f3p2l4k3l03%26oauth_nonce%3DwIjqoS%26oauth_signature_method%3D" +
      "HMAC-SHA1%26oauth_timestamp%3D137131200";
    expect(hmac("SHA-1", "kd94hf93k423kf44", baseString)).toBe("74KNZJeDHnMBp0EMJ9ZHt/XKycU=");
  });

  test.each(hashes)("agrees with OpenSSL for %s around the block lengths", (hash) => {
    for (const length of [0, 1, 55, 63, 64, 65, 111, 127, 128, 129, 300]) {
      const secret = "k".repeat(length);
      const message = "é😀&".repeat(length);
      const expected = createHmac(nodeNames[hash], `${secret}&`).update(message).digest("base64");
      expect(hmac(hash, secret, message)).toBe(expected);
    }
  });

  test("a secret is encoded as UTF-8", () => {
    const expected = createHmac("sha256", "cl%C3%A9%26%C3%9F&").update("m").digest("base64");
    expect(hmac("SHA-256", "clé&ß", "m")).toBe(expected);
  });
});

describe("RSA of node-forge", () => {
  const pair = testKeyPair("rsa-2048");
  const pkcs8 = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const pkcs1 = pair.privateKey.export({ type: "pkcs1", format: "pem" }).toString();
  const spki = pair.publicKey.export({ type: "spki", format: "pem" }).toString();
  const publicPkcs1 = pair.publicKey.export({ type: "pkcs1", format: "pem" }).toString();

  test.each(hashes)("agrees with OpenSSL for %s, from every form of key", (hash) => {
    const message = "POST&http%3A%2F%2Fexample.com%2F&é";
    const expected = sign(nodeNames[hash], Buffer.from(message), pair.privateKey).toString("base64");
    for (const key of [pkcs8, pkcs1]) {
      expect(outsideNames({ hash, keyPem: key })).toEqual([]);
      expect(rsa(hash, key, message)).toBe(expected);
    }
    for (const key of [pkcs8, pkcs1, spki, publicPkcs1]) {
      expect(outsideNames({ hash, keyPem: key, signatureBase64: expected })).toEqual([]);
      expect(verifies(hash, key, message, expected)).toBe(true);
      expect(verifies(hash, key, `${message}!`, expected)).toBe(false);
    }
  });

  test("what is no signature is answered false, not thrown", () => {
    const right = rsa("SHA-256", pkcs8, "m");
    const octets = Buffer.from(right, "base64");
    const wrong = [
      Buffer.alloc(0),
      octets.subarray(1),
      Buffer.concat([octets, Buffer.alloc(1)]),
      Buffer.alloc(256),
      Buffer.alloc(256, 255),
      Buffer.from(octets).fill(0, 100, 101),
    ];
    for (const signature of wrong) {
      expect(verifies("SHA-256", spki, "m", signature.toString("base64"))).toBe(false);
    }
    expect(verifies("SHA-1", spki, "m", right)).toBe(false);
  });

  // With this key three of these signatures begin with a zero octet.
  test("signatures with leading zeros keep their length", { tags: ["deep"] }, () => {
    const short = testKeyPair("rsa-512");
    const key = short.privateKey.export({ type: "pkcs1", format: "pem" }).toString();
    for (let index = 0; index < 600; index += 1) {
      const signature = rsa("SHA-1", key, String(index));
      expect(Buffer.from(signature, "base64")).toHaveLength(64);
      expect(verify("sha1", Buffer.from(String(index)), short.publicKey, Buffer.from(signature, "base64"))).toBe(true);
    }
  });

  describe("outside its domain", () => {
    const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const pss = testKeyPair("rsa-pss-2048");
    const short = testKeyPair("rsa-512").privateKey;
    const protection = { cipher: "aes-256-cbc", passphrase: "secret" } as const;
    const pssPem = pss.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const right = rsa("SHA-1", pkcs8, "m");
    const ecPem = ec.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const encrypted = pair.privateKey.export({ type: "pkcs1", format: "pem", ...protection }).toString();
    const shortPem = short.export({ type: "pkcs8", format: "pem" }).toString();

    function outside(names: string[], hash: Hash, keyPem: string, signatureBase64?: string): void {
      const question = { hash, keyPem, ...(signatureBase64 === undefined ? {} : { signatureBase64 }) };
      expect(outsideNames(question)).toEqual(names);
    }

    test("of two PEM blocks the first is read and the second ignored", () => {
      outside(["key-not-one-pem-block"], "SHA-1", spki + pssPem, right);
      expect(verifies("SHA-1", spki + pssPem, "m", right)).toBe(true);
      outside(["key-not-one-pem-block", "key-label-unknown"], "SHA-1", "not a key");
    });

    test("other labels throw", () => {
      const sec1 = ec.privateKey.export({ type: "sec1", format: "pem" }).toString();
      outside(["key-label-unknown", "key-not-rsa-encryption"], "SHA-1", sec1);
      expect(() => rsa("SHA-1", sec1, "m")).toThrow("PEM header type");
    });

    test("encrypted keys throw", () => {
      const modern = pair.privateKey.export({ type: "pkcs8", format: "pem", ...protection }).toString();
      outside(["key-label-unknown", "key-encrypted", "key-not-rsa-encryption"], "SHA-1", modern);
      expect(() => rsa("SHA-1", modern, "m")).toThrow();
      outside(["key-encrypted"], "SHA-1", encrypted);
      expect(() => rsa("SHA-1", encrypted, "m")).toThrow("encrypted");
    });

    test("other algorithms throw, but an RSA-PSS key signs as if it were a plain one", () => {
      outside(["key-not-rsa-encryption"], "SHA-1", ecPem);
      expect(() => rsa("SHA-1", ecPem, "m")).toThrow("RSAPrivateKey");
      outside(["key-not-rsa-encryption"], "SHA-1", pssPem);
      expect(rsa("SHA-1", pssPem, "m")).toHaveLength(344);
      const signature = Buffer.from(rsa("SHA-1", pssPem, "m"), "base64");
      expect(verify("sha1", Buffer.from("m"), createPublicKey(pss.privateKey), signature)).toBe(false);
    });

    test("a modulus too short for the digest throws", () => {
      outside(["modulus-too-short"], "SHA-512", shortPem);
      expect(() => rsa("SHA-512", shortPem, "m")).toThrow();
      outside([], "SHA-256", shortPem);
      expect(rsa("SHA-256", shortPem, "m")).toBe(sign("sha256", Buffer.from("m"), short).toString("base64"));
    });

    test("loose base64 is taken for the same signature", () => {
      for (const loose of [`${right}\n`, `*${right}`, ` ${right}`]) {
        outside(["signature-not-canonical-base64"], "SHA-1", spki, loose);
        expect(verifies("SHA-1", spki, "m", loose)).toBe(true);
      }
    });

    test("every limit has an example", () => {
      const examples = [
        { hash: "SHA-1", keyPem: "not a key" },
        { hash: "SHA-1", keyPem: encrypted },
        { hash: "SHA-1", keyPem: ecPem },
        { hash: "SHA-512", keyPem: shortPem },
        { hash: "SHA-1", keyPem: spki, signatureBase64: `${right}\n` },
      ] as const;
      const met = new Set(examples.flatMap((example) => outsideNames(example)));
      expect([...met].sort()).toEqual(Object.keys(forgeRsaDomain).sort());
    });
  });
});
