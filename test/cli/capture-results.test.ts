import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCaptureResults } from "../../src/cli/capture/results.ts";
import { openReports, readFileReports } from "../../src/cli/output/reports.ts";
import { EXIT } from "../../src/cli/process/exit-codes.ts";
import type { Explain, IncomingRequest } from "../../src/conformance/capture/index.ts";
import { REPORTER_NAMES } from "../../src/conformance/reporters/index.ts";
import { explainRequest } from "../../src/diagnosis/index.ts";
import { FAULTS } from "../../src/faults/index.ts";
import { specification } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { AT, arrived, EXPECTED, HMAC, verified, verifierOf } from "../conformance/capture/clients.ts";
import { fakeTerminal } from "./fake-terminal.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-results-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const FORMATS = REPORTER_NAMES.filter((name) => name !== "terminal");

/** The request that a client with these faults sends. */
function requestWith(number: number, faults: readonly string[]): IncomingRequest {
  const protocolParameters = [
    ["oauth_consumer_key", EXPECTED.consumerKey],
    ["oauth_nonce", `n${number}`],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", String(AT)],
  ] as const;
  const stages = FAULTS.filter(({ id }) => faults.includes(id)).reduce((all, { apply }) => apply(all), specification);
  const sent = sendAs(
    {
      method: "POST",
      url: "https://127.0.0.1/pay",
      protocolParameters,
      signatureMethod: "HMAC-SHA1",
      form: [["note", `a b* (é) ${number}`]],
      consumerSecret: EXPECTED.consumerSecret,
    },
    stages,
  )!;
  return { ...sent, body: sent.body ?? new Uint8Array(), number, at: AT };
}

/** As `capture` explains, but it tries two faults only. */
const explain: Explain = (request, { consumerSecret }) => {
  const faults = FAULTS.filter(({ id }) => id === "asterisk-bare" || id === "not-sorted");
  return explainRequest(request, [{ consumerSecret }], { faults, budget: { combinations: 200 } });
};

async function report(requests: readonly IncomingRequest[]): Promise<Record<string, string>> {
  const choices = readFileReports(FORMATS.map((format) => `${format}=${join(folder, format)}`));
  const terminal = fakeTerminal();
  const reporter = await openReports(choices, { rerun: () => undefined }, terminal);
  const results = createCaptureResults({ terminal, isLive: false, reporter, client: "client" });
  const verifier = verifierOf({ explain });
  for (const request of requests) results.add((await verified(verifier, request)).captured);
  expect(results.finish({ code: 0, signal: null })).toBe(EXIT.failures);
  const written = FORMATS.map((format) => [format, readFileSync(join(folder, format), "utf8")]);
  return { terminal: terminal.text(), ...Object.fromEntries(written) };
}

describe("the reports of a capture", () => {
  test("all name the cause of a wrong signature, and its fix", async () => {
    const texts = await report([requestWith(1, []), requestWith(2, ["asterisk-bare"])]);
    for (const [format, text] of Object.entries(texts)) {
      expect(text, format).toContain("asterisk-bare");
      expect(text, format).toContain("after a form encoder.");
    }
    expect(texts.junit).toMatch(/<failure message="The client uses an encoder [^"]* \(asterisk-bare\)"/);
  });

  test("name the cause of several requests once, with the number of requests that it explains", async () => {
    const wrong = [1, 2, 3].map((number) => requestWith(number, ["asterisk-bare"]));
    const { json, html } = await report([...wrong, requestWith(4, ["not-sorted"]), requestWith(5, [])]);
    const [run] = JSON.parse(json!).implementations;
    expect(run.causes).toMatchObject([
      { id: "asterisk-bare", explains: ["capture/request/1", "capture/request/2", "capture/request/3"], failures: 4 },
      { id: "not-sorted", explains: ["capture/request/4"] },
    ]);
    expect(html).toContain("explains 3 of 4 failures");
    expect(html).not.toContain("contradicts none of");
  });

  test("name no cause where none is known, but say that none was found", async () => {
    const other = arrived({ credentials: { ...HMAC, consumerSecret: "another secret" } });
    const { json, junit } = await report([other]);
    const [run] = JSON.parse(json!).implementations;
    expect(run.causes).toEqual([]);
    expect(run.failures[0]).not.toHaveProperty("causes");
    expect(run.failures[0].message).toMatch(/^No known cause .* tried.*\); signature-mismatch: /);
    expect(junit).toContain("No known cause or pair of causes reproduces this signature");
  });

  test("contain no secret, even if it is part of a cause", async () => {
    const wrong = requestWith(1, ["asterisk-bare"]);
    const texts = await report([{ ...wrong, headers: [...wrong.headers, ["X-Note", EXPECTED.consumerSecret]] }]);
    expect(JSON.stringify(texts)).not.toContain(EXPECTED.consumerSecret);
  });
});
