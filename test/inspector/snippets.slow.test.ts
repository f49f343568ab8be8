/**
 * Runs each snippet with the interpreter or compiler that is installed, against the gateway simulator.
 *
 * @module-tag clients
 */

import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diagnose } from "../../src/diagnosis/index.ts";
import { type GatewaySimulator, startGatewaySimulator } from "../../src/gateway/simulator/index.ts";
import { createSampleData, type SampleData } from "../../src/gateway/simulator/sample-data.ts";
import type { SignForm } from "../../src/inspector/sign/index.ts";
import {
  CLIENT_FILES,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
  snippetOf,
} from "../../src/inspector/snippets/index.ts";
import { shellWord } from "../../src/requests/request-to-paste.ts";
import { isInstalled, type ProgramName, QUICK_JAVA } from "../programs.ts";

const run = promisify(execFile);

/** The programs that the commands of the snippets need. */
const NEEDS: Partial<Record<SnippetLanguage, ProgramName>> = {
  Python: "python",
  PHP: "php",
  Java: "javac",
  Go: "go",
  "C#": "mono",
  Bash: "curl",
};

const folder = mkdtempSync(join(tmpdir(), "snippets-"));
const privateKey = join(folder, "private-key.pem");
let sample: SampleData;
let gateway: GatewaySimulator;
let server: Server;
const TOKEN_SECRET = "token secret & more";
const SOURCES = Object.fromEntries(
  CLIENT_FILES.map((file) => [file, readFileSync(join("examples/clients", file), "utf8")]),
);

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

/** With a charset in the Content-Type, and a realm that must be escaped. */
const CALLBACK: Partial<SignForm> = {
  charset: "utf-8",
  realm: 'a "b" \\c',
  protocolParameters: [["oauth_callback", "https://shop.example/é"]],
};

/** Characters that encoders treat differently, and those that literals must escape. */
const DIFFICULT = "a b+c~*'()!&=%25 \"\\ $x $\u007by} #{z} \\u0041 é \u202e ไทย 😀\n\t\u0001";

function request(changes: Partial<SignForm>): SignForm {
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
    signatureMethod: "RSA-SHA256",
    transport: "header",
    hasVersion: true,
    hasBodyHash: false,
    ...changes,
  };
}

/** Writes the program and runs it, as its command does. */
async function output(language: SnippetLanguage, form: SignForm, secret = sample.controlKey): Promise<string> {
  const snippet = snippetOf(language, form, SOURCES);
  if ("problem" in snippet) throw new Error(snippet.problem);
  const own = mkdtempSync(join(folder, "run-"));
  writeFileSync(join(own, snippet.file), snippet.code);
  const env = {
    ...process.env,
    CONSUMER_SECRET: secret,
    TOKEN_SECRET,
    PRIVATE_KEY_FILE: privateKey,
    LC_ALL: "C.UTF-8",
    GO111MODULE: "off",
    JAVA_TOOL_OPTIONS: QUICK_JAVA.join(" "),
  };
  const { command = `${shellWord(process.execPath)} ${snippet.file}` } = snippet;
  const filled = command
    .replace("GATEWAY_CONTROL_KEY=…", `GATEWAY_CONTROL_KEY=${shellWord(secret)}`)
    .replace("GATEWAY_PRIVATE_KEY_FILE=private-key.pem", `GATEWAY_PRIVATE_KEY_FILE=${privateKey}`);
  const { stdout, stderr } = await run("bash", ["-c", filled], { cwd: own, env }).catch((error) => error);
  return `${stdout}${stderr}`;
}

const HMAC = {
  signatureMethod: "HMAC-SHA1",
  transport: "header-and-body",
  realm: "",
  form: [
    ["client-order-id", "o-1"],
    ["sending-card-ref-id", "1000000001"],
  ],
} as const;

describe.for(SNIPPET_LANGUAGES)("the program in %s", (language) => {
  const needed = NEEDS[language];
  const isHere = needed === undefined || isInstalled(needed);

  test.skipIf(!isHere)("is accepted by the simulator with RSA, and with HMAC in header and body", async () => {
    expect(await output(language, request({}))).toContain("async-response");
    const url = `${gateway.origin}/processing/api/v2/pan-eligibility/send/${sample.endpoint}`;
    expect(await output(language, request({ ...HMAC, url }))).toContain("async-response");
  });

  test.skipIf(!isHere)("shows the gateway's answer if it signs with another secret", async () => {
    const url = `${gateway.origin}/processing/api/v2/pan-eligibility/send/${sample.endpoint}`;
    expect(await output(language, request({ ...HMAC, url }), "another-secret")).toMatch(/401|403/);
  });
});

describe("the program in JavaScript", () => {
  test.each<[string, string, Partial<SignForm>]>([
    [
      "a GET with a query and a token",
      "GET right 0",
      { method: "GET", form: undefined, token: "t/1+ä", signatureMethod: "HMAC-SHA1" },
    ],
    ["a form with a query, by HMAC-SHA512", "POST right", { signatureMethod: "HMAC-SHA512" }],
    [
      "a DELETE without a body, by RSA-SHA512",
      "DELETE right 0",
      { method: "DELETE", form: undefined, signatureMethod: "RSA-SHA512" },
    ],
    ["a charset, a realm and oauth_callback", "POST right", CALLBACK],
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
    expect(await output("JavaScript", request({ ...changes, url }))).toContain(answer);
  });
});
