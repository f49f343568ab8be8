/** @module-tag commands */

import { exec, spawnSync } from "node:child_process";
import { createPrivateKey, createPublicKey } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAuthorizationHeader, parseForm, verifySignature } from "../../src/oauth1/index.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-"));
  writeFileSync(join(folder, "secret"), "s3cret & more\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

const MAIN = resolve("dist/cli/main.js");

function countersign(
  args: readonly string[],
  { input, env = {} }: { input?: string; env?: Record<string, string> } = {},
) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env.PATH ?? "", ...env },
    ...(input === undefined ? {} : { input }),
  });
  return { status, stdout, stderr };
}

const SIGN = ["sign", "--url", "https://gateway.example/pay?a=1", "--consumer-key", "merchant"];
const FIXED = ["--nonce", "n0nce", "--timestamp", "1700000000"];

describe("an argument with control characters", () => {
  const HOSTILE = "\u001b[31mred\u009b1m\u202e";

  test.each([
    ["a command", [HOSTILE]],
    ["an option", ["check", `--${HOSTILE}`]],
    ["a help topic", ["help", HOSTILE]],
    ["a file", ["keys", "check", HOSTILE]],
  ])("is printed with escapes, as %s", (_what, args) => {
    const { status, stdout, stderr } = countersign(args);
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/\\(?:x1b|u001b)\[31mred/);
    expect(stderr).not.toMatch(/[^\P{C}\n]/u);
  });
});

describe("countersign sign", () => {
  test("prints the header of a form post, given by arguments, standard input and a file", () => {
    const { status, stdout } = countersign(
      [...SIGN, ...FIXED, "--form", "b=x y", "--form-file", "-", "--consumer-secret-file", "secret"],
      { input: "c=%E9&d=1+2\n" },
    );
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

  test("prints a curl line that sends what was signed, whatever the shell and curl make of its characters", async () => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { method = "", url = "", headers } = request;
        response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString("latin1") }));
      });
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    const note = 'it\'s $HOME `x` "é" !1';
    const args = ["sign", "--url", `${origin}/a/../b[1]?q=%5Bx%5D`, "--consumer-key", "it's", "--form", `note=${note}`];

    const { stdout: line } = countersign([...args, "--realm", "", "--curl"], {
      env: { COUNTERSIGN_CONSUMER_SECRET: "s" },
    });
    const { stdout } = await promisify(exec)(line.trim(), { shell: "/bin/sh" });
    server.close();

    const { method, url, headers, body } = JSON.parse(stdout);
    const { parameters, realm } = parseAuthorizationHeader(headers.authorization);
    const signature = parameters.find(([name]) => name === "oauth_signature")![1] as string;
    const request = { method, url: origin + url, form: parseForm(body), protocolParameters: parameters };
    expect(realm).toBe("");
    expect(request.form).toEqual([["note", note]]);
    expect(verifySignature(request, signature, { signatureMethod: "HMAC-SHA1", consumerSecret: "s" })).toBe(true);
  });

  test("--trace shows every stage and where each parameter came from, and no secret", () => {
    const { stdout } = countersign([...SIGN, ...FIXED, "--form", "b=2", "--trace"], {
      env: { COUNTERSIGN_CONSUMER_SECRET: "top-secret" },
    });
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

  test("prints the part of the request that carries the signature, wherever that is", () => {
    const env = { COUNTERSIGN_CONSUMER_SECRET: "s" };
    const output = (transport: string): string =>
      countersign([...SIGN, ...FIXED, "--form", "my_oauth_signature=1", "--transport", transport], { env }).stdout;
    expect(output("query")).toMatch(
      /^https:\/\/gateway\.example\/pay\?a=1&oauth_consumer_key=merchant&.*&oauth_signature=[^&]+\n$/,
    );
    expect(output("body")).toMatch(/^my_oauth_signature=1&oauth_consumer_key=merchant&.*&oauth_signature=[^&]+\n$/);
    expect(output("header-and-body")).toMatch(
      /^Authorization: OAuth .*\n\nmy_oauth_signature=1&oauth_consumer_key=merchant&/,
    );
  });

  test("posts where the transport makes a body", () => {
    const { stdout } = countersign([...SIGN, "--transport", "body", "--curl"], {
      env: { COUNTERSIGN_CONSUMER_SECRET: "s" },
    });
    expect(stdout).toContain("--request POST");
  });

  test.each(["a=é", "a=%zz", "a=b c"])("refuses the form file %j, which is not form-encoded", (input) => {
    const { status, stderr } = countersign([...SIGN, "--form-file", "-", "--consumer-secret-file", "secret"], {
      input,
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/--form-file must be form-encoded .* at octet [34]/);
  });

  test.each([
    ["a missing secret", [...SIGN], /key-missing[\s\S]*hint: .*COUNTERSIGN_CONSUMER_SECRET/],
    [
      "a relative URL",
      ["sign", "--url", "/pay", "--consumer-key", "m", "--consumer-secret-file", "secret"],
      /url-malformed/,
    ],
    ["a form parameter without a value", [...SIGN, "--form", "a"], /--form must be name=value/],
    [
      "a file that is not there",
      [...SIGN, "--consumer-secret-file", "nowhere"],
      /got a name that is not shown, because it may be the value of COUNTERSIGN_CONSUMER_SECRET: ENOENT/,
    ],
    ["two readers of standard input", [...SIGN, "--form-file", "-", "--consumer-secret-file", "-"], /only one option/],
    ["a content type without a body", [...SIGN, "--content-type", "text/plain"], /--content-type needs --body-file/],
    ["no URL", ["sign", "--consumer-key", "m"], /--url/],
    ["an unknown command", ["bogus"], /unknown command/],
  ])("ends with 2 and says what to do for %s", (_name, args, message) => {
    const { status, stdout, stderr } = countersign(args);
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ +at /m);
  });
});

describe("countersign keys new", () => {
  test("writes a pair in three forms, for the owner alone, and overwrites nothing", () => {
    const first = countersign(["keys", "new", "shop", "--bits", "2048"]);
    expect(first.status).toBe(0);
    const read = (name: string): string => readFileSync(join(folder, name), "utf8");
    expect(read("shop.pkcs8.pem")).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(read("shop.pkcs1.pem")).toMatch(/^-----BEGIN RSA PRIVATE KEY-----/);
    expect(read("shop.public.pem")).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    const [pkcs8, pkcs1] = ["shop.pkcs8.pem", "shop.pkcs1.pem"].map((name) => createPrivateKey(read(name)));
    expect(pkcs8!.equals(pkcs1!)).toBe(true);
    expect(createPublicKey(pkcs8!).equals(createPublicKey(read("shop.public.pem")))).toBe(true);
    for (const name of ["shop.pkcs8.pem", "shop.pkcs1.pem", "shop.public.pem"]) {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }

    const before = read("shop.pkcs8.pem");
    rmSync(join(folder, "shop.pkcs8.pem"));
    const second = countersign(["keys", "new", "shop"]);
    expect(second.status).toBe(2);
    expect(second.stderr).toMatch(/shop\.pkcs1\.pem exists and is not overwritten/);
    expect(() => read("shop.pkcs8.pem")).toThrow("ENOENT");
    expect(before).toContain("PRIVATE KEY");
  });

  test.each(["1024", "99999", "many"])("refuses %s bits", (bits) => {
    const { status, stderr } = countersign(["keys", "new", "weak", "--bits", bits]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/--bits must be a whole number from 2048 to 16384/);
  });
});

describe("countersign vectors", () => {
  test("lists, shows one whole, and says when there is none", () => {
    const list = countersign(["vectors", "list", "--filter", "ipv6"]);
    expect(list.stdout.split("\n").length).toBeGreaterThan(2);
    const id = list.stdout.split(" ")[0]!;
    expect(JSON.parse(countersign(["vectors", "show", id]).stdout)).toMatchObject({ id, rule: { level: "MUST" } });
    const forVerifiers = countersign(["vectors", "list", "--filter", "nonce-used"]).stdout.split(" ")[0]!;
    expect(JSON.parse(countersign(["vectors", "show", forVerifiers]).stdout)).toMatchObject({
      expected: { refuse: "nonce-used" },
    });
    expect(countersign(["vectors", "show", "no/such/1"])).toMatchObject({ status: 2 });
    expect(countersign(["vectors", "list", "--filter", "nothing"])).toMatchObject({ status: 4 });
  });

  test("recomputes every value by the model", () => {
    const { status, stdout } = countersign(["vectors", "recompute"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/✓ model: \d{4} vectors, \d{4} passed, 0 failed;/);
  });
});

describe("the end of the process", () => {
  test.each(["check", "capture", "doctor"])("is one of bad usage for %s -- with nothing behind it", (command) => {
    const { status, stderr } = countersign([command, "--"]);
    expect([status, stderr]).toEqual([2, expect.stringContaining("expected a program after --, got nothing\nhint: ")]);
  });

  test("is that of a defect, at once, after an unexpected error", () => {
    const text = "::error::thrown";
    writeFileSync(
      join(folder, "defect.mjs"),
      `export const implementation = {
        about: { name: "defect", version: "1", language: "JavaScript" },
        operations: { "percent-encoding": () => new Promise(() => {}) },
      };
      setInterval(() => {}, 1000);
      setTimeout(() => { throw ${JSON.stringify(text)}; }, 100);`,
    );
    const { status, stderr } = countersign(["check", "--seed", "1", "--module", "defect.mjs"]);
    expect(status).toBe(70);
    expect(stderr).toContain("this is a defect of countersign itself\n");
    expect(stderr).not.toMatch(/^\s*::/m);
  });
});

describe("output", () => {
  test("has no colours and no progress without a terminal, and colours if they are forced", () => {
    const plain = countersign(["check", "--seed", "1", "--runs", "0", "--filter", "ipv6"]);
    expect(plain.stdout).not.toContain("\x1b");
    expect(plain.stderr).toBe("");
    const forced = countersign(["check", "--seed", "1", "--runs", "0", "--filter", "ipv6"], {
      env: { FORCE_COLOR: "1" },
    });
    expect(forced.stdout).toContain("\x1b[");
    const refused = countersign(["check", "--seed", "1", "--runs", "0", "--filter", "ipv6"], {
      env: { FORCE_COLOR: "1", NO_COLOR: "1" },
    });
    expect(refused.stdout).not.toContain("\x1b");
  });
});
