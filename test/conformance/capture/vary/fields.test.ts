import { describe, expect, test } from "vitest";
import {
  asFilledIn,
  changesIn,
  hiddenPlaceOf,
  plainFieldsIn,
} from "../../../../src/conformance/capture/vary/fields.ts";
import { isRefutedBy } from "../../../../src/conformance/capture/vary/value-causes.ts";
import { arrived } from "../clients.ts";

const inForm = (note: string) => arrived({ form: [["note", note]] });
const inJson = (note: string) => ({
  ...arrived({}),
  headers: [["Content-Type", "application/json"]] as const,
  body: Buffer.from(JSON.stringify({ note })),
});

/** The likeliest causes of a value that arrives as another one. */
function causesOf(send: typeof inForm, expected: string, actual: string): string | undefined {
  const destinations = plainFieldsIn([send("plain")], { note: "plain" });
  const [likeliest] = changesIn([send(actual)], destinations, { note: expected })[0]?.alternatives ?? [];
  return likeliest?.map(({ id }) => id).join(" with ");
}

describe("a changed value", () => {
  test.each([
    ["a+b", "a b", "value/space-for-plus"],
    ["a&b", "a", "value/cut-at-ampersand"],
    ["a b/c", "a%20b/c", "value/encoded-before"],
    ["a b/c", "a%20b%2fc", "value/encoded-before"],
    ["a%20b", "a b", "value/decoded-before"],
    ["a%20b+c", "a b c", "value/form-decoded"],
    ["<a> & 'b'", "&lt;a&gt; &amp; &#x27;b&#x27;", "value/entities-x27"],
    ["10.00", "10.0", "value/without-last"],
    ["a 😀", "a ", "value/ascii-only"],
    ["a".repeat(80), "a".repeat(70), "value/cut-after-70"],
    ["é".repeat(40), `${"é".repeat(20)}\ufffd`, "value/cut-after-41"],
    ["éé1", "é\ufffd", "value/cut-after-3"],
    [`a${"é".repeat(40)}`, `a${"é".repeat(20)}`, "value/cut-after-21"],
    ["abcé", "abc?", "value/question-marks"],
    ["é", "\ufffd", "value/not-utf8"],
    ["～a ı?é", "~a i?\ufffd", "value/not-utf8"],
    ["～a é", "~b \ufffd", undefined],
    ["a?c", "a?b?c", undefined],
    ["abcé", "abc", "value/ascii-only"],
    ["é1", "è1", undefined],
    ["é", "Ã©", "value/utf8-as-latin-1"],
    ["a\nb", "a\r\nb", "value/crlf"],
    ["A+B", "a b", "value/space-for-plus with value/lower-case"],
    ["a \x1f\ufeffb ", "a \ufeffb", "value/one-space-trimmed-python"],
    ["a \x01\x02b ", "a \x01b", "value/white-space"],
  ])("is named by what happened to its text, case %#", (expected, actual, cause) => {
    expect(causesOf(inForm, expected, actual)).toBe(cause);
    expect(causesOf(inJson, expected, actual)).toBe(cause);
  });

  test("is refuted by a text that arrived as it was filled in", () => {
    const destinations = plainFieldsIn([inForm("plain")], { note: "plain" });
    const [change] = changesIn([inForm("10.0")], destinations, { note: "10.00" });
    const causes = change!.alternatives.flat();
    const left = causes.filter((cause) => !isRefutedBy(cause, ["9.99", "a"])).map(({ id }) => id);
    expect(left).toContain("value/printed-with-point");
    expect(left).not.toContain("value/without-last");
  });
});

describe("a lone surrogate", () => {
  test("is sent as U+FFFD, which is no change", () => {
    const destinations = plainFieldsIn([inForm("plain")], { note: "plain" });
    expect(changesIn([inForm("a\ufffd")], destinations, { note: "a\ud800" })).toEqual([]);
    expect(changesIn([inForm("a")], destinations, { note: "a\ud800" })).toHaveLength(1);
  });
});

describe("a value in JSON", () => {
  const amount = (text: string) => ({ ...inJson(""), body: Buffer.from(`{"amount":${text}}`) });
  const destinations = plainFieldsIn([amount("11.42")], { amount: "11.42" });

  test.each(["0", "0.0", "0e1"])("is compared as a number: %s is 0.00", (text) => {
    expect(changesIn([amount(text)], destinations, { amount: "0.00" })).toEqual([]);
  });

  test("is another number", () => {
    expect(changesIn([amount("1")], destinations, { amount: "0.00" })).toHaveLength(1);
  });

  test("is compared as a text in quotes", () => {
    const inQuotes = plainFieldsIn([amount('"11.42"')], { amount: "11.42" });
    expect(changesIn([amount('"0"')], inQuotes, { amount: "0.00" })).toHaveLength(1);
  });
});

describe("a field", () => {
  const at = (path: string, note: string) => ({ ...inForm(note), url: `http://127.0.0.1:8080${path}` });

  test("is found by the path of its request, whichever number the request has", () => {
    const destinations = plainFieldsIn([at("/pay", "plain")], { note: "plain" });
    expect(changesIn([at("/approve", "b"), at("/pay", "a")], destinations, { note: "a" })).toEqual([]);
    expect(changesIn([at("/approve", "a"), at("/pay", "b")], destinations, { note: "a" })).toHaveLength(1);
  });

  test("may have its value in parts, each in a request of its own", () => {
    const destinations = plainFieldsIn([inForm("plain")], { note: "plain" });
    expect(changesIn([inForm("abc"), inForm("de")], destinations, { note: "abcde" })).toEqual([]);
    expect(changesIn([inForm("abc"), inForm("d")], destinations, { note: "abcde" })).toHaveLength(1);
  });

  test("may have a list in another order", () => {
    const labels = (...all: string[]) => ({ ...inJson(""), body: Buffer.from(JSON.stringify({ labels: all })) });
    const destinations = plainFieldsIn([labels("m", "plain")], { note: "plain" });
    expect(changesIn([labels("a", "m")], destinations, { note: "a" })).toEqual([]);
    expect(changesIn([labels("b", "m")], destinations, { note: "a" })).toHaveLength(1);
  });

  describe("beside others is not compared", () => {
    const person = (first: string, last: string, ...more: string[]) =>
      arrived({ form: [["first", first], ["last", last], ...more.map((one) => ["first", one] as const)] });
    const destinations = plainFieldsIn([person("plain", "")], { note: "plain" });
    const derivedIn = (sent: ReturnType<typeof person>[], note: string) =>
      changesIn(sent, destinations, { note }).map(({ derived }) => derived !== undefined);

    test("if the value is divided among them at separators", () => {
      expect(derivedIn([person("Zoë", "de la Cruz")], "Zoë de la Cruz")).toEqual([true]);
      expect(derivedIn([person("1 Main Street", "Town")], "1 Main Street,  Town")).toEqual([true]);
      expect(derivedIn([person("a", "", "b", "c")], "a b, c")).toEqual([true]);
    });

    test("but is if a part is missing or changed", () => {
      expect(derivedIn([person("Zoë", "de la")], "Zoë de la Cruz")).toEqual([false]);
      expect(derivedIn([person("Zo", "ë")], "Zoë x")).toEqual([false]);
      expect(derivedIn([person("a", "", "b")], "a b, c")).toEqual([false]);
      const twice = plainFieldsIn([person("plain", "", "const")], { note: "plain" });
      expect(changesIn([person("", "", "const")], twice, { note: " " })[0]!.derived).toBeUndefined();
      expect(changesIn([person("", "", "")], twice, { note: " " })[0]!.derived).toBeUndefined();
    });

    test("or if another request has the whole value, and the change has no name", () => {
      const other = { ...arrived({ form: [["text", "long text"]] }), url: "http://127.0.0.1:8080/docs" };
      expect(derivedIn([person("doc:1", ""), other], "long text")).toEqual([true]);
      expect(derivedIn([person("long", ""), other], "long text")).toEqual([false]);
      expect(derivedIn([person("doc:1", "")], "long text")).toEqual([false]);
    });
  });

  test("of JSON that was cut shows a Content-Length that is too small", () => {
    const cut = { ...inJson(""), body: Buffer.from('{"note":"Zo\u00eb') };
    const destinations = plainFieldsIn([inJson("plain")], { note: "plain" });
    const [change] = changesIn([cut], destinations, { note: "Zoë" });
    expect(change!.alternatives[0]![0]).toMatchObject({
      id: "value/content-length",
      what: expect.stringContaining("JSON"),
    });
  });

  test("of JSON that is not valid is not called lost", () => {
    const broken = { ...inJson(""), body: Buffer.from('{"note":"a"b"}') };
    const destinations = plainFieldsIn([inJson("plain")], { note: "plain" });
    const idsOf = (request: typeof broken) =>
      changesIn([request], destinations, { note: 'a"b' }).flatMap(({ alternatives }) =>
        alternatives.flat().map(({ id }) => id),
      );
    expect(idsOf(broken)).toEqual(["value/invalid-json"]);
    expect(idsOf({ ...broken, body: Buffer.from("{}") })).toEqual(["value/lost"]);
  });

  test("is not lost with a request that was not sent", () => {
    const destinations = plainFieldsIn([at("/pay", "plain"), at("/fee", "plain"), at("/fee", "plain")], {
      note: "plain",
    });
    expect(changesIn([at("/pay", "a")], destinations, { note: "a" })).toEqual([]);
    const empty = { ...at("/fee", "a"), body: Buffer.from("") };
    expect(changesIn([at("/pay", "a"), empty], destinations, { note: "a" })).toEqual([]);
    expect(changesIn([at("/pay", "a"), empty, empty], destinations, { note: "a" })).toHaveLength(2);
  });

  test("is found in a path that contains a value, or an id that is new each time", () => {
    const inPath = plainFieldsIn([at("/plain/pay", "plain")], { note: "plain" });
    expect(changesIn([at("/a%20b/pay", "a b")], inPath, { note: "a b" })).toEqual([]);
    const withId = plainFieldsIn([at("/7f3a/pay", "plain")], { note: "plain" });
    expect(changesIn([at("/91bc/pay", "a")], withId, { note: "a" })).toEqual([]);
  });
});

describe("one of several fields of a name", () => {
  test("is compared with the field in its place", () => {
    const two = (note: string) => arrived({ form: ["note", "note"].map((name, at) => [name, at === 0 ? note : "b"]) });
    const destinations = plainFieldsIn([two("plain")], { note: "plain" });
    expect(changesIn([two("A")], destinations, { note: "a" })).toMatchObject([{ expected: "a", actual: "A" }]);
  });
});

describe("a field with several values", () => {
  test("is compared as a whole", () => {
    const plain = { amount: "11.42", text: "vary2x" };
    const destinations = plainFieldsIn([inForm("vary2x for 11.42, vary2x")], plain);
    const values = { amount: "0.00", text: "a" };
    expect(destinations.map(({ placeholders }) => placeholders)).toContainEqual(["text", "amount", "text"]);
    expect(changesIn([inForm("a for 0.00, a")], destinations, values)).toEqual([]);
    expect(changesIn([inForm("a for 0.00, b")], destinations, values)).toHaveLength(1);
  });
});

describe("a request as it was meant", () => {
  test("keeps octets that are not UTF-8, and has no lone surrogate", () => {
    const request = (body: string) => ({ ...inForm(""), body: Buffer.from(body, "latin1") });
    const plain = plainFieldsIn([request("shop=caf\xe9&note=plain")], { note: "plain" });
    const meant = asFilledIn(request("shop=caf\xe9&note=+"), plain, { note: "+\ud800" });
    expect(Buffer.from(meant.body).toString("latin1")).toBe("shop=caf\xe9&note=%2B%EF%BF%BD");
  });

  const filledIn = (plain: string, sent: string, note: string): string => {
    const request = (text: string) => ({
      ...inForm(""),
      url: `http://127.0.0.1:8080/pay?${text}`,
      body: Buffer.from(text),
    });
    const meant = asFilledIn(request(sent), plainFieldsIn([request(plain)], { note: "plain" }), { note });
    const body = Buffer.from(meant.body).toString();
    expect(meant.url).toBe(`http://127.0.0.1:8080/pay?${body}`);
    expect(meant.headers.map(([name]) => name)).not.toContain("Content-Length");
    return body;
  };

  test.each([
    ["note=plain&id=1", "note=a&b=c&id=2", "a&b=c", "note=a%26b%3Dc&id=2"],
    ["note=plain", "note=%6F22&oauth_nonce=n%2b", "漢", "note=%E6%BC%A2&oauth_nonce=n%2b"],
    ["note=1&note=plain", "note=1&note=+", "+", "note=1&note=%2B"],
    ["note=plain&id=1", "more=1&note=a&b=c&id=2", "a&b=c", "more=1&note=a%26b%3Dc&id=2"],
  ])("has the values that were filled in: %s", (plain, sent, note, meant) => {
    expect(filledIn(plain, sent, note)).toBe(meant);
  });
});

describe("a value that cannot be compared", () => {
  test.each([
    [Buffer.from("the note plain value").toString("base64"), "inside base64"],
    ["--x\r\n\r\nplain value\r\n--x--", "inside multipart/form-data"],
    ["other", undefined],
  ])("is found in %j: %s", (body, place) => {
    const request = { ...inForm(""), headers: [["Content-Type", "multipart/form-data; boundary=x"]] as const };
    expect(hiddenPlaceOf([{ ...request, body: Buffer.from(body) }], "plain value")).toBe(place);
  });
});
