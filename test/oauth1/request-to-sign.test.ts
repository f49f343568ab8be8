/** Which requests the signer accepts, and which it refuses because it could only guess. */

import vm from "node:vm";
import { describe, expect, test } from "vitest";
import type { RequestToSign } from "../../src/oauth1/index.ts";
import type { EncodedParameter } from "../../src/oauth1/parameter.ts";
import { checkRequest } from "../../src/oauth1/request-to-sign.ts";
import { expectNoSecret, refusalOf } from "./refusals.ts";

function check(request: object) {
  return checkRequest({ method: "POST", url: "https://h/p", ...request } as RequestToSign);
}

function pairsOf(parameters: readonly EncodedParameter[] | undefined) {
  return parameters?.map(({ encodedName, encodedValue }) => [encodedName, encodedValue]);
}

describe("the parameters of a form", () => {
  test("are known as those of the body", () => {
    expect(check({ form: { a: "1" } }).form).toEqual([
      { name: "a", value: "1", origin: "body", encodedName: "a", encodedValue: "1" },
    ]);
  });
});

describe("the method to sign", () => {
  test.each([
    ["get", "GET"],
    ["POST", "POST"],
    ["Patch", "PATCH"],
    ["m-search", "M-SEARCH"],
    ["x!#$%&'*+.^_`|~1", "X!#$%&'*+.^_`|~1"],
  ])("goes out in upper case: %s as %s", (method, expected) => {
    expect(check({ method }).method).toBe(expected);
  });

  test.each([
    "",
    " GET",
    "GET ",
    "GET\r\nX: y",
    "G ET",
    "GÉT",
    "GET/",
    "G\0",
    "(GET)",
    null,
    undefined,
    5,
    {},
    ["GET"],
  ])("is refused: %j", (method) => {
    const error = refusalOf(() => check({ method }));
    expect(error.code).toBe("method-malformed");
    expect(error.message).toContain("must be an HTTP method such as POST, got ");
  });
});

describe("the URL to sign", () => {
  test.each([
    ["https://h/p?a=1&b=%20+#top", "https://h/p?a=1&b=%20+"],
    ["https://h", "https://h"],
    ["https://h?#", "https://h?"],
    ["HTTPS://H:443/%7e/..//", "HTTPS://H:443/%7e/..//"],
    ["https://u:p@h/", "https://u:p@h/"],
    ["https://h/:@!$&'()*+,;=-._~?/?:@[]", "https://h/:@!$&'()*+,;=-._~?/?:@[]"],
  ])("is sent as it is, without fragment: %s", (url, href) => {
    expect(check({ url }).href).toBe(href);
  });

  test("may be a URL object, which counts as its href", () => {
    expect(check({ url: new URL("https://h/a b?c=é d#e") }).href).toBe("https://h/a%20b?c=%C3%A9%20d");
  });

  test.each([
    ["a raw space", "https://h/a b", '" " at character 12'],
    ["a raw space in the query", "https://h/?a= ", '" " at character 14'],
    ["non-ASCII", "https://h/é", '"é" at character 11'],
    ["non-ASCII in the query", "https://h/?é", '"é" at character 12'],
    ["an emoji, whole", "https://h/😀", '"😀" at character 11'],
    ["a lone surrogate", "https://h/\ud800", "\\ud800"],
    ["a lone surrogate in the query", "https://h/?a=\udc00", "\\udc00"],
    ["a line feed", "https://h/\n", '"\\n"'],
    ["CR LF and a header", "https://h/ HTTP/1.1\r\nX: y", '" "'],
    ["a tab", "https://h/?\t", '"\\t"'],
    ["NUL", "https://h/\0", "\\u0000"],
    ["DEL", "https://h/\x7f", "at character 11"],
    ["a backslash", "https://h/a\\b", '"\\\\"'],
    ["a quote", 'https://h/"', '"\\""'],
    ["angle brackets", "https://h/<a>", '"<"'],
    ["braces", "https://h/{b}", '"{"'],
    ["a bar", "https://h/b|c", '"|"'],
    ["a backslash before the query", "https://h\\a/", '"h\\\\a"'],
    ["a caret", "https://h/^", '"^"'],
    ["a backtick", "https://h/`", '"`"'],
    ["a lone percent sign", "https://h/?a=100%", '"%" at character 17'],
    ["a cut escape", "https://h/%4", '"%4" at character 11'],
    ["an escape that is not hexadecimal", "https://h/%zz", '"%zz" at character 11'],
    ["a percent sign before an escape", "https://h/%%41", '"%%4"'],
    ["an escape of full-width digits", "https://h/%４１", "at character 11"],
    ["an escape cut by the query", "https://h/%4?1=1", '"%4?"'],
    ["an escape in the host", "https://h%/", "host name"],
    ["a relative URL", "/p", '"/p"'],
    ["another scheme", "ftp://h/", '"ftp://h/"'],
  ])("is refused: %s", (_, url, part) => {
    const error = refusalOf(() => check({ url }));
    expect(error.code).toBe("url-malformed");
    expect(error.message).toContain("expected ");
    expect(error.message).toContain("got ");
    expect(error.message).toContain(part);
  });

  test("may have any fragment", () => {
    expect(check({ url: "https://h/#é %" }).href).toBe("https://h/");
  });

  test.each([undefined, null, 5, {}, ["https://h/"], new String("https://h/"), { href: "https://h/" }])(
    "is refused if it is not a URL: %j",
    (url) => {
      expect(refusalOf(() => check({ url })).code).toBe("url-malformed");
    },
  );

  test.each([
    "https://user:hunter2@h/ ",
    "https://user:hunter2@h/%",
    "https://user:hunter2@h/?oauth_token=1",
    "https://user:hunter2 @h/",
    "https://user:hunter2é@h/",
    "https://user:hunter2\\@h/",
    "https://user:hunter2%@h/",
    "ftp://user:hunter2@h/",
    "https://user:hunter2#@h/",
    "https://user:hunter2/@h/",
  ])("is refused without its password: %s", (url) => {
    expectNoSecret(
      refusalOf(() => check({ url })),
      "hunter2",
    );
  });
});

describe("protocol parameters", () => {
  test.each([
    "https://h/?oauth_token=1",
    "https://h/?a=1&oauth_signature=1",
    "https://h/?oauth_=",
    "https://h/?oauth_x",
    "https://h/?oauth%5Ftoken=1",
    "https://h/?%6Fauth_token=1",
    "https://h/?&&oauth_callback=oob",
  ])("are refused in the query: %s", (url) => {
    const error = refusalOf(() => check({ url }));
    expect(error.code).toBe("parameter-reserved");
    expect(error.message).toContain("the query must not contain protocol parameters");
    expect(error.message).toContain("oauth_");
  });

  test.each<[string, unknown]>([
    ["in pairs", [["oauth_token", "1"]]],
    ["as octets", [[Buffer.from("oauth_signature"), "1"]]],
    ["in a record", { a: "1", oauth_nonce: "1" }],
    ["in URLSearchParams", new URLSearchParams("oauth%5Fcallback=1")],
    ["unknown ones too", [["oauth_", "1"]]],
  ])("are refused in the form %s", (_, form) => {
    const error = refusalOf(() => check({ form }));
    expect(error.code).toBe("parameter-reserved");
    expect(error.message).toContain("the form must not contain protocol parameters");
  });

  test.each([
    "oauth",
    "oauth-token",
    "OAuth_token",
    "OAUTH_TOKEN",
    " oauth_token",
    "xoauth_token",
    "\0oauth_token",
    "realm",
  ])("%j is none of them", (name) => {
    expect(check({ form: [[name, "1"]] }).form).toHaveLength(1);
    expect(check({ url: `https://h/?${encodeURIComponent(name)}=1` }).query).toHaveLength(1);
  });
});

describe("characters that a URI cannot contain", () => {
  test("are allowed in a query, which is decoded before it is signed", () => {
    const { query } = check({ method: "GET", url: 'https://h/?a="<>|{}^`\\' });
    expect(pairsOf(query)).toEqual([["a", "%22%3C%3E%7C%7B%7D%5E%60%5C"]]);
  });
});

describe("the form to sign", () => {
  test.each<[string, unknown, [string, string][]]>([
    [
      "pairs in order",
      [
        ["b", "1"],
        ["a", "é"],
        ["b", "1"],
      ],
      [
        ["b", "1"],
        ["a", "%C3%A9"],
        ["b", "1"],
      ],
    ],
    ["empty names and values", [["", ""]], [["", ""]]],
    ["octets", [[Uint8Array.of(0xff), Buffer.from("a b")]], [["%FF", "a%20b"]]],
    [
      "a record",
      { b: "1", a: "2" },
      [
        ["b", "1"],
        ["a", "2"],
      ],
    ],
    [
      "a record with lists",
      { a: ["2", "1", Uint8Array.of(0xff)], b: [] },
      [
        ["a", "2"],
        ["a", "1"],
        ["a", "%FF"],
      ],
    ],
    ["a record without prototype", Object.assign(Object.create(null), { a: "1" }), [["a", "1"]]],
    [
      "a record from JSON",
      JSON.parse('{"__proto__":"1","constructor":"2","toString":["3"]}'),
      [
        ["__proto__", "1"],
        ["constructor", "2"],
        ["toString", "3"],
      ],
    ],
    [
      "URLSearchParams",
      new URLSearchParams("a=1+2&a=%2B&b"),
      [
        ["a", "1%202"],
        ["a", "%2B"],
        ["b", ""],
      ],
    ],
    ["no pairs", [], []],
    ["an empty record", {}, []],
    ["pairs of another realm", vm.runInNewContext("[['a', '1']]"), [["a", "1"]]],
    [
      "a record of another realm",
      vm.runInNewContext("({ a: ['1', '2'] })"),
      [
        ["a", "1"],
        ["a", "2"],
      ],
    ],
  ])("may be %s", (_, form, expected) => {
    expect(pairsOf(check({ form }).form)).toEqual(expected);
  });

  // None of these has entries of its own that say what the caller meant; an empty form would be signed and sent.
  test.each<[string, unknown]>([
    ["a Map", new Map([["a", "1"]])],
    ["a Set", new Set([["a", "1"]])],
    ["FormData", new FormData()],
    ["Headers", new Headers({ a: "1" })],
    ["a promise", Promise.resolve([["a", "1"]])],
    ["a generator", [["a", "1"]].values()],
    ["a Blob", new Blob(["a=1"])],
    ["an ArrayBuffer", new ArrayBuffer(3)],
    ["a DataView", new DataView(new ArrayBuffer(3))],
    ["octets", Buffer.from("a=1")],
    ["no octets", new Uint8Array()],
    ["wider units", new Uint16Array()],
    ["a Date", new Date(0)],
    ["a regular expression", /a/],
    ["a String object", new String("a=1")],
    ["a Number object", new Number(1)],
    [
      "URLSearchParams of another realm",
      vm.runInNewContext(
        "new (class URLSearchParams { #list = [['a', '1']]; *[Symbol.iterator]() { yield* this.#list; } })()",
      ),
    ],
    [
      "an object with private entries",
      new (class Form {
        #list = [["a", "1"]];
        entries() {
          return this.#list;
        }
      })(),
    ],
    ["text", "a=1"],
    ["a number", 5],
    ["null", null],
    ["a function", () => [["a", "1"]]],
    ["a symbol", Symbol("a")],
    ["true", true],
    ["an object that is no plain one, although its prototype is that of plain ones", Math],
  ])("is refused: %s", (_, form) => {
    const error = refusalOf(() => check({ form }));
    expect(error.code).toBe("parameter-malformed");
    expect(error.message).toContain("form must be pairs, a record or URLSearchParams");
  });

  test.each<[string, unknown, string]>([
    ["texts instead of pairs", ["a", "1"], "form parameter 1 must be a [name, value] pair"],
    ["a pair too short", [["a", "1"], ["b"]], "form parameter 2 must be a [name, value] pair"],
    ["a pair too long", [["a", "1", "2"]], "form parameter 1 must be a [name, value] pair"],
    ["an empty pair", [[]], "form parameter 1 must be a [name, value] pair"],
    ["null instead of a pair", [null], "form parameter 1 must be a [name, value] pair"],
    ["an object instead of a pair", [{ 0: "a", 1: "1", length: 2 }], "form parameter 1 must be a [name, value] pair"],
    ["a text of two characters instead of a pair", ["ab"], "form parameter 1 must be a [name, value] pair"],
    ["a hole instead of a pair", Array(2).fill(["a", "1"], 1), "form parameter 1 must be a [name, value] pair"],
    ["a number as name", [[1, "1"]], "name of form parameter 1 must be text or octets, got number"],
    ["a number as value", [["a", 10.42]], 'value of form parameter "a" must be text or octets, got number'],
    ["null as value", [["a", null]], 'value of form parameter "a" must be text or octets, got null'],
    ["undefined as value", { a: undefined }, 'value of form parameter "a" must be text or octets, got undefined'],
    ["true as value", { a: true }, 'value of form parameter "a" must be text or octets, got boolean'],
    ["a list as value of a pair", [["a", ["1"]]], 'value of form parameter "a" must be text or octets, got object'],
    ["lists in lists", { a: [["1"]] }, 'value of form parameter "a" must be text or octets, got object'],
    ["a number in a list", { a: ["1", 2] }, 'value of form parameter "a" must be text or octets, got number'],
    ["a hole in a list", { a: new Array(1) }, 'value of form parameter "a" must be text or octets, got undefined'],
    ["a record as value", { a: { b: "1" } }, 'value of form parameter "a" must be text or octets, got object'],
    ["wider units", [["a", new Uint16Array([300])]], 'value of form parameter "a" must be text or octets, got object'],
    ["an ArrayBuffer", [["a", new ArrayBuffer(1)]], 'value of form parameter "a" must be text or octets, got object'],
    ["a String object", [["a", new String("1")]], 'value of form parameter "a" must be text or octets, got object'],
    ["a bigint", { a: 5n }, 'value of form parameter "a" must be text or octets, got bigint'],
  ])("is refused: %s", (_, form, message) => {
    const error = refusalOf(() => check({ form }));
    expect(error.code).toBe("parameter-malformed");
    expect(error.message).toContain(message);
  });

  test.each<[string, unknown]>([
    ["a name", [["\ud800", "1"]]],
    ["a value", [["a", "1\udc00"]]],
    ["a record's name", { "\ud800": "1" }],
  ])("is refused with a lone surrogate in %s", (_, form) => {
    expect(refusalOf(() => check({ form })).code).toBe("text-malformed");
  });

  test("what a value was is not reported", () => {
    for (const form of [
      "card=4111111111111111",
      [["card", 4111111111111111]],
      { card: { n: "4111111111111111" } },
      [["card", "4111111111111111\ud800"]],
    ]) {
      expectNoSecret(
        refusalOf(() => check({ form })),
        "4111111111111111",
      );
    }
  });

  test("each value is read once, so a getter cannot change it between signing and sending", () => {
    let reads = 0;
    const changing = Object.defineProperty(["a", ""], 1, { get: () => `read ${++reads}` });
    expect(pairsOf(check({ form: [changing] }).form)).toEqual([["a", "read%201"]]);
    expect(reads).toBe(1);
  });

  test("what is checked is a copy", () => {
    const octets = Uint8Array.of(0x61);
    const pairs = [["a", octets]];
    const { form } = check({ form: pairs });
    octets[0] = 0x62;
    pairs.push(["b", octets]);
    expect(pairsOf(form)).toEqual([["a", "a"]]);
  });
});

describe("the body to sign", () => {
  test.each(["", "text", new Uint8Array(), Buffer.from([0xff])])("is taken as it is: %j", (body) => {
    expect(check({ body }).body).toBe(body);
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["a number", 5],
    ["an object", { a: 1 }],
    ["a list", [1, 2]],
    ["an ArrayBuffer", new ArrayBuffer(1)],
    ["wider units", new Uint16Array(1)],
    ["URLSearchParams", new URLSearchParams("a=1")],
    ["a Blob", new Blob(["a"])],
  ])("is refused: %s", (_, body) => {
    const error = refusalOf(() => check({ body }));
    expect(error.code).toBe("body-malformed");
    expect(error.message).toContain("body must be text or octets, got ");
  });

  test.each([
    { form: [], body: "" },
    { form: { a: "1" }, body: "a=1" },
    { form: {}, body: new Uint8Array() },
  ])("is refused beside a form: %j", (request) => {
    const error = refusalOf(() => check(request));
    expect(error.code).toBe("body-conflict");
    expect(error.message).toContain("got both");
  });
});
