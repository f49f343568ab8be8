/** Keys: the text of HMAC and PLAINTEXT, and RSA keys in every usual container. */

import { createPublicKey, createSecretKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type RsaKeyInput, readPrivateKey, readPublicKey, signingKey } from "../../src/oauth1/index.ts";
import { notDecrypted } from "../../src/oauth1/keys.ts";
import { derInteger, der as derOf, OBJECT_IDENTIFIER, OCTET_STRING, SEQUENCE } from "../../src/platform/browser/der.ts";
import { testKeyPair } from "../keys/index.ts";
import { text } from "./arbitraries.ts";
import { certificate, der, PASSPHRASE, pair, pem, secretPieces } from "./example-keys.ts";
import { binary, encode } from "./independent.ts";
import { expectNoSecret, refusalOf } from "./refusals.ts";

const { privateKey, publicKey } = pair;
const rsaPss = testKeyPair("rsa-pss-1024");
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const ed25519 = generateKeyPairSync("ed25519");
const secret = createSecretKey(Buffer.from("hunter2"));

function publicDer(key: KeyObject): string {
  const half = key.type === "public" ? key : createPublicKey(key);
  return half.export({ type: "spki", format: "der" }).toString("hex");
}

describe("the signing key of HMAC and PLAINTEXT", () => {
  test.each([
    ["kd94hf93k423kf44", undefined, "kd94hf93k423kf44&"],
    ["kd94hf93k423kf44", "pfkkdhi9sl3r4s00", "kd94hf93k423kf44&pfkkdhi9sl3r4s00"],
    ["", "", "&"],
    ["", "t", "&t"],
    ["a&b", "c%d", "a%26b&c%25d"],
    ["é 😀+", "~*", "%C3%A9%20%F0%9F%98%80%2B&~%2A"],
  ])("has both secrets: %j and %j", (consumerSecret, tokenSecret, expected) => {
    expect(signingKey(consumerSecret, tokenSecret)).toBe(expected);
  });

  test("no two pairs of secrets have the same key", () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const key = signingKey(one, other);
        expect(key).toBe(`${encode(binary(one))}&${encode(binary(other))}`);
        expect(key.split("&").map(decodeURIComponent)).toEqual([one, other]);
      }),
    );
  });

  test("a lone surrogate is refused without showing the secret", () => {
    const error = refusalOf(() => signingKey("hunter2\ud800"));
    expect(error.code).toBe("text-malformed");
    expectNoSecret(error, "hunter2");
  });
});

describe("private keys", () => {
  const plain = pem(privateKey, "pkcs8");

  test.each<[string, RsaKeyInput, string?]>([
    ["PKCS#8 PEM", plain],
    ["PKCS#1 PEM", pem(privateKey, "pkcs1")],
    ["encrypted PKCS#8 PEM", pem(privateKey, "pkcs8", PASSPHRASE), PASSPHRASE],
    ["traditionally encrypted PKCS#1 PEM", pem(privateKey, "pkcs1", PASSPHRASE), PASSPHRASE],
    ["PEM encrypted with a passphrase that is not ASCII", pem(privateKey, "pkcs8", "pässwörd"), "pässwörd"],
    ["PEM as octets", Buffer.from(plain)],
    ["PEM as a bare Uint8Array", Uint8Array.from(Buffer.from(plain))],
    ["encrypted PEM as octets", Buffer.from(pem(privateKey, "pkcs8", PASSPHRASE)), PASSPHRASE],
    ["PEM with CR LF", plain.replaceAll("\n", "\r\n")],
    ["PEM without a last line feed", plain.trimEnd()],
    ["PEM after other text", `Bag Attributes\n  name: x\n${plain}`],
    ["PEM that needs no passphrase, with one", plain, "unused"],
    ["PKCS#8 DER", der(privateKey, "pkcs8")],
    ["PKCS#1 DER", der(privateKey, "pkcs1")],
    ["DER as a bare Uint8Array", Uint8Array.from(der(privateKey, "pkcs8"))],
    ["DER in the middle of a buffer", new Uint8Array([1, ...der(privateKey, "pkcs8"), 2]).subarray(1, -1)],
    ["encrypted PKCS#8 DER", der(privateKey, "pkcs8", PASSPHRASE), PASSPHRASE],
    ["PKCS#1 DER that needs no passphrase, with one", der(privateKey, "pkcs1"), "unused"],
    ["JWK", privateKey.export({ format: "jwk" })],
    ["KeyObject", privateKey],
  ])("are read from %s", (_, input, passphrase) => {
    const key = readPrivateKey(input, passphrase);
    expect(key.type).toBe("private");
    expect(publicDer(key)).toBe(publicDer(publicKey));
  });

  test.each<[string, RsaKeyInput]>([
    ["an EC key in PEM", pem(ec.privateKey, "pkcs8")],
    ["an EC key in SEC1 PEM", ec.privateKey.export({ type: "sec1", format: "pem" }).toString()],
    ["an EC key in DER", der(ec.privateKey, "pkcs8")],
    ["an EC key as JWK", ec.privateKey.export({ format: "jwk" })],
    ["an EC KeyObject", ec.privateKey],
    ["an Ed25519 key", pem(ed25519.privateKey, "pkcs8")],
    ["an RSA-PSS key in PEM", pem(rsaPss.privateKey, "pkcs8")],
    ["an RSA-PSS KeyObject", rsaPss.privateKey],
    ["a public key in SPKI PEM", pem(publicKey, "spki")],
    ["a public key in PKCS#1 PEM", pem(publicKey, "pkcs1")],
    ["a public KeyObject", publicKey],
    ["a certificate", certificate()],
    ["a symmetric KeyObject", secret],
  ])("refuse %s as the wrong kind", (_, input) => {
    const error = refusalOf(() => readPrivateKey(input));
    expect(error.code).toBe("key-kind-mismatch");
    expect(error.message).toMatch(/^privateKey must be an? (?:RSA )?private key, got an? /);
    expectNoSecret(error, "hunter2", ...(typeof input === "string" ? secretPieces(input) : []));
  });

  const cut = plain.slice(0, 200);
  const literal = plain.replaceAll("\n", "\\n");

  test.each<[string, unknown, string]>([
    ["garbage", "hunter2 is no key", "text without a PEM header"],
    ["nothing", "", "text without a PEM header"],
    ["a file name", "/etc/keys/hunter2.pem", "text without a PEM header"],
    ["base64 without PEM lines", der(privateKey, "pkcs8").toString("base64"), "text without a PEM header"],
    ["PEM that was cut", cut, "damaged PEM (PRIVATE KEY)"],
    ["PEM with a literal \\n", literal, "PEM (PRIVATE KEY) with backslash and n instead of line feeds"],
    ["PEM of another label", plain.replaceAll("PRIVATE KEY", "HUNTER KEY"), "damaged PEM (HUNTER KEY)"],
    ["random octets", Uint8Array.of(1, 2, 3), "3 octets that are not such a key"],
    ["no octets", new Uint8Array(), "0 octets that are not such a key"],
    ["DER that was cut", der(privateKey, "pkcs8").subarray(0, 100), "100 octets"],
    ["a public key in DER", der(publicKey, "spki"), "octets"],
    ["a public JWK", publicKey.export({ format: "jwk" }), "got object"],
    ["a symmetric JWK", { kty: "oct", k: "aHVudGVyMg" }, "got object"],
    ["an empty object", {}, "got object"],
    ["null", null, "got null"],
    ["a number", 5, "got number"],
    ["a list", [1], "got object"],
  ])("refuse %s as unreadable", (_, input, part) => {
    const error = refusalOf(() => readPrivateKey(input as string));
    expect(error.code).toBe("key-unreadable");
    expect(error.message).toContain("privateKey must be an RSA key as PEM, DER, JWK or KeyObject, got ");
    expect(error.message).toContain(part);
    expect(error.cause).toBeUndefined();
    expectNoSecret(error, "hunter2", "aHVudGVyMg", ...secretPieces(plain));
  });

  test.each<[string, unknown]>([
    ["garbage", "hunter2 is no key"],
    ["PEM that was cut", cut],
    ["PEM with a literal \\n", literal],
    ["random octets", Uint8Array.of(1, 2, 3)],
  ])("refuse %s as unreadable also where a passphrase was given", (_, input) => {
    const error = refusalOf(() => readPrivateKey(input as string, PASSPHRASE));
    expect(error.code).toBe("key-unreadable");
    expectNoSecret(error, PASSPHRASE, "hunter2", ...secretPieces(plain));
  });

  test.each<[string, RsaKeyInput, string]>([
    ["private key", "-----BEGIN OPENSSH PRIVATE KEY-----\naHVudGVyMg\n", "ssh-keygen -p -m PKCS8 -N '' -f copy.pem"],
    [
      "private key as octets",
      Buffer.from("-----BEGIN OPENSSH PRIVATE KEY-----\naHVudGVyMg\n"),
      "ssh-keygen -p -m PKCS8",
    ],
    ["public key", "ssh-rsa AAAAaHVudGVyMg someone@host", "ssh-keygen -e -m PKCS8 -f FILE"],
  ])("call a %s of OpenSSH by its name, with the command that converts it", (_, input, command) => {
    const error = refusalOf(() => readPrivateKey(input));
    expect(error.code).toBe("key-unreadable");
    expect(error.message).toContain("in the format of OpenSSH");
    expect(error.message).toContain(command);
    expectNoSecret(error, "aHVudGVyMg");
  });

  test("know the public key of OpenSSH by how the text begins, whatever white space is before it", () => {
    const messageOf = (input: string): string => refusalOf(() => readPublicKey(input)).message;
    expect(messageOf(" \n\tssh-rsa AAAAB3 someone@host")).toContain("in the format of OpenSSH");
    for (const other of ["my ssh-rsa AAAAB3", "xssh-rsa AAAAB3", "ssh-rsa BBBB"])
      expect(messageOf(other)).toContain("text without a PEM header");
  });

  const encrypted: [string, RsaKeyInput][] = [
    ["PKCS#8 PEM", pem(privateKey, "pkcs8", PASSPHRASE)],
    ["PKCS#1 PEM", pem(privateKey, "pkcs1", PASSPHRASE)],
    ["PEM as octets", Buffer.from(pem(privateKey, "pkcs8", PASSPHRASE))],
    ["PKCS#8 DER", der(privateKey, "pkcs8", PASSPHRASE)],
  ];

  test.each(encrypted)("refuse encrypted %s without a passphrase, and say that one is expected", (_, input) => {
    const error = refusalOf(() => readPrivateKey(input));
    expect(error.code).toBe("key-passphrase-wrong");
    expect(error.message).toBe("privateKey is encrypted, expected a passphrase, got none");
  });

  test.each(encrypted)("refuse encrypted %s with a wrong passphrase", (_, input) => {
    for (const wrong of [
      "",
      "hunter2",
      `${PASSPHRASE} `,
      ...Array.from({ length: 20 }, (_, index) => `hunter2 ${index}`),
    ]) {
      const error = refusalOf(() => readPrivateKey(input, wrong));
      expect(error.code).toBe("key-passphrase-wrong");
      expect(error.message).toContain("cannot be decrypted with the given passphrase");
      expectNoSecret(error, "hunter2", PASSPHRASE, ...(typeof input === "string" ? secretPieces(input) : []));
    }
  });

  test("refuse a wrong passphrase even if the decrypted key has valid padding", () => {
    // One in 256 wrong passphrases does this; the correct one here is "correct horse".
    const unlucky = Buffer.from(
      "MIIBvTBXBgkqhkiG9w0BBQ0wSjApBgkqhkiG9w0BBQwwHAQIFmNczQHDfjcCAggAMAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBCnArIz" +
        "5PXrTBS9S0urWIKYBIIBYPy0l/7avFFPAQOKM2Du7b2/x7wCj6ZdR6fYvFRLzRXPxmFOAb3piCO8V3EqjHBhNOVHvXjbiDX0f9LI5C/aWCP/" +
        "oFEUyuWVv+PNOJKPHfSxm4CUtS3roGwIuUo/nA0gr0pP+1cFiZNQZRL4WS2TNm1ZmnD8a1PU7czemI1EBDn5UdtazWALk+IXeLKSGQ34fCL5" +
        "3Z977y5VgcqQ3Uxd0TdavMIapkqdkEDgVDgp38Mz0TvhDMj9gkG0wPfC7jsrII5I36sGIkan2Q77M8sW20feq8sbgY63uICH7cbS1Gl6ewjv" +
        "W8lTSkCzYTvfgSi74S6AzX7XyCMbTEJF3YIRZXGgsWiyMR29vhhZX0Z7rf2dXx5mKdu9QjmHPzEeGlzzSQcBHFJTH4QBxFfgUfWH1xQrt8Yh" +
        "fNkP2cBaqMFfRLR9Atk6UPYYRUAFqwZiIOi8Kr4VwEqlAYF9bXOGCHZf51Q=",
      "base64",
    );
    expect(readPrivateKey(unlucky, "correct horse").type).toBe("private");
    expect(refusalOf(() => readPrivateKey(unlucky, "wrong 284")).code).toBe("key-passphrase-wrong");
  });

  test.each([null, 5, {}])(
    "refuse the passphrase %j, which is not text, with an error about the passphrase",
    (passphrase) => {
      const error = refusalOf(() =>
        readPrivateKey(pem(privateKey, "pkcs8", PASSPHRASE), passphrase as unknown as string),
      );
      expect(error.code).toBe("key-passphrase-wrong");
    },
  );
});

describe("private keys that would occupy the process", () => {
  const identifier = (hex: string) => derOf(OBJECT_IDENTIFIER, Buffer.from(hex, "hex"));
  const integer = (value: number) => derInteger(BigInt(value));
  const SALT = derOf(OCTET_STRING, Buffer.alloc(8));
  const AES = derOf(SEQUENCE, identifier("60864801650304012a"), derOf(OCTET_STRING, Buffer.alloc(16)));
  const pbes2 = (derivation: string, ...numbers: readonly number[]) =>
    derOf(
      SEQUENCE,
      identifier("2a864886f70d01050d"),
      derOf(SEQUENCE, derOf(SEQUENCE, identifier(derivation), derOf(SEQUENCE, SALT, ...numbers.map(integer))), AES),
    );
  const encrypted = (algorithm: Uint8Array) => derOf(SEQUENCE, algorithm, derOf(OCTET_STRING, Buffer.alloc(400)));
  const pemOf = (octets: Uint8Array, header = "") =>
    `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${header}${Buffer.from(octets).toString("base64")}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
  const PBKDF2 = "2a864886f70d01050c";
  const SCRYPT = "2b06010401da47040b";
  const many = encrypted(pbes2(PBKDF2, 2_147_483_647));
  const few = Buffer.from(encrypted(pbes2(PBKDF2, 2048))).toString("base64");

  test.each<[string, string | Uint8Array, string]>([
    ["PBKDF2", pemOf(many), "2147483647"],
    ["PBKDF2, in DER", many, "2147483647"],
    ["PBKDF2, after another key", pemOf(encrypted(pbes2(PBKDF2, 1))) + pemOf(many), "2147483647"],
    ["PBKDF2, after header lines", pemOf(many, `X-Y: z\n${few}\n\n`), "2147483647"],
    ["scrypt", pemOf(encrypted(pbes2(SCRYPT, 65_536, 1, 131_072))), "8589934592"],
    [
      "the encryption of PKCS#12",
      encrypted(derOf(SEQUENCE, identifier("2a864886f70d010c0103"), derOf(SEQUENCE, SALT, integer(10_000_001)))),
      "10000001",
    ],
    ["a derivation without a number", pemOf(encrypted(pbes2(PBKDF2))), "none"],
  ])("are refused before they are decrypted: %s", (_what, input, iterations) => {
    const { code, message } = refusalOf(() => readPrivateKey(input, PASSPHRASE));
    expect(code).toBe("key-too-costly");
    expect(message).toBe(`privateKey must have a key derivation of at most 10000000 iterations, got ${iterations}`);
  });

  test("are refused for more bits than OpenSSL uses", () => {
    const octets = Buffer.alloc(65_536, 0xff).toString("base64url");
    const jwk = {
      kty: "RSA",
      n: octets,
      e: "AQAB",
      d: octets,
      p: octets,
      q: octets,
      dp: octets,
      dq: octets,
      qi: octets,
    };
    const { code, message } = refusalOf(() => readPrivateKey(jwk));
    // A later Node.js can refuse to import such a key.
    if (code === "key-unreadable" && !process.version.startsWith("v20.")) return;
    expect(code).toBe("key-too-large");
    expect(message).toBe("privateKey must have at most 16384 bits, got 524288");
  });
});

describe("private keys whose parts do not belong together", () => {
  // What such a key signs, no server accepts: a damaged character of the PEM is enough.
  test.each(["n", "e"] as const)("are refused with the reason: JWK with another %s", (part) => {
    const jwk = privateKey.export({ format: "jwk" });
    const octets = Buffer.from(jwk[part] as string, "base64url");
    octets[octets.length >> 1]! ^= 2;
    const { code, message } = refusalOf(() => readPrivateKey({ ...jwk, [part]: octets.toString("base64url") }));
    expect(code).toBe("key-unreadable");
    expect(message).toBe("privateKey must be an RSA key, got one whose parts do not belong together");
  });

  test("are refused: 10,000 octets with a modulus of 1024 bits", () => {
    const octets = Buffer.alloc(10_000, 0xff).toString("base64url");
    const { n } = testKeyPair("rsa-1024").privateKey.export({ format: "jwk" });
    const numbers = { d: octets, p: octets, q: octets, dp: octets, dq: octets, qi: octets };
    const { code } = refusalOf(() => readPrivateKey({ kty: "RSA", n: n as string, e: "AQAB", ...numbers }));
    expect(code).toBe("key-unreadable");
  });

  test("are refused: the modulus of one key and the rest of another", () => {
    const { n } = testKeyPair("rsa-1024-other").privateKey.export({ format: "jwk" });
    expect(refusalOf(() => readPrivateKey({ ...privateKey.export({ format: "jwk" }), n: n as string })).code).toBe(
      "key-unreadable",
    );
  });
});

describe("public keys", () => {
  test.each<[string, RsaKeyInput]>([
    ["SPKI PEM", pem(publicKey, "spki")],
    ["PKCS#1 PEM", pem(publicKey, "pkcs1")],
    ["SPKI DER", der(publicKey, "spki")],
    ["PKCS#1 DER", der(publicKey, "pkcs1")],
    ["PEM as octets", Buffer.from(pem(publicKey, "spki"))],
    ["certificate", certificate()],
    ["JWK", publicKey.export({ format: "jwk" })],
    ["KeyObject", publicKey],
    ["private PEM", pem(privateKey, "pkcs8")],
    ["private JWK", privateKey.export({ format: "jwk" })],
    ["private JWK of which only the public half is valid", { ...privateKey.export({ format: "jwk" }), p: "AA" }],
    ["private KeyObject", privateKey],
  ])("are read from %s", (_, input) => {
    const key = readPublicKey(input);
    expect(key.type).toBe("public");
    expect(publicDer(privateKey)).toBe(key.export({ type: "spki", format: "der" }).toString("hex"));
  });

  test.each<[string, unknown, string]>([
    ["an EC key", pem(ec.publicKey, "spki"), "key-kind-mismatch"],
    ["an RSA-PSS key", pem(rsaPss.publicKey, "spki"), "key-kind-mismatch"],
    ["a symmetric KeyObject", secret, "key-kind-mismatch"],
    ["garbage", "hunter2", "key-unreadable"],
    ["PEM with a literal \\n", pem(publicKey, "spki").replaceAll("\n", "\\n"), "key-unreadable"],
    ["random octets", Uint8Array.of(1, 2, 3), "key-unreadable"],
    ["an empty object", {}, "key-unreadable"],
    ["null", null, "key-unreadable"],
    ["a number", 5, "key-unreadable"],
  ])("refuse %s", (_, input, code) => {
    const error = refusalOf(() => readPublicKey(input as string));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/^publicKey must be an RSA .*, got /);
    expectNoSecret(error, "hunter2");
  });
});

describe("the error for an encrypted key in a browser", () => {
  test.each([
    ["PEM", "-----BEGIN", "openssl pkey -in key.pem -out decrypted.pem"],
    ["DER", Uint8Array.of(0x30), "openssl pkey -inform DER -in key.pem -out decrypted.pem"],
  ])("has the command that decrypts %s", (_form, input, command) => {
    const { code, message } = notDecrypted("privateKey", input);
    expect(code).toBe("key-passphrase-wrong");
    expect(message).toBe(`privateKey is encrypted, and a browser cannot decrypt it; run: ${command}`);
  });
});
