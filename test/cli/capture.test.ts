import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { capture } from "../../src/cli/capture/capture.ts";
import type { CaptureOptions } from "../../src/cli/options/capture.ts";
import type { Terminal } from "../../src/conformance/reporters/index.ts";
import { seconds, signedRequest } from "../signed-request.ts";
import { fakeTerminal } from "./fake-terminal.ts";

const CREDENTIALS = { consumerKey: "shop", consumerSecret: "a secret" };

let folder: string;
const inFolder = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "capture-listen-"));
  writeFileSync(inFolder("secret"), CREDENTIALS.consumerSecret);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => rmSync(folder, { recursive: true }));

/** Options that have every key, so that none is generated. */
function optionsWith(options: Partial<CaptureOptions>): CaptureOptions {
  const files = { consumerSecretFile: inFolder("secret"), privateKeyFile: "test/keys/rsa-2048.pem" };
  return { consumerKey: CREDENTIALS.consumerKey, maxRequests: "100", ...files, ...options };
}

/** Listens, and calls `use` with the server's origin. Returns the exit code and what was printed. */
async function listen(
  options: Partial<CaptureOptions>,
  use: (origin: string) => Promise<void>,
  verbosity: Pick<Terminal, "isQuiet"> = {},
) {
  const terminal = { ...fakeTerminal(), ...verbosity };
  const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  let used = Promise.resolve();
  const status = await capture([], optionsWith({ listen: true, ...options }), {
    ...terminal,
    out(text) {
      terminal.out(text);
      const [, origin] = /^listening on (\S+)/.exec(text) ?? [];
      if (origin !== undefined) used = use(origin);
    },
  });
  await used;
  return { status, stdout: terminal.text(), stderr: log.mock.calls.map(([text]) => text).join("") };
}

async function send(origin: string, timestamp = seconds(), edit = (header: string) => header): Promise<void> {
  const protocol = { oauth_timestamp: String(timestamp) };
  const { method, url, headers, body } = signedRequest({ origin, form: "a=b", credentials: CREDENTIALS, protocol });
  const authorization = edit(headers.authorization!);
  const response = await fetch(`${origin}${url}`, {
    method,
    headers: { ...headers, authorization },
    body: body as string,
  });
  await response.arrayBuffer();
}

describe("capture without a command", () => {
  test("verifies and records each request, until one has arrived", async () => {
    const { status, stdout, stderr } = await listen({ maxRequests: "1", record: inFolder("record") }, send);
    expect(stderr).toContain("countersign: stopped after 1 request (--max-requests)\n");
    expect(stdout).toMatch(/^✓ request 1 /m);
    expect(readFileSync(inFolder("record"), "utf8").trimEnd().split("\n")).toEqual([expect.stringMatching(/^\{.*\}$/)]);
    expect(status).toBe(0);
  });

  test("records no secret of a variable, not even one that it does not use", async () => {
    const given = { COUNTERSIGN_TOKEN_SECRET: "tok3n-s3cret-9", COUNTERSIGN_PASSPHRASE: "pa55-phrase-7" };
    for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
    try {
      await listen({ maxRequests: "1", record: inFolder("record") }, async (origin) => {
        const headers = { "X-Debug": Object.values(given).join(" "), Authorization: "OAuth a" };
        const body = Buffer.from(given.COUNTERSIGN_TOKEN_SECRET).toString("base64");
        await (
          await fetch(`${origin}/a?s=${given.COUNTERSIGN_TOKEN_SECRET}`, { method: "POST", headers, body })
        ).text();
      });
    } finally {
      vi.unstubAllEnvs();
    }
    const record = readFileSync(inFolder("record"), "utf8");
    const { body } = JSON.parse(record) as { body: string };
    expect(record).toContain("(secret) (secret)");
    expect(record).not.toMatch(/tok3n|s3cret|pa55/);
    expect(Buffer.from(body, "base64").toString()).toMatch(/^\(secret\)=*$/);
  });

  test("fails if one of several requests is wrong, here by its timestamp", async () => {
    const { status, stdout, stderr } = await listen({ maxRequests: "2" }, async (origin) => {
      await send(origin);
      await send(origin, 1);
    });
    expect(stderr).toContain("countersign: stopped after 2 requests (--max-requests)\n");
    expect(stdout).toMatch(/^✓ request 1 [\s\S]*^✗ request 2 /m);
    expect(status).toBe(1);
  });
});

describe("a request with a valid signature", () => {
  test("makes capture fail if a server would reject it, also with --quiet", async () => {
    const { status, stdout } = await listen(
      { maxRequests: "2" },
      async (origin) => {
        await send(origin);
        await send(origin, seconds(), (header) =>
          header.replace(/(?<=oauth_signature=")[^"]*/, (encoded) => decodeURIComponent(encoded)),
        );
      },
      { isQuiet: true },
    );
    expect(stdout).toMatch(/^✗ request 2 .*\n {2}the signature is valid, but a server would reject the request: /m);
    expect(stdout).not.toMatch(/^. request 1 /m);
    expect(stdout).toContain("1 of 2 requests are invalid");
    expect(status).toBe(1);
  });
});

describe("the options of capture", () => {
  test.each<[readonly string[], Partial<CaptureOptions>, RegExp]>([
    [[], {}, /capture needs exactly one of a command, --listen and --verify, got none/],
    [["true"], { listen: true }, /got more than one/],
    [["true"], { port: "70000" }, /--port must be a whole number from 0 to 65535, got "70000"/],
    [["true"], { maxRequests: "0" }, /--max-requests must be/],
    [["true"], { timeout: "soon" }, /--timeout must be/],
    [["true"], { origin: "https://a/b" }, /--origin must be http or https with a host and no path/],
    [["true"], { hostName: "a b" }, /--host-name must be a host name/],
    [["true"], { answers: "secret" }, /secret: Unexpected token '\S'$/],
    [["true"], { record: "no/such/folder" }, /--record must be a file that can be written.*no such file/],
    [["true"], { tokenSecretFile: "secret" }, /--token-secret-file needs --token/],
    [["true"], { privateKeyFile: "secret" }, /the private key cannot be used: This is not a key/],
  ])("report what they cannot mean: %j %j", async (command, options, message) => {
    const files = Object.entries(options).map(([name, value]) => [name, value === "secret" ? inFolder(value) : value]);
    await expect(capture(command, optionsWith(Object.fromEntries(files)), fakeTerminal())).rejects.toThrow(message);
  });

  test("say that a port is taken", async () => {
    const server = createServer();
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const { port } = server.address() as { port: number };
    await expect(capture(["true"], optionsWith({ port: String(port) }), fakeTerminal())).rejects.toThrow(
      /cannot listen on port \d+ of 127\.0\.0\.1: EADDRINUSE/,
    );
    server.close();
  });
});

describe("recorded traffic", () => {
  const AT = 1_700_000_000;

  /** A request as it was recorded at a second, valid unless its form was changed. */
  function recordedAt(second: number, form = "a=b") {
    const protocol = { oauth_timestamp: String(second) };
    const origin = "https://pay.example";
    const { method, url, headers } = signedRequest({ origin, form: "a=b", credentials: CREDENTIALS, protocol });
    return { method, url: `${origin}${url}`, headers: Object.entries(headers as Record<string, string>), body: form };
  }

  function lineOf(second: number, status?: number, form?: string): string {
    const { body, ...request } = recordedAt(second, form);
    return JSON.stringify({ format: 1, at: second, ...request, body: Buffer.from(body).toString("base64"), status });
  }

  function entryOf(second: number, status: number, form?: string): object {
    const { method, url, headers, body } = recordedAt(second, form);
    const fields = headers.map(([name, value]) => ({ name, value }));
    const postData = { mimeType: "application/x-www-form-urlencoded", text: body };
    const startedDateTime = new Date(1000 * second).toISOString();
    return { startedDateTime, request: { method, url, headers: fields, postData }, response: { status } };
  }

  async function verify(text: string): Promise<{ status: number; text: string }> {
    writeFileSync(inFolder("recorded"), text);
    const terminal = fakeTerminal();
    const status = await capture([], optionsWith({ verify: inFolder("recorded") }), terminal, { combinations: 10 });
    return { status, text: terminal.text() };
  }

  test("is verified as of its time", async () => {
    const text = [AT, AT + 86_400].map((second) => lineOf(second)).join("\n");
    expect(await verify(text)).toEqual({ status: 0, text: expect.stringContaining("2 requests, all of them valid") });
  });

  async function expectDifferences(format: "a HAR file" | "lines"): Promise<void> {
    const cases = [
      ["valid, answered with 200", 200, "a=b"],
      ["valid, answered with 401", 401, "a=b"],
      ["wrong, answered with 302", 302, "a=c"],
      ["wrong, answered with 403", 403, "a=c"],
      ["valid, answered with 503", 503, "a=b"],
      ["wrong, answered with 404", 404, "a=c"],
    ] as const;
    const entries = cases.map(([, status, form], index) => entryOf(AT + index, status, form));
    const lines = cases.map(([, status, form], index) => lineOf(AT + index, status, form));
    const verified = await verify(format === "lines" ? lines.join("\n") : JSON.stringify({ log: { entries } }));
    expect(verified.status).toBe(1);
    expect(verified.text).toMatch(
      /The recorded answers differ for:\n {2}request 2 .*401, now valid\n {2}request 3 .*302, now signature-mismatch\n$/,
    );
  }
  const DIFFERENCES = "shows on which requests the recorded answers differ, in %s";
  test.each(["a HAR file"] as const)(DIFFERENCES, expectDifferences);
  test.each(["lines"] as const)(DIFFERENCES, { tags: ["deep"] }, expectDifferences);

  test("that is valid but was rejected makes the command fail", async () => {
    expect((await verify(lineOf(AT, 401))).status).toBe(1);
    expect((await verify(lineOf(AT, 200))).status).toBe(0);
  });

  test.each([
    ...['{"log":{"entries":5}}', '{"log":{"entries":[null]}}', '{"log":{"entries":[{}]}}'],
    ...["[]", "{", "null", '{"format":1}'],
    lineOf(AT).replace('"format":1', '"format":2'),
  ])("that is no request is a wrong usage, case %#", async (text) => {
    await expect(verify(text)).rejects.toThrow(/^expected /);
  });

  test("that is no request is reported with the number of its line", async () => {
    await expect(verify(`${lineOf(AT)}\n\n{}`)).rejects.toThrow(/recorded, line 3: format: expected 1/);
  });

  test("needs the time of each request of a HAR file", async () => {
    const entry = { ...entryOf(AT, 200), startedDateTime: undefined };
    await expect(verify(JSON.stringify({ log: { entries: [entry] } }))).rejects.toThrow(
      /recorded: entry 1 must have the time of its request, startedDateTime$/,
    );
  });
});
