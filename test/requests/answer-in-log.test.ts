import { describe, expect, test } from "vitest";
import { dateOfAnswerIn } from "../../src/requests/answer-in-log.ts";

const DATE = "Sun, 29 Nov 2026 07:21:20 GMT";
const SECONDS = 1_795_936_880;

describe("the time of the server", () => {
  test.each([
    ["curl -v", `> POST /pay HTTP/1.1\n> Host: a\n\n< HTTP/1.1 403 Forbidden\n< Date: ${DATE}\n`],
    ["after an interim answer", `HTTP/1.1 100 Continue\nDate: ${DATE}\n\nHTTP/1.1 403 Forbidden\nDate: ${DATE}\n`],
    ["HTTP/2", `HTTP/2 403\ndate: ${DATE}\n`],
    [
      "Ruby's debug output",
      `<- "POST /pay HTTP/1.1\\r\\n"\n-> "HTTP/1.1 403 Forbidden\\r\\n"\n-> "Date: ${DATE}\\r\\n"`,
    ],
    ["a dump of Go", `HTTP/1.1 403 Forbidden\nDate:[${DATE}]`],
    ["a dict of Python", `reply: 'HTTP/1.1 403 Forbidden'\n{'Date': '${DATE}'}`],
  ])("is the Date of the answer: %s", (_what, log) => {
    expect(dateOfAnswerIn(log)).toBe(SECONDS);
  });

  test.each([
    ["a request's own", `POST /pay HTTP/1.1\nDate: ${DATE}\n`],
    ["one before the answer", `GET / HTTP/1.1\nDate: ${DATE}\n\nHTTP/1.1 200 OK\n`],
    [
      "of several answers with other times",
      `HTTP/1.1 200 OK\nDate: ${DATE}\n\nHTTP/1.1 403\nDate: Mon, 30 Nov 2026 07:21:20 GMT\n`,
    ],
    ["another header", `HTTP/1.1 200 OK\nLast-Update: ${DATE}\n`],
    ["no date", "HTTP/1.1 200 OK\nDate: yesterday\n"],
  ])("is not known: %s", (_what, log) => {
    expect(dateOfAnswerIn(log)).toBeUndefined();
  });
});
