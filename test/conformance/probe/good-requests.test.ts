/** What the checks send depends on the good request, its credentials and what the user allows. */

import { describe, expect, test } from "vitest";
import { FORM_TYPE } from "../../../src/conformance/cases/draft.ts";
import type { Credentials } from "../../../src/conformance/cases/valid-requests.ts";
import type { Case, Check, Good, Step } from "../../../src/conformance/probe/check.ts";
import { CHECKS } from "../../../src/conformance/probe/checks/index.ts";
import { createGood, type GoodOptions } from "../../../src/conformance/probe/good.ts";
import { CLIENT, RSA_CLIENT } from "./credentials.ts";

const ORIGIN = "http://127.0.0.1:8080";
const GET = {
  method: "GET",
  origin: ORIGIN,
  host: "127.0.0.1:8080",
  path: "/status",
  query: "a=1",
  headers: [],
  body: "",
} as const;
const POST = { ...GET, method: "POST", contentType: FORM_TYPE, body: "order=7" } as const;

function goodOf(options: Partial<GoodOptions> = {}): Good {
  return createGood({
    request: GET,
    credentials: CLIENT,
    method: "HMAC-SHA1",
    place: "header",
    clockAhead: 0,
    maySendPlaintext: true,
    mayChangeMethod: true,
    ...options,
  });
}

function casesOf(id: string, good: Good): Readonly<Record<string, Case>> {
  return made(CHECKS.find((check) => check.id === id)!, good);
}

function made(check: Check, good: Good): Readonly<Record<string, Case>> {
  return Object.fromEntries(Object.entries(check.cases(good)).map(([name, make]) => [name, make()]));
}

const requestsOf = (check: Check, good: Good) =>
  Object.values(made(check, good)).flatMap((one) => (typeof one === "string" ? [] : one.flatMap(({ send }) => send)));

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

  test("is needed to send a request again with a method that may change something", () => {
    const [check] = CHECKS.filter(({ id }) => id === "replay-of-another-kind");
    const methods = (mayChangeMethod: boolean): Set<string> =>
      new Set(requestsOf(check!, goodOf({ mayChangeMethod })).map(({ method }) => method));
    expect(methods(false)).toEqual(new Set(["HEAD"]));
    expect(methods(true)).toContain("POST");
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

  test("is not sent otherwise", { tags: ["deep"] }, () => {
    expect(sentSecrets(goodOf({ maySendPlaintext: false }))).toBe(0);
  });
});

describe("a request that a server may take for the signed one", () => {
  test.each(["structured-names", "value-normalized"])("has a parameter for the signed one: %s", (id) => {
    const cases = Object.entries(casesOf(id, goodOf({ request: POST })));
    const empty = cases.flatMap(([name, one]) => {
      if (typeof one === "string") return [];
      const { url, body = [] } = one[0]!.send[0]!;
      const added = name.endsWith("-in-form")
        ? Buffer.from(body).toString().replace(POST.body, "")
        : url.replace(/^.*[?]a=1/, "");
      return /^&./.test(added) ? [] : [name];
    });
    expect(empty).toEqual([]);
  });
});

describe("a second Authorization header", () => {
  test.each(["same", "same-in-lower-case"])("has the value of the first one: %s", (name) => {
    const [step] = casesOf("header-repeated", goodOf())[name] as readonly Step[];
    const values = step!.send[0]!.headers.filter(([field]) => /^authorization$/i.test(field)).map(([, value]) => value);
    expect(values).toEqual([values[0], values[0]]);
    expect(values[0]).toMatch(/^OAuth /);
  });
});

describe("a nonce", () => {
  const noncesOf = (id: string, name: string): string[] =>
    (casesOf(id, goodOf())[name] as readonly Step[]).map(
      ({ send }) => /oauth_nonce="([^"]*)"/.exec(JSON.stringify(send[0]!.headers).replaceAll("\\", ""))![1]!,
    );

  test("of 64 characters has 64", () => {
    expect(noncesOf("odd-nonce", "64-characters").map((nonce) => nonce.length)).toEqual([64]);
  });

  test("that begins with a used one is longer", () => {
    const [used, begun] = noncesOf("nonce-and-timestamp", "begins-with-a-used-one");
    expect([begun!.startsWith(used!), begun!.length > used!.length]).toEqual([true, true]);
  });
});

describe("an HMAC of something else than the base string", () => {
  const swapped = (good: Good): Case => casesOf("signature-computed-wrongly", good)["key-and-message-swapped"]!;

  test.each([
    ["HMAC-SHA1", 20],
    ["HMAC-SHA256", 32],
  ] as const)("uses the hash of the good request, such as %s", (method, length) => {
    const [{ send }] = swapped(goodOf({ method })) as [Step];
    const [, signature = ""] = /oauth_signature="([^"]*)"/.exec(send[0]!.headers[1]![1])!;
    expect(Buffer.from(decodeURIComponent(signature), "base64")).toHaveLength(length);
  });

  test("is not sent for a client without a secret", () => {
    const good = goodOf({ credentials: RSA_CLIENT, method: "RSA-SHA256" });
    expect(swapped(good)).toBe("the client has no secret");
  });
});

describe("a client with a secret that anybody would guess", () => {
  const pem = { privateKey: RSA_CLIENT.privateKey, publicKey: RSA_CLIENT.publicKey };

  const expectNotAsked = (consumerSecret: string): void => {
    const credentials: Credentials = { consumerKey: "guessed", consumerSecret, ...pem };
    const good = goodOf({ credentials, maySendPlaintext: false });
    const right = { ...goodOf({ credentials }) };
    for (const id of ["other-secret", "key-confusion", "plaintext"]) {
      for (const [name, one] of Object.entries(casesOf(id, good))) {
        if (typeof one === "string") continue;
        for (const { send, accepted } of one) {
          if (accepted > 0) continue;
          for (const { headers } of send) {
            const header = headers.find(([field]) => field === "Authorization")![1];
            expect([id, name, signatureIsRight(header, right, consumerSecret)]).toEqual([id, name, false]);
          }
        }
      }
    }
  };
  const NOT_ASKED = "'%s' is not asked to have its correct signatures rejected";
  test.each(["secret", ""])(NOT_ASKED, expectNotAsked);
  test.each(["0", "null", "undefined", "wrong"])(NOT_ASKED, { tags: ["deep"] }, expectNotAsked);
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
