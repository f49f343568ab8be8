import { describe, expect, test } from "vitest";
import { readRequest } from "../../src/requests/index.ts";
import { testEach } from "../title.ts";

const SECRET = "kd94hf93k423kf44";
const REQUEST = { method: "POST", url: "https://gate.example/a" };
const INPUT = { request: REQUEST, credentials: { consumerKey: "shop", consumerSecret: SECRET } };

const read = (input: object) =>
  readRequest(Buffer.from(JSON.stringify({ input: { signatureMethod: "HMAC-SHA1", ...input } })));

describe("the input of a vector", () => {
  test("gets the protocol parameters that a signer adds, in their order", () => {
    expect(
      read({ ...INPUT, timestamp: "1", nonce: "n", version: "1.0", protocolParameters: [["oauth_callback", "oob"]] }),
    ).toMatchObject({
      protocolParameters: [
        ["oauth_consumer_key", "shop"],
        ["oauth_signature_method", "HMAC-SHA1"],
        ["oauth_timestamp", "1"],
        ["oauth_nonce", "n"],
        ["oauth_version", "1.0"],
        ["oauth_callback", "oob"],
      ],
      consumerSecret: SECRET,
    });
  });

  test("without a consumer key is signed with exactly its protocol parameters", () => {
    const credentials = { consumerSecret: SECRET };
    expect(read({ request: REQUEST, credentials, timestamp: "1" })).toMatchObject({ protocolParameters: [] });
  });

  test("contains octets that are not UTF-8 in base64, or form-encoded", () => {
    const octets = Uint8Array.of(0xff);
    const form = [["a", { octets: "/w==" }]];
    expect(read({ ...INPUT, request: { ...REQUEST, form } })).toMatchObject({ form: [["a", octets]] });
    expect(read({ ...INPUT, request: { ...REQUEST, formEncoded: "a=%FF" } })).toMatchObject({
      form: [[Uint8Array.of(97), octets]],
    });
  });

  testEach([
    [{ request: { ...REQUEST, url: 1 } }, "expected a string as request.url in the input of a vector, got a number"],
    [{ request: { ...REQUEST, boddy: SECRET } }, "expected only the members method, url, form"],
    [{ request: { ...REQUEST, body: SECRET, form: [] } }, "expected only one of form, formEncoded and body as request"],
    [{ request: { ...REQUEST, form: [["a"]] } }, "expected [name, value] as request.form[0]"],
    [{ request: { ...REQUEST, form: [["a", null]] } }, "expected a string as request.form[0][1]"],
    [{ request: { ...REQUEST, headers: {} } }, "expected an array of [name, value] as request.headers"],
    [{ credentials: { consumerSecret: [SECRET] } }, "expected a string as credentials.consumerSecret"],
    [{ credentials: SECRET }, "expected an object as credentials in the input of a vector, got a string"],
    [{ signatureMethod: SECRET }, "expected a signature method as signatureMethod"],
    [{ transport: SECRET }, "expected one of header, body, query, header-and-body as transport"],
  ])("names a wrong member without its value: %s", (change, message) => {
    let error: unknown;
    try {
      read({ ...INPUT, ...change });
    } catch (thrown) {
      error = thrown;
    }
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain(SECRET);
  });
});
