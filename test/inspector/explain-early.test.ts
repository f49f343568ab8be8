/** The first verdict of a search comes from the likeliest mistakes; the search then goes on. */

import { describe, expect, test } from "vitest";
import { FAULTS } from "../../src/faults/index.ts";
import { explain } from "../../src/inspector/explain.ts";
import type { ExplainInput, ExplainResult } from "../../src/inspector/messages.ts";
import { type HttpRequest, type SigningInput, specification, toText } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";

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

async function results(request: string, consumerSecret = SECRET): Promise<[ExplainResult[], ExplainResult]> {
  const empty = {
    entry: "",
    scheme: "" as const,
    tokenSecret: "",
    rsaKey: "",
    baseString: "",
    response: "",
    language: "",
  };
  const given: ExplainInput = { ...empty, request, consumerSecret, showCardData: false };
  const found: ExplainResult[] = [];
  const early = (one: ExplainResult): unknown => found.push(one);
  const last = await explain(given, { early, progress: () => undefined, signal: new AbortController().signal });
  return [found, last];
}

describe("the verdict on a pasted request", () => {
  test.each(["not-sorted", "hex-digest"])("comes before the end of the search: %s", { tags: ["deep"] }, async (id) => {
    const [early, last] = await results(requestWith(id));
    expect(early).toMatchObject([{ kind: "verdict", verdict: "wrong", explanation: { alternatives: [[{ id }]] } }]);
    expect(last).toMatchObject({ ...early[0], correction: { curl: expect.anything() }, stages: expect.anything() });
  });

  test("is the only one for a valid request, without a search", async () => {
    const now = {
      ...INPUT,
      protocolParameters: [...INPUT.protocolParameters.slice(0, 3), ["oauth_timestamp", soon()]],
    };
    const [early, last] = await results(textOf(sendAs(now as SigningInput, specification)!));
    expect(early).toEqual([]);
    expect(last).toMatchObject({ kind: "verdict", verdict: "right" });
  });

  function soon(): string {
    return String(Math.floor(Date.now() / 1000));
  }

  test("is missing for an unknown signature while the search goes on", async () => {
    const given = {
      request: textOf(sendAs(INPUT, specification)!),
      consumerSecret: "another secret",
      showCardData: false,
    };
    const empty = {
      entry: "",
      scheme: "" as const,
      tokenSecret: "",
      rsaKey: "",
      baseString: "",
      response: "",
      language: "",
    };
    const controller = new AbortController();
    const early: ExplainResult[] = [];
    const progress = (): void => controller.abort(new Error("enough"));
    const searching = explain(
      { ...empty, ...given },
      { early: (one) => early.push(one), progress, signal: controller.signal },
    );
    await expect(searching).rejects.toThrow("enough");
    expect(early).toEqual([]);
  });
});
