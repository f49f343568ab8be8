import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { explain } from "../../src/cli/explain/explain.ts";
import { forgetSecrets, readSecret } from "../../src/cli/input/secrets.ts";
import type { ExplainOptions } from "../../src/cli/options/explain.ts";
import { messageLine } from "../../src/cli/output/terminal.ts";
import { resultOf } from "../../src/conformance/capture/index.ts";
import { createReporter, REPORTER_NAMES } from "../../src/conformance/reporters/index.ts";
import { type Budget, diagnose, explainRequest, explanationOf, explanationText } from "../../src/diagnosis/index.ts";
import { parseGatewayResponse } from "../../src/gateway/index.ts";
import { type GatewaySimulator, startGatewaySimulator } from "../../src/gateway/simulator/index.ts";
import { createSampleData } from "../../src/gateway/simulator/sample-data.ts";
import { type HttpRequest, traceSent } from "../../src/model/index.ts";
import { sign } from "../../src/oauth1/index.ts";
import { fakeTerminal } from "../cli/fake-terminal.ts";
import { AT, arrived, EXPECTED, verified, verifierOf } from "../conformance/capture/clients.ts";
import { clientWith, errorOf, fakeFetch, page } from "../gateway/fake-gateway.ts";
import { leaksIn, SECRET, SPELLINGS } from "./spellings.ts";

/** The difference and the stages of a request are shown whatever its cause. */
const NO_SEARCH: Budget = { combinations: 1 };

const names = Object.keys(SPELLINGS);
const CARD = "4111111111111111";
const KEY = { consumerKey: "shop", consumerSecret: SECRET, signatureMethod: "HMAC-SHA1" } as const;
const spelledBy = (name: string, secret: string): string => SPELLINGS[name]!(secret);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-redaction-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

describe("explain", { tags: ["deep"] }, () => {
  async function run(input: string, options: ExplainOptions = {}): Promise<string> {
    const terminal = fakeTerminal();
    const secret = file("secret", SECRET);
    await explain(file("input", input), { consumerSecretFile: secret, ...options }, terminal, NO_SEARCH);
    return terminal.text();
  }

  function sent(name: string): ReturnType<typeof sign> {
    const form = [
      ["note", spelledBy(name, SECRET)],
      ["card_number", CARD],
      ["cvv2", "987"],
    ] as const;
    return sign({ method: "POST", url: "https://gate.example/pay", form }, KEY, { timestamp: AT, nonce: "n" });
  }

  const httpRequest = ({ method, url, headers, body }: ReturnType<typeof sign>): HttpRequest => ({
    method,
    url,
    headers: Object.entries(headers),
    body: Buffer.from(String(body)),
  });
  const raw = ({ headers, body }: ReturnType<typeof sign>): string =>
    [
      "POST /pay HTTP/1.1",
      "Host: gate.example",
      ...Object.entries(headers).map((one) => one.join(": ")),
      "",
      body,
    ].join("\r\n");
  const curl = ({ url, headers, body }: ReturnType<typeof sign>): string =>
    `curl -X POST ${url} ${Object.entries(headers)
      .map(([name, value]) => `-H '${name}: ${value}'`)
      .join(" ")} --data-raw '${String(body).replaceAll("'", "%27")}'`;

  test.each(names)("hides a secret, %s", async (name) => {
    const spelled = spelledBy(name, SECRET);
    const request = sent(name);
    const changed = { ...request, body: String(request.body).replace("note=", "note=1") };
    const given = file("base-string", traceSent(httpRequest(request), {}).baseString);
    const outputs = [
      await run(raw(request), { trace: true }),
      await run(raw(request), { json: true, trace: true }),
      await run(curl(request)),
      await run(raw(changed), { scheme: "https", baseStringFile: given }),
      await run(raw(changed), { scheme: "https", baseStringFile: given, json: true }),
    ];
    for (const output of outputs) {
      expect(leaksIn(output, SECRET, spelled)).toEqual([]);
      expect(output).not.toMatch(/41111111|987(?!\d)/);
    }
    expect(outputs[0]).toContain("oauth_consumer_key");
  });

  test("shows no piece of a secret that a base string holds in lower-case hexadecimal digits", async () => {
    const given = file("base-string", "POST&https%3A%2F%2Fgate.example%2Fpay&note%3Dzq%252f9kd%252b72hs");
    for (const json of [false, true]) {
      expect(await run(raw(sent("as it is")), { scheme: "https", baseStringFile: given, json })).not.toMatch(
        /9kd|72hs/,
      );
    }
  });

  test.each(["signature", "request", "secret", "consumer", "base-string"])(
    "hides the secret %j in data and not in its own sentences",
    async (word) => {
      const request = sign({ method: "GET", url: `https://gate.example/a?b=${word}` }, KEY, {
        timestamp: AT,
        nonce: "n",
      });
      const lines = [`GET /a?b=${word} HTTP/1.1`, "Host: gate.example"];
      const input = [...lines, `Authorization: ${request.headers.authorization}`, "", ""].join("\r\n");
      const consumerSecretFile = file("word", word);
      const output = await run(input, { consumerSecretFile, trace: true });
      expect(output).toContain("No known cause or pair of causes reproduces this signature");
      expect(output).toContain("Did the client use the secret of another account or environment");
      expect(output).toMatch(/ b = \(secret\)\n/);
      const baseStringFile = file(
        "base-string",
        traceSent({ ...httpRequest(request), url: "https://gate.example/a?b=1" }, {}).baseString,
      );
      const { difference } = JSON.parse(await run(input, { consumerSecretFile, baseStringFile, json: true }));
      expect(difference).toMatchObject({ stage: "base-string", part: "parameter-string" });
      expect(JSON.stringify(difference.at)).not.toContain(word);
    },
  );

  test("hides a secret in names of notices, in labels and in origins", async () => {
    const name = `oauth_${SECRET}`;
    const lines = ["GET /a HTTP/1.1", "Host: gate.example"];
    const header = `OAuth oauth_consumer_key="shop",oauth_signature_method="HMAC-SHA1",${name}="a b",${name}="a",oauth_signature="x"`;
    const origin = [`https://${SECRET}.example`];
    const output = await run([...lines, `Authorization: ${header}`, "", ""].join("\r\n"), { origin });
    expect(output).toContain("is sent more than once");
    expect(output).toContain("not percent-encoded in the Authorization header");
    expect(leaksIn(output, SECRET)).toEqual([]);
  });

  test("shows card data with --show-values, and no secret", async () => {
    const output = await run(raw(sent("as it is")), { showValues: true, trace: true });
    expect(output).toContain(CARD);
    expect(output).toContain("987");
    expect(leaksIn(output, SECRET)).toEqual([]);
  });
});

describe("a diagnosis", { tags: ["deep"] }, () => {
  test.each(names)("hides a secret in the causes that it names, %s", async (name) => {
    const spelled = spelledBy(name, SECRET);
    const form = { note: spelled };
    const { url, headers, body } = sign({ method: "POST", url: "https://gate.example/pay", form }, KEY);
    const added = new URLSearchParams([[spelled, spelled]]);
    for (const sent of ["note=1", `${body}&${added}`]) {
      const request = { method: "POST", url, headers: Object.entries(headers), body: Buffer.from(sent) };
      const diagnosis = diagnose({ request, key: KEY, knownValues: { note: [spelled] } }, { faults: [] });
      expect(diagnosis.kind).toBe("explained");
      expect(leaksIn(JSON.stringify(diagnosis), SECRET, spelled)).toEqual([]);
      expect(leaksIn(explanationText(explanationOf(diagnosis)), SECRET, spelled)).toEqual([]);
    }
  });
});

describe("capture", { tags: ["deep"] }, () => {
  const expected = { ...EXPECTED, consumerSecret: SECRET };
  const verifier = verifierOf({ expected });
  test.each(names)("hides a secret in all formats of reports, %s", async (name) => {
    const spelled = spelledBy(name, SECRET);
    const url = `http://127.0.0.1:8080/pay?q=${encodeURIComponent(spelled)}`;
    const form = { note: spelled, card_number: CARD };
    const request = arrived({ target: url, form, credentials: KEY });
    const broken = { ...request, body: Buffer.from(String(request.body).replace("note=", "note=1")) };
    const header = ["X-Base-String", `POST&a&note%3D${spelled}`] as const;
    const withBaseString = { ...broken, headers: [...broken.headers, header] };
    const outputs: string[] = [];
    for (const one of [request, broken, withBaseString]) {
      const { captured } = await verified(verifier, one);
      outputs.push(JSON.stringify(captured));
      for (const format of REPORTER_NAMES) {
        const reporter = await createReporter(format, { write: (text) => outputs.push(text), rerun: () => undefined });
        const implementation = { name: "client", version: "", language: "" };
        reporter.listen({ type: "start", implementation, total: 1, properties: 0 });
        reporter.listen({ type: "case", result: resultOf(captured) });
        reporter.listen({ type: "end", milliseconds: 1 });
        reporter.finish();
      }
    }
    for (const output of outputs) {
      expect(leaksIn(output, SECRET, spelled)).toEqual([]);
      expect(output).not.toMatch(/41111111/);
    }
  });
});

describe("the gateway simulator", { tags: ["deep"] }, () => {
  let gateway: GatewaySimulator;
  const logged: string[] = [];
  beforeAll(async () => {
    const { data } = await createSampleData();
    const merchants = data.merchants.map((merchant) => ({ ...merchant, controlKey: SECRET }));
    gateway = await startGatewaySimulator({
      data: { ...data, merchants },
      explain: (request, keys, known) => explainRequest(request, keys, { ...known, budget: NO_SEARCH }),
      explainHeader: true,
      onRequest: (request) => logged.push(JSON.stringify(request)),
    });
  });
  afterAll(() => gateway.close());

  test.each(names)("hides a key in log, headers and pages, %s", async (name) => {
    const spelled = spelledBy(name, SECRET);
    const login = (await gateway.requests()).length % 2 === 0 ? "merchant" : "stranger";
    const { url, headers, body } = sign(
      {
        method: "POST",
        url: `${gateway.origin}/processing/api/v4/create-card-ref/39915?q=${encodeURIComponent(spelled)}`,
        form: [
          ["client_orderid", spelled],
          ["card_number", CARD],
        ],
      },
      { ...KEY, consumerKey: login },
    );
    const response = await fetch(url, {
      method: "POST",
      headers,
      body: `${body}&again=${encodeURIComponent(spelled)}`,
    });
    const pages = await (await fetch(`${gateway.origin}/_countersign/requests`)).text();
    const shown = [...response.headers].map((one) => one.join(": ")).join("\n");
    for (const output of [shown, pages, JSON.stringify(await gateway.requests()), ...logged.splice(0)]) {
      expect(leaksIn(output, SECRET, spelled)).toEqual([]);
      expect(output).not.toMatch(/41111111/);
    }
    expect(shown).toContain("countersign-explanation");
  });
});

describe("the gateway client", { tags: ["deep"] }, () => {
  const CONTROL_KEY = "B17F59B4-A7DC-41B4-8FF9-37D986B43D20";

  test.each(names)("hides keys and card numbers in errors, %s", async (name) => {
    for (const secret of [CONTROL_KEY, CARD]) {
      const spelled = spelledBy(name, secret);
      const answer = `type=error\n&error-message=${spelled.replace(/[&=\r\n]/g, " ")}\n&error-code=${spelled.slice(0, 40)}\n`;
      for (const body of [answer, `<html>${spelled}</html>`]) {
        const { fetch } = fakeFetch(page(body));
        const client = clientWith(fetch, { signatureMethod: "HMAC-SHA1" });
        const error = await errorOf(
          client.transfer({ clientOrderId: "t-1", amount: "10.42", currency: "EUR", destinationCardNo: CARD }),
        );
        const { message, hint, response } = error as { message: string; hint?: string; response?: unknown };
        const output = JSON.stringify([message, hint, response]);
        if (secret === CARD) expect(output).not.toMatch(/411111|111114/);
        else expect(leaksIn(output, secret)).toEqual([]);
      }
    }
  });

  test("shows no card number in the error of an answer that was read without the client", () => {
    const read = (): unknown => parseGatewayResponse("createCardRef", { body: `type=error\n&error-message=${CARD}\n` });
    expect(read).toThrow(/\*\*\*1111/);
  });
});

describe("messages of the command line", () => {
  afterEach(() => vi.unstubAllEnvs());

  test.each(names)("hide a secret, %s", (name) => {
    forgetSecrets();
    const spelled = spelledBy(name, SECRET);
    readSecret({ file: file("given", `${SECRET}\n`), variable: "" });
    expect(leaksIn(messageLine(`cannot read ${spelled} as JSON`), SECRET, spelled)).toEqual([]);
    const other = "x7/Pq+44-zzW";
    vi.stubEnv("COUNTERSIGN_TOKEN_SECRET", other);
    expect(leaksIn(messageLine(`cannot read ${spelledBy(name, other)}`), other)).toEqual([]);
  });
});
