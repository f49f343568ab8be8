import { constants, createSign, generateKeyPairSync, privateEncrypt, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { HashName, PemOrDerOrJwk } from "../../src/platform/index.ts";
import { type TestKeyName, testKeyPair } from "../keys/index.ts";
import { certificate, der, PASSPHRASE, pair, pem } from "../oauth1/example-keys.ts";
import { PLATFORMS } from "./platforms.ts";

const SIGNING_HASHES: readonly HashName[] = ["sha1", "sha256", "sha512"];
const MESSAGE = Buffer.from("GET&http%3A%2F%2Fa%2F&");
const { privateKey, publicKey } = pair;
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const ed25519 = generateKeyPairSync("ed25519");
const pssKey = testKeyPair("rsa-pss-1024");

describe.each(PLATFORMS)("RSA on %s", (name, platform) => {
  const { keyFacts, parsePrivateKey, parsePublicKey, publicKeyOf, rsaKeyDer, rsaOpen, rsaPartsMatch } = platform;
  const { rsaSign, rsaVerify } = platform;

  const spki = (key: Parameters<typeof rsaKeyDer>[0]): string => Buffer.from(rsaKeyDer(key, "spki")).toString("hex");
  const expectedSpki = der(publicKey, "spki").toString("hex");

  describe("a private key", () => {
    test.each<[string, PemOrDerOrJwk]>([
      ["PKCS#8 PEM", pem(privateKey, "pkcs8")],
      ["PKCS#1 PEM", pem(privateKey, "pkcs1")],
      ["PEM with CR LF after other text", `Bag Attributes\n${pem(privateKey, "pkcs8").replaceAll("\n", "\r\n")}`],
      ["PKCS#8 DER", der(privateKey, "pkcs8")],
      ["PKCS#1 DER", der(privateKey, "pkcs1")],
      ["JWK", privateKey.export({ format: "jwk" }) as PemOrDerOrJwk],
    ])("is read from %s, and written as Node.js writes it", (_, input) => {
      const key = parsePrivateKey(input);
      expect(keyFacts(key)).toEqual({ type: "private", algorithm: "rsa", bits: 1024, publicExponent: 65537n });
      expect(spki(key)).toBe(expectedSpki);
      expect(spki(publicKeyOf(key))).toBe(expectedSpki);
      expect(Buffer.from(rsaKeyDer(key, "pkcs1"))).toEqual(der(privateKey, "pkcs1"));
      expect(Buffer.from(rsaKeyDer(key, "pkcs8"))).toEqual(der(privateKey, "pkcs8"));
      expect(rsaPartsMatch(key)).toBe(true);
    });

    test.each<[string, PemOrDerOrJwk, string]>([
      ["an EC key in PKCS#8", pem(ec.privateKey, "pkcs8"), "ec"],
      ["an EC key in SEC1", ec.privateKey.export({ type: "sec1", format: "pem" }).toString(), "ec"],
      ["an EC key as JWK", ec.privateKey.export({ format: "jwk" }) as PemOrDerOrJwk, "ec"],
      ["an Ed25519 key", pem(ed25519.privateKey, "pkcs8"), "ed25519"],
      ["an RSA-PSS key", pem(pssKey.privateKey, "pkcs8"), "rsa-pss"],
    ])("is named by its algorithm: %s", (_, input, algorithm) => {
      expect(keyFacts(parsePrivateKey(input))).toMatchObject({ type: "private", algorithm });
    });

    const plain = pem(privateKey, "pkcs8");
    const octets = der(privateKey, "pkcs8");

    test.each<[string, PemOrDerOrJwk]>([
      ["nothing", ""],
      ["PEM that was cut", plain.slice(0, 200)],
      ["PEM with an octet less", pem(privateKey, "pkcs8").replace(/[A-Za-z]\n/, "\n")],
      ["PEM without line feeds", plain.replaceAll("\n", "")],
      ["PEM with a literal \\n", plain.replaceAll("\n", "\\n")],
      ["PEM with indented lines", plain.replaceAll("\n", "\n  ").replace(/^/, "  ")],
      ["a public key", pem(publicKey, "spki")],
      ["encrypted PKCS#8", pem(privateKey, "pkcs8", PASSPHRASE)],
      ["encrypted PKCS#1", pem(privateKey, "pkcs1", PASSPHRASE)],
      ["DER that was cut", octets.subarray(0, -1)],
      ["DER of a public key", der(publicKey, "spki")],
      ["no octets", new Uint8Array()],
      ["a length without end", Uint8Array.of(0x30, 0x80, 0, 0)],
      ["a length beyond the octets", Uint8Array.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff)],
      ["a public JWK", publicKey.export({ format: "jwk" }) as PemOrDerOrJwk],
      ["a symmetric JWK", { kty: "oct", k: "aHVudGVyMg" }],
      ["an empty object", {}],
    ])("is not read from %s", (_, input) => {
      expect(() => parsePrivateKey(input)).toThrow();
    });

    test("that is cut anywhere is not read, and takes no memory for what it announces", () => {
      for (let length = 0; length < octets.length; length += 7) {
        expect(() => parsePrivateKey(octets.subarray(0, length))).toThrow();
      }
    });

    // Node.js 26 does not even read some of these.
    test.each(["n", "e"])("is not read, or has parts that do not match, if %s is another number", (part) => {
      const jwk = privateKey.export({ format: "jwk" }) as Record<string, string>;
      const changed = Buffer.from(jwk[part]!, "base64url");
      changed[changed.length >> 1]! ^= 2;
      const partsMatch = (value: string): boolean => {
        try {
          return rsaPartsMatch(parsePrivateKey({ ...jwk, [part]: value }));
        } catch {
          return false;
        }
      };
      expect(partsMatch(changed.toString("base64url"))).toBe(false);
      expect(partsMatch(jwk[part]!)).toBe(true);
    });
  });

  describe("a public key", () => {
    test.each<[string, PemOrDerOrJwk]>([
      ["SPKI PEM", pem(publicKey, "spki")],
      ["PKCS#1 PEM", pem(publicKey, "pkcs1")],
      ["SPKI DER", der(publicKey, "spki")],
      ["PKCS#1 DER", der(publicKey, "pkcs1")],
      ["a certificate", certificate()],
      ["a private key", pem(privateKey, "pkcs8")],
      ["a certificate with its private key", pem(privateKey, "pkcs8") + certificate()],
      ["JWK", publicKey.export({ format: "jwk" }) as PemOrDerOrJwk],
      ["a private JWK", privateKey.export({ format: "jwk" }) as PemOrDerOrJwk],
    ])("is read from %s", (_, input) => {
      const key = parsePublicKey(input);
      expect(keyFacts(key)).toEqual({ type: "public", algorithm: "rsa", bits: 1024, publicExponent: 65537n });
      expect(spki(key)).toBe(expectedSpki);
    });

    test.each<[string, PemOrDerOrJwk]>([
      ["garbage", "hunter2"],
      ["random octets", Uint8Array.of(1, 2, 3)],
      ["a cut certificate", certificate().replace(/\n[^\n]+\n-----END/, "\n-----END")],
      ["an empty object", {}],
    ])("is not read from %s", (_, input) => {
      expect(() => parsePublicKey(input)).toThrow();
    });

    test("of another algorithm is named by it", () => {
      expect(keyFacts(parsePublicKey(pem(ec.publicKey, "spki")))).toMatchObject({ algorithm: "ec", bits: 0 });
    });
  });

  describe("a signature", () => {
    const key = parsePublicKey(pem(publicKey, "spki"));

    test.each(SIGNING_HASHES)("with %s of every size of key is verified", (hash) => {
      const names: readonly TestKeyName[] = ["rsa-752", "rsa-1024", "rsa-2048", "rsa-4096", "rsa-4104"];
      for (const one of names) {
        const tested = testKeyPair(one);
        const own = parsePublicKey(pem(tested.publicKey, "spki"));
        const signature = sign(hash, MESSAGE, tested.privateKey);
        expect(rsaVerify(hash, MESSAGE, own, signature)).toBe(true);
        expect(rsaVerify(hash, Buffer.from("other"), own, signature)).toBe(false);
        expect(rsaVerify(hash === "sha1" ? "sha256" : "sha1", MESSAGE, own, signature)).toBe(false);
      }
    });

    test("is not verified with another key, another length or another octet", () => {
      const signature = sign("sha256", MESSAGE, privateKey);
      const other = parsePublicKey(pem(testKeyPair("rsa-1024-other").publicKey, "spki"));
      const changed = Uint8Array.from(signature, (octet, at) => (at === 60 ? octet ^ 1 : octet));
      expect(rsaVerify("sha256", MESSAGE, key, signature)).toBe(true);
      for (const wrong of [changed, signature.subarray(1), Buffer.concat([signature, Buffer.alloc(1)]), Buffer.of()]) {
        expect(rsaVerify("sha256", MESSAGE, key, wrong)).toBe(false);
      }
      expect(rsaVerify("sha256", MESSAGE, key, Buffer.alloc(128, 0xff))).toBe(false);
      expect(rsaVerify("sha256", MESSAGE, other, signature)).toBe(false);
    });

    test.each(SIGNING_HASHES)("with PSS and %s is verified with a salt of any length, and as nothing else", (hash) => {
      for (const saltLength of [0, 20, 32]) {
        const options = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
        const signature = createSign(hash).update(MESSAGE).sign(options);
        expect(rsaVerify(hash, MESSAGE, key, signature, "pss")).toBe(true);
        expect(rsaVerify(hash, MESSAGE, key, signature)).toBe(false);
        expect(rsaVerify(hash, Buffer.from("other"), key, signature, "pss")).toBe(false);
      }
      expect(rsaVerify(hash, MESSAGE, key, sign(hash, MESSAGE, privateKey), "pss")).toBe(false);
    });

    test("with PSS is verified also if the modulus has a bit more than whole octets", () => {
      const odd = generateKeyPairSync("rsa", { modulusLength: 1025 });
      const options = { key: odd.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 20 };
      const signature = createSign("sha256").update(MESSAGE).sign(options);
      const own = parsePublicKey(pem(odd.publicKey, "spki"));
      expect(rsaVerify("sha256", MESSAGE, own, signature, "pss")).toBe(true);
      expect(rsaVerify("sha512", MESSAGE, own, signature, "pss")).toBe(false);
    });

    test("opens to what was padded", () => {
      const opened = (octets: Uint8Array, padding: "pkcs1" | "none") => {
        const found = rsaOpen(octets, key, padding);
        return found === undefined ? undefined : Buffer.from(found).toString("hex");
      };
      const padded = privateEncrypt(privateKey, Buffer.from("text"));
      expect(opened(padded, "pkcs1")).toBe("74657874");
      expect(opened(padded, "none")).toBe(`0001${"ff".repeat(121)}0074657874`);
      const bare = { key: privateKey, padding: constants.RSA_NO_PADDING };
      const block = (text: string): Buffer => privateEncrypt(bare, Buffer.from(text.padEnd(256, "0"), "hex"));
      expect(opened(block("00020000"), "pkcs1")).toBeUndefined();
      expect(opened(block(`0001${"ff".repeat(7)}00`), "pkcs1")).toBeUndefined();
      expect(opened(block(`0001${"ff".repeat(8)}00`), "pkcs1")).toBe("00".repeat(117));
      expect(opened(block(`0001${"ff".repeat(9)}aa00`), "pkcs1")).toBeUndefined();
      expect(opened(Buffer.alloc(128, 0xff), "none")).toBeUndefined();
      expect(opened(Buffer.alloc(129, 1), "none")).toBeUndefined();
      expect(opened(Buffer.of(), "pkcs1")).toBeUndefined();
    });

    test.each(SIGNING_HASHES)("made asynchronously with %s is that of Node.js", async (hash) => {
      for (const one of ["rsa-1024", "rsa-2048"] as const) {
        const tested = testKeyPair(one).privateKey;
        const signature = await rsaSign(hash, MESSAGE, parsePrivateKey(pem(tested, "pkcs1")));
        expect(Buffer.from(signature)).toEqual(sign(hash, MESSAGE, tested));
      }
    });
  });

  test("a key pair is generated, whose key every platform reads", async () => {
    const made = await platform.generateRsaKey(1024);
    const octets = rsaKeyDer(made, "pkcs8");
    for (const [, other] of PLATFORMS) {
      const read = other.parsePrivateKey(octets);
      expect(other.keyFacts(read)).toEqual({ type: "private", algorithm: "rsa", bits: 1024, publicExponent: 65537n });
      expect(other.rsaPartsMatch(read)).toBe(true);
    }
  });

  test("a key is recognised, and prints nothing of its private numbers", () => {
    const key = parsePrivateKey(pem(privateKey, "pkcs8"));
    const { d } = privateKey.export({ format: "jwk" });
    expect(platform.isRsaKey(key)).toBe(true);
    expect(platform.isRsaKey({ type: "private" })).toBe(false);
    expect(`${JSON.stringify({ ...key }, (_, value) => String(value))}${name}`).not.toContain(
      BigInt(`0x${Buffer.from(d!, "base64url").toString("hex")}`).toString(),
    );
  });
});

describe("RSA on browsers", () => {
  const [, [, platform]] = PLATFORMS as [unknown, (typeof PLATFORMS)[1]];
  const key = platform.parsePrivateKey(pem(privateKey, "pkcs8"));

  test("RSA does not sign synchronously, and says so", () => {
    expect(platform.signsRsaSynchronously).toBe(false);
    expect(() => platform.rsaSignSync("sha1", MESSAGE, key)).toThrow("a browser cannot sign with RSA synchronously");
    expect(() => platform.rsaSeal(MESSAGE, key)).toThrow("a browser cannot encrypt with an RSA private key");
  });

  test("RSA does not sign with a hash that WebCrypto does not have", async () => {
    await expect(platform.rsaSign("md5", MESSAGE, key)).rejects.toThrow("WebCrypto does not sign with md5");
  });

  test("a key that would only cost time is not opened", () => {
    const n = (length: number): string => Buffer.alloc(length, 0xff).toString("base64url");
    const slow = platform.parsePublicKey({ kty: "RSA", n: n(512), e: n(500) });
    expect(platform.rsaOpen(Buffer.alloc(512, 1), slow, "none")).toBeUndefined();
    expect(() => platform.parsePublicKey({ kty: "RSA", n: n(4096), e: "AQAB" })).toThrow("more than 16384 bits");
    const even = platform.parsePublicKey({ kty: "RSA", n: Buffer.alloc(128, 0xfe).toString("base64url"), e: "AQAB" });
    expect(platform.rsaOpen(Buffer.alloc(128, 1), even, "none")).toBeUndefined();
  });

  test.each(["d", "p", "q", "dp", "dq", "qi"])("parts do not match if %s is another number", (part) => {
    const jwk = privateKey.export({ format: "jwk" }) as Record<string, string>;
    const changed = Buffer.from(jwk[part]!, "base64url");
    changed[changed.length >> 1]! ^= 2;
    const damaged = platform.parsePrivateKey({ ...jwk, [part]: changed.toString("base64url") });
    expect(platform.rsaPartsMatch(damaged)).toBe(false);
    const zero = platform.parsePrivateKey({ ...jwk, [part]: "AA" });
    expect(platform.rsaPartsMatch(zero)).toBe(false);
  });
});
