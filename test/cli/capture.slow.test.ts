/** @module-tag commands */

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { capture } from "../../src/cli/capture/capture.ts";
import type { CaptureOptions } from "../../src/cli/options/capture.ts";
import { testKeyPair } from "../keys/index.ts";
import { expectOwnerOnly } from "../owner-only.ts";
import { isInstalled, PYTHON } from "../programs.ts";
import { fakeTerminal } from "./fake-terminal.ts";

let folder: string;
let key: string;
const inFolder = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "capture-test-"));
  vi.stubEnv("TMPDIR", folder);
  vi.stubEnv("OUT", inFolder("out"));
  vi.stubEnv("MAIN", MAIN);
  writeFileSync(inFolder("secret"), "s3cret & more\n");
  key = inFolder("key.pem");
  const { privateKey } = testKeyPair("rsa-2048");
  writeFileSync(key, privateKey.export({ type: "pkcs8", format: "pem" }));
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const MAIN = resolve("dist/cli/main.js");

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Enough to find one mistake. Requests whose body was changed have an unknown one, which would be searched for long. */
const SINGLE_MISTAKES = { combinations: 6000 };

/** Runs the command in this process; what it runs writes its own output to the file that OUT names. */
async function run(command: readonly string[], options: Partial<CaptureOptions> = {}): Promise<Ended> {
  const terminal = fakeTerminal();
  let stderr = "";
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    stderr += text;
    return true;
  });
  try {
    const given = { consumerKey: "capture", maxRequests: "100", privateKeyFile: key, ...options };
    const status = await capture(command, given, terminal, SINGLE_MISTAKES);
    return { status, stdout: terminal.text(), stderr };
  } finally {
    spy.mockRestore();
  }
}

/** Captures a program for Node, given as text, that can sign and send by our library. */
const node = (program: string, options: Partial<CaptureOptions> = {}): Promise<Ended> =>
  run([process.execPath, "--input-type=module", "-e", `${PRELUDE}${program}`], options);

const PRELUDE = `
import { writeFileSync } from "node:fs";
import { sign } from ${JSON.stringify(resolve("dist/index.js"))};
const { OUT, COUNTERSIGN_GATEWAY_URL: url, COUNTERSIGN_CONSUMER_KEY: consumerKey } = process.env;
const { COUNTERSIGN_CONSUMER_SECRET: consumerSecret, COUNTERSIGN_TOKEN: token, COUNTERSIGN_TOKEN_SECRET: tokenSecret } = process.env;
const credentials = { consumerKey, consumerSecret, token, tokenSecret, signatureMethod: "HMAC-SHA1" };
const send = ({ method, headers }, body) => fetch(url, { method, headers, body });
const signed = sign({ method: "POST", url, form: { a: "b" } }, credentials);
`;

const SEND = "await send(signed, signed.body);";

/** The last line, which has both ends. */
const lastLine = ({ stdout }: Ended) => stdout.trimEnd().split("\n").at(-1);
const output = (): string => readFileSync(inFolder("out"), "utf8");

describe.skipIf(!isInstalled("requests-oauthlib"))("python3-requests-oauthlib", { tags: ["clients"] }, () => {
  const PROGRAM = `
import os, sys, time
import requests
from requests_oauthlib import OAuth1
env = os.environ
url, key, secret = env["COUNTERSIGN_GATEWAY_URL"], env["COUNTERSIGN_CONSUMER_KEY"], env["COUNTERSIGN_CONSUMER_SECRET"]
rsa_key = open(env["COUNTERSIGN_PRIVATE_KEY_FILE"]).read()
form = {"amount": "10.42", "note": "two words & ü"}
hmac = lambda **more: OAuth1(key, secret, **more)
session = requests.Session()
out = open(env["OUT"], "w")
def check(answer):
    print(answer.status_code, answer.headers["content-type"], answer.text.split("\\n")[0][:30], file=out)
def prepared(**more):
    return requests.Request("POST", url, data=form, auth=hmac(**more)).prepare()
`;

  test.each([["http"], ["https"]])("is right by its every request over %s", async (scheme) => {
    const program = `${PROGRAM}
check(session.post(url, data=form, auth=hmac()))
check(session.post(url, data=form, auth=hmac(signature_type="body")))
check(session.get(url, params={"since": "1+1", "note": "ü"}, auth=hmac(signature_type="query")))
check(session.post(url, data=form, auth=OAuth1(key, signature_method="RSA-SHA256", rsa_key=rsa_key)))
check(session.put(url.replace("127.0.0.1", "localhost"), json={"amount": "10.42"}, auth=hmac()))
assert url.startswith("${scheme}://")
`;
    const ended = await run([PYTHON, "-c", program], { tls: scheme === "https" });
    expect(ended).toMatchObject({ status: 0, stderr: "" });
    expect(output()).toBe("200 text/html;charset=utf-8 type=create-card-ref-response\n".repeat(5));
    expect(lastLine(ended)).toBe("✓ the command ended with exit code 0; 5 requests, all of them valid");
  });

  test("shows what is wrong: secret, replay, clock, body, encoding, scheme", async () => {
    const program = `${PROGRAM}
session.post(url, data=form, auth=OAuth1(key, secret + "x"))
twice = prepared()
session.send(twice)
session.send(twice)
session.send(prepared(timestamp=str(int(time.time()) - 4000)))
altered = prepared()
altered.body = b"amount=99.42"
altered.headers["Content-Length"] = "12"
session.send(altered)
from oauthlib.oauth1 import Client
from oauthlib.oauth1.rfc5849 import utils
_, header, _ = Client(key, secret).sign(url.replace("http:", "https:"), "GET")
session.get(url, headers=header)
check(session.get(url))
escape = utils.quote
utils.quote = lambda text, safe=b"~": escape(text, safe=safe + b"!")
session.post(url, data={"note": "wow!"}, auth=hmac())
sys.exit(3)
`;
    const ended = await run([PYTHON, "-c", program]);
    expect(ended.status).toBe(1);
    expect(
      [...ended.stdout.matchAll(/^ {2}(?!hint)([a-z-]+): |^ {2}\S.* \(([a-z-]+)\)$|^✓ request/gm)].map(
        ([all, code, cause]) => code ?? cause ?? all,
      ),
    ).toEqual([
      ...["signature-mismatch", "✓ request", "nonce-used", "timestamp-too-old", "signature-mismatch"],
      ...["other-scheme", "signature-mismatch", "protocol-parameters-missing"],
      ...["encodeuricomponent-leftovers", "signature-mismatch"],
    ]);
    expect(output()).toBe("403 text/html; charset=utf-8 <!DOCTYPE html>\n");
    expect(lastLine(ended)).toBe("✗ the command ended with exit code 3; 7 of 8 requests are invalid");
  });
});

describe.skipIf(!isInstalled("curl"))("a script with curl", { tags: ["clients"] }, () => {
  test("is right by lines of countersign sign, over TLS", async () => {
    const script = `set -e
sign() { node "$MAIN" sign --url "$COUNTERSIGN_GATEWAY_URL" --consumer-key "$COUNTERSIGN_CONSUMER_KEY" --curl "$@"; }
{ sign --form "note=it's ü & more" | sh
  sign --form a=b --signature-method RSA-SHA256 --private-key-file "$COUNTERSIGN_PRIVATE_KEY_PKCS1_FILE" | sh; } >/dev/null 2>&1
stat -c %a "$COUNTERSIGN_CA_FILE" >"$OUT"`;
    const ended = await run(["sh", "-c", script], { tls: true });
    expect(lastLine(ended)).toBe("✓ the command ended with exit code 0; 2 requests, all of them valid");
    expect(output()).toBe("600\n");
  });

  test("sees the octet that its base string has wrong", async () => {
    const script = `
told="POST&$(printf %s "$COUNTERSIGN_URL/" | sed 's/:/%3A/g; s|/|%2F|g')&a%3Db%2Bc%26more"
oauth="oauth_consumer_key=capture,oauth_nonce=n,oauth_timestamp=$(date +%s),oauth_signature_method=HMAC-SHA1"
oauth="$oauth,oauth_signature=r6%2FTJjbCOr97%2F%2BUU0NsvSne7s5g%3D"
curl -s -o /dev/null -d 'a=b+d' -H "Authorization: OAuth $(echo $oauth | sed 's/=\\([^,]*\\)/="\\1"/g')" -H "X-Countersign-Base-String: $told" "$COUNTERSIGN_URL/"`;
    const { stdout, status } = await run(["sh", "-c", script]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/the expected base string has %2520 at character \d+/);
    expect(stdout).toMatch(/≠ a +b%20d +b\+c\n/);
    expect(stdout).toMatch(/≠ more +\(not a parameter\) +\(empty\)\n/);
  });

  test("is given a line for where it listens until interrupted", async () => {
    let stdout = "";
    let curl: Promise<void> | undefined;
    const listening = spawn(process.execPath, [MAIN, "capture", "--listen", "--tls"]);
    listening.stdout.on("data", (chunk) => {
      stdout += chunk;
      const [, line] = /^ {2}(CURL_CA_BUNDLE=.*)\n/m.exec(stdout) ?? [];
      if (line !== undefined) curl ??= new Promise((done) => spawn("sh", ["-c", line]).on("close", () => done()));
      if (stdout.endsWith("HMAC-SHA1, header\n")) listening.kill("SIGINT");
    });
    const status = await new Promise((ended) => listening.on("close", ended));
    await curl;
    expect(stdout).toMatch(/^listening on https:\/\/127\.0\.0\.1:\d+ until interrupted\n/);
    expect(stdout).toMatch(/\n✓ 1 request, and it is valid\n$/);
    expect(status).toBe(0);
    const [, file] = /authority {8}in (.*)/.exec(stdout)!;
    expect(existsSync(file!)).toBe(false);
  });
});

describe("the end of a capture", () => {
  test("tells both ends, and fails as its command does where every request was right", async () => {
    const ended = await node(`${SEND} process.exit(3);`);
    expect(lastLine(ended)).toBe("✗ the command ended with exit code 3; 1 request, and it is valid");
    expect(ended.status).toBe(6);
  });

  test("tells a command that sends nothing, even where it ends well", async () => {
    const ended = await run(["true"]);
    expect(lastLine(ended)).toBe("✗ the command ended with exit code 0; no request arrived");
    expect(ended.stderr).toContain("COUNTERSIGN_URL");
    expect(ended.status).toBe(4);
  });

  test("tells a command that cannot be started", async () => {
    await expect(run(["nonesuch", "argument"])).rejects.toThrow('cannot start "nonesuch": no such program');
  });

  test("hands arguments on as they are, never through a shell", async () => {
    const program = "require('fs').writeFileSync(process.env.OUT, process.argv[1])";
    await run([process.execPath, "-e", program, "a b $HOME; '"]);
    expect(output()).toBe("a b $HOME; '");
  });

  test("ends the whole group after an interrupt, and still reports", async () => {
    const ended = await node(`
import { spawn } from "node:child_process";
const child = spawn("sleep", ["100"], { stdio: "ignore" });
writeFileSync(OUT, String(child.pid));
await fetch(url);
process.kill(process.ppid, "SIGINT");
setInterval(() => {}, 1000);`);
    expect(lastLine(ended)).toBe("✗ the command was ended by SIGINT; 1 request, and it is invalid");
    expect(ended.status).toBe(1);
    expect(isAlive(Number(output()))).toBe(false);
  });

  test("stops after so long, and after so many requests", async () => {
    const late = await run(["sleep", "100"], { timeout: "1" });
    expect(late.stderr).toMatch(/^countersign: stopped after 1 s \(--timeout\)\n/);
    expect(lastLine(late)).toBe("✗ the command was ended by SIGTERM; no request arrived");
    const many = await node("for (;;) await fetch(url).catch(() => {});", { maxRequests: "3" });
    expect(many.stderr).toMatch(/^countersign: stopped after 3 requests \(--max-requests\)\n$/);
    expect(many.status).toBe(1);
  });

  test("does not wait for connections that somebody keeps", async () => {
    const ended = await node(`
import { connect } from "node:net";
import { spawn } from "node:child_process";
const socket = connect(new URL(url).port, "127.0.0.1", () => {
  // Hands the connection to a process of another group.
  spawn("sleep", ["3"], { stdio: ["ignore", "ignore", "ignore", socket._handle], detached: true }).unref();
  process.exit(0);
});`);
    expect(ended.status).toBe(4);
  });

  test("leaves no file behind, and other users cannot read its files meanwhile", async () => {
    await node(`
import { statSync } from "node:fs";
const files = Object.entries(process.env).filter(([name]) => /^COUNTERSIGN_.*_FILE$/.test(name));
writeFileSync(OUT, JSON.stringify(files.map(([name, file]) => [name, (statSync(file).mode & 0o777).toString(8)])));`);
    expect(Object.fromEntries(JSON.parse(output()))).toEqual({
      COUNTERSIGN_CONSUMER_SECRET_FILE: "600",
      COUNTERSIGN_PRIVATE_KEY_FILE: "600",
      COUNTERSIGN_PRIVATE_KEY_PKCS1_FILE: "600",
      COUNTERSIGN_PUBLIC_KEY_FILE: "600",
    });
    expect(readdirSync(folder).filter((name) => name.startsWith("countersign-capture-"))).toEqual([]);
  });
});

/** A process that ended is not alive, even if its parent has not collected its exit code. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

describe("the options of a capture", () => {
  test("give the client its credentials, answers from a file, and the origin that it signs", async () => {
    writeFileSync(inFolder("answers.json"), '{"answers":[{"status":202,"headers":{"x-a":"b"},"body":"{}"}]}');
    const program = `
const other = sign({ method: "POST", url: url.replace(/^http:..[^/]*/, "https://gateway.example"), form: { a: "b" } }, credentials);
const answer = await send(other, other.body);
writeFileSync(OUT, [consumerKey, consumerSecret, token, answer.status, answer.headers.get("x-a"), await answer.text()].join());`;
    const ended = await node(program, {
      consumerKey: "merchant",
      consumerSecretFile: inFolder("secret"),
      token: "t",
      origin: "https://gateway.example",
      answers: inFolder("answers.json"),
    });
    expect(output()).toBe("merchant,s3cret & more,t,202,b,{}");
    expect(ended.status).toBe(0);
  });

  test("record requests to be verified later, with the keys given then", async () => {
    const record = inFolder("requests.jsonl");
    const consumerSecretFile = inFolder("secret");
    const recorded = await node(`${SEND} await send(signed, "a=c"); await send(signed, "s3cret & more");`, {
      record,
      consumerSecretFile,
    });
    expect(lastLine(recorded)).toBe("✗ the command ended with exit code 0; 2 of 3 requests are invalid");
    expectOwnerOnly(record);
    const text = readFileSync(record, "utf8");
    expect(text.split("\n")).toHaveLength(4);
    expect(text).not.toContain("PRIVATE");
    const verified = await run([], { verify: record, consumerSecretFile });
    expect(verified.stderr).toContain("request 3 is skipped: a secret was redacted");
    expect(lastLine(verified)).toBe("✗ 1 of 2 requests are invalid");
    expect(verified.status).toBe(1);
    await expect(run([], { verify: consumerSecretFile })).rejects.toThrow(
      /a line of --record in JSON at .*secret, line 1$/,
    );
  });

  test("write the requests as reports into files, a case each", async () => {
    const [json, junit, html] = ["r.json", "r.xml", "r.html"].map(inFolder);
    const report = [`json=${json}`, `junit=${junit}`, `html=${html}`];
    const ended = await node(`${SEND} await send(signed, "a=c");`, { report });
    expect(lastLine(ended)).toBe("✗ the command ended with exit code 0; 1 of 2 requests are invalid");
    const [own] = JSON.parse(readFileSync(json!, "utf8")).implementations;
    expect(own).toMatchObject({
      implementation: { name: basename(process.execPath) },
      total: 2,
      vectors: { passed: 1, failed: 1 },
      failures: [{ id: "capture/request/2", message: expect.stringContaining("signature-mismatch") }],
    });
    expect(readFileSync(junit!, "utf8")).toMatch(/tests="2" failures="1"/);
    expect(readFileSync(html!, "utf8")).toContain("1 of 2 requests failed");
    await expect(run(["true"], { report: ["junit"] })).rejects.toThrow(/--report must name a file here/);
  });

  test("generate no keys to verify a record with", async () => {
    writeFileSync(inFolder("none.jsonl"), "");
    const options = { consumerKey: "capture", maxRequests: "1", verify: inFolder("none.jsonl") };
    await expect(capture([], options, fakeTerminal())).rejects.toThrow(
      "--verify needs the keys that the requests were signed with, got none",
    );
    expect((await run([], { ...options, consumerSecretFile: inFolder("secret") })).status).toBe(4);
  });

  test("for TLS have a hint for a client that does not trust the certificate", async () => {
    const program = `
import { get } from "node:https";
await new Promise((done) => get(url, { ca: [] }).on("error", done));`;
    const { stderr } = await node(program, { tls: true });
    expect(stderr).toContain("hint: make the client trust the authority in the file COUNTERSIGN_CA_FILE\n");
  });

  test("show the correct signature only where it is asked for, and the secret never", async () => {
    const program = `await send(signed, "a=" + encodeURIComponent(consumerSecret));`;
    const options = { consumerSecretFile: inFolder("secret") };
    const silent = await node(program, options);
    expect(silent.stdout).not.toContain("signature expected");
    const telling = await node(program, { ...options, showSignature: true });
    expect(telling.stdout).toMatch(/signature expected\n {4}[A-Za-z0-9+/]{27}=\n/);
    for (const { stdout } of [silent, telling]) {
      expect(stdout).toContain("body    a = (secret)");
      expect(stdout).not.toMatch(/s3cret/);
    }
  });
});
