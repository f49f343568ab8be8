import { describe, expect, test } from "vitest";
import { type Diagnosis, diagnose } from "../../src/diagnosis/index.ts";
import { sign } from "../../src/oauth1/index.ts";
import { causesIn } from "./requests.ts";

const KEY = { consumerKey: "shop", consumerSecret: "secret", signatureMethod: "HMAC-SHA1" } as const;
const FORM = [
  ["name", "Tom & Jerry"],
  ["rate", "100% +1"],
] as const;

/** The diagnosis of a request that was signed right and whose body or query was then written in another way. */
function diagnosisOf(
  write: { readonly body?: (text: string) => string; readonly url?: (text: string) => string },
  form: readonly (readonly [string, string])[] = FORM,
): Diagnosis {
  const url = "https://gate.example/pay?from=A%26B&to=1";
  const signed = sign({ method: "POST", url, form }, KEY, { timestamp: 1_700_000_000, nonce: "n" });
  const { body = (same) => same, url: toUrl = (same) => same } = write;
  const diagnosis = diagnose(
    {
      request: {
        method: signed.method,
        url: toUrl(signed.url),
        headers: Object.entries(signed.headers),
        body: Buffer.from(body(String(signed.body))),
      },
      key: { consumerSecret: "secret" },
    },
    { budget: { combinations: 2000 } },
  );
  return diagnosis;
}

function saidOf(...client: Parameters<typeof diagnosisOf>): string[] {
  const diagnosis = diagnosisOf(...client);
  const causes = causesIn(diagnosis);
  return causes.length === 0 ? [diagnosis.kind] : causes.map(({ id, title }) => `${id}: ${title}`);
}

const unescaped = (text: string): string => decodeURIComponent(text.replaceAll("+", " "));
const ampersand = (text: string): string => text.replaceAll("%26", "&");

describe("a valid request that reads as another one", () => {
  test("is right if nothing was done to it", () => {
    expect(saidOf({})).toEqual(["right"]);
  });

  test.each([
    ["body", { body: ampersand }],
    ["query", { url: ampersand }],
    ["body and in the query", { body: ampersand, url: ampersand }],
  ])("has an unencoded & in the %s", { tags: ["deep"] }, (place, write) => {
    expect(saidOf(write)).toEqual([
      `ampersand-sent-unencoded: A value with & was sent without encoding the &, in the ${place}`,
    ]);
  });

  test("has unencoded values in its body", { tags: ["deep"] }, () => {
    expect(saidOf({ body: unescaped }, [["rate", "100% +1"]])).toEqual([
      "sent-unencoded: The values were sent without encoding them, in the body",
    ]);
  });

  test.each([
    ["line break behind it", (text: string) => `${text}\r\n`],
    ["question mark before it", (text: string) => `?${text}`],
    ["byte order mark before it", (text: string) => `\ufeff${text}`],
    ["byte order mark before it, as escapes", (text: string) => `%EF%BB%BF${text}`],
  ])("has a form with a %s", { tags: ["deep"] }, (_, write) => {
    expect(saidOf({ body: write })).toContain(
      "form-sent-with-text-around-it: The form was sent with a question mark or a byte order mark before it, or white space around it, in the body",
    );
  });

  test.each([
    ["semicolons", ";"],
    ["line breaks", "\n"],
  ])("has pairs that are separated by %s", { tags: ["deep"] }, (_, separator) => {
    expect(saidOf({ body: (text) => text.replaceAll("&", separator) })).toEqual([
      "pairs-sent-with-other-separators: The pairs were separated by something other than &, in the body",
    ]);
  });

  test.each([
    ["twice into the URL", { url: (text: string) => text.replace(/\?(.*)/, "?$1&$1") }],
    ["a second time, into the form", { body: (text: string) => `${text}&from=A%26B&to=1` }],
  ])("has a query that was written %s", { tags: ["deep"] }, (where, write) => {
    expect(saidOf(write)).toEqual([`parameters-sent-twice: The query was written ${where}`]);
  });

  const expectNoneTwice = (once: string): void => {
    const said = saidOf({ body: (text) => `${text.replaceAll("%2B", "%252B")}&c=${once}` }, [["phone", "+49"]]);
    expect(said.filter((one) => one.startsWith("values-sent-encoded-twice"))).toEqual([]);
  };
  test.each(["+"])("has no values that were encoded twice beside a %s that was encoded once", expectNoneTwice);
  test.each(["%40"])(
    "has no values that were encoded twice beside a %s that was encoded once",
    { tags: ["deep"] },
    expectNoneTwice,
  );

  test("has a + of a value that was not encoded", { tags: ["deep"] }, () => {
    expect(
      saidOf({ body: (text) => text.replaceAll("%2B", "+") }, [
        ["phone", "+49 30"],
        ["name", "é"],
      ]),
    ).toEqual(["plus-sent-unencoded: The + of values was sent unencoded, in the body"]);
  });

  test.each([
    ["", (text: string) => text],
    [", with a space as %2B", (text: string) => text.replaceAll("%20", "+")],
  ])("has values that were encoded twice%s", { tags: ["deep"] }, (how, write) => {
    const twice = (text: string): string => write(text).replace(/[%+]/g, encodeURIComponent);
    expect(saidOf({ body: twice }, [["name", "a b/é"]])).toContain(
      `values-sent-encoded-twice: Values were sent encoded twice${how}, in the body`,
    );
  });

  test.each([
    ["€", "%E2%82%AC", "%80"],
    ["Š", "%C5%A0", "%8A"],
  ])("has %s in windows-1252", { tags: ["deep"] }, (character, utf8, octet) => {
    expect(saidOf({ body: (text) => text.replaceAll(utf8, octet) }, [["name", character]])).toContain(
      "body-charset-differs: Text was sent in Latin-1 or windows-1252 instead of UTF-8, in the body",
    );
  });

  test.each([
    ["é", "%C3%A9", "%E9"],
    ["ÿ", "%C3%BF", "%FF"],
  ])(
    "is named under the id of the fault that says the same: %s in Latin-1",
    { tags: ["deep"] },
    (character, utf8, octet) => {
      expect(saidOf({ body: (text) => text.replaceAll(utf8, octet) }, [["name", character]])).toEqual([
        "body-charset-differs: Text was sent in Latin-1 or windows-1252 instead of UTF-8, in the body",
      ]);
    },
  );

  test.each([
    ["U+FFFD", "Ren\ufffd", "The client signs octets that are not UTF-8 as U+FFFD."],
    ["a question mark", "Ren?", "The client signs each octet that is not UTF-8 as a question mark."],
    ["nothing", "Ren", "The client drops octets that are not UTF-8."],
  ])("is in no charset if an octet of Latin-1 was signed as %s", { tags: ["deep"] }, (_, signed, what) => {
    const causes = causesIn(
      diagnosisOf({ body: (text) => text.replace(encodeURIComponent(signed), "Ren%E9") }, [["name", signed]]),
    );
    expect(causes.map((cause) => [cause.id, cause.what])).toEqual([["octets-as-replacement-character", what]]);
  });

  test.each([
    ["windows-1251", "Привет", "%CF%F0%E8%E2%E5%F2"],
    ["windows-1250", "Łódź", "%A3%F3d%9F"],
    ["windows-874", "ไทย", "%E4%B7%C2"],
    ["shift_jis", "日本", "%93%FA%96%7B"],
  ])("has text in %s", { tags: ["deep"] }, (charset, text, octets) => {
    expect(saidOf({ body: (form) => form.replace(encodeURIComponent(text), octets) }, [["name", text]])).toContain(
      `body-charset-differs: Text was sent in ${charset} instead of UTF-8, in the body`,
    );
  });

  test("has JSON instead of a form", { tags: ["deep"] }, () => {
    const pairs = [
      ["tags", "a"],
      ["tags", "b c"],
      ["name", "é&"],
    ] as const;
    expect(saidOf({ body: () => '{"tags": ["a", "b c"], "name": "\\u00e9&"}' }, pairs)).toContain(
      "form-sent-as-json: The members of a JSON object were signed as parameters, in the body",
    );
  });

  test("has pairs that &amp; separates", { tags: ["deep"] }, () => {
    expect(saidOf({ body: (text) => text.replaceAll("&", "&amp;") })).toEqual([
      "pairs-sent-with-html-ampersands: The pairs were separated by &amp; instead of &, in the body",
    ]);
  });

  test.each(['"', "'"])("has a form in quotation marks: %s", { tags: ["deep"] }, (mark) => {
    expect(saidOf({ body: (text) => mark + text + mark })).toEqual([
      "form-sent-in-quotes: The form was sent in quotation marks, in the body",
    ]);
  });

  test("is not explained by a way of writing alone", { tags: ["deep"] }, () => {
    expect(saidOf({ body: (text) => `"${text}x9"` })).toEqual(["unknown"]);
  });
});

describe("a multipart body whose fields were signed", () => {
  test.each(["\r\n", "\n"])("is named with line ends that were kept or lost: %j", (lineEnd) => {
    const url = "https://gate.example/upload";
    const { headers, method } = sign({ method: "POST", url, form: [["note", "a b"]] }, KEY, {
      timestamp: 1_700_000_000,
      nonce: "n",
    });
    const lines = ["--x", 'Content-Disposition: form-data; name="note"', "", "a b", "--x--", ""];
    const request = {
      method,
      url,
      headers: [
        ...Object.entries(headers).filter(([name]) => name.toLowerCase() === "authorization"),
        ["Content-Type", "multipart/form-data; boundary=x"],
      ] as const,
      body: Buffer.from(lines.join(lineEnd)),
    };
    const found = diagnose({ request, key: { consumerSecret: "secret" } }, { budget: { combinations: 2000 } });
    expect(causesIn(found).map(({ id }) => id)).toEqual(["multipart-fields-included"]);
  });
});
