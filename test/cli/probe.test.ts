/** `countersign probe` as its users call it, against small servers on this machine. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { ProbeCommandOptions } from "../../src/cli/options/probe.ts";
import { probe } from "../../src/cli/probe/probe.ts";
import { EXIT } from "../../src/cli/process/exit-codes.ts";
import { REPORTER_NAMES } from "../../src/conformance/reporters/index.ts";
import { CLIENT, RSA_CLIENT } from "../conformance/probe/credentials.ts";
import { Rejection, rightSteps, type Steps, serveSteps } from "../conformance/probe/steps.ts";
import { fakeTerminal } from "./fake-terminal.ts";

let folder: string;
let base: ProbeCommandOptions;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-probe-"));
  writeFileSync(join(folder, "secret"), CLIENT.consumerSecret);
  writeFileSync(join(folder, "key.pem"), RSA_CLIENT.privateKey);
  base = {
    consumerKey: CLIENT.consumerKey,
    consumerSecretFile: join(folder, "secret"),
    acceptedStatus: "200-299",
    maxRequests: "10000",
    timeout: "10000",
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

async function serverOf(steps: Partial<Steps> = {}): Promise<string> {
  const server = await serveSteps({ ...rightSteps(), ...steps });
  closing.push(() => server.close());
  return `${server.url}/status`;
}

async function serverThat(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/status`;
}

async function run(url: string, options: Partial<ProbeCommandOptions> = {}, signal?: AbortSignal) {
  const terminal = fakeTerminal();
  const exit = await probe(url, { ...base, ...options }, terminal, signal);
  return { exit, text: terminal.text() };
}

const URL_HERE = "http://127.0.0.1:1/status";

describe("a dry run", () => {
  test("prints every request and no secret, and sends nothing", { tags: ["deep"] }, async () => {
    const { exit, text } = await run(URL_HERE, { dryRun: true, privateKeyFile: join(folder, "key.pem") });
    expect(exit).toBe(EXIT.ok);
    expect(text).toMatch(/[\d,]{3,} requests in [\d,]{3,} cases; nothing was sent\n$/);
    expect(text).toContain("probe/replay/unchanged\n  GET /status HTTP/1.1");
    expect(text).not.toContain(CLIENT.consumerSecret);
    expect(text).not.toContain(RSA_CLIENT.privateKey.split("\n")[1]);
  });

  test("prints only what is asked for", async () => {
    const { text } = await run(URL_HERE, { dryRun: true, only: ["probe/version/2-0"] });
    expect(text).toContain('oauth_version="2.0"');
    expect(text).toMatch(/^probe\/version\/2-0\n.*\n1 request in 1 case; nothing was sent\n$/s);
    await expect(run(URL_HERE, { dryRun: true, only: ["version", "no"] })).rejects.toThrow('no check has the id "no"');
  });
});

describe("a server", () => {
  const ONLY = ["replay", "version", "client-enumeration"];

  const expectPass = async (...only: string[]): Promise<void> => {
    const { exit, text } = await run(await serverOf(), { only });
    expect(text).toContain("0 failed");
    expect(exit).toBe(EXIT.ok);
  };
  test("that is right passes a check", () => expectPass("version"));

  test("that is right passes several checks", { tags: ["deep"] }, () => expectPass(...ONLY));

  test("that takes requests twice fails, with a curl command, the meaning and the CVE", {
    tags: ["deep"],
  }, async () => {
    const url = await serverOf({ claimNonce: () => true });
    const { exit, text } = await run(url, { only: ONLY });
    expect(exit).toBe(EXIT.failures);
    expect(text).toContain("Someone who sees a request can send it again.");
    expect(text).toContain("as in: CVE-2013-4346");
    expect(text).not.toContain("detects:");
    expect(text).toMatch(/send again: curl --globoff --path-as-is --include --request GET --header 'Host: /);
    expect(text).toMatch(/run only this: .* probe http:\S+ .*--only probe\/replay\/unchanged/);
    expect(text).not.toContain(CLIENT.consumerSecret);
  });

  async function probedWithoutForms(only: string[]): Promise<string> {
    const right = rightSteps();
    const url = await serverOf({
      checkClaims: (claims, request) => {
        if (request.headers["content-type"] !== undefined) throw new Rejection("no body is read here");
        right.checkClaims(claims, request);
      },
    });
    const { exit, text } = await run(url, { only, repeatsAreHarmless: true });
    expect(exit).toBe(EXIT.ok);
    expect(text).toMatch(/^\? http:\S+: [\d,]+ cases, [\d,]+ passed, 0 failed, [\d,]+ not offered$/m);
    expect(text).toContain("not checked: forms: the server rejects a correctly signed POST with a form: status 401");
    expect(text).not.toContain("✓");
    return text.replaceAll("\n    ", " ");
  }

  test("that has no forms has a question mark and no check mark, and the case that was not checked by reason", async () => {
    const text = await probedWithoutForms(["probe/form-changed/parameter-appended", "probe/version/2-0"]);
    expect(text).toMatch(
      /^Not offered \(not checked\)\n(?: {2}.*\n)*? {2}the server rejects such a request although it is correctly signed \(POST with a form\): status 401: probe\/form-changed\b/m,
    );
  });

  test("that has no forms has a question mark and no check mark, and the cases that were not checked by reason", {
    tags: ["deep"],
  }, async () => {
    expect(await probedWithoutForms(["form-changed", "version"])).toMatch(
      /^Not offered \(not checked\)\n(?: {2}.*\n)*? {2}the server rejects such a request although it is correctly signed \(POST with a form\): status 401: probe\/form-changed\/parameter-appended, .*\(34 in all\)$/m,
    );
  });

  test("that answers 503 is met with what that may mean", async () => {
    const written: string[] = [];
    const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
    onTestFinished(() => spy.mockRestore());
    const url = await serverThat((_request, response) => void response.writeHead(503).end());
    expect((await run(url)).exit).toBe(EXIT.nothingRan);
    expect(written.join("")).toContain("status 503 (the server may be overloaded, or unable to reach its nonce store");
    expect(written.join("")).toContain("hint: see the server's log, and probe again later");
  });

  test("that takes requests twice fails also if only the last check is run, by its id or that of its case", {
    tags: ["deep"],
  }, async () => {
    const url = await serverOf({ claimNonce: () => true });
    for (const only of ["late-replay", "probe/late-replay/of-the-beginning-of-the-run"])
      expect((await run(url, { only: [only] })).exit).toBe(EXIT.failures);
    expect((await run(await serverOf(), { only: ["late-replay"] })).exit).toBe(EXIT.ok);
  });

  test("that is wrong is so in every format of reports", { tags: ["deep"] }, async () => {
    const file = (name: string): string => join(folder, name);
    const formats = REPORTER_NAMES.filter((name) => name !== "terminal");
    const report = formats.map((format) => `${format}=${file(format)}`);
    await run(await serverOf({ claimNonce: () => true }), { only: ONLY, report });
    const json = JSON.parse(readFileSync(file("json"), "utf8"));
    const validate = new Ajv({ strict: false }).compile(JSON.parse(readFileSync("vectors/report.schema.json", "utf8")));
    expect([validate(json), validate.errors]).toEqual([true, null]);
    const [failure] = json.implementations[0].failures;
    expect(failure).toMatchObject({ rule: "rfc5849-3.3-2", verdict: "fail", finding: expect.any(String) });
    expect(failure.curl.length).toBeGreaterThan(0);
    for (const format of formats) expect(readFileSync(file(format), "utf8")).toContain("rfc5849-3.3-2");
    for (const format of formats) expect(readFileSync(file(format), "utf8")).not.toContain(CLIENT.consumerSecret);
  });

  test("that repeats the secret in its answers has a finding, and the report does not have the secret", async () => {
    const url = await serverOf({ answerTo: () => ({ status: 401, text: `the key is ${CLIENT.consumerSecret}&` }) });
    const file = join(folder, "secret.json");
    const { exit, text } = await run(url, { only: ["disclosure"], report: ["terminal", `json=${file}`] });
    expect(exit).toBe(EXIT.failures);
    expect(text + readFileSync(file, "utf8")).not.toContain(CLIENT.consumerSecret);
  });

  test("that differs where the RFC is open fails only with --fail-on-open", async () => {
    const url = await serverOf({ answerTo: (error) => ({ status: 401, text: String(error) }) });
    expect((await run(url, { only: ["client-enumeration"] })).exit).toBe(EXIT.ok);
    expect((await run(url, { only: ["client-enumeration"], failOnOpen: true })).exit).toBe(EXIT.failures);
  });

  test("that accepts everything has one finding, which says so", async () => {
    const url = await serverThat((_request, response) => void response.end("ok"));
    const { exit, text } = await run(url);
    expect(exit).toBe(EXIT.failures);
    expect(text).toContain("the server accepts a wrong signature and requests without one");
    expect(text).toContain("1 case, 0 passed, 1 failed");
    expect(text).not.toContain("--only");
  });

  test("that rejects everything ends the run before it begins", async () => {
    const url = await serverThat((_request, response) => void response.writeHead(403).end());
    expect(await run(url)).toEqual({ exit: EXIT.nothingRan, text: "" });
    expect((await run("http://127.0.0.1:1/status")).exit).toBe(EXIT.nothingRan);
  });

  test("that may not support this method is met with a hint that names the method and the options for others", async () => {
    const written: string[] = [];
    const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
    onTestFinished(() => spy.mockRestore());
    const hintOf = async (status: number): Promise<string> => {
      written.length = 0;
      await run(await serverThat((_request, response) => void response.writeHead(status).end()));
      return written.join("");
    };
    expect(await hintOf(404)).toContain("this URL may not support GET: for another method add --method or --form");
    expect(await hintOf(405)).toContain("may not support GET");
    expect(await hintOf(403)).not.toContain("may not support GET");
  });

  test("that inverts its look-up of nonces is found, although it rejects the good request", async () => {
    const used = new Set<string>();
    const claimNonce: Steps["claimNonce"] = (claims) => {
      const nonce = claims.get("oauth_nonce")!;
      return used.size === used.add(nonce).size;
    };
    const { exit, text } = await run(await serverOf({ claimNonce }));
    expect(exit).toBe(EXIT.failures);
    expect(text).toContain("it accepts the same request the second time");
  });

  test("that signs another origin is found when the request is rejected", async () => {
    const url = await serverOf({ urls: ({ target }, origin) => [`${origin.replace("http:", "https:")}${target}`] });
    const { exit, text } = await run(url);
    expect(exit).toBe(EXIT.failures);
    expect(text).toContain("it accepts the same request signed for the other scheme");
    const origin = new URL(url).origin.replace("http:", "https:");
    expect((await run(url, { origin, only: ["version"] })).exit).toBe(EXIT.ok);
  });

  test("that stops answering ends the run, and not as a success", { tags: ["deep"] }, async () => {
    let count = 0;
    const right = rightSteps();
    const url = await serverOf({
      checkClaims: (claims, request) => {
        if (++count > 60) throw new Error("too many requests");
        right.checkClaims(claims, request);
      },
    });
    const { exit, text } = await run(url);
    expect(exit).not.toBe(EXIT.ok);
    expect(text).toContain("stopped early (server): after probe/");
  });

  test("gets no more requests than --max-requests", { tags: ["deep"] }, async () => {
    const { exit, text } = await run(await serverOf(), { maxRequests: "100" });
    expect(exit).toBe(EXIT.nothingRan);
    expect(text).toContain("stopped early (max-requests)");
    expect((await run(await serverOf(), { maxRequests: "2" })).exit).toBe(EXIT.nothingRan);
  });

  test("accepts by header and body, as the user says", { tags: ["deep"] }, async () => {
    const url = await serverOf();
    expect((await run(url, { only: ["version"], acceptedBody: "order is open" })).exit).toBe(EXIT.ok);
    expect((await run(url, { only: ["version"], acceptedHeader: "Content-Type: ^text/plain" })).exit).toBe(EXIT.ok);
    expect((await run(url, { only: ["version"], acceptedBody: "another text" })).exit).toBe(EXIT.nothingRan);
  });
});

describe("an interrupted run", () => {
  test("reports what it found so far", { tags: ["deep"] }, async () => {
    const controller = new AbortController();
    let count = 0;
    const right = rightSteps();
    const url = await serverOf({
      checkClaims: (claims, request) => {
        if (++count === 30) controller.abort("SIGINT");
        right.checkClaims(claims, request);
      },
    });
    const { exit, text } = await run(url, {}, controller.signal);
    expect(exit).toBe(EXIT.interrupted);
    expect(text).toContain("stopped early (interrupted): interrupted by SIGINT before the end of the run");
    expect(text).toMatch(/[\d,]+ passed/);
  });
});
