/** An Authorization header in the notation of a program, which a server rejects, and texts in which the request was searched. */

import { describe, expect, test } from "vitest";
import { explain } from "../../src/diagnosis/explain.ts";
import { explanationLines, verdictLine } from "../../src/diagnosis/text/explanation-text.ts";
import { readRequest } from "../../src/requests/index.ts";
import { testEach } from "../title.ts";
import { payment, SECRET, sentWith } from "./requests.ts";

const sent = sentWith([]);
const AUTHORIZATION = sent.headers.find(([name]) => name === "Authorization")![1];
const ENCODED = [...AUTHORIZATION.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!] as const);
const PAIRS = ENCODED.map(([name, value]) => [name, decodeURIComponent(value)] as const);
const each = (write: (name: string, value: string) => string, separator = ", ", pairs = PAIRS): string =>
  pairs.map(([name, value]) => write(name, value)).join(separator);

/** The request as raw HTTP, with another header. */
const raw = (authorization: string, more = ""): string =>
  `POST /paynet/api/v4/sale/39915 HTTP/1.1\r\nHost: gate.example\r\n${more}Authorization: ${authorization}\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n${Buffer.from(sent.body!)}`;

const keys = [{ consumerSecret: SECRET }];
const explained = (text: string, combinations = 100) => explain({ request: text, keys }, { budget: { combinations } });

describe("an Authorization header that contains", () => {
  testEach([
    ["a Python dict", `OAuth {${each((name, value) => `'${name}': '${value}'`)}}`],
    ["a Python dict", `OAuth {${each((name, value) => `'${name}': '${value}'`, ", ", ENCODED)}}`],
    ["JSON", `OAuth ${JSON.stringify(Object.fromEntries(PAIRS))}`],
    ["JSON", JSON.stringify(Object.fromEntries(PAIRS))],
    ["a Ruby hash", `OAuth {${each((name, value) => `"${name}"=>"${value}"`)}}`],
    ["a Ruby hash", `OAuth {${each((name, value) => `:${name}=>"${value}"`)}}`],
    ["a list of pairs", `OAuth [${each((name, value) => `('${name}', '${value}')`)}]`],
    ["a list of pairs", `OAuth ${JSON.stringify(PAIRS)}`],
    ["a PHP array", `OAuth Array ( ${each((name, value) => `[${name}] => ${value}`, " ")} )`],
    ["a Go map", `OAuth map[${each((name, value) => `${name}:${value}`, " ")}]`],
    ["brackets", `OAuth {${each((name, value) => `${name}=${value}`)}}`],
    ["brackets", `OAuth {${each((name, value) => `${name}: "${value}"`)}}`],
    ["brackets", `OAuth (${each((name, value) => `${name}="${value}"`, ", ", ENCODED)})`],
    ["a string literal with its quotation marks", JSON.stringify(AUTHORIZATION)],
    ["a string literal with its quotation marks", `b'${AUTHORIZATION}'`],
  ])("%s is malformed, with a fix", async (notation, header) => {
    const { diagnosis, explanation } = await explained(raw(header));
    expect(diagnosis.kind).toBe("rejected");
    expect(explanation.headline).toBe(
      `the signature is valid, but a server would reject the request: the Authorization header contains ${notation}, and a server expects OAuth name="value", …`,
    );
    expect(explanation.alternatives).toMatchObject([
      [{ id: "header-malformed", fix: expect.stringContaining("Write the scheme and a space") }],
    ]);
  });

  test("JSON has that problem beside a mistake of the signature", async () => {
    const wrong = sentWith(["asterisk-bare"]);
    const [, header] = wrong.headers.find(([name]) => name === "Authorization")!;
    const signature = decodeURIComponent(/oauth_signature="([^"]*)"/.exec(header)![1]!);
    const json = JSON.stringify({ ...Object.fromEntries(PAIRS), oauth_signature: signature });
    const { diagnosis } = await explained(raw(`OAuth ${json}`));
    expect(diagnosis).toMatchObject({ kind: "explained", causes: [{ id: "asterisk-bare" }] });
    expect(diagnosis.notices).toContainEqual(expect.objectContaining({ id: "header-malformed", rejects: true }));
  });

  test("an object is not read by a server, whichever way the request was given", async () => {
    const headers = { Authorization: `OAuth ${JSON.stringify(Object.fromEntries(PAIRS))}` };
    const asJson = JSON.stringify({
      method: "POST",
      url: payment.url,
      headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
      body: String(Buffer.from(sent.body!)),
    });
    const inLog = `12:01 POST ${payment.url}\n12:01 Authorization: ${headers.Authorization}\n12:01 Content-Type: application/x-www-form-urlencoded\n12:01 \n${Buffer.from(sent.body!)}\n`;
    for (const text of [asJson, inLog]) expect((await explained(text)).diagnosis.kind).toBe("rejected");
  });
});

describe("a raw request is read octet by octet:", () => {
  const read = (text: string) => readRequest(Buffer.from(text));

  test("its header stays as it is", () => {
    const header = `OAuth {${each((name, value) => `'${name}': '${value}'`)}}`;
    expect(read(raw(header)).headers).toContainEqual(["Authorization", header]);
    expect(read(raw(header))).not.toHaveProperty("repairs");
  });

  const expectNotDecoded = async (combinations: number): Promise<void> => {
    const header = AUTHORIZATION.replaceAll('"', "&quot;");
    expect(read(raw(header)).headers).toContainEqual(["Authorization", header]);
    expect((await explained(raw(header), combinations)).diagnosis.notices).toContainEqual(
      expect.objectContaining({ id: "header-malformed", rejects: true }),
    );
    const inQuery = `GET /pay?a=1&amp;${each((name, value) => `${name}=${value}`, "&amp;", ENCODED)} HTTP/1.1\r\nHost: gate.example\r\n\r\n`;
    const { explanation } = await explained(inQuery, combinations);
    expect(explanation.headline).toContain("its parameters are separated by &amp; instead of &");
  };
  const REFERENCES = "character references are not decoded, in %i combinations";
  test.each([50])(REFERENCES, expectNotDecoded);
  test.each([500])(REFERENCES, { tags: ["deep"] }, expectNotDecoded);

  test("a header field with parameters is not the Authorization header", async () => {
    const { diagnosis } = await explained(
      raw("Basic YTpi", `Params: ${JSON.stringify(Object.fromEntries(PAIRS))}\r\n`),
    );
    expect(diagnosis).toMatchObject({ kind: "not-diagnosed", reason: "unsigned" });
  });
});

describe("a valid signature in a text", () => {
  const fields = `Authorization: ${AUTHORIZATION}\nContent-Type: application/x-www-form-urlencoded\n\n${Buffer.from(sent.body!)}`;
  testEach([
    ["a log", `12:01 POST ${payment.url}\n${fields.replace(/^(?=[A-Z])/gm, "12:01 ")}\n`, "lines of a log were joined"],
    [
      "a dump",
      `{'method': 'POST', 'url': '${payment.url}', 'headers': {'Authorization': '${AUTHORIZATION}'}, 'body': '${Buffer.from(sent.body!)}'}`,
      "it was put together from values in the text, the Content-Type of a form was added",
    ],
    [
      "a dump of the parameters",
      `{"method": "POST", "url": "${payment.url}", "form": ${JSON.stringify({ ...Object.fromEntries(payment.form!), ...Object.fromEntries(PAIRS) })}}`,
      "values were encoded and written into the form, the Content-Type of a form was added",
    ],
    [
      "a page",
      `<pre>${raw(AUTHORIZATION.replaceAll('"', "&quot;"))}</pre>`,
      "tags were removed, and character references were decoded",
    ],
    [
      "a form of a page",
      `<form method="post" action="${payment.url}">${[...payment.form!, ...PAIRS].map(([name, value]) => `<input name="${name}" value="${value}">`).join("")}</form>`,
      "the fields of an HTML form were encoded",
    ],
    [
      "a literal",
      JSON.stringify({ message: `POST ${payment.url} HTTP/1.1\r\nHost: gate.example\r\n${fields}` }),
      "the escapes of a literal were undone",
    ],
    ["lines", raw(AUTHORIZATION.replaceAll(", ", ",\r\n")), "the lines of a header field were joined"],
  ])("such as %s has a condition and a list of repairs", async (_, text, repair) => {
    const { diagnosis, explanation } = await explained(text);
    expect(diagnosis.kind).toBe("right");
    expect(verdictLine(explanation)).toBe(
      "the signature is valid, if the client sent the request as it was read from this text",
    );
    expect(explanationLines(explanation).join("\n")).toContain(`${repair}): compare it with what the client sent`);
  });

  test("has no condition if nothing was repaired", async () => {
    const { explanation } = await explained(raw(AUTHORIZATION, "X: a\r\n b\r\n"));
    expect(explanation.headline).toBe("the signature is valid");
  });
});
