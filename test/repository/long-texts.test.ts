/**
 * Regular expressions on text from outside. Each of these texts makes an expression that searches again from many places take minutes
 * instead of milliseconds, and the long ones hours.
 */

import { describe, expect, test } from "vitest";
import { stablePart } from "../../src/conformance/runner/answers/stable-part.ts";
import { openDecisions, stageText } from "../../src/conformance/vectors/index.ts";
import { headerLayout } from "../../src/diagnosis/input/malformed-header.ts";
import { readServerResponse } from "../../src/diagnosis/text/server-response.ts";
import { parseGatewayResponse } from "../../src/gateway/index.ts";
import { callbackQueryIn } from "../../src/inspector/callback.ts";
import { compareBaseStrings } from "../../src/inspector/compare/compare-base-strings.ts";
import { findPem } from "../../src/platform/pem-text.ts";
import { visible } from "../../src/redaction/visible.ts";
import { readHtmlForm } from "../../src/requests/html-form.ts";
import { isHttpFile, readHttpFile } from "../../src/requests/http-file.ts";
import { withoutEntities } from "../../src/requests/literals.ts";
import { FORM_TYPE } from "../../src/requests/pasted-request.ts";
import { requestOfLines } from "../../src/requests/request-in-lines.ts";
import { withoutLayout, withoutLogger } from "../../src/requests/text-layouts.ts";
import { requestOfValues } from "../../src/requests/values/request-of-values.ts";
import { mayBeSigned } from "../../src/verifier/adapters/request-head.ts";

const SHORT = 2 ** 15;
const LONG = [2 ** 18, 2 ** 21];
let size = SHORT;
const repeated = (piece: string): string => piece.repeat(size / piece.length);
const ascii = (text: string): Uint8Array => Buffer.from(text, "latin1");

const TEXTS: readonly (readonly [string, () => unknown])[] = [
  ["of spaces that are printed", () => visible(`${repeated(" ")}x`)],
  ["of spaces before colons that are printed", () => visible(repeated(" : :"))],
  ["of backslashes in a server's answer", () => readServerResponse(`${repeated("\\")}x`)],
  ["of brackets after a base string", () => readServerResponse(`GET&http%3A%2F%2Fa&${repeated(")")}x`)],
  ["of points in a message of a driver", () => stablePart(`A${repeated(".")}\0`)],
  ["of an Authorization header without =", () => headerLayout(`OAuth ${repeated("x")}`)],
  [
    "of quotation marks in JSON of the gateway",
    () => parseGatewayResponse("status", { body: `{"${repeated('\\"')}`, contentType: "application/json" }),
  ],
  ["of letters before a base string", () => compareBaseStrings(repeated("A"), repeated("B"))],
  ["of a callback without =", () => callbackQueryIn("x".repeat(size / 20))],
  ["of a line in the log of Apache", () => requestOfLines(`x ${repeated(' >> "')}x`, {})],
  [
    "of a log of .NET that is cut off",
    () => requestOfLines(repeated("Method: A, RequestUri: 'http://a', Headers:\n{\n"), {}),
  ],
  ["of a line in the log of .NET", () => requestOfLines(repeated("Method: A, RequestUri: 'http://a' "), {})],
  [
    "of a line in the log of Java",
    () => requestOfLines(`REQUEST HEADERS:\nGET / HTTP/1.1\n\n${repeated(" 000 RESPONSE: (")}`, {}),
  ],
  ["of request lines in one line", () => requestOfLines(repeated("GET /a HTTP/1.1 "), {})],
  [
    "of lines after a request",
    () => requestOfLines(`GET /a HTTP/1.1\nA: b\nContent-Length: 9\n\n${repeated("aaaaaaaaa\n")}`, {}),
  ],
  ["of fields in braces", () => requestOfLines(repeated("{a}{"), {})],
  ["of quotation marks before a signature", () => requestOfValues(`${repeated("'")}oauth_signature`, {})],
  ["of names before a signature", () => requestOfValues(`${repeated("a:b ")}oauth_signature`, {})],
  ["of brackets before a signature", () => requestOfValues(`${repeated("[a] => (")}oauth_signature`, {})],
  ["of words before a signature", () => requestOfValues(`${repeated("a ")}oauth_signature`, {})],
  ["of backslashes before a signature", () => requestOfValues(`"${repeated("\\")}oauth_signature`, {})],
  ["of parts of an Authorization header", () => requestOfValues(`oauth_signature ${repeated('OAuth a="b" ')}`, {})],
  ["of addresses without an end", () => requestOfValues(`oauth_signature ${repeated("http://a")}`, {})],
  ["of lists after a name", () => requestOfValues(`oauth_signature ${repeated("a=[ ")}`, {})],
  ["of wrapped values without an end", () => withoutLayout(repeated("Some("))],
  ["of a wrapped literal without an end", () => withoutLayout(`Some("${repeated("\\")}`)],
  ["of names above values", () => withoutLayout(`authorization\nOAuth a\n${repeated("a:\n")}`)],
  ["of lines of RestSharp", () => withoutLayout(`a=b (GetOrPost)\n${repeated("a= (GetOrPost")}`)],
  ["of lists of REST Assured", () => withoutLayout(`Headers:\ta=b\n${repeated("\t\ta=b\n")}`)],
  ["of properties of Swift", () => withoutLayout(repeated(" - a : Optional<"))],
  ["of lines of Docker", () => withoutLogger(repeated('{"log":"'))],
  ["of attributes of OpenTelemetry", () => withoutLayout(repeated(" -> a: Str("))],
  ["of items of a form", () => withoutLayout(`Form item: "${repeated('a" = "')}`)],
  ["of pairs in braces", () => requestOfValues(`{${repeated("a=b, ")}oauth_signature`, {})],
  ["of pairs with colons in braces", () => requestOfValues(`{b: {${repeated("a: b ")}oauth_signature`, {})],
  ["of bodies with a label", () => requestOfValues(`http://a/?oauth_signature=x\n${repeated("body a")}`, {})],
  [
    "of words in a log",
    () =>
      requestOfLines(
        `POST /a HTTP/1.1\nContent-Type: ${FORM_TYPE}\nContent-Length: 9\n\n${repeated("a=aaaaaaa ")}`,
        {},
      ),
  ],
  ["of rows of a table", () => withoutLayout(`oauth_signature,a\n${repeated("a, ")}`)],
  ["of blanks in a table", () => withoutLayout(`oauth_signature  a\n${repeated(" | ")}`)],
  ["of lines of curl", () => withoutLayout(`=> Send header\n${repeated("0000: aa bb ")}`)],
  [
    "of lines with parameters that are not used",
    () => requestOfValues(`oauth_signature http://a/?oauth_signature=x\n${repeated("aaa=b\n")}`, {}),
  ],
  ["of forms without an end", () => readHtmlForm(repeated("<form "), undefined)],
  ["of fields of a form without an end", () => readHtmlForm(`<form>${repeated("<input a=' ")}`, undefined)],
  ["of references of HTML", () => withoutEntities(repeated("&amp;amp;"))],
  ["of variables of an .http file", () => readHttpFile(`@a = {{a}}{{a}}\nGET http://a/{{a}}\n`, undefined, {})],
  ["of separators of an .http file", () => isHttpFile(`GET /a\n${repeated("###\n")}`)],
  ["of keys without an end", () => findPem(ascii(repeated("-----BEGIN A-----")))],
  [
    "of @ before a host with an escape",
    () => openDecisions({ operation: "base-string-uri", url: `http://${"@".repeat(size / 20)}a%41/r` }),
  ],
  ["of a realm without an end", () => stageText("authorization-header", `OAuth realm="${repeated('",')}`)],
  [
    "of question marks in a request target",
    () => mayBeSigned({ method: "GET", url: repeated("?a"), headers: [], secure: true }),
  ],
];

function readLong(length: number, read: () => unknown): void {
  size = length;
  let message = "";
  try {
    read();
  } catch (error) {
    message = (error as Error).message;
  }
  // An error describes the text and does not repeat it.
  expect(message.length).toBeLessThan(1000);
}

describe("work grows in proportion to a text", () => {
  test.each(TEXTS)("%s", (_what, read) => readLong(SHORT, read));

  describe.each(LONG)("of %i octets", { tags: ["deep"] }, (length) => {
    test.each(TEXTS)("%s", (_what, read) => readLong(length, read));
  });
});
