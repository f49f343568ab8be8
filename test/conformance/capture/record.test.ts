import { describe, expect, test } from "vitest";
import {
  type IncomingRequest,
  isRedacted,
  RECORD,
  recordLine,
  requestOfRecord,
} from "../../../src/conformance/capture/index.ts";
import { readShape } from "../../../src/conformance/vectors/shape.ts";
import { arrived, EXPECTED, verified, verifierOf } from "./clients.ts";

function readRecordLine(line: string, number: number): IncomingRequest {
  return requestOfRecord(readShape(RECORD, "", JSON.parse(line)), number);
}

describe("a record", () => {
  test("gives back the request as it was sent, to be verified again at its own time", async () => {
    const verifier = verifierOf();
    const request = { ...arrived({ form: [["octets", "ü"]] }), number: 3 };
    const { captured } = await verified(verifier, request);
    const line = recordLine(request, captured, verifier.recordRedactor(request));
    expect(line).not.toContain("\n");
    expect(readRecordLine(line, 3)).toEqual(request);
    expect((await verified(verifierOf(), readRecordLine(line, 3))).captured.problems).toEqual([]);
    expect(isRedacted(readRecordLine(line, 3))).toBe(false);
  });

  test("holds no secret, and tells that one was taken out", async () => {
    const verifier = verifierOf();
    for (const request of [
      arrived({ form: [["leak", EXPECTED.consumerSecret]] }),
      arrived({ target: "http://127.0.0.1:8080/?k=a%20very/secret%20%26%20key" }),
      { ...arrived(), body: Buffer.from(EXPECTED.privateKey) },
    ]) {
      const line = recordLine(request, (await verified(verifier, request)).captured, verifier.recordRedactor(request));
      const read = readRecordLine(line, 1);
      expect(isRedacted(read)).toBe(true);
      expect(line + Buffer.from(read.body).toString()).not.toMatch(/very|PRIVATE/);
    }
  });

  test("takes the signature of a PLAINTEXT request for a secret, whatever it is", async () => {
    const verifier = verifierOf();
    const credentials = { consumerKey: "shop", consumerSecret: "quite another", signatureMethod: "PLAINTEXT" } as const;
    for (const transport of ["header", "body", "query"] as const) {
      const request = arrived({ transport, credentials });
      const read = readRecordLine(
        recordLine(request, (await verified(verifier, request)).captured, verifier.recordRedactor(request)),
        1,
      );
      expect(isRedacted(read)).toBe(true);
      expect(JSON.stringify(read) + Buffer.from(read.body).toString()).not.toContain("another");
    }
  });
});
