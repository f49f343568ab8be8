import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explainWith } from "../../src/cli/capture/capture.ts";
import { captureReport } from "../../src/cli/capture/request-report.ts";
import { explain } from "../../src/cli/explain/explain.ts";
import { type Budget, explainRequest } from "../../src/diagnosis/index.ts";
import { faultOf } from "../../src/faults/index.ts";
import { diagnose, type ExplainRequest } from "../../src/gateway/simulator/diagnose.ts";
import { type HttpRequest, type SigningInput, specification } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { AT, EXPECTED, verified, verifierOf } from "../conformance/capture/clients.ts";
import { fakeTerminal } from "./fake-terminal.ts";

/** Enough for common causes; by default each of the three has a limit of its own. */
const SHORT_SEARCH: Budget = { combinations: 100 };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-one-"));
  writeFileSync(join(folder, "secret"), EXPECTED.consumerSecret);
});
afterAll(() => rmSync(folder, { recursive: true }));

const input: SigningInput = {
  method: "POST",
  url: "https://gate.example/paynet/api/v4/sale/39915",
  form: [
    ["note", "two words*"],
    ["empty", ""],
    ["amount", "10.42"],
  ],
  headers: [["User-Agent", "python-requests/2.32"]],
  protocolParameters: [
    ["oauth_consumer_key", EXPECTED.consumerKey],
    ["oauth_nonce", "n0nce"],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", String(AT)],
    ["oauth_version", "1.0"],
  ],
  signatureMethod: "HMAC-SHA1",
  consumerSecret: EXPECTED.consumerSecret,
};

/** What `countersign explain` prints, without the empty line at its end. */
async function explained({ method, url, headers, body = new Uint8Array() }: HttpRequest): Promise<string[]> {
  const file = join(folder, "request.http");
  const head = [`${method} ${url} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), "", ""];
  writeFileSync(file, Buffer.concat([Buffer.from(head.join("\r\n")), body]));
  const terminal = fakeTerminal();
  await explain(file, { consumerSecretFile: join(folder, "secret") }, terminal, SHORT_SEARCH);
  return terminal.text().trimEnd().split("\n");
}

async function captured(request: HttpRequest): Promise<string[]> {
  const verifier = verifierOf({ explain: explainWith(false, undefined, SHORT_SEARCH) });
  const arrived = { ...request, body: request.body ?? new Uint8Array(), number: 1, at: AT };
  const { captured: one } = await verified(verifier, arrived);
  expect(captureReport(fakeTerminal())(one)).toContain(`\n  ${one.explanation?.lines[0]}\n`);
  return [...(one.explanation?.lines ?? [])];
}

async function simulated(request: HttpRequest): Promise<string[]> {
  const merchants = [{ login: EXPECTED.consumerKey, controlKey: EXPECTED.consumerSecret, endpoints: [] }];
  const rejected = { problems: [] } as unknown as Parameters<typeof diagnose>[1];
  const { signal } = new AbortController();
  const explainShort: ExplainRequest = (sent, keys, options) =>
    explainRequest(sent, keys, { ...options, budget: SHORT_SEARCH });
  return [...(await diagnose(request, rejected, { merchants }, [], [], explainShort, signal)).lines];
}

describe("explain, capture and the gateway simulator", () => {
  const expectSame = async (id: string): Promise<void> => {
    const request = sendAs(input, faultOf(id)!.apply(specification))!;
    const lines = await explained(request);
    expect(lines.join()).toContain(id);
    expect(await captured(request)).toEqual(lines);
    expect(await simulated(request)).toEqual(lines);
  };
  test.each(["asterisk-bare"])("say the same of a request with %s", expectSame);
  test.each(["empty-value-dropped", "key-without-ampersand"])(
    "say the same of a request with %s",
    { tags: ["deep"] },
    expectSame,
  );

  test("have the fix in the language of the command, if no User-Agent shows it", async () => {
    const request = sendAs(input, faultOf("asterisk-bare")!.apply(specification))!;
    const fixesOf = async (userAgent: string): Promise<string[]> => {
      const verifier = verifierOf({ explain: explainWith(false, "PHP", SHORT_SEARCH) });
      const others = request.headers.filter(([name]) => name.toLowerCase() !== "user-agent");
      const headers = [...others, ["User-Agent", userAgent] as const];
      const { captured: one } = await verified(verifier, {
        ...request,
        headers,
        body: request.body ?? new Uint8Array(),
        number: 1,
        at: AT,
      });
      const languages = one.explanation!.lines.flatMap(
        (line) => /^ +(PHP|Python|Java|JavaScript): /.exec(line)?.[1] ?? [],
      );
      return [...new Set(languages)];
    };
    expect(await fixesOf("curl/8.5.0")).toEqual(["PHP"]);
    expect(await fixesOf("python-requests/2.31")).toEqual(["Python"]);
  });

  test("say something else of a request with another fault", async () => {
    const [one, other] = ["asterisk-bare", "not-sorted"].map((id) => sendAs(input, faultOf(id)!.apply(specification))!);
    expect(await captured(one!)).not.toEqual(explained(other!));
  });
});
