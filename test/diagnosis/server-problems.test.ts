import { describe, expect, test } from "vitest";
import { PROBLEM_CODES } from "../../src/diagnosis/text/server-problems.ts";
import { readServerResponse, serverComparisonLines } from "../../src/diagnosis/text/server-response.ts";
import { traceSent } from "../../src/model/index.ts";
import { testEach } from "../title.ts";
import { comparedWithServer } from "./read.ts";
import { asked, sentWith } from "./requests.ts";

const request = sentWith([]);
const { baseString } = traceSent(request, {});

describe("the problem that a server reports", () => {
  test("is found by every code, in either case, with the public source of its meaning", () => {
    const lost = PROBLEM_CODES.flatMap(({ codes, source }) =>
      Object.entries(codes).flatMap(([code, [subject, meaning]]) =>
        [code, code.toUpperCase()].filter((written) => {
          const responses = [
            `<error>${written}</error>`,
            `oauth_problem=${written}`,
            `{"error": {"id": "${written}"}}`,
            `{"errors":[{"message":"…","code":${written}}]}`,
            `{"code":"json_oauth1_${written}"}`,
            `{"ReasonCode": "${written}"}`,
            `<detailed_error_code>${written}00</detailed_error_code>`,
            `<err code="${written}" msg="…" />`,
            `HTTP/1.1 401 Unauthorized\n\n${written}\n`,
            `${written} - the nonce, token or signature is wrong`,
            `errorCode=${written}`,
          ];
          const found = responses.map((text) => readServerResponse(text).problem);
          return !found.some(
            (one) =>
              one?.code === written && one.subject === subject && one.meaning === meaning && one.source === source,
          );
        }),
      ),
    );
    expect(lost).toEqual([]);
  });

  testEach<[code: string, isAboutSignature: boolean]>([
    ["signature_invalid", true],
    ["timestamp_refused", false],
  ])("%s is reported with whether it is about the signature", (code, isAboutSignature) => {
    const lines = serverComparisonLines(comparedWithServer(asked(request), `oauth_problem=${code}`));
    expect(lines.includes("  the cause is not how the signature is computed")).toBe(!isAboutSignature);
  });
});

describe("a base string in a page", () => {
  testEach(
    ["&amp;", "&AMP;", "&#38;", "&#x26;", "&#X26;", "&amp;#38;", "\\u0026", "\\\\u0026"].map((text) => [text] as const),
  )("is read with %s for &", (entity) => {
    const response = `Expected signature base string: ${baseString.replaceAll("&", () => entity)}`;
    expect(readServerResponse(response)).toMatchObject({ baseString });
  });
});
