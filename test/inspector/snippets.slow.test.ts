/**
 * Runs each snippet with the interpreter or compiler that is installed, against the gateway simulator.
 *
 * @module-tag clients
 */

import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diagnose } from "../../src/diagnosis/index.ts";
import { type GatewaySimulator, startGatewaySimulator } from "../../src/gateway/simulator/index.ts";
import { createSampleData, type SampleData } from "../../src/gateway/simulator/sample-data.ts";
import { type SnippetLanguage, type SnippetRequest, snippetOf } from "../../src/inspector/snippets/index.ts";
import { isInstalled, type ProgramName, QUICK_JAVA } from "../programs.ts";

const run = promisify(execFile);

/** The file of a snippet, and the command that runs it. C# needs a project and is only read. */
const PROGRAMS: Partial<Record<SnippetLanguage, readonly [file: string, program: string, ...words: string[]]>> = {
  Python: ["snippet.py", "python3"],
  PHP: ["snippet.php", "php"],
  Java: ["SignedRequest.java", "java", ...QUICK_JAVA],
  JavaScript: ["snippet.mjs", process.execPath],
  Go: ["main.go", "go", "run"],
};
const NEEDS: Partial<Record<SnippetLanguage, ProgramName>> = { Python: "python", PHP: "php", Java: "javac", Go: "go" };

const folder = mkdtempSync(join(tmpdir(), "snippets-"));
const privateKey = join(folder, "private-key.pem");
let sample: SampleData;
let gateway: GatewaySimulator;
let server: Server;
const TOKEN_SECRET = "token secret & more";

beforeAll(async () => {
  sample = await createSampleData();
  writeFileSync(privateKey, sample.privateKey, { mode: 0o600 });
  gateway = await startGatewaySimulator({ data: sample.data });
  server = await startServer();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await gateway.close();
  server.close();
});

/** A server that takes any request, and answers whether its signature is valid. */
async function startServer(): Promise<Server> {
  const started = createServer(async (request, response) => {
    const { method = "", url = "", rawHeaders, headers } = request;
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    const fields = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1]!] as const] : []));
    const { privateKey, controlKey: consumerSecret } = sample;
    const { kind } = diagnose({
      request: { method, url: `http://${headers.host}${url}`, headers: fields, body },
      key: {
        consumerSecret,
        tokenSecret: /oauth_token=/.test(`${headers.authorization}`) ? TOKEN_SECRET : "",
        privateKey,
      },
    });
    response.end(`${method} ${kind} ${body.length}`);
  });
  started.listen(0, "127.0.0.1");
  await once(started, "listening");
  return started;
}

function address(path: string): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
}

/** Characters that encoders treat differently, and those that literals must escape. */
const DIFFICULT = "a b+c~*'()!&=%25 \"\\ $x $\u007by} #{z} \\u0041 é \u202e ไทย 😀\n\t\u0001";

function request(changes: Partial<SnippetRequest>): SnippetRequest {
  return {
    method: "POST",
    url: `${gateway.origin}/processing/api/v4/payout/${sample.endpoint}`,
    form: [
      ...[["client-order-id", "o-1"] as const, ["amount", "10.42"] as const, ["currency", "EUR"] as const],
      ["order_desc", DIFFICULT],
      ["z[]", "2"],
      ["z[]", "10"],
      ["z", ""],
    ],
    consumerKey: sample.login,
    signatureMethod: "HMAC-SHA1",
    transport: "header",
    ...changes,
  };
}

async function output(language: SnippetLanguage, code: string, secret = sample.controlKey): Promise<string> {
  const [file, program, ...words] = PROGRAMS[language]!;
  const own = mkdtempSync(join(folder, "run-"));
  mkdirSync(join(own, "cache"));
  writeFileSync(join(own, file), code);
  const env = {
    ...process.env,
    CONSUMER_SECRET: secret,
    TOKEN_SECRET,
    PRIVATE_KEY_FILE: privateKey,
    LC_ALL: "C",
    GO111MODULE: "off",
  };
  const { stdout } = await run(program, [...words, join(own, file)], { cwd: own, env });
  return stdout;
}

describe.for(Object.keys(PROGRAMS) as SnippetLanguage[])("the snippet in %s", (language) => {
  const needed = NEEDS[language];
  const isHere = needed === undefined || isInstalled(needed);

  test.skipIf(!isHere).each([
    ["HMAC-SHA1 in the header", {}],
    ["HMAC-SHA1 in header and body with an empty realm", { transport: "header-and-body", realm: "" }],
    ["RSA-SHA256 with a charset and a realm", { signatureMethod: "RSA-SHA256", charset: "utf-8", realm: 'a "b" \\c' }],
  ] as const)("is accepted by the simulator: %s", async (_, changes) => {
    const snippet = snippetOf(language, request(changes));
    if ("problem" in snippet) throw new Error(snippet.problem);
    const text = await output(language, snippet.code);
    expect(text).toContain("200");
    expect(text).toContain("type=async-response");
  });

  test.skipIf(!isHere).each<[string, string, Partial<SnippetRequest>]>([
    ["a GET with a query and a token", "GET right 0", { method: "GET", form: undefined, token: "t/1+ä" }],
    ["a form with a query, by HMAC-SHA512", "POST right", { signatureMethod: "HMAC-SHA512" }],
    [
      "a DELETE without a body, by RSA-SHA512",
      "DELETE right 0",
      { method: "DELETE", form: undefined, signatureMethod: "RSA-SHA512" },
    ],
    [
      "a PUT of JSON, by RSA-SHA1",
      "PUT right 19",
      {
        method: "PUT",
        form: undefined,
        signatureMethod: "RSA-SHA1",
        body: { text: '{"note":"é😀\\n"}', contentType: "application/json" },
      },
    ],
  ])("signs %s", async (_, answer, changes) => {
    const url = address(`/a%20b?q=${encodeURIComponent(DIFFICULT)}&z=2&z=10&empty`);
    const snippet = snippetOf(language, request({ ...changes, url }));
    if ("problem" in snippet) throw new Error(snippet.problem);
    expect(await output(language, snippet.code)).toContain(answer);
  });

  test.skipIf(!isHere)("shows the gateway's answer if it signs with another secret", async () => {
    const snippet = snippetOf(language, request({}));
    if ("problem" in snippet) throw new Error(snippet.problem);
    expect(await output(language, snippet.code, "another-secret")).toMatch(/401|403/);
  });
});
