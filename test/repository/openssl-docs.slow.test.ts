/**
 * Runs the openssl commands of docs/gateway.md, one after the other, and compares what they make with Node and this package.
 *
 * @module-tag clients
 */

import { spawnSync } from "node:child_process";
import { createHmac, createPublicKey, createSign, createVerify, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callbackControl } from "../../src/gateway/index.ts";
import { readPrivateKey, readPublicKey } from "../../src/oauth1/index.ts";
import { isInstalled } from "../programs.ts";

const section = readFileSync("docs/gateway.md", "utf8").split("\n### With openssl\n")[1]!.split("\n## ")[0]!;
const COMMANDS = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block]) => block!.split("\n"))
  .filter((line) => line !== "" && !line.startsWith("#"));

const BASE_STRING = "POST&https%3A%2F%2Fgate.example%2Fx&a%3D1%26oauth_nonce%3Dn";
const folder = mkdtempSync(join(tmpdir(), "openssl-"));
afterAll(() => rmSync(folder, { recursive: true }));

function run(command: string): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync("bash", ["-c", command], { cwd: folder, encoding: "utf8" });
}

/** The command that has all these texts. */
function commandWith(...texts: readonly string[]): string {
  const found = COMMANDS.filter((command) => texts.every((text) => command.includes(text)));
  expect(found).toHaveLength(1);
  return found[0]!;
}

const fileText = (name: string): string => readFileSync(join(folder, name), "utf8");

describe.skipIf(!isInstalled("openssl 3"))("the openssl commands of the page on the gateway", () => {
  const outputs = new Map<string, string>();

  beforeAll(() => {
    writeFileSync(join(folder, "passphrase.txt"), "a passphrase\n", { mode: 0o600 });
    writeFileSync(join(folder, "base-string.txt"), BASE_STRING);
    for (const command of COMMANDS) {
      const { status, stdout, stderr } = run(command);
      expect({ command, status, stderr: status === 0 ? "" : stderr }).toEqual({ command, status: 0, stderr: "" });
      outputs.set(command, stdout);
    }
  });

  test("make and convert keys that this package reads as the same key", () => {
    const { modulusLength } = readPublicKey(fileText("shop.public.pem")).asymmetricKeyDetails!;
    expect(modulusLength).toBe(4096);
    const publicKey = fileText("shop.public.pem");
    const firstLines = {
      "shop.pkcs8.pem": "-----BEGIN PRIVATE KEY-----",
      "shop.pkcs1.pem": "-----BEGIN RSA PRIVATE KEY-----",
      "copy.pkcs8.pem": "-----BEGIN PRIVATE KEY-----",
      "copy.decrypted.pem": "-----BEGIN PRIVATE KEY-----",
    };
    for (const [name, first] of Object.entries(firstLines)) {
      expect(fileText(name).split("\n")[0]).toBe(first);
      expect(createPublicKey(fileText(name)).export({ type: "spki", format: "pem" })).toBe(publicKey);
    }
    expect(fileText("shop.encrypted.pem")).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/);
    expect(readPrivateKey(fileText("shop.encrypted.pem"), "a passphrase").type).toBe("private");
  });

  test("check a key and a pair, and fail for keys that do not belong together", () => {
    expect(outputs.get(commandWith("-noout -text"))).toContain("4096 bit");
    expect(outputs.get(commandWith("-check"))).toContain("RSA key ok");
    const pairCheck = commandWith("cmp");
    expect(outputs.get(pairCheck)).toBe("");
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    writeFileSync(join(folder, "other.pem"), publicKey.export({ type: "spki", format: "pem" }));
    expect(run(pairCheck.replace("shop.public.pem", "other.pem")).status).toBe(1);
  });

  test("sign and verify a base string with RSA-SHA256, and find a changed one", () => {
    const signature = fileText("signature.txt");
    expect(signature).toBe(createSign("sha256").update(BASE_STRING).sign(fileText("shop.pkcs8.pem"), "base64"));
    const isRight = createVerify("sha256").update(BASE_STRING).verify(fileText("shop.public.pem"), signature, "base64");
    expect(isRight).toBe(true);
    const verification = commandWith("-verify");
    expect(outputs.get(verification)).toBe("Verified OK\n");
    writeFileSync(join(folder, "changed.txt"), `${BASE_STRING}\n`);
    expect(run(verification.replace("base-string.txt", "changed.txt"))).toMatchObject({ status: 1 });
  });

  test("sign with HMAC-SHA1, and compute the checksum of a callback", () => {
    const key = "B17F59B4-A7DC-41B4-8FF9-37D986B43D20&";
    const signature = createHmac("sha1", key).update(BASE_STRING).digest("base64");
    expect(outputs.get(commandWith("-hmac"))!.trimEnd()).toBe(signature);
    const ids = { status: "approved", orderId: "1234567", clientOrderId: "hf-abc" };
    const control = callbackControl(ids, "test-merchant-control");
    expect(outputs.get(commandWith("printf"))!.split(" ")[0]).toBe(control);
  });
});
