import { createPrivateKey, createPublicKey } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readPrivateKeyText, readPublicKeyText } from "../../src/cli/input/secrets.ts";
import { CERTIFICATE, OPENSSH_ENCRYPTED, OPENSSH_PRIVATE, OPENSSH_PUBLIC } from "../inspector/sample-keys.ts";
import { testKeyPair } from "../keys/index.ts";
import { testEach } from "../title.ts";
import { countersign } from "./countersign.ts";

const { privateKey, publicKey } = testKeyPair("rsa-2048");
const PKCS8 = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const PKCS1 = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
const SPKI = publicKey.export({ type: "spki", format: "pem" }).toString();
const DER = privateKey.export({ type: "pkcs8", format: "der" });
const ENCRYPTED = privateKey
  .export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "hunter2" })
  .toString();
const PKCS12 = Buffer.concat([Buffer.from([0x30, 0x82, 0x0a, 0x00, 0x02, 0x01, 0x03, 0x30]), Buffer.alloc(64)]);

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "key-forms-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});
const fileOf = (content: string | Uint8Array): string => {
  const file = join(folder, "key");
  writeFileSync(file, content);
  return file;
};
const fingerprint = (pem: string): string =>
  createPublicKey(pem).export({ type: "spki", format: "der" }).toString("base64");

const FORMS: readonly (readonly [what: string, content: string | Uint8Array])[] = [
  ["PKCS#8", PKCS8],
  ["PKCS#1", PKCS1],
  ["a key with CR LF", PKCS8.replaceAll("\n", "\r\n")],
  ["a key with \\n instead of line feeds", PKCS1.replaceAll("\n", "\\n")],
  ["a key with \\\\n instead of line feeds", PKCS8.replaceAll("\n", "\\\\n")],
  ["a key in quotation marks", `"${PKCS8.replaceAll("\n", "\\n")}"`],
  ["a line of a dotenv file", `PRIVATE_KEY='${PKCS8}'`],
  ["a key in JSON", JSON.stringify({ private_key: PKCS8 })],
  ["a key on one line", PKCS1.trim().replaceAll("\n", " ")],
  ["a key without line feeds", PKCS8.replaceAll("\n", "")],
  ["an indented key", PKCS8.replaceAll("\n", "\n    ")],
  ["base64 without its first and last line", PKCS8.split("\n").slice(1, -2).join("\n")],
  ["base64 of the whole text", Buffer.from(PKCS8).toString("base64")],
  ["DER", DER],
  ["a JWK", JSON.stringify(privateKey.export({ format: "jwk" }))],
  ["a key after a byte order mark", `\ufeff${PKCS8}`],
  ["a key in UTF-16", Buffer.from(`\ufeff${PKCS8}`, "utf16le")],
];

describe("a private key is read from", () => {
  testEach(FORMS.map(([what, content]) => [what, content] as const))("%s", (_, content) => {
    const file = fileOf(content);
    expect(fingerprint(readPrivateKeyText(file)!)).toBe(fingerprint(PKCS8));
    if (typeof content !== "string") return;
    vi.stubEnv("COUNTERSIGN_PRIVATE_KEY", content);
    expect(fingerprint(readPrivateKeyText(undefined)!)).toBe(fingerprint(PKCS8));
  });

  test("a key of OpenSSH", () => {
    expect(createPrivateKey(readPrivateKeyText(fileOf(OPENSSH_PRIVATE))!).asymmetricKeyType).toBe("rsa");
  });

  test("an encrypted key with the passphrase in its variable", () => {
    vi.stubEnv("COUNTERSIGN_PASSPHRASE", "hunter2");
    expect(fingerprint(readPrivateKeyText(fileOf(ENCRYPTED))!)).toBe(fingerprint(PKCS8));
  });

  test("a PEM text that needs no repair stays as it is, because clients sign with the text of keys", () => {
    expect(readPrivateKeyText(fileOf(PKCS1))).toBe(PKCS1);
  });
});

describe("what is no private key is named, with the way out, in", () => {
  testEach([
    ["an encrypted key", ENCRYPTED, /The key is encrypted/, /COUNTERSIGN_PASSPHRASE/],
    ["an encrypted key of OpenSSH", OPENSSH_ENCRYPTED, /The key is encrypted/, /ssh-keygen -p/],
    ["a public key", SPKI, /expected a private key, got a public key/, /private key of the client/],
    ["a certificate", CERTIFICATE, /expected a private key, got a certificate/, /private key of the client/],
    ["a PKCS#12 file", PKCS12, /This is a PKCS#12 file/, /openssl pkcs12/],
    ["a PKCS#12 file in base64", PKCS12.toString("base64"), /This is a PKCS#12 file/, /openssl pkcs12/],
    ["a keystore of Java", Buffer.from("feedfeed00000002", "hex"), /keystore of Java/, /keytool/],
    [
      "XML of .NET",
      "<RSAKeyValue><Modulus>hunter2</Modulus></RSAKeyValue>",
      /XML of \.NET/,
      /ExportPkcs8PrivateKeyPem/,
    ],
    ["a key without its end", PKCS8.slice(0, 800), /The end of the key is missing/, /keys check/],
    ["a password", "hunter2", /This is not a key/, /keys check/],
  ])("%s", (_, content, message, hint) => {
    const read = (): unknown => readPrivateKeyText(fileOf(content));
    expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ hint: expect.stringMatching(hint) }));
    expect(read).not.toThrow(/hunter2|openssl.*routines|error:/i);
  });
});

describe("a public key is read from", () => {
  testEach([
    ["SPKI", SPKI, SPKI],
    ["SPKI on one line", SPKI.trim().replaceAll("\n", " "), SPKI],
    ["DER", publicKey.export({ type: "spki", format: "der" }), SPKI],
    ["a JWK", JSON.stringify(publicKey.export({ format: "jwk" })), SPKI],
    ["a private key", PKCS8, SPKI],
    ["a line of OpenSSH", OPENSSH_PUBLIC, OPENSSH_PRIVATE],
    ["a certificate", CERTIFICATE, CERTIFICATE],
  ])("%s", (_, content, same) => {
    const pem = readPublicKeyText({ file: fileOf(content), variable: "" })!;
    const expected = same === OPENSSH_PRIVATE ? readPrivateKeyText(fileOf(OPENSSH_PRIVATE))! : same;
    expect(fingerprint(pem)).toBe(fingerprint(expected));
  });
});

describe("explain, sign and keys check", () => {
  test("read the same damaged key", async () => {
    const file = fileOf(PKCS1.replaceAll("\n", "\\n"));
    const rsa = ["--signature-method", "RSA-SHA1", "--private-key-file", file];
    const address = ["--method", "GET", "--url", "https://jira.example/rest", "--consumer-key", "ck"];
    const signed = await countersign(["sign", ...address, ...rsa, "--curl"]);
    expect([signed.status, signed.stderr]).toEqual([0, ""]);
    const explained = await countersign(["explain", signed.stdout.trim(), "--private-key-file", file]);
    expect(explained.stdout).toContain("the signature is valid");
    expect((await countersign(["keys", "check", file])).stdout).toContain("its line feeds were written as \\n");
  });
});
