/** Addresses that the request, its headers or the caller name. */

import { describe, expect, test } from "vitest";
import { type DiagnosisInput, diagnose } from "../../src/diagnosis/index.ts";
import type { HttpRequest } from "../../src/model/index.ts";
import { testKeyPair } from "../keys/index.ts";
import { asked, causesIn, payment, SECRET, sentWith } from "./requests.ts";

const FEW = { faults: [], budget: { combinations: 500 } };

/** A request that was signed for one URL and arrived at another one. */
function moved(signedUrl: string, arrivedUrl: string, headers: HttpRequest["headers"] = []): HttpRequest {
  const sent = sentWith([], { ...payment, url: signedUrl });
  return { ...sent, url: arrivedUrl, headers: [...sent.headers, ...headers] };
}

const causesFor = (input: DiagnosisInput): [id: string, what: string][] =>
  causesIn(diagnose(input, FEW)).map(({ id, what }) => [id, what]);
const INNER = "http://10.0.0.7:8080/pay";
const OUTER = "https://shop.example/pay";

describe("the address before a proxy", () => {
  test.each<[string, string, HttpRequest["headers"]]>([
    ["Forwarded", OUTER, [["Forwarded", 'for=192.0.2.1;proto=https;host="shop.example", for=10.0.0.1']]],
    [
      "X-Forwarded-*",
      OUTER,
      [
        ["X-Forwarded-Proto", "https"],
        ["X-Forwarded-Host", "shop.example, inner"],
      ],
    ],
    [
      "a port",
      "https://shop.example:8443/pay",
      [
        ["X-Forwarded-Proto", "https"],
        ["X-Forwarded-Host", "shop.example"],
        ["X-Forwarded-Port", "8443"],
      ],
    ],
    [
      "a prefix",
      "https://shop.example/v1/pay",
      [
        ["X-Forwarded-Proto", "https"],
        ["X-Forwarded-Host", "shop.example"],
        ["X-Forwarded-Prefix", "/v1"],
      ],
    ],
  ])("is found in %s, and the fix is that of the server", (_, signed, headers) => {
    const [cause, ...more] = causesIn(diagnose(asked(moved(signed, INNER, headers)), FEW));
    expect(more).toEqual([]);
    expect(cause?.id).toBe("forwarded-address");
    expect(cause?.what).toContain(signed);
    expect(cause?.fix.text).toMatch(/^The client is correct\. Configure the server/);
  });

  test("is no cause if the client signed another address", () => {
    const request = moved("https://other.example/pay", INNER, [["X-Forwarded-Host", "shop.example"]]);
    expect(causesIn(diagnose(asked(request), FEW))).toEqual([]);
  });

  test("is ignored if the header fields contain no address", () => {
    const request = moved(OUTER, INNER, [
      ["X-Forwarded-Host", "a b/../c"],
      ["Forwarded", ";;=,"],
    ]);
    expect(causesIn(diagnose(asked(request), FEW))).toEqual([]);
  });

  test("settles the scheme of a raw request", () => {
    const request = {
      ...moved(OUTER, "http://shop.example/pay", [["X-Forwarded-Proto", "https"]]),
      schemeIsAssumed: true as const,
    };
    expect(diagnose(asked(request), FEW)).toMatchObject({ kind: "right", assumedScheme: "https" });
  });
});

describe("another address of the service", () => {
  const SENT = "https://gate.example/processing/api/v4/transfer/39915";

  test.each([
    ["/paynet/api/v4/transfer/39915", "The client signed for /paynet, but sent to /processing."],
    ["/processing/api/v2/transfer/39915", "The client signed for v2, but sent to v4."],
    ["/processing/api/v4/transfer/39916", "The client signed for 39916, but sent to 39915."],
    ["/processing/api/v4/transfer/group/39915", "The client signed the path with group."],
    ["/processing/api/v4/39915", "The client signed the path without transfer."],
  ])("%s is named by what differs", (path, what) => {
    const address = `https://gate.example${path}`;
    const input = asked(moved(`${address}?a=1`, `${SENT}?a=1`), { addresses: [SENT, address] });
    expect(causesFor(input)).toEqual([[`other-path:${path}`, what]]);
  });

  test("of another host is named whole", () => {
    const address = "https://sandbox.example/processing/api/v4/transfer/39915";
    expect(causesFor(asked(moved(address, SENT), { addresses: [address] }))).toEqual([
      [`other-address:${address}`, `The client signed for ${address}, but sent to ${SENT}.`],
    ]);
  });

  test("replaces the beginning of the path by the path of an origin", () => {
    const request = moved("https://gate.example/paynet/api/v4/transfer/39915", SENT);
    expect(causesFor(asked(request, { origins: ["https://gate.example/paynet/api"] }))).toEqual([
      ["other-path:/paynet/api/v4/transfer/39915", "The client signed for /paynet, but sent to /processing."],
    ]);
  });
});

describe("a signature by another method than the request names", () => {
  const { publicKey } = testKeyPair("rsa-2048");
  const named = payment.protocolParameters.map(
    ([name, value]) => [name, name === "oauth_signature_method" ? "RSA-SHA256" : value] as const,
  );

  test("is found with the secret of the client", () => {
    // The HMAC covers the name of the RSA method.
    const sent = sentWith([], { ...payment, protocolParameters: named });
    const key = { publicKey: publicKey.export({ type: "spki", format: "pem" }).toString() };
    const otherKeys = [{ label: "the control key", consumerSecret: SECRET }];
    const diagnosis = diagnose({ request: sent, key, otherKeys }, FEW);
    expect(diagnosis).toMatchObject({ kind: "explained", causes: [{ id: "hmac-under-rsa-name" }], notices: [] });
    expect(causesIn(diagnosis)[0]?.what).toBe(
      "The client signed with HMAC-SHA1 and the control key, but the request names RSA-SHA256.",
    );
  });
});

describe("a masked value", () => {
  const MASKED = ["444455******1111", "**** **** **** 1111", "XXXX-XXXX-XXXX-1234", "***"];
  const TITLE = "such as %s is reported if nothing reproduces the signature";
  const expectReported = (value: string, combinations: number): void => {
    const consumerSecret = "a secret that nobody gave";
    const request = sentWith([], { ...payment, consumerSecret, form: [["card", value]] });
    const { notices } = diagnose(asked(request), { ...FEW, budget: { combinations } });
    expect(notices).toMatchObject([
      { id: "values-masked", rejects: false, text: expect.stringMatching(/^card looks masked/) },
    ]);
  };
  test.each(MASKED)(TITLE, (value) => expectReported(value, 200));
  test.each(MASKED)(TITLE, { tags: ["deep"] }, (value) => expectReported(value, 2000));

  test("is not reported if the client signed it so", () => {
    const request = sentWith([], { ...payment, form: [["card", "444455******1111"]] });
    expect(diagnose(asked(request), FEW)).toMatchObject({ kind: "right", notices: [] });
  });

  test.each(["4444551111111111", "a*b", "**bold**", "xx", "5 * 3 = 15"])("%s is not", (value) => {
    expect(
      diagnose(asked(sentWith([], { ...payment, consumerSecret: "another", form: [["card", value]] })), FEW).notices,
    ).toEqual([]);
  });
});

describe("another known address", () => {
  test.each([
    ["https://shop.example/pay/", "https://shop.example/pay", "signed for /pay/, but sent to /pay"],
    ["https://shop.example/pay", "https://shop.example//pay", "signed for /pay, but sent to //pay"],
  ])("differs in its slashes only: %s and %s", (signed, sent, what) => {
    const addresses = [signed];
    expect(causesFor(asked(moved(signed, sent), { addresses })).map(([, text]) => text)).toEqual([
      `The client ${what}.`,
    ]);
  });
});
