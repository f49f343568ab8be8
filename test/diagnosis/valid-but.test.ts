import { describe, expect, test } from "vitest";
import { explainGiven } from "../../src/diagnosis/explain-given.ts";
import { explainRequest } from "../../src/diagnosis/explain-request.ts";
import { addSignature, type SigningInput, type Stages, specification, trace } from "../../src/model/index.ts";
import { testEach } from "../title.ts";

const INPUT: SigningInput = {
  method: "GET",
  url: "https://gate.example/pay",
  signatureMethod: "HMAC-SHA1",
  consumerSecret: "cs",
  protocolParameters: [
    ["oauth_consumer_key", "ck"],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", "1764210000"],
    ["oauth_nonce", "n1"],
  ],
};

function sent(changes: Partial<SigningInput>, more: { body?: string; headers?: [string, string][] } = {}) {
  const input = { ...INPUT, ...changes };
  const { authorizationHeader, url = input.url } = addSignature(input, trace(input).signature!, specification);
  const headers: [string, string][] = [["Authorization", authorizationHeader!], ...(more.headers ?? [])];
  return { method: input.method, url, headers, ...(more.body && { body: Buffer.from(more.body) }) };
}

const remarksOn = async (request: ReturnType<typeof sent>, serverResponse?: string) => {
  const { diagnosis } = await explainGiven({ request, keys: [{ consumerSecret: "cs" }], serverResponse });
  return { kind: diagnosis.kind, ids: diagnosis.notices.map(({ id }) => id) };
};

const withToken = (token: string): Partial<SigningInput> => ({
  protocolParameters: [...INPUT.protocolParameters, ["oauth_token", token]],
});

describe("a valid request", () => {
  testEach([
    ["plus-for-space", sent({ url: "https://gate.example/pay?a=b+c" })],
    ["double-slash", sent({ url: "https://gate.example//pay" })],
    ["token-without-use", sent(withToken("ck"))],
    ["token-without-use", sent(withToken(""))],
    ["content-type-missing", sent({ method: "POST" }, { body: "a=b" })],
    ["form-missing", sent({ method: "POST" }, { headers: [["Content-Type", "application/x-www-form-urlencoded"]] })],
  ])("may be rejected: %s", async (id, request) => {
    expect(await remarksOn(request)).toEqual({ kind: "right", ids: expect.arrayContaining([id]) });
    expect(await explainRequest(request, [{ consumerSecret: "cs" }])).toEqual(
      id === "content-type-missing" ? expect.anything() : undefined,
    );
  });

  test("without any of that has no remark", async () => {
    expect(await remarksOn(sent({ url: "https://gate.example/pay?a=b%20c" }))).toEqual({ kind: "right", ids: [] });
  });

  test("has a timestamp that is compared with the Date of the answer", async () => {
    const date = new Date((1764210000 + 237 * 86400) * 1000).toUTCString();
    const { explanation } = await explainGiven({
      request: sent({}),
      keys: [{ consumerSecret: "cs" }],
      serverResponse: `HTTP/1.1 401 Unauthorized\nDate: ${date}\n\n`,
    });
    expect(explanation.headline).toContain("oauth_timestamp is 237 days behind the server's clock");
  });
});

describe("a text that was signed in place of a base string", () => {
  test("is named if it was given, or if it is one that clients sign", async () => {
    for (const [textOf, baseString] of [
      [() => "&ck&&n1&1764210000", undefined],
      [({ parameterString }) => parameterString, undefined],
      [() => '{"a":1}', '{"a":1}'],
      [() => "GET:/pay", "12:00 DEBUG signing text: GET:/pay\n12:00 DEBUG done\n"],
    ] as const satisfies readonly (readonly [Stages["baseString"], string | undefined])[]) {
      const stages = { ...specification, baseString: textOf };
      const { authorizationHeader } = addSignature(INPUT, trace(INPUT, stages).signature!, specification);
      const request = { method: "GET", url: INPUT.url, headers: [["Authorization", authorizationHeader!]] as const };
      const { diagnosis, explanation } = await explainGiven({
        request,
        keys: [{ consumerSecret: "cs" }],
        evidence: { baseString },
      });
      expect(diagnosis).toMatchObject({ kind: "explained", causes: [{ id: "signed-text" }] });
      expect(explanation.headline).toContain("This is what was signed, and it is not a base string");
      expect([explanation.where, explanation.notices]).toEqual([undefined, []]);
    }
  });
});
