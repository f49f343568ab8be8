import { describe, expect, test } from "vitest";
import { explain } from "../../src/diagnosis/explain.ts";
import { explanationText } from "../../src/diagnosis/text/explanation-text.ts";
import { testEach } from "../title.ts";

const OAUTH =
  'OAuth oauth_consumer_key="ck", oauth_nonce="n1", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1764210000", oauth_signature="ZKVLuHzD%2BpS87zbxCopf1rF3njM%3D"';
const TYPE = "application/x-www-form-urlencoded";
const raw = (more: string, type = TYPE): string =>
  `POST /pay HTTP/1.1\nHost: gate.example\nAuthorization: ${OAUTH}\nContent-Type: ${type}\n${more}\n`;
const FEW = { budget: { combinations: 100 } };
const found = async (request: string, serverResponse?: string) => {
  const { diagnosis, explanation } = await explain({ request, keys: [{ consumerSecret: "cs" }], serverResponse }, FEW);
  return { diagnosis, explanation, text: explanationText(explanation) };
};

describe("half a request", () => {
  testEach([
    ["Content-Length", raw("Content-Length: 20\n"), "Content-Length is 20, but there is no body"],
    ["a body that was cut off", raw("Content-Length: 20\n\na=b"), "Content-Length is 20, but the body has 3 octets"],
    [
      "a dump without the form",
      `{'method': 'POST', 'url': 'https://gate.example/pay', 'headers': {'Content-Type': '${TYPE}', 'Authorization': '${OAUTH}'}}`,
      "the text has the Content-Type of a form, but not the form",
    ],
    [
      "a text with a form that is not the body",
      `method: POST\nurl: https://gate.example/pay\nAuthorization: ${OAUTH}\nwe send a=b&c=d\n`,
      "line 4 of the text looks like a form, but was not used, because nothing shows that it is the body",
    ],
  ])("is not diagnosed: %s", async (_, request, problem) => {
    const { diagnosis, text } = await found(request);
    expect(diagnosis).toMatchObject({ kind: "not-diagnosed", reason: "body-missing" });
    expect(text).toContain(`not diagnosed: ${problem}: add the body as it was sent`);
  });

  test("of another body is diagnosed, because the signature does not cover it", async () => {
    const { diagnosis } = await found(raw("Content-Length: 20\n", "application/json"));
    expect(diagnosis.kind).toBe("unknown");
  });

  test("without Content-Length is asked for its form first", async () => {
    const { explanation } = await found(raw(""));
    expect(explanation.next[0]?.text).toContain("The request has no body. If the client sent one, add it");
  });

  test("that was read from a text is asked for any body", async () => {
    const text = `POST to https://gate.example/pay\nAuthorization: ${OAUTH}\n`;
    expect((await found(text)).explanation.next[0]?.text).toContain("The request has no body.");
    expect((await found(text.replace("POST", "DELETE"))).explanation.next[0]?.text).not.toContain("no body");
  });

  test("of JSON is not said to have a form", async () => {
    const dump = { method: "POST", url: "https://gate.example/pay", body: { a: "b" } };
    const headers = { "Content-Type": "application/json", Authorization: OAUTH };
    const { text } = await found(JSON.stringify({ ...dump, headers }));
    expect(text).toContain("not diagnosed: line 1 of the text looks like the body, but was not used");
  });
});

describe("the answer in the text", () => {
  const request = raw("").replace(`Content-Type: ${TYPE}\n`, "");
  const report = `HTTP/1.1 401 Unauthorized\n\noauth_problem=signature_invalid&debug_sbs=POST&https%3A%2F%2Fgate.example%2F&a%3Db\n`;

  test("is compared with the request", async () => {
    const { server } = await explain({ request: `${request}\n${report}`, keys: [{ consumerSecret: "cs" }] }, FEW);
    expect(server).toMatchObject({ problem: { code: "signature_invalid" }, baseStringName: "debug_sbs" });
  });

  test("is not used if another is given, it reports nothing, or there are several", async () => {
    const keys = [{ consumerSecret: "cs" }];
    const given = { request: `${request}\n${report}`, keys, serverResponse: "oauth_problem=nonce_used" };
    expect((await explain(given, FEW)).server).toMatchObject({ problem: { code: "nonce_used" } });
    const empty = `${request}\nHTTP/1.1 401 Unauthorized\n\n`;
    for (const one of [empty, `> ${request.trim().replaceAll("\n", "\n> ")}\n>\n${report}${report}`])
      expect((await explain({ request: one, keys }, FEW)).server).toBeUndefined();
  });
});
