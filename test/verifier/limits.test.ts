/** Limits: each at its edge, and what is beyond costs no more than being looked at. */

import { describe, expect, test } from "vitest";
import type { Limits } from "../../src/verifier/index.ts";
import { originUri } from "../../src/verifier/proxy.ts";
import { FORM, SECRET, signedRequest } from "../signed-request.ts";
import { authorizationOf, codeOf, rejectionOf, type verdictOn, withHeaders } from "./requests.ts";

/** Whether a request is accepted with a limit, and rejected with a limit that is one less. */
async function expectEdge(
  name: keyof Limits,
  edge: number,
  request: Parameters<typeof signedRequest>[0],
): Promise<void> {
  expect(await codeOf(signedRequest(request), { allowUnsignedBody: true, limits: { [name]: edge } })).toBe("accepted");
  const rejection = await rejectionOf(signedRequest(request), { limits: { [name]: edge - 1 } });
  expect(rejection).toMatchObject({ code: "limit-exceeded", status: 413 });
  expect(rejection.message).toContain(String(edge - 1));
}

describe("a limit applies exactly", () => {
  test("of the URL", () => expectEdge("url", 8, { target: "/pay?a=1" }));
  test("of the body, in octets of text", () => expectEdge("body", 10, { form: "a=%C3%A9&b" }));
  test("of the body, in octets of UTF-8", () => expectEdge("body", 6, { body: "é€x" }));
  test("of the number of parameters, from everywhere together", () =>
    expectEdge("parameters", 9, { target: "/pay?a=1&&a=1", form: "b&c=&&", protocol: { oauth_version: null } }));
  test("of the number of parameters, where there is no body", () =>
    expectEdge("parameters", 7, { target: "/pay?a=1&b=2" }));
  test("of a name in the query, as sent", () =>
    expectEdge("name", 29, { target: "/pay?a%20b%20c%20d%20e%20f%20g%20h=1" }));
  test("of a name in the body without a value", () => expectEdge("name", 23, { form: "x".repeat(23) }));
  test("of a name in the header", () => expectEdge("name", 30, { protocol: { [`oauth_${"x".repeat(24)}`]: "1" } }));
  test("of a value in the body", () => expectEdge("value", 90, { form: `a=${"%20".repeat(30)}` }));
  test("of a value in the header", () => expectEdge("value", 90, { protocol: { oauth_token: "é".repeat(15) } }));
  test("of the nonce, decoded", async () => {
    await expectEdge("nonce", 6, { protocol: { oauth_nonce: "ééé" } });
    const { message } = await rejectionOf(signedRequest({ protocol: { oauth_nonce: "ééé" } }), {
      limits: { nonce: 5 },
    });
    expect(message).toBe("oauth_nonce has more than 5 octets");
  });

  test("of the consumer key, decoded", () => expectEdge("identifier", 2, { protocol: { oauth_token: null } }));
  test("of the token, decoded", () => expectEdge("identifier", 6, { protocol: { oauth_token: "ééé" } }));
  test("of the body, in octets as received", async () => {
    for (const length of [0, 1, 10, 1000]) {
      const request = signedRequest({ body: Buffer.alloc(length, 0xff) });
      expect(await codeOf(request, { allowUnsignedBody: true, limits: { body: Math.max(length, 1) } })).toBe(
        "accepted",
      );
      if (length > 1) expect(await codeOf(request, { limits: { body: length - 1 } })).toBe("limit-exceeded");
    }
  });
  test("of the body, by default", async () => {
    expect(await codeOf(signedRequest({ body: Buffer.alloc(102_400) }), { allowUnsignedBody: true })).toBe("accepted");
    expect(await codeOf(signedRequest({ body: Buffer.alloc(102_401) }))).toBe("limit-exceeded");
  });

  test("of identifiers, before the look-up, and what is rejected is not passed on", async () => {
    let lookUps = 0;
    const credentials = () => void lookUps++;
    for (const name of ["oauth_consumer_key", "oauth_token"]) {
      const rejection = await rejectionOf(signedRequest({ protocol: { [name]: "x".repeat(1025) } }), { credentials });
      expect(rejection).toMatchObject({ code: "limit-exceeded", message: `${name} has more than 1024 octets` });
      expect(JSON.stringify(rejection.claimed)).not.toContain("xxx");
      expect(await codeOf(signedRequest({ protocol: { [name]: "x".repeat(1024) } }), { credentials })).toBe(
        "consumer-unknown",
      );
    }
    expect(lookUps).toBe(2);
  });

  test("of the Authorization header", async () => {
    const request = signedRequest();
    const { length } = authorizationOf(request);
    expect(await codeOf(request, { limits: { authorization: length } })).toBe("accepted");
    expect(await codeOf(request, { limits: { authorization: length - 1 } })).toBe("limit-exceeded");
  });

  test("and all exceeded sizes are reported", async () => {
    const request = {
      ...withHeaders(signedRequest(), { authorization: `OAuth ${"x".repeat(9000)}` }),
      url: `/${"x".repeat(9000)}`,
      body: Buffer.alloc(2 ** 20 + 1),
    };
    const { problems } = await rejectionOf(request);
    expect(problems.map(({ code }) => code)).toEqual(["limit-exceeded", "limit-exceeded", "limit-exceeded"]);
  });
});

describe("work grows in proportion to the request", () => {
  const WIDE = {
    body: 2 ** 24,
    parameters: 2 ** 22,
    name: 2 ** 24,
    value: 2 ** 24,
    authorization: 2 ** 24,
    url: 2 ** 24,
  };

  const shapes: readonly [string, (size: number) => Parameters<typeof verdictOn>[0]][] = [
    ["parameters", (size) => ({ ...signedRequest({ form: "a=1" }), body: "a=1&".repeat(size / 4) })],
    ["empty pieces", (size) => ({ ...signedRequest({ form: "a=1" }), body: "&".repeat(size) })],
    ["one value", (size) => ({ ...signedRequest({ form: "a=1" }), body: `a=${"%".repeat(size)}` })],
    [
      "names without a value",
      (size) => ({ ...signedRequest({ form: "a=1" }), body: `${"x".repeat(300)}&`.repeat(size / 301) }),
    ],
    ["a query", (size) => ({ ...signedRequest(), url: `/pay?${"a&".repeat(size / 2)}` })],
    [
      "commas in the header",
      (size) => withHeaders(signedRequest(), { authorization: `OAuth ${", ".repeat(size / 2)}` }),
    ],
    [
      "spaces in the header",
      (size) => withHeaders(signedRequest(), { authorization: `OAuth a="1"${" ".repeat(size)}x` }),
    ],
    [
      "backslashes in the header",
      (size) => withHeaders(signedRequest(), { authorization: `OAuth a="${"\\".repeat(size)}` }),
    ],
    [
      "a Basic header",
      (size) => withHeaders(signedRequest(), { authorization: `Basic ${", oauth ".repeat(size / 8)}` }),
    ],
    [
      "a URL with a long host in brackets",
      (size) => ({ ...signedRequest(), url: `http://[${"1:".repeat(size / 2)}x]/` }),
    ],
    ["a Host in brackets", (size) => withHeaders(signedRequest(), { host: `[${"1:".repeat(size / 2)}x]` })],
    [
      "Content-Type",
      (size) =>
        withHeaders(signedRequest({ form: "a=1" }), { "content-type": `a/b${" ".repeat(size)};"${"\\".repeat(size)}` }),
    ],
  ];

  test("of a Host in brackets behind a proxy", async () => {
    const request = withHeaders(signedRequest(), {
      host: `[${"1:".repeat(2 ** 18)}x]`,
      "x-forwarded-proto": "https",
    });
    const options = { origin: undefined, proxy: { addresses: ["10.0.0.7"], hosts: ["api.example"] } };
    expect(await codeOf({ ...request, remoteAddress: "10.0.0.7" }, options)).toBe("url-malformed");
  });

  describe.each([
    [2 ** 16, {}],
    [2 ** 19, { tags: ["deep"] }],
  ])("with %i octets", (size, options) => {
    // In proportion to the size this takes less than a second; with its square it would take longer than a test may.
    test.each(shapes)("of %s", options, async (_what, shape) => {
      expect(await codeOf(shape(size), { limits: WIDE })).not.toBe("limit-exceeded");
    });
  });

  test("a header that is far too long is not parsed", async () => {
    expect(await codeOf(withHeaders(signedRequest({ key: SECRET }), { authorization: "x".repeat(2 ** 24) }))).toBe(
      "limit-exceeded",
    );
  });
});

describe("a Content-Type", () => {
  test("has at most 1024 characters", async () => {
    const ofLength = (length: number): string => `${FORM}; x=`.padEnd(length, "y");
    expect(await codeOf(signedRequest({ form: "a=1", contentType: ofLength(1024) }))).toBe("accepted");
    expect(await codeOf(signedRequest({ form: "a=1", contentType: ofLength(1025) }))).toBe("body-malformed");
  });
});

describe("a host", () => {
  test("has at most 260 characters with its port, or is not parsed", () => {
    expect(originUri("https", "a".repeat(260))).toBe(`https://${"a".repeat(260)}/`);
    expect(originUri("https", "a".repeat(261))).toBeUndefined();
  });
});
