/** The verdict on a pasted request, and the search for it. */

import { describe, expect, test } from "vitest";
import { FAULTS } from "../../src/faults/index.ts";
import type { Attention } from "../../src/inspector/attention.ts";
import { explain } from "../../src/inspector/explain.ts";
import type { ExplainResult } from "../../src/inspector/messages.ts";
import { type HttpRequest, type SigningInput, specification, toText } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { pasted } from "./pasted.ts";

const SECRET = "kd94hf93k423kf44";
const INPUT: SigningInput = {
  method: "POST",
  url: "https://gateway.example/pay",
  form: [
    ["note", "a b~c"],
    ["id", "7"],
  ],
  protocolParameters: [
    ["oauth_consumer_key", "shop"],
    ["oauth_nonce", "n1"],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", "1318622958"],
  ],
  signatureMethod: "HMAC-SHA1",
  consumerSecret: SECRET,
};

/** The request of a client with a fault. */
function requestWith(id: string, input = INPUT): string {
  return textOf(sendAs(input, FAULTS.find((fault) => fault.id === id)!.apply(specification))!);
}

function textOf({ method, url, headers, body = new Uint8Array() }: HttpRequest): string {
  return [`${method} ${url} HTTP/1.1`, ...headers.map((pair) => pair.join(": ")), "", toText(body)].join("\n");
}

function explainText(
  request: string,
  consumerSecret: string,
  { progress = () => undefined, signal = new AbortController().signal }: Partial<Attention> = {},
): Promise<ExplainResult> {
  return explain(pasted(request, consumerSecret), { progress, signal });
}

describe("the verdict on a pasted request", () => {
  test.each(["not-sorted", "hex-digest"])("names the mistake and corrects the request: %s", async (id) => {
    expect(await explainText(requestWith(id), SECRET)).toMatchObject({
      kind: "verdict",
      verdict: "wrong",
      explanation: { alternatives: [[{ id }]] },
      correction: { curl: expect.anything() },
      stages: expect.anything(),
    });
  });

  test("says that a valid request is valid, whatever the time is", async () => {
    const valid = textOf(sendAs(INPUT, specification)!);
    expect(await explainText(valid, SECRET)).toMatchObject({ kind: "verdict", verdict: "right" });
  });

  test("compares the timestamp with the Date of the answer in the same text", async () => {
    const sent = textOf(sendAs({ ...INPUT, method: "GET", form: undefined }, specification)!).trimEnd();
    const late = `${sent.replaceAll(/^/gm, "> ")}\n>\n< HTTP/1.1 403 Forbidden\n< Date: Sun, 29 Nov 2026 07:21:20 GMT\n<\n`;
    const result = await explainText(late, SECRET);
    expect(JSON.stringify(result)).toContain("behind the server's clock");
  });

  test("is not waited for after the search is cancelled", async () => {
    const controller = new AbortController();
    const progress = (): void => controller.abort(new Error("enough"));
    const searching = explainText(textOf(sendAs(INPUT, specification)!), "another secret", {
      progress,
      signal: controller.signal,
    });
    await expect(searching).rejects.toThrow("enough");
  });
});
