/**
 * Regular expressions on text from outside. Each of these texts makes an expression that searches again from many places take hours
 * instead of milliseconds.
 */

import { describe, expect, test } from "vitest";
import { stablePart } from "../../src/conformance/runner/stable-part.ts";
import { headerLayout } from "../../src/diagnosis/input/malformed-header.ts";
import { readServerResponse } from "../../src/diagnosis/input/server-response.ts";
import { parseGatewayResponse } from "../../src/gateway/index.ts";
import { callbackQueryIn } from "../../src/inspector/callback.ts";
import { compareBaseStrings } from "../../src/inspector/compare/compare-base-strings.ts";
import { visible } from "../../src/redaction/visible.ts";
import { findApacheRequests } from "../../src/requests/logs/apache-log.ts";
import { findDotnetRequests } from "../../src/requests/logs/dotnet-log.ts";
import { findJavaRequests } from "../../src/requests/logs/java-log.ts";
import { findPem } from "../../src/requests/pem-text.ts";
import { mayBeSigned } from "../../src/verifier/adapters/request-head.ts";

const SIZE = 2 ** 21;
const repeated = (piece: string): string => piece.repeat(SIZE / piece.length);
const ascii = (text: string): Uint8Array => Buffer.from(text, "latin1");

describe("work grows in proportion to a text", () => {
  test.each<readonly [string, () => unknown]>([
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
    ["of a callback without =", () => callbackQueryIn("x".repeat(100_000))],
    ["of a line in the log of Apache", () => findApacheRequests(`x ${repeated(' >> "')}x`)],
    [
      "of a log of .NET that is cut off",
      () => findDotnetRequests(repeated("Method: A, RequestUri: 'http://a', Headers:\n{\n")),
    ],
    ["of a line in the log of .NET", () => findDotnetRequests(repeated("Method: A, RequestUri: 'http://a' "))],
    [
      "of a line in the log of Java",
      () => findJavaRequests(`REQUEST HEADERS:\nGET / HTTP/1.1\n\n${repeated(" 000 RESPONSE: (")}`),
    ],
    ["of keys without an end", () => findPem(ascii(repeated("-----BEGIN A-----")))],
    [
      "of question marks in a request target",
      () => mayBeSigned({ method: "GET", url: repeated("?a"), headers: [], secure: true }),
    ],
  ])("%s", (_what, read) => {
    let message = "";
    try {
      read();
    } catch (error) {
      message = (error as Error).message;
    }
    // An error describes the text and does not repeat it.
    expect(message.length).toBeLessThan(1000);
  });
});
