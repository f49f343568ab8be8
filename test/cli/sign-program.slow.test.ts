/**
 * `countersign sign -- PROGRAM`: programs that hold the key.
 *
 * @module-tag commands
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sign } from "../../src/index.ts";
import { testKeyPair } from "../keys/index.ts";
import { countersign } from "./countersign.ts";

const { privateKey } = testKeyPair("rsa-2048");
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sign-program-"));
  writeFileSync(join(folder, "key.pem"), privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
});
afterAll(() => rmSync(folder, { recursive: true }));

const REQUEST = { method: "POST", url: "https://gateway.example/pay", form: { amount: "10.42" } };
const ARGS = [
  ...["sign", "--url", REQUEST.url, "--form", "amount=10.42", "--consumer-key", "shop"],
  ...["--signature-method", "RSA-SHA256", "--nonce", "n", "--timestamp", "1700000000", "--"],
];

/** A program in JavaScript, with what it does with the octets and the path of the key. */
function program(code: string): string[] {
  const script = `const octets = require("fs").readFileSync(0); const { sign } = require("crypto");
const key = require("fs").readFileSync(process.argv[1]); ${code}`;
  return [process.execPath, "-e", script, join(folder, "key.pem")];
}

describe("countersign sign with a program", () => {
  test.each([
    ["octets", 'process.stdout.write(sign("sha256", octets, key))'],
    ["base64", 'console.log(sign("sha256", octets, key).toString("base64"))'],
    ["base64 in lines", 'console.log(sign("sha256", octets, key).toString("base64").replace(/.{64}/g, "$&\\n"))'],
  ])("prints the same header as with the key, if the program prints %s", async (_, code) => {
    const { status, stdout } = await countersign([...ARGS, ...program(code)]);
    const credentials = { consumerKey: "shop", signatureMethod: "RSA-SHA256", privateKey } as const;
    const { authorization } = sign(REQUEST, credentials, { nonce: "n", timestamp: 1_700_000_000 });
    expect([status, stdout]).toEqual([0, `Authorization: ${authorization}\n`]);
  });

  test.each([
    ["fails", "process.exitCode = 3", "the program after -- ended with 3, expected 0"],
    ["prints nothing", "", "the program after -- must print 128 to 2048 octets for RSA-SHA256, got 0 octets"],
    ["prints too little", 'console.log("q".repeat(64))', "got 48 octets (signature-malformed)"],
    ["prints hexadecimal", 'console.log(sign("sha256", octets, key).toString("hex"))', "and printed hexadecimal"],
    ["prints a name first", 'console.log("RSA= " + sign("sha256", octets, key).toString("hex"))', "hexadecimal"],
    ["prints a message", 'console.log("done! ".repeat(40))', "in base64, and printed another text"],
  ])("is wrong usage if the program %s", async (_, code, message) => {
    const { status, stderr } = await countersign([...ARGS, ...program(code)]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  test("is wrong usage if there is no such program, or if a file with a key is given too", async () => {
    expect((await countersign([...ARGS, "no-such-program"])).stderr).toContain(
      'cannot run "no-such-program": no such program',
    );
    const both = [...ARGS.slice(0, -1), "--private-key-file", join(folder, "key.pem"), "--", "true"];
    expect((await countersign(both)).stderr).toContain("the program after -- signs, so the command needs no key");
  });
});
