/** Gives growing texts to everything that reads what people paste, and to the redactor, and counts the work. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { possibleBaseStrings } from "../../src/diagnosis/input/base-string-text.ts";
import { jsonFormWith } from "../../src/diagnosis/input/json-forms.ts";
import { headerLayout, rawHeaderPairs } from "../../src/diagnosis/input/malformed-header.ts";
import { readServerResponse } from "../../src/diagnosis/text/server-response.ts";
import { createRedactor, secretsOfRequest } from "../../src/redaction/index.ts";
import { type REQUEST_FORMATS, readRequest } from "../../src/requests/index.ts";
import { testEach } from "../title.ts";
import { growthOf, type Work, workOf } from "./work.ts";

const SIGNED = "oauth_signature=x";
const HEAD = "GET / HTTP/1.1\nHost: a\n";
const FILE = "### a\nPOST https://a.example/ HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\na=";

type Place = readonly [before: string, after: string];

/** The places in which a text of each format can grow. A format that is missing here does not compile. */
const PLACES: Readonly<Record<(typeof REQUEST_FORMATS)[number], readonly Place[]>> = {
  json: [
    ['{"a": ', `, "${SIGNED}"}`],
    [`["${SIGNED}", `, ""],
    ['{"log":{"entries":[{"request":{"method":"GET","url":"https://a/', '"}}]}}'],
    ['{"item":[{"request":{"url":"https://a/', '"}}]}'],
  ],
  powershell: [
    ["irm https://a/ ", ""],
    ["$a = ", "\nirm https://a/ -Body $a"],
    ['irm https://a/ -Body "', '"'],
  ],
  cmd: [['curl ^"https://a/^" ', ""]],
  curl: [
    ["curl https://a/ ", ""],
    ["curl -", " https://a/"],
    ["curl 'https://a/' -d '", "'"],
    ['curl https://a/ -d "', '"'],
  ],
  httpie: [["http POST https://a/ ", ""]],
  fetch: [
    ["fetch('https://a/', {", "})"],
    ["fetch(", ""],
  ],
  http: [
    ["", SIGNED],
    [`${SIGNED}\n`, ""],
    [`${HEAD}Authorization: OAuth ${SIGNED}`, ""],
    [HEAD, "\n\n"],
    [`POST http://a/?${SIGNED} HTTP/1.1\nHost: a\n\n`, ""],
    ["POST /a HTTP/1.1\nHost: a\nTransfer-Encoding: chunked\n\n", ""],
    [":method: GET\n:path: /\n:authority: a\n", ""],
    [FILE, `b&${SIGNED}`],
    ["### a\nPOST https://a.example/", "\n\n"],
    ["2026 DEBUG GET /a HTTP/1.1\n", `\n${SIGNED}`],
    ["send: b'POST /a HTTP/1.1\\r\\nHost: a\\r\\n", "'"],
    ["<form action='http://a/'>", "</form>"],
    ["# ", ""],
  ],
};

const REDACTOR = createRedactor({ secrets: ["kd94hf93k423kf44", "pfkkdhi9sl3r4s00"] });

const READERS: Readonly<
  Record<string, { readonly places: readonly Place[]; readonly read: (text: string) => unknown }>
> = {
  ...Object.fromEntries(
    Object.entries(PLACES).map(([format, places]) => [
      `a request as ${format}`,
      { places, read: (text: string) => readRequest(Buffer.from(text)) },
    ]),
  ),
  "an answer of a server": { places: [["", ""]], read: readServerResponse },
  "a text with a base string": { places: [["GET&http%3A%2F%2Fa&", ""]], read: possibleBaseStrings },
  "a malformed header": {
    places: [["OAuth ", ""]],
    read: (text) => [
      headerLayout(text),
      rawHeaderPairs({ method: "GET", url: "", headers: [["Authorization", text]] }),
    ],
  },
  "a body that was hashed": { places: [['{"a": "', '"}']], read: (text) => jsonFormWith(text, () => false) },
  "a text to redact": { places: [["", ""]], read: REDACTOR.text },
  "a request to redact": {
    places: [["OAuth ", ""]],
    read: (text) => secretsOfRequest({ url: text, headers: [["Authorization", text]], body: text }),
  },
};

function work(read: (text: string) => unknown, text: string): Work {
  return workOf(() => {
    try {
      read(text);
    } catch (error) {
      // Any other error is a mistake of the reader, or of this test.
      if ((error as Error).name !== "RequestTextError") throw error;
    }
  });
}

/** How much more work a text causes that is four times as long; seven times as much only if every character causes hundreds of steps. */
function growth(reader: string, [before, after]: Place, piece: string, size = 400): number {
  const { read } = READERS[reader]!;
  const workWith = (count: number): Work => work(read, before + piece.repeat(count) + after);
  const count = Math.ceil(size / piece.length);
  const more = workWith(4 * count);
  // With one piece more, a text can be read in another way: a quotation mark closes what another one opens.
  return Math.min(...[count, count + 1].map((fewer) => growthOf(workWith(fewer), more)));
}
const MOST_GROWTH = 7;

describe.each([
  [100, {}],
  [2000, { tags: ["deep"] }],
])("the work of reading %i octets or more grows in proportion to", (size, options) => {
  testEach<readonly [string, Place, string]>([
    ["nested brackets with a status and headers", [`${SIGNED}\n`, ""], "{status: 200, headers: {"],
    ["nested brackets with a method and a body", [`${SIGNED}\n`, ""], '{method: "POST", body: "x"'],
    ["an Authorization header over many lines", [`${HEAD}Authorization: OAuth ${SIGNED},\n`, ""], 'a="b",\n'],
    ["blanks in the form of an .http file", [FILE, `b&${SIGNED}`], " "],
    ["tabs in the form of an .http file", [FILE, `b&${SIGNED}`], "\t"],
    ["links without an end", ["<form action='http://a/'>", "</form>"], "'["],
    ["fields of a form without an end", ["<form action='http://a/'>", "</form>"], "<input ###\n^\n"],
  ])("%s", options, (_what, place, piece) => {
    expect(growth("a request as http", place, piece, size)).toBeLessThan(MOST_GROWTH);
  });

  test.each<readonly [string, string, Place, string]>([
    ["here-strings without an end", "powershell", ["irm https://a/\n", ""], '@"\n'],
    ["calls of new", "fetch", ["fetch(", ""], "new "],
    ["options in one word", "curl", ["curl -", " https://a/"], "s"],
  ])("%s", options, (_what, format, place, piece) => {
    expect(growth(`a request as ${format}`, place, piece, size)).toBeLessThan(MOST_GROWTH);
  });

  test("blanks in JSON that was hashed", options, () => {
    expect(growth("a body that was hashed", ['{"a": "', '"}'], " ", size)).toBeLessThan(MOST_GROWTH);
  });
});

/** Pieces of all formats. */
const ATOMS = [
  ..." \t\n:=&?/\\'\"`(){}[]<>,;+%#$@|*^~aA1-_.",
  ...'\r\n|\n\n|%25|=>|\\n|\\u0041|\\"|GET |http://|https://a/|OAuth |oauth_|oauth_signature=|a="b",|HTTP/1.1'.split(
    "|",
  ),
  ..." 200 |status: 200,|headers: {|body: |name: |Host: a\n|A: b\n|###\n|{{a}}|@a=b\n|curl |fetch(|\\x41|&amp;".split(
    "|",
  ),
  ..."<form |<input |Array (|[a] =>|string(9) \"|-H 'a: b'|--data |-->|>> |```\n|$(|/*|*/|//|\n |:method: |@\"\n".split(
    "|",
  ),
  ..."GET&http%3A%2F%2Fa&|%26https%253A%252F%252F|\"\"|''|REM |sudo |a=b |PS> |Authorization: |response\n|\\\n".split(
    "|",
  ),
  ..."^\n|new |[int]|4111 |cvv2=|pan=|=41|=\n|\\101|MFRGG|-----BEGIN A-----|\u00a0".split("|"),
];

describe("the work grows in proportion to a text of any pieces for", () => {
  const pieces = fc.array(fc.constantFrom(...ATOMS), { minLength: 1, maxLength: 3 }).map((some) => some.join(""));
  const check = (reader: string, numRuns: number): void => {
    const { places } = READERS[reader]!;
    fc.assert(
      fc.property(fc.constantFrom(...places), pieces, (place, piece) => {
        expect(growth(reader, place, piece)).toBeLessThan(MOST_GROWTH);
      }),
      { numRuns, endOnFailure: true },
    );
  };

  test.each(Object.keys(READERS))("%s", (reader) => check(reader, 1));

  test.each(Object.keys(READERS))("%s, many times", { tags: ["deep"], timeout: 600_000 }, (reader) =>
    check(reader, 300),
  );
});
