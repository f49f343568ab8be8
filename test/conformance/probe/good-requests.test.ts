/** What the checks send depends on the good request, its credentials and what the user allows. */

import { describe, expect, test } from "vitest";
import type { Case, Check, Good, ProbeCredentials } from "../../../src/conformance/probe/check.ts";
import { CHECKS } from "../../../src/conformance/probe/checks/index.ts";
import { FORM_TYPE } from "../../../src/conformance/probe/draft.ts";
import { createGood, type GoodOptions } from "../../../src/conformance/probe/good.ts";
import { CLIENT, RSA_CLIENT } from "./credentials.ts";

const ORIGIN = "http://127.0.0.1:8080";
const GET = {
  ...{ method: "GET", origin: ORIGIN, host: "127.0.0.1:8080", path: "/status", query: "a=1", headers: [], body: "" },
} as const;
const POST = { ...GET, method: "POST", contentType: FORM_TYPE, body: "order=7" } as const;

function goodOf(options: Partial<GoodOptions> = {}): Good {
  return createGood({
    ...{ request: GET, credentials: CLIENT, method: "HMAC-SHA1", place: "header", clockAhead: 0 },
    ...{ maySendPlaintext: true, mayChangeMethod: true },
    ...options,
  });
}

function casesOf(id: string, good: Good): Readonly<Record<string, Case>> {
  return CHECKS.find((check) => check.id === id)!.cases(good);
}

const requestsOf = (check: Check, good: Good) =>
  Object.values(check.cases(good)).flatMap((one) => (typeof one === "string" ? [] : one.flatMap(({ send }) => send)));

describe("the permission to repeat whatever request", () => {
  test.each([
    ["a GET", GET],
    ["a POST of a form", POST],
  ])("is needed to ask for another method with the request for %s", { tags: ["deep"] }, (_what, request) => {
    const good = goodOf({ request, mayChangeMethod: false });
    const sent = CHECKS.flatMap((check) => requestsOf(check, good));
    expect(new Set(sent.map(({ method }) => method))).toEqual(new Set([request.method, "GET", "HEAD", "GETX"]));
    const asking = sent.filter(({ url, headers, body = [] }) =>
      /[?&]_method=|method-override|x-http-method/i.test([url, headers.flat(), Buffer.from(body).toString()].join("&")),
    );
    expect(asking).toEqual([]);
  });

  test("lets some requests ask for another method", () => {
    expect(JSON.stringify(casesOf("method-override", goodOf()))).toContain("_method=PUT");
  });
});

describe("the secret itself", () => {
  const right = `oauth_signature="${CLIENT.consumerSecret}%26"`;
  const sentSecrets = (good: Good): number =>
    CHECKS.flatMap((check) => requestsOf(check, good)).filter(({ headers }) => headers.flat().join().includes(right))
      .length;

  test("is sent once, if it may be", { tags: ["deep"] }, () => {
    expect(sentSecrets(goodOf())).toBe(1);
  });

  test("is not sent otherwise", () => {
    expect(sentSecrets(goodOf({ maySendPlaintext: false }))).toBe(0);
  });
});

describe("a client with a secret that anybody would guess", () => {
  const pem = { privateKey: RSA_CLIENT.privateKey, publicKey: RSA_CLIENT.publicKey };
  const clients: readonly ProbeCredentials[] = ["secret", "0", "null", "", "undefined", "wrong"].map(
    (consumerSecret) => ({ consumerKey: "guessed", consumerSecret, ...pem }),
  );

  test.each(clients)("$consumerSecret is not asked to have its right signatures rejected", (credentials) => {
    const good = goodOf({ credentials, maySendPlaintext: false });
    const right = { ...goodOf({ credentials }) };
    for (const id of ["other-secret", "key-confusion", "plaintext"]) {
      for (const [name, one] of Object.entries(casesOf(id, good))) {
        if (typeof one === "string") continue;
        for (const { send, accepted } of one) {
          if (accepted > 0) continue;
          for (const { headers } of send) {
            const header = headers.find(([field]) => field === "Authorization")![1];
            expect([id, name, signatureIsRight(header, right, credentials.consumerSecret!)]).toEqual([id, name, false]);
          }
        }
      }
    }
  });
});

/** Whether a header has the signature that the client itself would send. */
function signatureIsRight(header: string, good: Good, secret: string): boolean {
  const pairs = [...header.matchAll(/(\w+)="([^"]*)"/g)].map(
    ([, name, value]) => [name!, decodeURIComponent(value!)] as const,
  );
  const signature = pairs.find(([name]) => name === "oauth_signature")![1];
  const protocol = pairs.filter(([name]) => name !== "oauth_signature");
  const method = protocol.find(([name]) => name === "oauth_signature_method")![1];
  if (method === "PLAINTEXT") return signature === `${secret}&`;
  const key = { method: method as "HMAC-SHA1", consumerSecret: secret };
  return signature === good.sign({ ...good.fresh(), protocol }, key);
}
