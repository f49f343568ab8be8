import { describe, expect, test } from "vitest";
import { explainWith } from "../../src/cli/capture/capture.ts";
import { captureReport, lastLine } from "../../src/cli/capture/request-report.ts";
import type { CapturedRequest } from "../../src/conformance/capture/index.ts";
import { arrived, verified, verifierOf } from "../conformance/capture/clients.ts";
import { HOSTILE } from "../edge-cases.ts";
import { fakeTerminal } from "./fake-terminal.ts";

const wrong = async (changed: Partial<ReturnType<typeof arrived>>): Promise<CapturedRequest> =>
  (await verified(verifierOf(), { ...arrived(), ...changed })).captured;

describe("the report of a capture", () => {
  test("obeys nothing that a client sent", async () => {
    const hostile = encodeURIComponent(HOSTILE.toWellFormed());
    const form = `note=${hostile}`;
    const authorization = `OAuth oauth_signature_method="${hostile}"`;
    const report = captureReport(fakeTerminal());
    const texts = [
      report(await wrong({ body: Buffer.from(form) })),
      report(await wrong({ headers: [["Authorization", authorization]] })),
    ];
    expect(texts[0]).toContain("body    note = \\x1b[2J\\x07\\u{202e}evil\\x0d\\x0a::error::");
    for (const text of texts) expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    for (const text of texts) expect(text).not.toMatch(/^::/m);
  });

  test("does not grow with what a client sends, nor with how often", { tags: ["deep"] }, async () => {
    const form = Array.from({ length: 1000 }, (_, index) => `name${index}=${"x".repeat(30)}`).join("&");
    const report = captureReport(fakeTerminal());
    const captured = await wrong({ body: Buffer.from(form) });
    expect(report(captured).length).toBeLessThan(15_000);
    const texts = Array.from({ length: 30 }, () => report(captured));
    expect(texts.at(-1)).toMatch(/^✗ request 1 .* signature-mismatch\n$/);
  });

  test("prints nothing for a valid request, or its stages, depending on the options", async () => {
    const { captured } = await verified(verifierOf({ computeAll: true }), arrived());
    expect(captureReport({ ...fakeTerminal(), isQuiet: true })(captured)).toBe("");
    const verbose = captureReport({ ...fakeTerminal(), isVerbose: true })(captured);
    expect(verbose).toMatch(/^✓ request 1 /);
    expect(verbose).toContain("base-string");
    expect(captureReport(fakeTerminal())(captured)).not.toContain("base-string");
  });

  test("shows the notices of a valid request below it", async () => {
    const explain = explainWith(false);
    const { captured } = await verified(verifierOf({ explain }), arrived({ body: "{}" }));
    expect(captureReport(fakeTerminal())(captured)).toMatch(
      /^✓ request 1 {2}POST .*\n {2}also: RFC 5849 signs no body but a form.* \(body-not-signed\)\n$/,
    );
    expect(captureReport({ ...fakeTerminal(), isVerbose: true })(captured)).toContain("(body-not-signed)");
  });

  test("shows the signature that the client sent", async () => {
    const { headers } = arrived();
    const captured = await wrong({ headers, body: Buffer.from("a=b") });
    const [, sent = ""] = /oauth_signature="([^"]+)"/.exec(headers.flat().join())!;
    expect(captureReport(fakeTerminal())(captured)).toContain(`  signature as sent\n    ${decodeURIComponent(sent)}\n`);
  });

  test("ends with one line: how the command ended, and how many requests were wrong", () => {
    const terminal = fakeTerminal();
    expect(lastLine(2, 0, { code: 0, signal: null }, terminal)).toBe(
      "✓ the command ended with exit code 0; 2 requests, all of them valid\n",
    );
    expect(lastLine(1, 0, { code: 1, signal: null }, terminal)).toBe(
      "✗ the command ended with exit code 1; 1 request, and it is valid\n",
    );
    expect(lastLine(1, 1, { code: null, signal: "SIGKILL" }, terminal)).toBe(
      "✗ the command was ended by SIGKILL; 1 request, and it is invalid\n",
    );
    expect(lastLine(0, 0, undefined, terminal)).toBe("✗ no request arrived\n");
  });
});
