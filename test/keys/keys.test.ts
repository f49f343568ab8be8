import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  convertKey,
  fingerprintOf,
  KEY_FORMS,
  makeKey,
  reportOfKey,
  TARGET_FORMS,
  type TargetForm,
} from "../../src/keys/index.ts";
import { CERTIFICATE, OPENSSH_ENCRYPTED, OPENSSH_PRIVATE, OPENSSH_PUBLIC } from "../inspector/sample-keys.ts";
import { testKeyPair } from "./index.ts";

const { privateKey: KEY, publicKey } = testKeyPair("rsa-2048");
const PKCS8 = KEY.export({ type: "pkcs8", format: "pem" }).toString();
const SPKI = publicKey.export({ type: "spki", format: "pem" }).toString();
const FINGERPRINT = fingerprintOf(KEY);
const ENCRYPTED = KEY.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" }).toString();

function publicJwk(changed: object): string {
  return JSON.stringify({ ...publicKey.export({ format: "jwk" }), ...changed });
}

/** A private key of OpenSSH whose numbers have this many octets, or 128. */
function opensshKey(lengths: { readonly [name in "n" | "d" | "p"]?: number }): string {
  const field = (octets: Uint8Array | string): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(octets.length);
    return Buffer.concat([length, Buffer.from(octets)]);
  };
  const numbers = ["n", "e", "d", "qi", "p", "q"].map((name) =>
    field(Buffer.alloc(lengths[name as keyof typeof lengths] ?? 128, 0x7f)),
  );
  const own = Buffer.concat([Buffer.alloc(8), field("ssh-rsa"), ...numbers]);
  const head = ["none", "none", ""].map(field);
  const key = [Buffer.from("openssh-key-v1\0"), ...head, Buffer.from([0, 0, 0, 1]), field("public"), field(own)];
  const lines = Buffer.concat(key)
    .toString("base64")
    .match(/.{1,70}/g)!;
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join("\n")}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

describe("the report of a key", () => {
  test.each<[string, string | Uint8Array, string, string]>([
    ["PKCS#8", PKCS8, "pkcs8", "private"],
    ["PKCS#1", KEY.export({ type: "pkcs1", format: "pem" }).toString(), "pkcs1", "private"],
    ["SPKI", SPKI, "spki", "public"],
    ["a PKCS#1 public key", publicKey.export({ type: "pkcs1", format: "pem" }).toString(), "pkcs1-public", "public"],
    ["a private JWK", JSON.stringify(KEY.export({ format: "jwk" })), "jwk", "private"],
    ["a public JWK", JSON.stringify(publicKey.export({ format: "jwk" })), "public-jwk", "public"],
    ["DER of a private key", KEY.export({ type: "pkcs8", format: "der" }), "der", "private"],
    ["DER of a public key", publicKey.export({ type: "spki", format: "der" }), "der", "public"],
  ])("recognises %s", (_, text, form, kind) => {
    const report = reportOfKey(text);
    expect(report).toMatchObject({ form, kind, bits: 2048, repairs: [] });
    expect(fingerprintOf(report.key!)).toBe(FINGERPRINT);
  });

  test("recognises keys of OpenSSH and certificates", () => {
    const openssh = reportOfKey(OPENSSH_PRIVATE);
    expect(openssh).toMatchObject({ form: "openssh", kind: "private", bits: 2048 });
    const line = reportOfKey(OPENSSH_PUBLIC);
    expect(line).toMatchObject({ form: "openssh-public", kind: "public", bits: 2048 });
    expect(fingerprintOf(openssh.key!)).toBe(fingerprintOf(line.key!));
    expect(reportOfKey(CERTIFICATE)).toMatchObject({ form: "certificate", kind: "public", bits: 2048 });
  });

  test.each([
    ["its line feeds are lost", PKCS8.replaceAll("\n", " ")],
    ["its line feeds are lost", PKCS8.replaceAll("\n", "")],
    ["its line feeds were written as \\n", PKCS8.replaceAll("\n", "\\n")],
    ["its lines are indented", PKCS8.replaceAll("\n", "\n    ")],
    ["it starts with a byte order mark", `\ufeff${PKCS8}`],
    ["it is in quotation marks", `KEY="${PKCS8}"`],
    ["its first and last line are missing", PKCS8.split("\n").slice(1, -2).join("\n")],
  ])("repairs a key and says: %s", (repair, text) => {
    const report = reportOfKey(text);
    expect(report.repairs).toContain(repair);
    expect(fingerprintOf(report.key!)).toBe(FINGERPRINT);
  });

  test.each<[string, string, RegExp, RegExp | undefined]>([
    ["an encrypted key", ENCRYPTED, /encrypted/, /^openssl pkey /],
    ["an encrypted key of OpenSSH", OPENSSH_ENCRYPTED, /encrypted/, /ssh-keygen -p /],
    ["a key of PuTTY", "PuTTY-User-Key-File-3: ssh-rsa\n", /PuTTY/, /^puttygen /],
    ["a certificate request", PKCS8.replaceAll("PRIVATE KEY", "CERTIFICATE REQUEST"), /certificate request/, undefined],
    ["a key without its end", PKCS8.slice(0, 400), /The end of the key is missing/, undefined],
    ["a damaged key", PKCS8.replace(/.{64}\n/, ""), /damaged/, undefined],
    ["another algorithm", ecKey(), /another one/, undefined],
    ["another algorithm of OpenSSH", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA", /another key/, undefined],
    ["a key with the exponent 0", publicJwk({ e: "AA" }), /exponent is not an odd number of at least 3/, undefined],
    ["a key with the exponent 1", publicJwk({ e: "AQ" }), /exponent is not an odd number of at least 3/, undefined],
    ["a key with an even exponent", publicJwk({ e: "BA" }), /exponent is not an odd number of at least 3/, undefined],
    [
      "a key of 524288 bits",
      publicJwk({ n: Buffer.alloc(65_536, 0xff).toString("base64url") }),
      /16384 bits/,
      undefined,
    ],
    ["a key of OpenSSH with 524288 bits", opensshKey({ n: 65_536 }), /16384 bits/, undefined],
    [
      "a key of OpenSSH with a private exponent of 65536 octets",
      opensshKey({ d: 65_536, p: 32_768 }),
      /damaged/,
      undefined,
    ],
    ["a password", "hunter2", /not a key/, undefined],
    ["nothing", " \n", /no text/, undefined],
    ["JSON without a key", "{}", /damaged/, undefined],
    ["text that begins like JSON", "{hunter2", /kind of key/, undefined],
  ])("says what %s is, and quotes nothing of it", (_, text, problem, command) => {
    const report = reportOfKey(text);
    expect(report.key).toBeUndefined();
    expect(report.problem).toMatch(problem);
    if (command !== undefined) expect(report.command).toMatch(command);
    expect(JSON.stringify(report)).not.toContain("hunter2");
  });

  test("names the other blocks of a file and takes the private key", () => {
    expect(reportOfKey(SPKI + PKCS8)).toMatchObject({ form: "pkcs8", others: ["PUBLIC KEY"] });
  });
});

describe("converting a key", () => {
  test.each<[TargetForm, string]>([
    ["pkcs8", PKCS8],
    ["pkcs1", KEY.export({ type: "pkcs1", format: "pem" }).toString()],
    ["spki", SPKI],
  ])("to %s writes what OpenSSL writes", (form, expected) => {
    expect(convertKey(KEY, form)).toBe(expected);
  });

  test("to JWK writes what Node.js writes", () => {
    expect(JSON.parse(convertKey(KEY, "jwk"))).toEqual(KEY.export({ format: "jwk" }));
    expect(JSON.parse(convertKey(KEY, "public-jwk"))).toEqual(publicKey.export({ format: "jwk" }));
  });

  test("to a private form is refused for a public key", () => {
    for (const form of ["pkcs8", "pkcs1", "jwk"] as const) {
      expect(() => convertKey(publicKey, form)).toThrow("expected a private key");
    }
  });

  test("makes keys that can be read in every form", async () => {
    const made = await makeKey(2048);
    for (const form of TARGET_FORMS) {
      expect(fingerprintOf(reportOfKey(convertKey(made, form)).key!)).toBe(fingerprintOf(made));
      expect(KEY_FORMS[form].purpose).toMatch(/\.$/);
    }
    expect(createPrivateKey(convertKey(made, "pkcs8")).asymmetricKeyDetails?.modulusLength).toBe(2048);
  });
});

function ecKey(): string {
  return generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();
}
