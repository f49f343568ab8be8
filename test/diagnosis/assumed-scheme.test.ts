import { describe, expect, test } from "vitest";
import { type DiagnosisInput, diagnose } from "../../src/diagnosis/index.ts";
import { faultOf } from "../../src/faults/index.ts";
import { type HttpRequest, type SigningInput, traceSent } from "../../src/model/index.ts";
import { type PastedRequest, readRequest } from "../../src/requests/index.ts";
import { testEach } from "../title.ts";
import { comparedWithServer, corrected } from "./read.ts";
import { asked, causesIn, payment, sentWith } from "./requests.ts";

const FEW = { faults: [faultOf("asterisk-bare")!], budget: { combinations: 20_000 } };
const URLS = [
  ["http://gate.example/pay"],
  ["https://gate.example/pay"],
  ["http://localhost:8080/pay"],
  ["https://localhost:8080/pay"],
  ["http://gate.example:443/pay"],
  ["https://gate.example:80/pay"],
] as const;

/** The request as raw HTTP, with a path in the request line. */
function pasted({ method, url, headers, body }: HttpRequest): PastedRequest {
  const [, host, target] = /^https?:\/\/([^/]*)(.*)$/.exec(url)!;
  const fields = [["Host", host], ...headers].map((field) => field.join(": "));
  const text = [`${method} ${target} HTTP/1.1`, ...fields, "", Buffer.from(body ?? []).toString()].join("\n");
  return readRequest(Buffer.from(text)) as PastedRequest;
}

const sentTo = (url: string, ids: readonly string[] = [], more: Partial<SigningInput> = {}): DiagnosisInput =>
  asked(pasted(sentWith(ids, { ...payment, ...more, url })));
const schemeIn = (url: string): string => url.split(":", 1)[0]!;

describe("an assumed scheme", () => {
  testEach(URLS)("is the one with which the signature of %s is right", (url) => {
    const scheme = schemeIn(url);
    expect(diagnose(sentTo(url), FEW)).toMatchObject({
      kind: "right",
      assumedScheme: scheme,
      tried: expect.toSatisfy((tried: number) => tried <= 20),
      notices: [{ id: "scheme-assumed", text: expect.stringContaining(`${scheme} is assumed`), rejects: false }],
    });
  });

  testEach(URLS)(
    "is no cause of a wrong signature for %s, and is in its correction",
    { tags: ["deep"] },
    async (url) => {
      const input = sentTo(url, ["asterisk-bare"]);
      const diagnosis = diagnose(input, FEW);
      expect(causesIn(diagnosis).map(({ id }) => id)).toEqual(["asterisk-bare"]);
      expect(diagnosis).toMatchObject({ assumedScheme: schemeIn(url), difference: { parameter: "order_desc" } });
      const { curl, notes } = await corrected(input, { assumedScheme: schemeIn(url) as "http" });
      expect(curl).toContain(url);
      expect(notes[0]).toMatch(/^It is signed for https?, which is assumed\. For https?, add --scheme https?\.$/);
      const again = readRequest(Buffer.from(curl)) as PastedRequest;
      expect(again.schemeIsAssumed).toBeUndefined();
      expect(diagnose({ ...input, request: again }, FEW).kind).toBe("right");
    },
  );

  test("is no cause in a pair or as another origin, but a known scheme is one", { tags: ["deep"] }, () => {
    const url = "http://gate.example/pay";
    const other = { ...sentTo(url, [], { consumerSecret: "unknown" }), origins: ["http://gate.example"] };
    const diagnosis = diagnose(other, FEW);
    expect(diagnosis).toMatchObject({ kind: "unknown", assumedScheme: "https" });
    const known = { ...sentWith([], { ...payment, url }), url: url.replace("http", "https") };
    expect(causesIn(diagnose(asked(known), FEW)).map(({ id }) => id)).toEqual(["other-scheme"]);
  });

  test("is that of the client's base string", () => {
    const sent = sentWith([], { ...payment, url: "http://gate.example/pay" });
    const baseString = traceSent(sent, {}).baseString.replace("10.42", "11.42");
    const request = pasted(sent);
    expect(diagnose({ request, key: {}, evidence: { baseString } }, FEW)).toMatchObject({
      kind: "changed",
      assumedScheme: "http",
      changes: [{ name: "amount", signed: "11.42" }],
    });
  });

  test("is that of the server's base string if nothing else shows it", () => {
    const sent = sentWith([], { ...payment, url: "http://gate.example/pay" });
    const { baseString } = traceSent(sent, {});
    const comparison = comparedWithServer({ request: pasted(sent), key: {} }, `debug_sbs=${baseString}`);
    expect(comparison).toMatchObject({ isSameAsRequest: true });
  });

  test("is not remarked for PLAINTEXT over http", () => {
    const protocolParameters = [
      ["oauth_consumer_key", "merchant"],
      ["oauth_signature_method", "PLAINTEXT"],
    ] as const;
    const plain = { protocolParameters, signatureMethod: "PLAINTEXT" } as const;
    const { notices } = diagnose(sentTo("http://localhost:8080/pay", [], plain), FEW);
    expect(notices.map(({ id }) => id)).toEqual(["scheme-assumed"]);
  });
});
