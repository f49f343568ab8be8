/**
 * Adds a row to each of fourteen tables in a copy of the repository, with as many files as CONTRIBUTING.md says, and runs the
 * generators and the tests that belong to them.
 *
 * @module-tag commands
 */

import { spawn, spawnSync } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const CONTRIBUTING = readFileSync("CONTRIBUTING.md", "utf8");

/** The text after which a file gets a row. */
interface Addition {
  readonly after: string;
  readonly row: string;
}

/** A new file, or what a file gets. */
type Edit = string | readonly Addition[];

const CASH_ADVANCE = `
  cashAdvance: {
    summary: "Pay out cash at a counter",
    version: "v4",
    path: "cash-advance",
    signatureMethod: "RSA-SHA256",
    methodFrom: "public",
    hasGroups: false,
    movesMoney: true,
    answer: "order",
    parameters: {
      clientOrderId: { name: "client_orderid", need: "required", type: "text", nameFrom: "public", rulesFrom: "public" },
      amount: { name: "amount", need: "required", type: "amount", nameFrom: "public", rulesFrom: "public" },
      counter: { name: "counter-id", need: "required", type: "digits", nameFrom: "public", rulesFrom: "public" },
    },
    oneOf: [],
    together: [],
    example: { clientOrderId: "cash-1", amount: "10.42", counter: "17" },
  },`;

const DOLLAR_SIGN_BARE = `
  {
    id: "dollar-sign-bare",
    title: "Dollar sign left unencoded",
    what: "The encoder does not escape the dollar sign.",
    trigger: "/r?a=%24",
    fix: "Write the dollar sign as %24.",
    evidence: ["https://example.com/"],
    ...encoderForms("dollar-sign-bare", { bare: "$" }, inNamesAndValues),
  },`;

const SEGMENT_LEFT_OUT = `
  signedUrl({ id: "last-segment-left-out", fix: "Sign the whole path." }, () => [
    ["the URL without its last segment", ({ path }) => ({ path: path.replace(/\\/[^/]*$/, "") })],
  ]),`;

const AUTHORITY = `
  authority: row(
    objectCodec({ url: URL_TEXT }, "Normalize the authority of this URL."),
    {
      method: "authority",
      required: "base-string-uri",
      section: "RFC 5849 3.4.1.2",
      asked: "\`url\`",
      answered: "\`value\`",
    },
  ),`;

const ADAPTER = `
    "./unlisted": {
      "types": "./dist/verifier/adapters/unlisted.d.ts",
      "default": "./dist/verifier/adapters/unlisted.js"
    },`;

const STORE = `
    "./map": {
      "types": "./dist/verifier/stores/map-nonce-store.d.ts",
      "default": "./dist/verifier/stores/map-nonce-store.js"
    },`;

const LONG_PORT =
  '    {"id":"base-string-uri/long-ports/1","comment":"Port 12345 stays","rule":"rfc5849-3.4.1.2-2","operation":"base-string-uri","input":{"url":"https://a.example:12345/p"}},\n';

/** The edits by the name of the row in CONTRIBUTING.md, and by file. */
const ROWS: Readonly<Record<string, Readonly<Record<string, Edit>>>> = {
  "an operation of the gateway": {
    "src/gateway/operations.ts": [{ after: "export const OPERATIONS = {", row: CASH_ADVANCE }],
  },
  "a vector": {
    "vectors/base-string-uri.json": [{ after: '"vectors": [\n', row: LONG_PORT }],
  },
  "a request that a verifier receives": {
    "src/conformance/cases/timestamps.ts": [
      {
        after: "cases: {",
        row: '\n      "seven-seconds-old": { vector: "timestamps/99", words: "7 s old", ...after(-7) },',
      },
    ],
  },
  "a fault": {
    "src/faults/encoding/percent-encoding.ts": [
      { after: "export const PERCENT_ENCODING_FAULTS: readonly FaultDefinition[] = [", row: DOLLAR_SIGN_BARE },
    ],
  },
  "a change of a text, such as quotes around it": {
    "src/faults/texts/text-changes.ts": [
      { after: "textChanges([", row: '\n  ["guillemets", "in guillemets", around("«", "»")],' },
    ],
  },
  "a format of pasted requests": {
    "src/requests/hurl.ts": exampleIn("add-a-pasted-format"),
    "src/requests/request-formats.ts": [{ after: "export const FORMATS = {", row: '\n  hurl: "a Hurl file",' }],
    "src/requests/index.ts": [
      { after: 'import { RequestTextError } from "./input-error.ts";', row: '\nimport { readHurl } from "./hurl.ts";' },
      {
        after: "const READERS: Readonly<Record<RequestFormat, Reader>> = {",
        row: "\n  hurl: { start: /^[A-Z]+ https?:\\S+\\r?\\n[^]*^\\[FormParams\\]\\r?$/m, read: readHurl },",
      },
    ],
  },
  "an environment cause, such as another address": {
    "src/diagnosis/causes/other-addresses.ts": [
      { after: "export const OTHER_ADDRESSES: readonly EnvironmentCause[] = [", row: SEGMENT_LEFT_OUT },
    ],
  },
  "a member of a question to a driver": {
    "src/conformance/vectors/operations.ts": [
      {
        after: "    protocolParameters: optional(PROTOCOL_PARAMETERS),",
        row: '\n    hint: optional(textCodec("What helps to find the key.")),',
      },
    ],
  },
  "an operation of the driver protocol": {
    "src/conformance/vectors/operations.ts": [{ after: "export const OPERATION_ROWS = {", row: AUTHORITY }],
    "src/conformance/implementations/model.ts": [
      {
        after: '"base-string-uri": ({ url }, stages) => ({ "base-string-uri": stages.baseStringUri(url, stages) }),',
        row: '\n  authority: ({ url }, stages) => ({ "base-string-uri": stages.baseStringUri(url, stages).split("/")[2]! }),',
      },
    ],
    "src/conformance/suite/implementation.ts": [
      {
        after: 'baseStringUri?(question: QuestionOf<"base-string-uri">): Later<Answer<string>>;',
        row: '\n  authority?(question: QuestionOf<"authority">): Later<Answer<string>>;',
      },
    ],
  },
  "a rejection code": {
    "src/spec/rejection-codes.ts": [
      { after: '"nonce-used": "rfc5849-3.3-2",', row: '\n  "nonce-too-short": "rfc5849-3.3-2",' },
    ],
    "src/verifier/rejections.ts": [
      {
        after: '"nonce-used": [401, NOT_AUTHORIZED],',
        row: '\n  "nonce-too-short": [400, "oauth_nonce is too short."],',
      },
    ],
  },
  "an adapter": {
    "src/verifier/adapters/unlisted.ts": 'export { protect } from "./node-http.ts";\n',
    "package.json": [{ after: '"exports": {', row: ADAPTER }],
  },
  "a nonce store": {
    "src/verifier/stores/map-nonce-store.ts":
      'export { MemoryNonceStore as MapNonceStore } from "../memory-nonce-store.ts";\n',
    "package.json": [{ after: '"exports": {', row: STORE }],
  },
  "a report": {
    "src/conformance/reporters/names.ts": [{ after: "export const REPORTER_NAMES = [", row: '"tap", ' }],
    "src/conformance/reporters/reporters.ts": [
      {
        after: "const FORMATS = {",
        row: '\n  tap: async ({ write }) => (await import("./machine/tap.ts")).tapReporter(write),',
      },
    ],
    "src/conformance/reporters/machine/tap.ts": exampleIn("add-a-reporter"),
  },
  "a signature method": {
    "src/spec/signature-methods.ts": [
      { after: 'type SecretMethod = "HMAC-SHA1" | "HMAC-SHA256"', row: ' | "HMAC-SHA384"' },
      { after: '"HMAC-SHA256": "HMAC",', row: '\n  "HMAC-SHA384": "HMAC",' },
      { after: 'HASH_ALGORITHMS = ["SHA-1", "SHA-256",', row: ' "SHA-384",' },
    ],
    "src/oauth1/signature-methods.ts": [
      { after: "sha256: 32,", row: " sha384: 48," },
      { after: '{ family: "HMAC", hash: "sha256" },', row: '\n  "HMAC-SHA384": { family: "HMAC", hash: "sha384" },' },
    ],
    "src/model/signature-methods.ts": [
      { after: '["HMAC", "SHA-256"],', row: '\n  "HMAC-SHA384": ["HMAC", "SHA-384"],' },
      { after: '"SHA-256": "sha256",', row: '\n  "SHA-384": "sha384",' },
    ],
  },
};

/** The code in the steps of a change, which is indented there. */
function exampleIn(page: string): string {
  const steps = readFileSync(`docs/contributing/${page}.md`, "utf8");
  const [, text = ""] = /```\n([\s\S]*?)```/.exec(steps) ?? [];
  return text.replace(/^ {3}/gm, "");
}

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "countersign-row-"));
  const files = readdirSync(".", { withFileTypes: true }).filter((entry) => entry.isFile());
  const folders = ["docs", "examples", "scripts", "src", "test", "vectors"];
  for (const name of [...folders, ...files.map(({ name }) => name)]) {
    cpSync(name, join(copy, name), { recursive: true });
  }
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
  for (const [path, edit] of Object.values(ROWS).flatMap((edits) => Object.entries(edits))) {
    const place = join(copy, path);
    writeFileSync(place, typeof edit === "string" ? edit : withRows(readFileSync(place, "utf8"), edit));
  }
});
afterAll(() => rmSync(copy, { recursive: true }));

function withRows(text: string, additions: readonly Addition[]): string {
  return additions.reduce((changed, { after, row }) => {
    expect(changed).toContain(after);
    return changed.replace(after, () => after + row);
  }, text);
}

function optionsOfRun() {
  const { VITEST: _, ...env } = process.env;
  return { cwd: copy, env: { ...env, NO_COLOR: "1" } };
}

/** Runs a program of node_modules in the copy. Returns its output, and whether it succeeded. */
function attempt(program: string, ...args: string[]): { readonly status: number | null; readonly output: string } {
  const options = { ...optionsOfRun(), encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(resolve("node_modules/.bin", program), args, options);
  return { status, output: status === 0 ? stdout : stdout + stderr };
}

/** Like {@link attempt}, for a program that must succeed. */
function run(program: string, ...args: string[]): string {
  const { status, output } = attempt(program, ...args);
  expect(status, output).toBe(0);
  return output;
}

const countersign = (...args: string[]): string => run("tsx", "src/cli/main.ts", ...args);

describe("one more row", () => {
  test.each(Object.entries(ROWS))("costs the number of files that CONTRIBUTING.md names: %s", (name, edits) => {
    const [, count] = new RegExp(`^\\| ${name} \\| (\\d+) \\|`, "m").exec(CONTRIBUTING) ?? [];
    expect(Object.keys(edits)).toHaveLength(Number(count));
  });

  test("has the right types, in each table", () => {
    run("tsc", "--noEmit", "-p", "src");
  });

  test("of the tables of data passes tests that read it, after its files are generated", { timeout: 300_000 }, () => {
    run("tsx", "scripts/generate.ts", "vectors", "faults", "openapi");
    expect(readFileSync(join(copy, "docs/data/gateway.openapi.json"), "utf8")).toContain(
      '"/v4/cash-advance/{endpoint}"',
    );
    const vectors = countersign(
      "vectors",
      "list",
      "--filter",
      "base-string-uri/long-ports",
      "--filter",
      "verifier/timestamps/99",
    );
    expect(vectors).toMatch(
      /^base-string-uri\/long-ports\/1 .*Port 12345 stays\nverifier\/timestamps\/99 .*7 s old\n$/,
    );
    expect(readFileSync(join(copy, "docs/faults/dollar-sign-bare.md"), "utf8")).toContain("Dollar sign left unencoded");
    run(
      ...["vitest", "run", "--project", "quick", "--isolate", "false", "--maxWorkers", "1", "--update"],
      ...["test/gateway/openapi.test.ts", "test/gateway/arguments.test.ts", "test/gateway/client.test.ts"],
      ...["test/repository/gateway.test.ts", "test/faults/faults.test.ts", "test/faults/text-faults.test.ts"],
      ...["test/conformance/cases/cases.test.ts", "test/vectors/complete.test.ts"],
    );
  });

  test("is found by the commands", () => {
    const secret = join(copy, "secret");
    writeFileSync(secret, "kd94hf93k423kf44");
    const plan = ["--consumer-key", "shop", "--consumer-secret-file", secret, "--dry-run", "--only", "timestamp-near"];
    expect(countersign("probe", "http://127.0.0.1:1/", ...plan)).toContain("probe/timestamp-near/seven-seconds-old\n");
    const fault = [
      "--builtin",
      "mutant:dollar-sign-bare",
      "--filter",
      "base-string/hosts",
      "--seed",
      "1",
      "--runs",
      "1",
    ];
    expect(countersign("check", ...fault, "--report", "tap")).toMatch(
      /^ok 1 base-string\/hosts\/1\n[\s\S]*\n1\.\.\d+\n$/,
    );
  });
});

/** Reads and asks the new member and the new operation, without the rest of the suite. */
const ASKED = `
import { inProcessDriver } from "./src/conformance/drivers/in-process.ts";
import { questionLine } from "./src/conformance/drivers/question.ts";
import { model } from "./src/conformance/implementations/model.ts";
import { readInput } from "./src/conformance/vectors/input-json.ts";

const sign = {
  request: { method: "GET", url: "https://a.example/" }, credentials: { consumerKey: "k", consumerSecret: "s" },
  signatureMethod: "HMAC-SHA1", nonce: "n", timestamp: "1", version: null, transport: "header", hint: "h",
};
process.stdout.write(questionLine(1, readInput("x", "sign", sign)));
const authority = readInput("x", "authority", { url: "https://A.example:443/b" });
console.log(JSON.stringify(inProcessDriver(model).ask(authority)));
`;

describe("one more format of pasted requests", () => {
  test("is read without an option, and explained", () => {
    const [, request] = /cat > request.txt <<'END'\n([\s\S]*?)END\n/.exec(readFileSync("README.md", "utf8"))!;
    const [, authorization] = /^(Authorization: .*)$/m.exec(request!)!;
    const hurl = `POST https://gateway.example/pay\n${authorization}\n[FormParams]\nnote: Two shirts* (large)\n`;
    writeFileSync(join(copy, "pay.hurl"), hurl);
    writeFileSync(join(copy, "secret.txt"), "kd94hf93k423kf44");
    const args = ["src/cli/main.ts", "explain", "pay.hurl", "--consumer-secret-file", "secret.txt"];
    expect(attempt("tsx", ...args).output).toContain("(asterisk-bare)");
  });
});

describe("one more environment cause", () => {
  test("is explained, shows in its example, and is recorded by a command", () => {
    const output = countersign("faults", "show", "last-segment-left-out");
    expect(output).toBe("The client signed the URL without its last segment.\nTo fix it: Sign the whole path.\n");
    run("vitest", "run", "--project", "quick", "test/diagnosis/environment-causes.test.ts", "--update");
  });
});

describe("one more member of a question, and one more operation", () => {
  test("are read, asked and published without another change", () => {
    writeFileSync(join(copy, "asked.ts"), ASKED);
    const [question, answer] = run("tsx", "asked.ts").trim().split("\n");
    expect(JSON.parse(question!)).toMatchObject({ op: "sign", hint: "h" });
    expect(JSON.parse(answer!)).toEqual({ ok: true, stages: { "base-string-uri": "a.example" } });
    run("tsx", "scripts/generate.ts", "schemas");
    const published = (file: string): string => readFileSync(join(copy, file), "utf8");
    for (const file of ["vectors/schema.json", "vectors/driver-protocol.schema.json"]) {
      expect(published(file)).toContain("What helps to find the key.");
      expect(published(file)).toContain("Normalize the authority of this URL.");
    }
    expect(published("vectors/verifier.schema.json")).toContain("nonce-too-short");
    for (const file of ["docs/driver.md", "vectors/README.md"]) expect(published(file)).toContain("| `authority` |");
  });
});

describe("one more adapter or store", () => {
  test.each([
    ["unlisted", "test/verifier/adapters/exports.test.ts", "SERVERS_OF of test/verifier/adapters/servers.ts"],
    ["unlisted", "test/verifier/adapters/exports.test.ts", "TARGETS_OF of test/verifier/fuzz/targets.ts"],
    ["map", "test/verifier/nonce-stores.test.ts", "HARNESSES of test/verifier/nonce-stores.test.ts"],
    ["./map", "test/repository/imports.test.ts", "ENTRY_RINGS of test/repository/allowed-imports.ts"],
  ])("fails a test that names what to edit: %s in %s", (name, file, place) => {
    const { status, output } = attempt("vitest", "run", "--project", "quick", file);
    expect(status).not.toBe(0);
    expect(output).toMatch(new RegExp(`^\\s*[-+] +"${name}",$`, "m"));
    expect(output).toContain(place);
  });
});

/** Where the compiler reports that a file is left out. */
const LEFT_OUT = [
  ["an operation of the driver protocol", /^src\/conformance\/(?:suite\/implementation|implementations\/model)\.ts/m],
  ["a rejection code", /^src\/verifier\/rejections\.ts.*nonce-too-short/m],
] as const;

describe.each(LEFT_OUT)("%s", (name, report) => {
  test.each(Object.keys(ROWS[name]!))("does not compile without its part of %s", (path) => {
    const whole = readFileSync(join(copy, path), "utf8");
    const additions = ROWS[name]![path] as readonly Addition[];
    writeFileSync(
      join(copy, path),
      additions.reduce((text, { row }) => text.replace(row, ""), whole),
    );
    const { status, output } = attempt("tsc", "--noEmit", "-p", "src");
    writeFileSync(join(copy, path), whole);
    expect(status).not.toBe(0);
    expect(output).toMatch(report);
  });
});

const SECRET = "kd94hf93k423kf44";
const CREDENTIALS = ["--consumer-key", "shop", "--consumer-secret-file", "secret"];

/** Signs base strings with one hash under the name of the new method, with nothing but Node. */
const DRIVER = `
import { createHmac } from "node:crypto";
import { createInterface } from "node:readline";

const encode = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase());
const implementation = { name: "driver", version: "1" };
const operations = {
  hello: () => ({ protocol: 1, implementation, operations: ["signature"], signatureMethods: ["HMAC-SHA384"] }),
  signature({ credentials: { consumerSecret, tokenSecret = "" }, baseString }) {
    const key = encode(consumerSecret) + "&" + encode(tokenSecret);
    return { value: createHmac(process.argv[2], key).update(baseString).digest("base64") };
  },
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, op, ...question } = JSON.parse(line);
  if (op === "bye") process.exit();
  const answer = op in operations ? { ok: true, ...operations[op](question) } : { ok: false, error: "unsupported" };
  console.log(JSON.stringify({ id, ...answer }));
}
`;

/** Accepts requests that are signed with the new method; the body is the verdict. */
const SERVER = `
import { createServer } from "node:http";
import { createVerifier, MemoryNonceStore } from "./src/verifier/index.ts";

const verifier = createVerifier({
  credentials: ({ consumerKey }) => (consumerKey === "shop" ? { consumerSecret: "${SECRET}" } : undefined),
  nonceStore: new MemoryNonceStore(),
  signatureMethods: ["HMAC-SHA384"],
});
const server = createServer(async ({ method, url, rawHeaders }, response) => {
  const headers = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1]]] : []));
  const verdict = await verifier.verify({ method, url: "http://" + server.origin + url, headers, body: new Uint8Array() });
  response.writeHead(verdict.accepted ? 200 : 401).end(JSON.stringify(verdict));
});
server.listen(0, "127.0.0.1", () => {
  server.origin = "127.0.0.1:" + server.address().port;
  console.log(server.origin);
});
`;

/** A GET request that is signed with the new method. */
function requestSignedWith(key: string, hash = "sha384"): string {
  const pairs = "oauth_consumer_key=shop&oauth_nonce=n&oauth_signature_method=HMAC-SHA384&oauth_timestamp=1700000000";
  const baseString = `GET&${encodeURIComponent("https://api.example.com/orders")}&${encodeURIComponent(pairs)}`;
  const signature = encodeURIComponent(createHmac(hash, key).update(baseString).digest("base64"));
  const header = `OAuth ${pairs.replaceAll("=", '="').replaceAll("&", '", ')}", oauth_signature="${signature}"`;
  return `GET /orders HTTP/1.1\nHost: api.example.com\nAuthorization: ${header}\n\n`;
}

describe("one more signature method", () => {
  beforeAll(() => {
    writeFileSync(join(copy, "secret"), SECRET);
    writeFileSync(join(copy, "driver.mjs"), DRIVER);
    writeFileSync(join(copy, "server.ts"), SERVER);
  });

  test("signs requests, with the hash of their body", () => {
    const body = '{"a":1}';
    writeFileSync(join(copy, "body.json"), body);
    const url = ["--url", "https://api.example.com/orders", "--signature-method", "HMAC-SHA384", "--trace"];
    const output = countersign("sign", ...CREDENTIALS, ...url, "--body-file", "body.json", "--body-hash");
    const [, baseString = ""] = /^base-string\n {2}(.*)$/m.exec(output) ?? [];
    const digest = createHmac("sha384", `${SECRET}&`).update(baseString).digest("base64");
    expect(output).toContain(`signature\n  ${digest}\n`);
    expect(output).toContain(`oauth_body_hash = ${createHash("sha384").update(body).digest("base64")}\n`);
  });

  test.each([
    ["key-without-ampersand", requestSignedWith(SECRET)],
    ["hash-differs-from-method", requestSignedWith(`${SECRET}&`, "sha1")],
  ])("is diagnosed: %s", (fault, request) => {
    writeFileSync(join(copy, "request.txt"), request);
    const { output } = attempt("tsx", "src/cli/main.ts", "explain", "request.txt", ...CREDENTIALS.slice(2));
    expect(output).toContain(`(${fault})`);
  });

  test("is what the suite asks a driver that declares it", { timeout: 300_000 }, () => {
    const check = [
      "src/cli/main.ts",
      "check",
      "--seed",
      "1",
      "--runs",
      "5",
      "--filter",
      "hmac-is-hmac",
      "--json",
      "--",
    ];
    const verdictOf = (hash: string): unknown => {
      const { output } = attempt("tsx", ...check, "node", "driver.mjs", hash);
      const [json = ""] = /^\{.*\}$/ms.exec(output) ?? [];
      const report = JSON.parse(json) as { implementations: { properties: { id: string; verdict: string }[] }[] };
      return report.implementations[0]!.properties.find(({ id }) => id === "hmac-is-hmac")?.verdict;
    };
    expect(verdictOf("sha384")).toBe("pass");
    expect(verdictOf("sha256")).toBe("fail");
  });

  test("is verified and probed, and the length of its signatures is checked", { timeout: 300_000 }, async () => {
    const server = spawn(resolve("node_modules/.bin/tsx"), ["server.ts"], {
      ...optionsOfRun(),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(server, "close");
    try {
      const [line] = (await once(server.stdout, "data")) as [Buffer];
      const url = `http://${String(line).trim()}/`;
      const only = ["--only", "hash-of-other-method", "--only", "timestamp-near"];
      const output = countersign("probe", url, ...CREDENTIALS, ...only, "--verbose");
      expect(output).toContain("header-hmac-sha384");
      const response = await fetch(url, {
        headers: { authorization: /Authorization: (.*)/.exec(requestSignedWith(`${SECRET}&`, "sha256"))![1]! },
      });
      expect(await response.text()).toContain("has 32 octets, so it is no HMAC-SHA384 signature");
    } finally {
      server.kill();
      await ended;
    }
  });

  test.each(Object.keys(ROWS["a signature method"]!))("does not compile without its part of %s", (path) => {
    const whole = readFileSync(join(copy, path), "utf8");
    writeFileSync(join(copy, path), readFileSync(path, "utf8"));
    const { status, output } = attempt("tsc", "--noEmit", "-p", "src");
    writeFileSync(join(copy, path), whole);
    expect(status).not.toBe(0);
    expect(output).toMatch(/^src\/(?:oauth1|model)\/signature-methods\.ts.*HMAC-SHA384/m);
  });
});
