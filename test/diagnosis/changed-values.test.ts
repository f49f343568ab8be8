/** Requests whose values were written in another way after signing. */

import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/diagnosis/index.ts";
import { printedByJavaScript, roundedAsDouble } from "../../src/faults/texts/number-notations.ts";
import type { HttpRequest, NameValue, SigningInput } from "../../src/model/index.ts";
import { asked, causesIn, payment, sentWith } from "./requests.ts";

/** Enough for common causes and for values that were written in another way. */
const LIKELIEST = { budget: { combinations: 3000 } };

/** Signed with some parameters, and sent with others. */
function signedAndSent(signed: readonly NameValue[], sent: readonly NameValue[]): HttpRequest {
  const { headers } = sentWith([], { ...payment, form: signed });
  return { ...sentWith([], { ...payment, form: sent }), headers };
}

/** The request with another Authorization header. */
function withAuthorization(
  { headers, ...request }: HttpRequest,
  change: (name: string, value: string) => readonly [string, string],
): HttpRequest {
  const isAuthorization = (name: string): boolean => name.toLowerCase() === "authorization";
  const changed = headers.map(([name, value]) =>
    isAuthorization(name) ? change(name, value) : ([name, value] as const),
  );
  return { ...request, headers: changed };
}

describe("a number that programs rewrite", () => {
  test.each([
    ["12345678901234567890", "12345678901234567168", "12345678901234567000"],
    ["9007199254740993", "9007199254740992", "9007199254740992"],
    ["900719925474099", "900719925474099", "900719925474099"],
  ])("is rounded if a floating-point number cannot hold it: %s", (text, rounded, printed) => {
    expect([roundedAsDouble(text), printedByJavaScript(text)]).toEqual([rounded, printed]);
  });
});

describe("a diagnosis", () => {
  test.each([
    ['{"b": 1, "a": ": ,"}', '{"a": ": ,", "b": 1}', "with its names sorted, and a space after , and :"],
    ['{"b":1,"c":0,"a":[2,1]}', '{"a":[2,1],"b":1,"c":0}', "with its names sorted"],
  ])("names JSON that is sent as %s and was signed as %s", { tags: ["deep"] }, (sent, signed, how) => {
    const diagnosis = diagnose(asked(signedAndSent([["meta", signed]], [["meta", sent]])));
    expect(diagnosis).toMatchObject({
      kind: "explained",
      causes: [{ id: "value-changed:meta", what: `meta was signed as JSON ${how}.` }],
    });
  });

  test("names UTF-8 that was sent as UTF-8 of UTF-8, and no function that escapes Latin-1 octets", {
    tags: ["deep"],
  }, () => {
    const diagnosis = diagnose(asked(signedAndSent([["note", "Café"]], [["note", "CafÃ©"]])));
    expect(causesIn(diagnosis).map(({ id }) => id)).toEqual(["utf8-sent-twice"]);
  });

  test("names a token that was signed as encoded, and not a header that is encoded", { tags: ["deep"] }, () => {
    const withToken = (token: string): SigningInput => ({
      ...payment,
      protocolParameters: [...payment.protocolParameters, ["oauth_token", token]],
    });
    const signature = /oauth_signature="[^"]*"/;
    const signed = sentWith([], withToken("a%2Fb")).headers.at(-1)![1];
    const request = withAuthorization(sentWith([], withToken("a/b")), (name, value) => [
      name,
      value.replace(signature, () => signature.exec(signed)![0]),
    ]);
    expect(causesIn(diagnose(asked(request))).map(({ id }) => id)).toEqual(["value-changed:oauth_token"]);
  });

  test("names a template that was not replaced before signing", () => {
    const diagnosis = diagnose(asked(signedAndSent([["amount", "{{amount}}"]], [["amount", "10.42"]])), {
      ...LIKELIEST,
      faults: [],
    });
    expect(causesIn(diagnosis).map(({ what }) => what)).toEqual([
      "amount was signed as {{amount}}, which was not replaced.",
    ]);
  });

  test("names a list that was joined after signing", { tags: ["deep"] }, () => {
    const signed = [
      ["tags", "a"],
      ["tags", "b c"],
    ] as const;
    const diagnosis = diagnose(asked(signedAndSent(signed, [["tags", "a,b c"]])));
    expect(diagnosis).toMatchObject({
      kind: "explained",
      causes: [{ id: "parameter-signed-apart:tags", what: expect.stringContaining("signed as 2 parameters") }],
    });
  });

  const MISNAMED = [
    ["signature-misnamed", (name: string) => name, (text: string) => text.replace("oauth_signature=", "signature=")],
    ["header-misnamed", (name: string) => `X-${name}`, (text: string) => text],
  ] as const;

  test.each(MISNAMED)("rejects a correct signature under another name with the notice %s", (id, rename, change) => {
    const renamed = withAuthorization(sentWith([]), (name, value) => [rename(name), change(value)]);
    expect(diagnose(asked(renamed))).toMatchObject({ kind: "rejected", notices: [{ id, rejects: true }] });
  });

  test.each(MISNAMED)("explains a wrong signature beside the notice %s", { tags: ["deep"] }, (id, rename, change) => {
    const wrong = sentWith(["key-without-ampersand"]);
    const renamed = withAuthorization(wrong, (name, value) => [rename(name), change(value)]);
    const diagnosis = diagnose(asked(renamed), LIKELIEST);
    expect(diagnosis).toMatchObject({
      kind: "explained",
      causes: [{ id: "key-without-ampersand" }],
      notices: [{ id }],
    });
  });

  test("allows both names to be wrong, and another scheme to stand in Authorization", () => {
    const twice = withAuthorization(sentWith([]), (name, value) => [`X-${name}`, MISNAMED[0][2](value)]);
    const headers = [...twice.headers, ["Authorization", "Basic eDp5"]] as const;
    expect(diagnose(asked({ ...twice, headers }))).toMatchObject({
      kind: "rejected",
      notices: [{ id: "header-misnamed" }, { id: "signature-misnamed" }],
    });
  });

  test("does not read a request with many headers of wrong names again for each of them", () => {
    let reads = 0;
    const name = {
      get() {
        reads++;
        return "X-Authorization";
      },
    };
    const headers = Array.from({ length: 1000 }, () =>
      Object.defineProperty<[string, string]>(["", 'OAuth oauth_a="b"'], 0, name),
    );
    expect(diagnose(asked({ ...sentWith([]), headers }))).toMatchObject({ reason: "unsigned" });
    expect(reads).toBeLessThan(50_000);
  });

  test("does not take an encoded name that means signature for the signature", () => {
    const encoded = (text: string): string => text.replace("oauth_signature=", "%73ignature=");
    const diagnosis = diagnose(asked(withAuthorization(sentWith([]), (name, value) => [name, encoded(value)])));
    expect(diagnosis).toMatchObject({ kind: "not-diagnosed", reason: "unsigned" });
  });

  test("does not take a header that only begins like the scheme for a misnamed one", () => {
    const { headers, ...request } = sentWith([]);
    const others = [
      ...headers.filter(([name]) => name.toLowerCase() !== "authorization"),
      ["X-Note", "OAuth"],
    ] as const;
    expect(diagnose(asked({ ...request, headers: others }))).toMatchObject({ reason: "unsigned" });
  });

  test.each([
    ["card", "4111111111111111", "************1111", "with all digits but the last four masked by *"],
    ["card", "4111111111111111", "411111XXXXXX1111", "with all digits but the first six and the last four masked by X"],
    ["card", "5500-0000-0000-0004", "5.50000E+15", "as a spreadsheet prints a long number"],
    ["amount", "0.99", "\u20ac 0.99", "with \u20ac and a space in front"],
    ["amount", "0.99", "0.99 EUR", "with EUR and a space after it"],
    ["day", "2024-01-05", "05.01.2024", "as a date like 01.03.2024"],
    ["url", "https://a/?b=1&c=2&d=3", "https://a/?b=1", "cut at the first &"],
    ["name", "l'\u00e9glise", "l\u2019\u00e9glise", "with typographic quotation marks"],
    [
      "hash",
      "2jmj7l5rSw0yVb/vlWAYkK/YBwk=",
      "da39a3ee5e6b4b0d3255bfef95601890afd80709",
      "in hexadecimal instead of base64",
    ],
    ["note", "a b", "a\u00a0b", "with no-break spaces for its spaces"],
    ["phone", "12025550143", "+12025550143", "with + in front"],
    ["rate", "1.23456001281738", "1.23456", "rounded to six digits"],
    ["amount", "19.989999771118164", "19.99", "with two digits after the point"],
    ["order", "12345678901234567890", "12345678901234567168", "rounded as a floating-point number"],
    ["order", "12345678901234567890", "12345678901234567000", "rounded as JavaScript prints a long number"],
    ["order", "1700000000", "1.7E9", "in scientific notation as Java writes it"],
    ["order", "1700000000", "1.7e+09", "in scientific notation as C prints it"],
    ["order", "1700000000", "1.7E+09", "in scientific notation as C# writes it"],
    ["id", "0f8fad5bd9cb469fa16570867728950e", "0f8fad5b-d9cb-469f-a165-70867728950e", "with the hyphens of a UUID"],
    ["id", "0f8fad5b", "{0f8fad5b}", "in braces"],
    ["id", "abc123", "YWJjMTIz", "in base64"],
    ["id", "YWJjMTIz", "abc123", "decoded from base64"],
    ["day", "03/05/2024", "2024-03-05", "as a date like 2024-03-01, read from month/day/year"],
    ["day", "03.05.2024", "2024-05-03", "as a date like 2024-03-01, read from day/month/year"],
  ])("names the %s %j, signed as %j", { tags: ["deep"] }, (name, sent, signed, how) => {
    const diagnosis = diagnose(asked(signedAndSent([[name, signed]], [[name, sent]])), LIKELIEST);
    const causes = causesIn(diagnosis);
    expect(causes.map(({ title }) => title)).toContain(`${name} was signed ${how}`);
  });

  test.each(["utm_", "UTM_"])("names several parameters with names in %s added after signing", (prefix) => {
    const names = [`${prefix}source`, `${prefix}medium`];
    const url = `${payment.url}?${names.map((name) => `${name}=shop`).join("&")}`;
    const diagnosis = diagnose(asked({ ...sentWith([]), url }), { ...LIKELIEST, faults: [] });
    expect(causesIn(diagnosis).map(({ title }) => title)).toEqual([`${names.join(" and ")} were sent but not signed`]);
  });

  test.each([
    ["1700000000042", "oauth_timestamp was signed with milliseconds"],
    ["1700000000.042", "oauth_timestamp was signed with milliseconds as a fraction"],
    ["1699999980", "oauth_timestamp was signed rounded down to the minute"],
  ])("names a timestamp that was signed as %s and sent in seconds", { tags: ["deep"] }, (signed, title) => {
    const withTimestamp = (timestamp: string): SigningInput => ({
      ...payment,
      protocolParameters: payment.protocolParameters.map(([name, value]) =>
        name === "oauth_timestamp" ? [name, timestamp] : [name, value],
      ) as SigningInput["protocolParameters"],
    });
    const { headers } = sentWith([], withTimestamp(signed));
    const request = sentWith([], payment);
    const sent = headers.map(([name, value]) => [name, value.replace(signed, "1700000000")] as const);
    expect(diagnose(asked({ ...request, headers: sent }))).toMatchObject({ kind: "explained", causes: [{ title }] });
  });

  test.each([
    [[["_", "1700000000000"]], "_ was sent but not signed"],
    [
      [
        ["utm_source", "shop"],
        ["utm_medium", "web"],
      ],
      "utm_source and utm_medium were sent but not signed",
    ],
  ] as const)("names parameters that were added to the query after signing: %j", { tags: ["deep"] }, (added, title) => {
    const { headers, body } = sentWith([]);
    const query = added.map((pair) => pair.join("=")).join("&");
    const diagnosis = diagnose(asked({ ...sentWith([]), url: `${payment.url}?${query}`, headers, body }), LIKELIEST);
    const causes = causesIn(diagnosis);
    expect(causes.map((one) => one.title)).toContain(title);
  });

  test("names several parameters that were added to the end of the query after signing", { tags: ["deep"] }, () => {
    const signed = { ...payment, url: `${payment.url}?x=1` };
    const diagnosis = diagnose(asked({ ...sentWith([], signed), url: `${signed.url}&page=2&size=3` }), LIKELIEST);
    expect(causesIn(diagnosis).map(({ title }) => title)).toContain("page and size were sent but not signed");
  });

  test.each(["oauth_consumerkey", "oauth_consumer_keyy", "consumer-key"])(
    "names a consumer key that is sent as %s",
    { tags: ["deep"] },
    (name) => {
      const { headers, ...request } = sentWith([]);
      const renamed = headers.map(([header, value]) => [header, value.replace("oauth_consumer_key", name)] as const);
      expect(diagnose(asked({ ...request, headers: renamed }), LIKELIEST)).toMatchObject({
        kind: "explained",
        causes: [{ id: "parameter-misnamed:oauth_consumer_key", title: `oauth_consumer_key was sent as ${name}` }],
      });
    },
  );

  test.each([
    [["oauth_signature_method", "HMAC_SHA1"], "oauth_signature_method was signed with _ for each -."],
    [["oauth_signature_method", "HMAC-SHA256"], "oauth_signature_method was signed with another value."],
    [["oauth_version", "1"], "oauth_version was signed cut at the first point."],
  ] as const)("names another protocol value than the sent one: %j", { tags: ["deep"] }, (one, what) => {
    const signed = new Map<string, string>([one]);
    const protocolParameters = payment.protocolParameters.map(
      ([name, value]) => [name, signed.get(String(name)) ?? value] as const,
    );
    const header = (sent: HttpRequest): string => sent.headers.find(([name]) => name === "Authorization")![1];
    const signature = /oauth_signature="[^"]*"/.exec(header(sentWith([], { ...payment, protocolParameters })))![0];
    const request = sentWith([]);
    const headers = [
      ["Content-Type", "application/x-www-form-urlencoded"],
      ["Authorization", header(request).replace(/oauth_signature="[^"]*"/, () => signature)],
    ] as const;
    expect(causesIn(diagnose(asked({ ...request, headers }), LIKELIEST)).map((cause) => cause.what)).toContain(what);
  });
});

describe("a list that was sent with commas", () => {
  const expectNamed = (_: string, signed: [string, string][], id: string): void => {
    const diagnosis = diagnose(asked(signedAndSent(signed, [["ids", "a,b"]])), { ...LIKELIEST, faults: [] });
    expect(causesIn(diagnosis)).toMatchObject([{ id }]);
  };
  test.each<Parameters<typeof expectNamed>>([
    [
      "as parameters with numbers",
      [
        ["ids[0]", "a"],
        ["ids[1]", "b"],
      ],
      "parameter-signed-apart:ids",
    ],
  ])("is named if it was signed %s", expectNamed);
  test.each<Parameters<typeof expectNamed>>([
    [
      "as parameters with brackets",
      [
        ["ids[]", "a"],
        ["ids[]", "b"],
      ],
      "parameter-signed-apart:ids",
    ],
    ["as JSON", [["ids", '["a","b"]']], "value-changed:ids"],
    ["with bars", [["ids", "a|b"]], "value-changed:ids"],
  ])("is named if it was signed %s", { tags: ["deep"] }, expectNamed);
});

describe("a path", () => {
  const signedFor = (url: string): HttpRequest => ({ ...sentWith([], { ...payment, url }), url: payment.url });

  const expectNamed = (path: string, id: string): void => {
    const diagnosis = diagnose(asked(signedFor(`https://gate.example${path}`)), { ...LIKELIEST, faults: [] });
    expect(causesIn(diagnosis)).toMatchObject([{ id }]);
  };
  test.each([["/paynet/v4/sale/39915", "path-without:/api"]])("that was signed as %s is named", expectNamed);
  test.each([
    ["/paynet/api/v2/sale/39915", "other-path:/paynet/api/v2/sale/39915"],
    ["/paynet/api/v4/en/sale/39915", "other-path:/paynet/api/v4/en/sale/39915"],
    ["/paynet/paynet/api/v4/sale/39915", "other-path:/paynet/paynet/api/v4/sale/39915"],
  ])("that was signed as %s is named", { tags: ["deep"] }, expectNamed);
});

describe("a form", () => {
  const expectNamed = (name: string): void => {
    const sent = [
      ["amount", "10.42"],
      ["note", "x y"],
    ] as const;
    const diagnosis = diagnose(asked(signedAndSent([[name, ""]], sent)), { ...LIKELIEST, faults: [] });
    expect(causesIn(diagnosis)).toMatchObject([{ id: "pairs-signed-as-one-name" }]);
  };
  test.each(["amount=10.42&note=x%20y"])("that was signed as the name %s is named", expectNamed);
  test.each(["amount=10.42&note=x y"])("that was signed as the name %s is named", { tags: ["deep"] }, expectNamed);
});
