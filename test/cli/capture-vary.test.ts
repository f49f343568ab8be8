import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { capture } from "../../src/cli/capture/capture.ts";
import type { CaptureOptions } from "../../src/cli/options/capture.ts";
import { NO_REASON } from "../../src/conformance/baseline/entries.ts";
import { seconds, signedRequest } from "../signed-request.ts";
import { fakeTerminal } from "./fake-terminal.ts";

const CREDENTIALS = { consumerKey: "shop", consumerSecret: "a secret" };
const FEW = { combinations: 500 };
const START = seconds();

let folder: string;
const inFolder = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "capture-vary-"));
  writeFileSync(inFolder("secret"), CREDENTIALS.consumerSecret);
  writeFileSync(inFolder("body.json"), '{"note": "{text}"}');
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the note that a client sends, or its whole form. */
type Change = (note: string) => string | Readonly<Record<string, string>>;

/** A client in this process, which sends a signed request for each one that it gets. */
async function startClient(origin: () => string, change: Change, nonce?: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString("utf8");
    const { searchParams } = new URL(request.url!, "http://localhost");
    const changed = change(searchParams.get("note") ?? JSON.parse(body).note);
    const form = typeof changed === "string" ? { note: changed } : changed;
    const protocol = { oauth_timestamp: String(START), ...(nonce !== undefined && { oauth_nonce: nonce }) };
    const signed = signedRequest({ origin: origin(), form, credentials: CREDENTIALS, protocol });
    const { method, headers } = signed;
    await fetch(`${origin()}${signed.url}`, { method, headers, body: signed.body as string });
    response.end("sent");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return server;
}

async function varied(options: Partial<CaptureOptions>, change: Change = (note) => note, nonce?: string) {
  const terminal = fakeTerminal();
  let origin = "";
  const client = await startClient(() => origin, change, nonce);
  const { port } = client.address() as AddressInfo;
  const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const files = { consumerSecretFile: inFolder("secret"), privateKeyFile: "test/keys/rsa-2048.pem" };
  const given = { consumerKey: CREDENTIALS.consumerKey, maxRequests: "1000", ...files };
  const requests = `http://127.0.0.1:${port}/?note={text}`;
  const out = (text: string): void => {
    terminal.out(text);
    origin ||= /^listening on (\S+)/.exec(text)?.[1] ?? "";
  };
  try {
    const all = { ...given, vary: true, listen: true, requests, ...options };
    const status = await capture([], all, { ...terminal, out }, FEW);
    return { status, stdout: terminal.text(), stderr: log.mock.calls.map(([text]) => text).join(""), port };
  } finally {
    client.close();
  }
}

/** What a client that conforms does, with every file that a run writes. */
const conforming = remembered(() => {
  const files = { record: inFolder("requests.jsonl"), writeDriver: inFolder("driver.mjs") };
  return varied({ env: ["A={txt}", "B={print}"], ...files });
});

const plusAsSpace = (note: string): string => note.replaceAll("+", " ");
const withPlusAsSpace = remembered(() =>
  varied({ report: ["terminal", `json=${inFolder("report.json")}`] }, plusAsSpace),
);

/** Runs once, for all tests. */
function remembered<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= run();
    return result;
  };
}

describe("capture --vary", () => {
  test("passes for a client that conforms, and shows where the values arrive", async () => {
    const { status, stdout } = await conforming();
    expect(stdout).toMatch(
      /^sends POST http:\S+\/pay {2}HMAC-SHA1, header\n {2}\{text\} arrives in note of the form\n {2}10 starts$/m,
    );
    expect(stdout).toContain("10 cases, 10 passed, 0 failed");
    expect(status).toBe(0);
  });

  test("reports a value that arrives changed, with its cause and the command that repeats it", async () => {
    const { status, stdout } = await withPlusAsSpace();
    expect(stdout).toContain("✗ A value arrives with a space for each +. (value/space-for-plus)");
    expect(stdout).toContain(`with {"text":"+"}`);
    expect(stdout).toMatch(/run only this: .*capture --vary --requests .* --values '\{"text":"\+"\}'/);
    expect(status).toBe(1);
  });

  test("fails for a client that repeats its nonce, whatever the values are", async () => {
    const { status, stdout } = await varied({}, (note) => note, "again");
    expect(stdout).toContain("10 cases, 1 passed, 9 failed");
    expect(stdout).toContain(`nonce-used: the nonce was used before`);
    expect(stdout).toMatch(/at capture\/hard: .* with \{"text":"vary1x"\}/);
    expect(status).toBe(1);
  });

  test("reports a name in braces that is no placeholder, and passes it as it is", async () => {
    const { stderr, status } = await conforming();
    expect(stderr).toContain("{txt} is not filled in, because no placeholder has this name; did you mean {text}?\n");
    expect(stderr).toContain("{print} is not filled in, because no placeholder has this name\n");
    expect(status).toBe(0);
  });

  test("repeats the values of a report, and compares them with those that arrive", async () => {
    const { status, stdout } = await varied({ values: '{"text":"+"}' }, plusAsSpace);
    expect(stdout).toContain("2 cases, 1 passed, 1 failed");
    expect(status).toBe(1);
  });

  test("sends a JSON body from --input, in which values are escaped", async () => {
    const { status, stdout, port } = await varied({ input: inFolder("body.json") });
    expect(port).toBeGreaterThan(0);
    expect(stdout).toContain("0 failed");
    expect(status).toBe(0);
  });

  test("writes a baseline by cause, which suppresses the failure until it no longer shows", {
    tags: ["deep"],
  }, async () => {
    const baseline = inFolder("known.json");
    expect((await varied({ baseline, updateBaseline: true }, plusAsSpace)).status).toBe(0);
    expect(JSON.parse(readFileSync(baseline, "utf8")).known).toEqual([
      { cause: "value/space-for-plus", reason: "values with a space for each +" },
    ]);
    expect((await varied({ baseline }, plusAsSpace)).status).toBe(0);
    const fixed = await varied({ baseline });
    expect(fixed.stderr).toContain("value/space-for-plus no longer shows");
    expect(fixed.status).toBe(5);
  });

  const known = [{ cause: "value/space-for-plus", reason: "accepted" }];
  const written = { $schema: "./baseline.schema.json", format: 3, known };

  test("keeps the entries and the schema of a baseline if not everything was tried", async () => {
    const baseline = inFolder("kept.json");
    writeFileSync(baseline, JSON.stringify(written));
    const { status, stdout, stderr } = await varied({ baseline, maxRequests: "1" });
    expect(stdout).toContain("  not checked: not everything was tried: fix what was found, and run it again\n");
    expect(stderr).toContain("hint: --allow-uncompared accepts what was not checked");
    expect(status).toBe(4);
    expect((await varied({ baseline, maxRequests: "1", allowUncompared: true })).status).toBe(0);
    await varied({ baseline, updateBaseline: true, maxRequests: "1" });
    expect(JSON.parse(readFileSync(baseline, "utf8"))).toEqual(written);
  });

  test("removes the entries of a baseline that no longer show, and keeps its schema", { tags: ["deep"] }, async () => {
    const baseline = inFolder("removed.json");
    writeFileSync(baseline, JSON.stringify(written));
    await varied({ baseline, updateBaseline: true });
    expect(JSON.parse(readFileSync(baseline, "utf8"))).toEqual({ ...written, known: [] });
  });

  const dashes = (note: string): string => note.replaceAll("~", "-");
  const unnamed = { difference: 'value/changed: text "~"', example: "capture/hard", reason: NO_REASON };

  test("knows a mistake without a name again by its smallest values, and no other", { tags: ["deep"] }, async () => {
    const baseline = inFolder("unnamed.json");
    writeFileSync(baseline, JSON.stringify({ format: 3, known: [unnamed] }));
    expect((await varied({ baseline }, dashes)).status).toBe(0);
    expect((await varied({ baseline }, (note) => dashes(note).replaceAll("!", "1"))).status).toBe(1);
  });

  test("writes a mistake without a name into a baseline", { tags: ["deep"] }, async () => {
    const baseline = inFolder("unnamed-written.json");
    expect((await varied({ baseline, updateBaseline: true }, dashes)).status).toBe(0);
    expect(JSON.parse(readFileSync(baseline, "utf8")).known).toEqual([unnamed]);
  });

  test("lists a field that the client derives from a value", async () => {
    const { status, stdout } = await varied({}, (note) => ({ note, slug: note.toLowerCase().slice(0, 9) }));
    expect(stdout).toContain(
      "  {text} arrives in note of the form, and changed in slug of the form, which is not compared\n",
    );
    expect(status).toBe(0);
  });

  test("fails if no value can be compared", async () => {
    const inBase64 = (note: string): string => Buffer.from(note).toString("base64");
    const { status, stdout } = await varied({}, inBase64);
    expect(stdout).toContain("  {text} is not compared: it arrives inside base64\n");
    expect(stdout).toMatch(
      /^\? .*10 passed[\s\S]*^ {2}not checked: no value arrives in a field, so nothing was compared$/m,
    );
    expect(status).toBe(4);
  });

  test("passes although no value can be compared, if that is allowed", { tags: ["deep"] }, async () => {
    const inBase64 = (note: string): string => Buffer.from(note).toString("base64");
    expect((await varied({ allowUncompared: true }, inBase64)).status).toBe(0);
  });

  test("prints values as JSON that --values takes, whatever characters they have", async () => {
    const { stdout } = await varied({}, (note) => note.replaceAll("\u0080", ""));
    expect(stdout).toContain(String.raw`with {"text":"\u0080"}`);
    const [, values] = /--values '(.*?)'/.exec(stdout)!;
    expect((await varied({ values: values! }, (note) => note.replaceAll("\u0080", ""))).status).toBe(1);
  });

  test("uses --values also if plain values fail", async () => {
    const { status, stdout } = await varied({ values: '{"text":"+"}' }, () => "other");
    expect(stdout).toContain("2 cases");
    expect(status).toBe(4);
  });

  test("does not verify requests to a path that is left out, and names it", async () => {
    const { status, stdout, stderr } = await varied({ ignorePath: ["/pay"] });
    expect(stderr).toContain("not verified: POST /pay, 1 request (--ignore-path)");
    expect(stdout).not.toContain("sends POST");
    expect(status).toBe(4);
  });

  test("gives the hints on an invalid request once", async () => {
    const { status, stderr } = await varied({ consumerKey: "another" });
    expect(stderr.match(/^hint: oauth_consumer_key is .* with --consumer-key, .*$/gm)).toHaveLength(1);
    expect(status).toBe(1);
  });

  test("fails if no request has the token of --token", async () => {
    const { status, stderr } = await varied({ token: "t" });
    expect(stderr).toContain("no request has the token of --token");
    expect(status).toBe(1);
  });

  test("records the requests of all starts", async () => {
    await conforming();
    expect(readFileSync(inFolder("requests.jsonl"), "utf8").trim().split("\n")).toHaveLength(10);
  });

  test("writes the beginning of a driver that declares what was seen", async () => {
    const { stderr } = await conforming();
    expect(stderr).toContain("declares what the program sends");
    expect(readFileSync(inFolder("driver.mjs"), "utf8")).toMatch(/signatureMethods: \["HMAC-SHA1"\][\s\S]*"token"/);
  });

  test("writes the beginning of a driver in a compiled language with how to build it", { tags: ["deep"] }, async () => {
    const inGo = await varied({ writeDriver: inFolder("a driver.go") });
    expect(inGo.stderr).toContain(`go build -o driver '${inFolder("a driver.go")}'\n`);
    expect(readFileSync(inFolder("a driver.go"), "utf8")).toContain("package main");
  });

  test("writes the reports of check", async () => {
    await withPlusAsSpace();
    expect(readFileSync(inFolder("report.json"), "utf8")).toContain("value/space-for-plus");
  });
});

describe("the options of capture --vary", () => {
  test.each<[Partial<CaptureOptions>, RegExp]>([
    [{ requests: "http://gateway.example/{text}" }, /--requests must be the URL of a program on this machine/],
    [{ requests: "http://127.0.0.1:1/" }, /--vary needs a placeholder .*\{text\}, /],
    [{ lines: true }, /give --lines or --requests, not both/],
    [{ env: ["NOTE"] }, /--env must be name=value, got "NOTE"/],
    [{ values: "{}" }, /--values must have a text for each placeholder, and has none for text/],
    [{ verify: "file", listen: false }, /--vary cannot be used with --verify/],
    [{ vary: false }, /--requests needs --vary/],
    [{ writeDriver: "package.json" }, /--write-driver must name a new file, and "package.json" exists/],
    [{ writeDriver: "driver.cs" }, /with one of the extensions \.mjs, \.py, \.rb, .*, got "driver\.cs"/],
    [{ updateBaseline: true }, /--update-baseline needs --baseline/],
  ])("report what they cannot mean: %j", async (options, message) => {
    await expect(varied(options)).rejects.toThrow(message);
  });
});
