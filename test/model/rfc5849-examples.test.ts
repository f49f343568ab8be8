import { describe, expect, test } from "vitest";
import type { HttpRequest, Parameter, SigningInput } from "../../src/model/index.ts";
import { readSentRequest, specification, toText, trace, traceSent } from "../../src/model/index.ts";

const EXAMPLE_3_1: HttpRequest = {
  method: "POST",
  url: "http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b",
  headers: [
    ["Host", "example.com"],
    ["Content-Type", "application/x-www-form-urlencoded"],
    [
      "Authorization",
      [
        'OAuth realm="Example"',
        'oauth_consumer_key="9djdj82h48djs9d2"',
        'oauth_token="kkk9d7dh3k39sjv7"',
        'oauth_signature_method="HMAC-SHA1"',
        'oauth_timestamp="137131201"',
        'oauth_nonce="7d8f3e4a"',
        'oauth_signature="djosJKDKJSD8743243%2Fjdk33klY%3D"',
      ].join(",\r\n                  "),
    ],
  ],
  body: Buffer.from("c2&a3=2+q"),
};
const SECRETS_3_1 = { consumerSecret: "j49sk3j29djd", tokenSecret: "dh893hdasih9" };

const readable = (parameters: readonly Parameter<Uint8Array>[]): string[][] =>
  parameters.map(({ name, value, origin }) => [toText(name), toText(value), origin]);

describe("an example of RFC 5849", () => {
  test("in 3.4.1.1 has the printed base string", () => {
    expect(traceSent(EXAMPLE_3_1, {}).baseString).toBe(
      "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26" +
        "c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26" +
        "oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7",
    );
  });

  test("in 3.4.1.3.1 has the printed parameters", () => {
    expect(readable(readSentRequest(EXAMPLE_3_1).parameters)).toEqual([
      ["b5", "=%3D", "query"],
      ["a3", "a", "query"],
      ["c@", "", "query"],
      ["a2", "r b", "query"],
      ["oauth_consumer_key", "9djdj82h48djs9d2", "header"],
      ["oauth_token", "kkk9d7dh3k39sjv7", "header"],
      ["oauth_signature_method", "HMAC-SHA1", "header"],
      ["oauth_timestamp", "137131201", "header"],
      ["oauth_nonce", "7d8f3e4a", "header"],
      ["c2", "", "body"],
      ["a3", "2 q", "body"],
    ]);
  });

  test("in 3.4.1.3.2 has the printed table when encoded and sorted", () => {
    const { parameters, parameterString } = traceSent(EXAMPLE_3_1, {});
    const sorted = specification.sortParameters(specification.encodeParameters(parameters, specification));
    const table = [
      ["a2", "r%20b"],
      ["a3", "2%20q"],
      ["a3", "a"],
      ["b5", "%3D%253D"],
      ["c%40", ""],
      ["c2", ""],
      ["oauth_consumer_key", "9djdj82h48djs9d2"],
      ["oauth_nonce", "7d8f3e4a"],
      ["oauth_signature_method", "HMAC-SHA1"],
      ["oauth_timestamp", "137131201"],
      ["oauth_token", "kkk9d7dh3k39sjv7"],
    ];
    expect(sorted.map(({ encodedName, encodedValue }) => [encodedName, encodedValue])).toEqual(table);
    expect(parameterString).toBe(table.map((pair) => pair.join("=")).join("&"));
  });

  test("in 3.4.1.1 has the signature of erratum 2550", () => {
    const { key, signature } = traceSent(EXAMPLE_3_1, SECRETS_3_1);
    expect(key).toBe("j49sk3j29djd&dh893hdasih9");
    expect(signature).toBe("r6/TJjbCOr97/+UU0NsvSne7s5g=");
  });

  test.each([
    ["http://EXAMPLE.COM:80/r%20v/X?id=123", "http://example.com/r%20v/X"],
    ["https://www.example.net:8080/?q=1", "https://www.example.net:8080/"],
  ])("in 3.4.1.2: %s becomes %s", (url, expected) => {
    expect(specification.baseStringUri(url, specification)).toBe(expected);
  });

  const REQUESTS_1_2: { name: string; request: SigningInput; authorizationHeader: string }[] = [
    {
      name: "initiate",
      request: {
        method: "POST",
        url: "https://photos.example.net/initiate",
        protocolParameters: [
          ["oauth_consumer_key", "dpf43f3p2l4k3l03"],
          ["oauth_signature_method", "HMAC-SHA1"],
          ["oauth_timestamp", "137131200"],
          ["oauth_nonce", "wIjqoS"],
          ["oauth_callback", "http://printer.example.com/ready"],
        ],
        signatureMethod: "HMAC-SHA1",
        consumerSecret: "kd94hf93k423kf44",
        realm: "Photos",
      },
      authorizationHeader:
        'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_signature_method="HMAC-SHA1", ' +
        'oauth_timestamp="137131200", oauth_nonce="wIjqoS", ' +
        'oauth_callback="http%3A%2F%2Fprinter.example.com%2Fready", oauth_signature="74KNZJeDHnMBp0EMJ9ZHt%2FXKycU%3D"',
    },
    {
      name: "token",
      request: {
        method: "POST",
        url: "https://photos.example.net/token",
        protocolParameters: [
          ["oauth_consumer_key", "dpf43f3p2l4k3l03"],
          ["oauth_token", "hh5s93j4hdidpola"],
          ["oauth_signature_method", "HMAC-SHA1"],
          ["oauth_timestamp", "137131201"],
          ["oauth_nonce", "walatlh"],
          ["oauth_verifier", "hfdp7dh39dks9884"],
        ],
        signatureMethod: "HMAC-SHA1",
        consumerSecret: "kd94hf93k423kf44",
        tokenSecret: "hdhd0244k9j7ao03",
        realm: "Photos",
      },
      authorizationHeader:
        'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="hh5s93j4hdidpola", ' +
        'oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="walatlh", ' +
        'oauth_verifier="hfdp7dh39dks9884", oauth_signature="gKgrFCywp7rO0OXSjdot%2FIHF7IU%3D"',
    },
    {
      name: "photos",
      request: {
        method: "GET",
        url: "http://photos.example.net/photos?file=vacation.jpg&size=original",
        protocolParameters: [
          ["oauth_consumer_key", "dpf43f3p2l4k3l03"],
          ["oauth_token", "nnch734d00sl2jdk"],
          ["oauth_signature_method", "HMAC-SHA1"],
          ["oauth_timestamp", "137131202"],
          ["oauth_nonce", "chapoH"],
        ],
        signatureMethod: "HMAC-SHA1",
        consumerSecret: "kd94hf93k423kf44",
        tokenSecret: "pfkkdhi9sl3r4s00",
        realm: "Photos",
      },
      authorizationHeader:
        'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="nnch734d00sl2jdk", ' +
        'oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131202", oauth_nonce="chapoH", ' +
        'oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"',
    },
  ];

  test.each(REQUESTS_1_2)("in 1.2 has the printed header: the $name request", ({ request, authorizationHeader }) => {
    expect(trace(request).authorizationHeader).toBe(authorizationHeader);
  });

  test("in 2.1 has a PLAINTEXT signature, which is the key, encoded once more in the header", () => {
    const request: SigningInput = {
      method: "POST",
      url: "https://server.example.com/request_temp_credentials",
      protocolParameters: [
        ["oauth_consumer_key", "jd83jd92dhsh93js"],
        ["oauth_signature_method", "PLAINTEXT"],
        ["oauth_callback", "http://client.example.net/cb?x=1"],
      ],
      signatureMethod: "PLAINTEXT",
      consumerSecret: "ja893SD9",
      realm: "Example",
    };
    expect(trace(request)).toMatchObject({
      key: "ja893SD9&",
      signature: "ja893SD9&",
      authorizationHeader:
        'OAuth realm="Example", oauth_consumer_key="jd83jd92dhsh93js", oauth_signature_method="PLAINTEXT", ' +
        'oauth_callback="http%3A%2F%2Fclient.example.net%2Fcb%3Fx%3D1", oauth_signature="ja893SD9%26"',
    });
  });
});
