/** Keys and RSA signatures with the platform for browsers, as the functions of this package show them. */

import { describe, expect, test, vi } from "vitest";
import { createSigner, type RsaKeyInput, readPrivateKey, readPublicKey } from "../../src/oauth1/index.ts";
import { der, PASSPHRASE, pair, pem, secretPieces } from "./example-keys.ts";
import { expectNoSecret, refusalOf } from "./refusals.ts";

vi.mock("../../src/platform/index.ts", () => import("../../src/platform/browser.ts"));

const { privateKey, publicKey } = pair;

describe("the key module in browsers", () => {
  test.each<[string, RsaKeyInput, string]>([
    ["PKCS#8 PEM", pem(privateKey, "pkcs8", PASSPHRASE), "openssl pkey -in key.pem -out decrypted.pem"],
    ["PKCS#1 PEM", pem(privateKey, "pkcs1", PASSPHRASE), "openssl pkey -in key.pem -out decrypted.pem"],
    ["PKCS#8 DER", der(privateKey, "pkcs8", PASSPHRASE), "openssl pkey -inform DER -in key.pem -out decrypted.pem"],
  ])("refuses an encrypted key with the command that decrypts it: %s", (_, input, command) => {
    for (const passphrase of [undefined, PASSPHRASE]) {
      const error = refusalOf(() => readPrivateKey(input, passphrase));
      expect(error.code).toBe("key-passphrase-wrong");
      expect(error.message).toBe(`privateKey is encrypted, and a browser cannot decrypt it; run: ${command}`);
      expectNoSecret(error, PASSPHRASE, ...(typeof input === "string" ? secretPieces(input) : []));
    }
  });

  test.each<[string, RsaKeyInput, string]>([
    ["a public key", pem(publicKey, "spki"), "key-kind-mismatch"],
    ["a KeyObject of Node.js", privateKey, "key-unreadable"],
    ["PEM that was cut", pem(privateKey, "pkcs8").slice(0, 200), "key-unreadable"],
    ["null", null as unknown as string, "key-unreadable"],
  ])("refuses a private key as in Node.js: %s", (_, input, code) => {
    expect(refusalOf(() => readPrivateKey(input)).code).toBe(code);
  });

  test("reads a public key from both halves", () => {
    expect(readPublicKey(pem(privateKey, "pkcs1")).type).toBe("public");
    expect(readPublicKey(pem(publicKey, "spki")).type).toBe("public");
  });

  test("signs with RSA asynchronously what Node.js signs, and refuses to sign synchronously", async () => {
    const credentials = {
      consumerKey: "k",
      signatureMethod: "RSA-SHA256",
      privateKey: pem(privateKey, "pkcs1"),
    } as const;
    const request = { method: "GET", url: "https://a.example/" };
    const signer = createSigner(credentials);
    const { baseString, signature } = await signer.signAsync(request);
    const { sign } = await import("node:crypto");
    expect(signature).toBe(sign("sha256", Buffer.from(baseString), privateKey).toString("base64"));
    const error = refusalOf(() => signer.sign(request));
    expect(error.code).toBe("synchronous-rsa-unavailable");
    expect(error.message).toContain("createSigner(credentials).signAsync(request)");
  });
});
