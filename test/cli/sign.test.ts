import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAuthorizationHeader, parseForm, verifySignature } from "../../src/oauth1/index.ts";
import { shellWord } from "../../src/requests/request-to-paste.ts";
import { testKeyPair } from "../keys/index.ts";
import { countersign } from "./countersign.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sign-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file into the folder and returns its path. */
function file(name: string, text: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const SIGN = ["sign", "--url", "https://gateway.example/pay?a=1", "--consumer-key", "merchant"];
const FIXED = ["--nonce", "n0nce", "--timestamp", "1700000000"];
const env = { COUNTERSIGN_CONSUMER_SECRET: "top-secret" };

describe("countersign sign", () => {
  test("prints the header of a form post, given by arguments and files", async () => {
    const files = [
      "--form-file",
      file("form", "c=%E9&d=1+2\n"),
      "--consumer-secret-file",
      file("secret", "s3cret & more\n"),
    ];
    const { status, stdout } = await countersign([...SIGN, ...FIXED, "--form", "b=x y", ...files]);
    expect(status).toBe(0);
    const { parameters } = parseAuthorizationHeader(stdout.trim().replace(/^Authorization: /, ""));
    const signature = parameters.find(([name]) => name === "oauth_signature")![1] as string;
    const request = {
      method: "POST",
      url: "https://gateway.example/pay?a=1",
      form: [...parseForm("c=%E9&d=1+2"), ["b", "x y"] as const],
      protocolParameters: parameters,
    };
    const key = { signatureMethod: "HMAC-SHA1", consumerSecret: "s3cret & more" } as const;
    expect(verifySignature(request, signature, key)).toBe(true);
    expect(verifySignature(request, signature, { ...key, consumerSecret: "other" })).toBe(false);
  });

  test("--charset is sent with a form, and refused if the form contradicts it", async () => {
    const given = [...SIGN, ...FIXED, "--form", "b=é", "--curl"];
    const { stdout } = await countersign([...given, "--charset", "utf-8"], env);
    expect(stdout).toContain("'content-type: application/x-www-form-urlencoded; charset=utf-8'");
    const refused = await countersign([...given, "--charset", "iso-8859-1"], env);
    expect(refused.stderr).toContain("iso-8859-1 is possible for ASCII only");
  });

  test.each([
    ["PKCS#8", { type: "pkcs8", format: "der" }, []],
    ["PKCS#1", { type: "pkcs1", format: "der" }, []],
    ["encrypted PKCS#8", { type: "pkcs8", format: "der", cipher: "aes-256-cbc", passphrase: "pass" }, ["pass"]],
  ] as const)("--private-key-file reads %s in DER", async (_, form, passphrases) => {
    const { privateKey, publicKey } = testKeyPair("rsa-2048");
    const der = privateKey.export(form as never) as unknown as Buffer;
    const rsa = [...SIGN, ...FIXED, "--signature-method", "RSA-SHA256", "--private-key-file", file("key.der", der)];
    const passphrase = passphrases.flatMap((text) => ["--passphrase-file", file("passphrase", text)]);
    const { stdout } = await countersign([...rsa, ...passphrase]);
    const { parameters } = parseAuthorizationHeader(stdout.trim().replace(/^Authorization: /, ""));
    const signature = parameters.find(([name]) => name === "oauth_signature")![1] as string;
    const request = { method: "GET", url: "https://gateway.example/pay?a=1", protocolParameters: parameters };
    expect(verifySignature(request, signature, { signatureMethod: "RSA-SHA256", publicKey })).toBe(true);
  });

  test("--trace shows every stage and where each parameter came from, and no secret", async () => {
    const { stdout } = await countersign([...SIGN, ...FIXED, "--form", "b=2", "--trace"], env);
    for (const stage of [
      "parameters",
      "parameter-string",
      "base-string-uri",
      "base-string",
      "signature",
      "authorization-header",
      "body",
    ]) {
      expect(stdout).toMatch(new RegExp(`^${stage}$`, "m"));
    }
    expect(stdout).toMatch(/^ {2}query +a = 1$/m);
    expect(stdout).toMatch(/^ {2}body +b = 2$/m);
    expect(stdout).toMatch(/^ {2}header +oauth_nonce = n0nce$/m);
    expect(stdout).not.toContain("top-secret");
  });

  test("has colours without a terminal only if they are forced", async () => {
    const args = [...SIGN, ...FIXED, "--trace"];
    expect((await countersign(args, env)).stdout).not.toContain("\x1b");
    expect((await countersign(args, { ...env, FORCE_COLOR: "1" })).stdout).toContain("\x1b[");
    expect((await countersign(args, { ...env, FORCE_COLOR: "1", NO_COLOR: "1" })).stdout).not.toContain("\x1b");
  });

  test("prints the part of the request that carries the signature, wherever that is", async () => {
    const output = async (transport: string): Promise<string> =>
      (await countersign([...SIGN, ...FIXED, "--form", "my_oauth_signature=1", "--transport", transport], env)).stdout;
    expect(await output("query")).toMatch(
      /^https:\/\/gateway\.example\/pay\?a=1&oauth_consumer_key=merchant&.*&oauth_signature=[^&]+\n$/,
    );
    expect(await output("body")).toMatch(
      /^my_oauth_signature=1&oauth_consumer_key=merchant&.*&oauth_signature=[^&]+\n$/,
    );
    expect(await output("header-and-body")).toMatch(
      /^Authorization: OAuth .*\n\nmy_oauth_signature=1&oauth_consumer_key=merchant&/,
    );
  });

  test("posts if the transport adds a body", async () => {
    const { stdout } = await countersign([...SIGN, "--transport", "body", "--curl"], env);
    expect(stdout).toContain("--request POST");
  });

  test("signs with the private key, protocol parameters, realm and token that it is given", async () => {
    const { privateKey, publicKey } = testKeyPair("rsa-2048");
    const pem = privateKey.export({ type: "pkcs8", format: "pem" });
    const { stdout } = await countersign([
      ...SIGN,
      ...["--signature-method", "RSA-SHA256", "--private-key-file", file("key.pem", String(pem))],
      ...["--realm", "Photos", "--token", "t", "--protocol-parameter", "oauth_callback=oob", "--no-oauth-version"],
    ]);
    const { parameters, realm } = parseAuthorizationHeader(stdout.trim().replace(/^Authorization: /, ""));
    const names = parameters.map(([name]) => name);
    expect(realm).toBe("Photos");
    expect(parameters).toEqual(
      expect.arrayContaining([
        ["oauth_token", "t"],
        ["oauth_callback", "oob"],
      ]),
    );
    expect(names).not.toContain("oauth_version");
    const signature = parameters.find(([name]) => name === "oauth_signature")![1] as string;
    const request = { method: "GET", url: "https://gateway.example/pay?a=1", protocolParameters: parameters };
    expect(verifySignature(request, signature, { signatureMethod: "RSA-SHA256", publicKey })).toBe(true);
  });

  test("prints a curl command that sends a body from its file, with its type and a signed hash", async () => {
    const path = file("body.json", '{"a":1}');
    const body = ["--body-file", path, "--content-type", "application/json", "--body-hash"];
    const { stdout } = await countersign([...SIGN, ...body, "--curl"], env);
    expect(stdout).toContain("--header 'content-type: application/json'");
    expect(stdout).toContain(`--data-binary ${shellWord(`@${path}`)} `);
    const hash = createHash("sha1").update('{"a":1}').digest("base64");
    expect(stdout).toContain(`oauth_body_hash="${encodeURIComponent(hash)}"`);
  });

  test.each(["a=é", "a=%zz", "a=b c"])("refuses the form file %j, which is not form-encoded", async (text) => {
    const { status, stderr } = await countersign([...SIGN, "--form-file", file("bad-form", text)], env);
    expect(status).toBe(2);
    expect(stderr).toMatch(/--form-file must be form-encoded .* at octet [34]/);
  });

  test.each([
    ["a missing secret", [...SIGN], /key-missing[\s\S]*hint: .*COUNTERSIGN_CONSUMER_SECRET/],
    ["a form parameter without a value", [...SIGN, "--form", "a"], /--form must be name=value/],
    [
      "a file that is not there",
      [...SIGN, "--consumer-secret-file", "nowhere"],
      /got a name that is not shown, because it may be the value of COUNTERSIGN_CONSUMER_SECRET: no such file/,
    ],
    ["two readers of standard input", [...SIGN, "--form-file", "-", "--consumer-secret-file", "-"], /only one option/],
    ["a content type without a body", [...SIGN, "--content-type", "text/plain"], /--content-type needs --body-file/],
    ["no URL", ["sign", "--consumer-key", "m"], /--url/],
  ])("ends with 2 and a next step for %s", async (_name, args, message) => {
    const { status, stdout, stderr } = await countersign(args);
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  test("ends with 2 for a relative URL", async () => {
    const { status, stderr } = await countersign(["sign", "--url", "/pay", "--consumer-key", "m"], env);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/url-malformed/)]);
  });
});
