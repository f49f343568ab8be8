import { describe, expect, test } from "vitest";
import type { HttpRequest } from "../../src/model/index.ts";
import { readRequest } from "../../src/requests/index.ts";
import { testEach } from "../title.ts";

const OAUTH =
  'OAuth oauth_consumer_key="ck", oauth_nonce="n1", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1764210000", oauth_signature="ZKVLuHzD%2BpS8%3D"';
const URL_SENT = "https://api.example.com/v1/pay";
const BODY = "amount=10.42";
const json = (value: unknown): string => JSON.stringify(value, undefined, 2);
const read = (text: string): HttpRequest => readRequest(Buffer.from(text)) as HttpRequest;
const bodyOf = ({ body }: HttpRequest): string => Buffer.from(body ?? []).toString();

describe("readRequest takes nothing of the response for the request from", () => {
  testEach([
    [
      "a dictionary with the status after the request",
      `{'method': 'GET', 'url': '${URL_SENT}', 'headers': {'Authorization': '${OAUTH}'}, 'statusCode': 401, 'body': 'denied', 'content-type': 'text/html'}`,
      "",
    ],
    [
      "an object whose brackets have the status before the body",
      json({
        statusCode: 401,
        body: "denied=1",
        headers: { "content-type": "text/html" },
        request: { method: "POST", uri: URL_SENT, headers: { Authorization: OAUTH }, form: { amount: "10.42" } },
      }),
      BODY,
    ],
    [
      "an object with the body of the request in its own brackets",
      json({
        text: "denied",
        status: 401,
        request: { method: "POST", uri: URL_SENT, headers: { Authorization: OAUTH }, data: BODY },
      }),
      BODY,
    ],
    [
      "an object with both bodies beside each other",
      json({
        method: "POST",
        uri: URL_SENT,
        status: 401,
        responseBody: "denied",
        requestBody: BODY,
        headers: { Authorization: OAUTH },
      }),
      BODY,
    ],
    [
      "lines under a heading",
      `Request:\n  Method: POST\n  URL: ${URL_SENT}\n  Authorization: ${OAUTH}\n\nResponse:\n  Content-Type: text/html\n  Body: denied\n`,
      "",
    ],
    [
      "lines under a heading before those of the request",
      `URL: ${URL_SENT}\nMethod: POST\nResponse Headers:\nContent-Type: text/html\nRequest Headers:\nAuthorization: ${OAUTH}\nBody: ${BODY}\n`,
      BODY,
    ],
    [
      "lines after the status",
      `URL: ${URL_SENT}\nMethod: POST\nAuthorization: ${OAUTH}\nStatus: 401\nBody: access denied\n`,
      "",
    ],
    [
      "a text of a GET beside its brackets",
      `{'request': {'method': 'GET', 'url': '${URL_SENT}', 'headers': {'Authorization': '${OAUTH}'}}, 'text': 'some words'}`,
      "",
    ],
    [
      "a log with the problem that a server reports",
      `12:01 POST ${URL_SENT}\n12:01 Authorization: ${OAUTH}\n12:01 Content-Type: application/x-www-form-urlencoded\n12:01 \noauth_problem=signature_invalid&oauth_problem_advice=x\n`,
      "",
    ],
  ])("%s", (_, text, body) => {
    const request = read(text);
    expect([request.url, bodyOf(request)]).toEqual([URL_SENT, body]);
    expect(request.headers).not.toContainEqual([expect.stringMatching(/^content-type$/i), "text/html"]);
    expect(request).toHaveProperty("repairs");
  });

  test("a text in which only the response names the signature", () => {
    expect(read(`URL: ${URL_SENT}\nResponse:\nGET ${URL_SENT}?oauth_signature=a%3D was denied\n`).url).toBe(
      `${URL_SENT}?oauth_signature=a%3D`,
    );
  });
});

describe("readRequest adds pairs to the query of a URL", () => {
  testEach([
    ["that it does not contain", `${URL_SENT}?a=1`, { b: "2 3" }, `${URL_SENT}?a=1&b=2%203`],
    ["but no copy of it", `${URL_SENT}?a=1%2A&c=3`, { a: "1*", b: "2" }, `${URL_SENT}?a=1%2A&c=3&b=2`],
  ])("%s", (_, url, params, expected) => {
    expect(read(`got ${json({ method: "GET", url, params, headers: { Authorization: OAUTH } })}`).url).toBe(expected);
  });
});

describe("readRequest", () => {
  test("keeps a body of a GET that is in its own brackets", () => {
    const text = `{'method': 'GET', 'url': '${URL_SENT}', 'headers': {'Authorization': '${OAUTH}'}, 'data': '${BODY}'}`;
    expect(bodyOf(read(text))).toBe(BODY);
  });

  test("takes the address beside signed pairs for none of them, but a pair with the same name", () => {
    const pairs = { oauth_consumer_key: "ck", oauth_signature: "a=", path: "/music" };
    const address = { method: "GET", scheme: "https", host: "api.example.com", uri: "/v1/pay" };
    expect(read(`got ${json({ ...address, ...pairs })}`)).toMatchObject({
      method: "GET",
      url: `${URL_SENT}?oauth_consumer_key=ck&oauth_signature=a%3D&path=%2Fmusic`,
    });
  });
});
