/** The signature base string (RFC 5849 3.4.1). */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { baseString as joinedBaseString, upperCase } from "../../src/oauth1/base-string.ts";
import {
  type BaseStringRequest,
  formatForm,
  type NameValue,
  normalizeParameters,
  percentEncode,
  signatureBaseString,
} from "../../src/oauth1/index.ts";
import { encodeParameters } from "../../src/oauth1/parameter.ts";
import { pairs } from "./arbitraries.ts";
import { baseString, binary } from "./independent.ts";
import { clearRefusalOf, refusalOf } from "./refusals.ts";

describe("signatureBaseString", () => {
  test("refuses a member that would have no effect, such as a body", () => {
    const request = { method: "POST", url: "https://gateway.example/pay", body: "amount=10.42" };
    expect(clearRefusalOf(() => signatureBaseString(request as BaseStringRequest))).toMatchObject({
      code: "option-unknown",
    });
  });
});

describe("the base string of the example of RFC 5849 3.4.1.1", () => {
  test("is the printed one", () => {
    const request: BaseStringRequest = {
      method: "POST",
      url: "http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b",
      form: [
        ["c2", ""],
        ["a3", "2 q"],
      ],
      protocolParameters: [
        ["oauth_consumer_key", "9djdj82h48djs9d2"],
        ["oauth_token", "kkk9d7dh3k39sjv7"],
        ["oauth_signature_method", "HMAC-SHA1"],
        ["oauth_timestamp", "137131201"],
        ["oauth_nonce", "7d8f3e4a"],
        ["oauth_signature", "bYT5CMsGcbgUdFHObYMEfcx6bsw="],
      ],
    };
    expect(signatureBaseString(request)).toBe(
      "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26" +
        "c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26" +
        "oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7",
    );
  });
});

describe("the method in a base string", () => {
  test.each([
    ["get", "GET"],
    ["Post", "POST"],
    ["m-search", "M-SEARCH"],
    ["x'y", "X%27Y"],
    ["ß", "%C3%9F"],
    ["ı", "%C4%B1"],
    ["", ""],
  ])("is %s written as %s", (method, expected) => {
    expect(signatureBaseString({ method, url: "http://h/" })).toBe(`${expected}&http%3A%2F%2Fh%2F&`);
  });

  test("changes the case of ASCII letters only", () => {
    expect(upperCase("aßıé")).toBe("Aßıé");
  });
});

describe("the parameters in a base string", () => {
  test("come from query, form and protocol alike", () => {
    const parts: [NameValue[], NameValue[], NameValue[]] = [[["b", "1"]], [["a", "2"]], [["oauth_nonce", "3"]]];
    const [query, form, protocolParameters] = parts;
    const expected = `GET&http%3A%2F%2Fh%2F&${percentEncode(normalizeParameters(parts.flat()))}`;
    expect(signatureBaseString({ method: "GET", url: `http://h?${formatForm(query)}`, form, protocolParameters })).toBe(
      expected,
    );
    expect(signatureBaseString({ method: "GET", url: `http://h?${formatForm(parts.flat())}` })).toBe(expected);
    expect(signatureBaseString({ method: "GET", url: "http://h", form: parts.flat() })).toBe(expected);
  });

  test("equal names and equal pairs of query and form all count", () => {
    expect(signatureBaseString({ method: "GET", url: "http://h?a=1&a=1", form: [["a", "1"]] })).toBe(
      "GET&http%3A%2F%2Fh%2F&a%3D1%26a%3D1%26a%3D1",
    );
  });

  test.each(["http://h/?oauth_signature=x", "http://h/?oauth%5Fsignature=x", "http://h/?%6fauth_signature=x"])(
    "omit oauth_signature in %s",
    (url) => {
      expect(signatureBaseString({ method: "GET", url })).toBe("GET&http%3A%2F%2Fh%2F&");
    },
  );

  test("omit oauth_signature in form and protocol, also as octets, but no similar name", () => {
    const form: NameValue[] = [
      ["oauth_signature", "x"],
      [Buffer.from("oauth_signature"), "y"],
      ["OAuth_signature", "z"],
      ["oauth_signature ", "z"],
    ];
    expect(signatureBaseString({ method: "GET", url: "http://h/", form, protocolParameters: form.slice(0, 2) })).toBe(
      "GET&http%3A%2F%2Fh%2F&OAuth_signature%3Dz%26oauth_signature%2520%3Dz",
    );
  });

  test("a fragment and userinfo are not signed", () => {
    expect(signatureBaseString({ method: "GET", url: "http://u:p@h/?a=1#b=2" })).toBe("GET&http%3A%2F%2Fh%2F&a%3D1");
  });

  test("an octet that is not UTF-8 and U+FFFD sign differently", () => {
    const one = signatureBaseString({ method: "GET", url: "http://h/?a=%FF" });
    expect(one).toBe("GET&http%3A%2F%2Fh%2F&a%3D%25FF");
    expect(signatureBaseString({ method: "GET", url: "http://h/?a=%EF%BF%BD" })).not.toBe(one);
  });

  test.each([
    ["http://h?a+b=c+d", "a%2520b%3Dc%2520d"],
    ["http://h?a=b=c", "a%3Db%253Dc"],
    ["http://h?a=b?c", "a%3Db%253Fc"],
    ["http://h?&&a&", "a%3D"],
    ["http://h?", ""],
    ["http://h?a=%zz", "a%3D%2525zz"],
    ["http://h?a=é", "a%3D%25C3%25A9"],
  ])("the query of %s", (url, expected) => {
    expect(signatureBaseString({ method: "GET", url })).toBe(`GET&http%3A%2F%2Fh%2F&${expected}`);
  });
});

describe("the base string", () => {
  test("agrees with the independent base string for any parameters", () => {
    const protocol = fc.array(fc.tuple(fc.constantFrom("oauth_nonce", "oauth_signature", "oauth_x"), fc.string()), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(
        fc.constantFrom("GET", "post", "Patch"),
        pairs,
        pairs,
        protocol,
        (method, query, form, protocolParameters) => {
          const all = [...query, ...form, ...protocolParameters].map(([name, value]): [string, string] => [
            binary(name),
            binary(value),
          ]);
          const url = "https://Example.com:443/a/../b%7e";
          expect(signatureBaseString({ method, url: `${url}?${formatForm(query)}`, form, protocolParameters })).toBe(
            baseString(method, url, all),
          );
        },
      ),
    );
  });

  test("is the same whether the parameter string is made or not", () => {
    fc.assert(
      fc.property(pairs, (list) => {
        expect(joinedBaseString("get", "http://h/%7e", encodeParameters(list, "body"))).toBe(
          `GET&http%3A%2F%2Fh%2F%257e&${percentEncode(normalizeParameters(list))}`,
        );
      }),
    );
  });

  function expectComplete(lengths: readonly number[], characters: readonly string[]): void {
    for (const length of lengths) {
      for (const value of characters.map((character) => character.repeat(length))) {
        const form: NameValue[] = [
          ["v", value],
          ["w", value],
        ];
        const url = `http://h/${"~%7e".repeat(length / 50)}`;
        const expected = baseString(
          "PUT",
          url,
          form.map(([name, one]) => [binary(name), binary(one)]),
        );
        expect(signatureBaseString({ method: "PUT", url, form }) === expected).toBe(true);
      }
    }
  }

  test("is complete at the size of a buffer, one less and one more", () => {
    expectComplete([0, 100, 1820, 1821, 5461, 5462], ["a", "é"]);
  });

  test("is complete at every length around the size of a buffer", { tags: ["deep"] }, () => {
    const lengths = [0, 100, 1800, 1820, 1821, 2700, 5400, 5440, 5450, 5461, 5462, 5500, 16_384, 50_000];
    expectComplete(lengths, ["a", " ", "é"]);
  });

  test("is complete for many short parameters and for none", () => {
    for (const count of [0, 1, 1000, 3000]) {
      const form = Array.from({ length: count }, (): NameValue => ["", ""]);
      expect(signatureBaseString({ method: "PUT", url: "http://h", form })).toBe(
        `PUT&http%3A%2F%2Fh%2F&${Array(count).fill("%3D").join("%26")}`,
      );
    }
  });
});

describe("a base string of a wrong input", () => {
  test.each<[string, BaseStringRequest, string]>([
    ["a relative URL", { method: "GET", url: "/p" }, "url-malformed"],
    ["a lone surrogate in the form", { method: "GET", url: "http://h", form: [["a", "\ud800"]] }, "text-malformed"],
    ["a lone surrogate in the query", { method: "GET", url: "http://h?a=\ud800" }, "text-malformed"],
    ["a lone surrogate in the path", { method: "GET", url: "http://h/\ud800" }, "text-malformed"],
    ["a lone surrogate in the method", { method: "\ud800", url: "http://h/" }, "text-malformed"],
  ])("is refused: %s", (_, request, code) => {
    expect(refusalOf(() => signatureBaseString(request)).code).toBe(code);
  });

  test.each<[string, unknown]>([
    ["a list as value", { method: "GET", url: "http://h", form: [["a", ["1"]]] }],
    ["a number as value", { method: "GET", url: "http://h", form: [["a", 1]] }],
    ["no method", { url: "http://h" }],
  ])("is refused, not made of something else: %s", (_, request) => {
    clearRefusalOf(() => signatureBaseString(request as BaseStringRequest));
  });
});
