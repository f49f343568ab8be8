import { describe, expect, test } from "vitest";
import { type PastedRequest, readRequest } from "../../src/requests/index.ts";
import { testEach } from "../title.ts";

const OAUTH =
  'OAuth oauth_consumer_key="ck", oauth_nonce="n1", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1764210000", oauth_signature="ZKVLuHzD%2BpS8%3D"';
const URL_SENT = "https://api.example.com/v1/pay?lang=de";
const FORM = "amount=10.42&note=Gr%C3%B6%C3%9Fe%20XL%20%2A";
const FORM_TYPE = "application/x-www-form-urlencoded";
const HEAD = `POST ${URL_SENT}\nAuthorization: ${OAUTH}\n`;
const LINE = `2026/11/29 07:28:13 POST ${URL_SENT} Authorization=[${OAUTH}]`;
const PAIRS = { amount: "10.42", note: "Größe XL *" };

const read = (text: string): PastedRequest => readRequest(Buffer.from(text)) as PastedRequest;
const bodyOf = ({ body }: PastedRequest): string => Buffer.from(body ?? []).toString();
const json = (members: object): string => JSON.stringify({ method: "POST", url: URL_SENT, ...members });

describe("parameters with a label beside the request", () => {
  testEach([
    ["params: and a hash of Ruby", `${HEAD}params: {"amount"=>"10.42", "note"=>"Größe XL *"}\n`],
    ["params: and a hash of Ruby 3.4", `${HEAD}params: {"amount" => "10.42", "note" => "Größe XL *"}\n`],
    ["form: and symbols of Ruby", `${HEAD}form: {:amount=>"10.42", :note=>"Größe XL *"}\n`],
    ["form_data: and symbols of Ruby 3.4", `${HEAD}form_data: {amount: "10.42", note: "Größe XL *"}\n`],
    [
      "a logger before each line",
      `${HEAD}body: {"amount"=>"10.42", "note"=>"Größe XL *"}`.replace(/^/gm, "12:00:01 INFO "),
    ],
    ["body= and a form", `${LINE} body=${FORM}\n`],
    [
      "body= and a form after a header field in the line",
      `${LINE.replace("=[OAuth", ": OAuth").slice(0, -1)} body=${FORM}\n`,
    ],
    ["body= and a form before the next name", `${LINE} body=${FORM} status=403 url=https://other.example/?a=b&c=d\n`],
    ["request_body= and a form in brackets", `Sent{${LINE}, request_body=${FORM}}\n`],
    ["form= and a map of Go", `${LINE} form=map[amount:[10.42] note:[Größe XL *]]\n`],
    ["form in a line of JSON", json({ headers: { Authorization: OAUTH }, form: PAIRS, status: 403 })],
    ["a body in JSON that is an object", json({ headers: { Authorization: OAUTH }, body: PAIRS })],
    ["data in a line of JSON", json({ headers: { Authorization: OAUTH }, data: FORM })],
    [
      "params in JSON with the type of a form",
      json({ headers: { Authorization: OAUTH, "Content-Type": FORM_TYPE }, params: PAIRS }),
    ],
  ])("are its form: %s", (_, text) => {
    const request = read(text);
    expect([request.method, request.url, bodyOf(request)]).toEqual(["POST", URL_SENT, FORM]);
    expect(request.headers.map(([name]) => name.toLowerCase()).sort()).toEqual(["authorization", "content-type"]);
    expect(request.repairs?.join(" ")).not.toContain("not used");
  });

  test("are the form as it is, with characters that an encoder would have encoded", () => {
    const request = read(`${LINE} body=amount=10.42&note=Größe XL&x=1\n`);
    expect(bodyOf(request)).toBe("amount=10.42&note=Größe XL&x=1");
    expect(request.headers).toContainEqual(["content-type", FORM_TYPE]);
  });

  test("are in the query if they are the params of Python", () => {
    const request = read(`${HEAD}params: {'amount': '10.42'}\n`);
    expect([request.url, request.body]).toEqual([`${URL_SENT}&amount=10.42`, undefined]);
  });

  test("are a header field if the request line has a version", () => {
    const text = `POST /a HTTP/1.1\nHost: a.example\nAuthorization: ${OAUTH}\nParams: {"a": "b"}\n\n`;
    expect(read(text)).toMatchObject({ headers: [{}, {}, ["Params", '{"a": "b"}']] });
  });

  testEach([
    ["a form with an unknown label", `${LINE} sent=${FORM}\n`, 1],
    ["a hash in a hash", `${HEAD}form: {"amount"=>"10.42", "card"=>{"name"=>"x"}}\n`, 3],
  ])("are reported if they are not used: %s", (_, text, line) => {
    expect(read(text)).toMatchObject({
      repairs: expect.arrayContaining([`line ${line} of the text was not used`]),
      unusedForm: line,
    });
  });
});

describe("a response that a program prints is no body", () => {
  testEach([
    ["=> #<Net::HTTPForbidden 403 Forbidden readbody=true>"],
    ["#<HTTParty::Response:0x7f1 parsed_response=nil>"],
    ["<Response [403]>"],
  ])("in any text: %s", (line) => {
    expect(bodyOf(read(`${HEAD}${line}\n`))).toBe("");
    expect(bodyOf(read(`${HEAD}\n${line}\n`))).toBe("");
    expect(bodyOf(read(`${HEAD}Content-Type: ${FORM_TYPE}\n\n${FORM}\n${line}\n`))).toBe(FORM);
    expect(bodyOf(read(`${HEAD}params: {"amount"=>"10.42"}\n${line}\n`))).toBe("amount=10.42");
  });

  testEach([["403 Forbidden"], ["-> 403"], ["HTTP 403"], ["Response: 403"], ["status code: 403"]])(
    "in a log: %s",
    (line) => {
      expect(bodyOf(read(`${HEAD}${line}\n`.replace(/^(?=.)/gm, "12:00:01 ")))).toBe("");
    },
  );
});
