import { describe, expect, test } from "vitest";
import { sign } from "../../src/index.ts";
import { explain } from "../../src/inspector/explain.ts";
import type { ExplainInput, ExplainResult } from "../../src/inspector/messages.ts";
import { pasted } from "./pasted.ts";

const SECRET = "kd94hf93k423kf44";
function verdictOf(url: string, target: string, more: Partial<ExplainInput> = {}): Promise<ExplainResult> {
  const credentials = { consumerKey: "shop", signatureMethod: "HMAC-SHA1", consumerSecret: SECRET } as const;
  const { headers } = sign({ method: "GET", url }, credentials);
  const request = `GET ${target} HTTP/1.1\nHost: gate.example\nAuthorization: ${headers.authorization}\n\n`;
  const attention = { progress: () => {}, signal: new AbortController().signal };
  return explain({ ...pasted(request, SECRET), ...more }, attention);
}

describe("the scheme of a pasted request", () => {
  test("is the one with which the signature is valid, and the stages are for it", async () => {
    const result = await verdictOf("http://gate.example/a", "/a");
    const scheme = { name: "http", isAssumed: true };
    expect(result).toMatchObject({
      verdict: "right",
      explanation: { headline: "the signature is valid", notices: [] },
      scheme,
      stages: { baseStringUri: "http://gate.example/a" },
    });
  });

  test("is the one that the user chose", { tags: ["deep"] }, async () => {
    const result = await verdictOf("http://gate.example/a", "/a", { scheme: "https" });
    const scheme = { name: "https", isAssumed: false };
    expect(result).toMatchObject({
      verdict: "wrong",
      explanation: { alternatives: [[{ id: "other-scheme" }]] },
      scheme,
    });
  });

  test("cannot be chosen if the request contains it", async () => {
    const result = await verdictOf("http://gate.example/a", "http://gate.example/a", { scheme: "https" });
    expect(result).toMatchObject({ verdict: "right", scheme: undefined });
  });
});
