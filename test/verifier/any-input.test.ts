/** Whatever a client sends, the verifier decides. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { REJECTION_CODES, type ReceivedRequest, type Verdict } from "../../src/verifier/index.ts";
import { anyCharacter } from "../any-character.ts";
import { PIECES } from "../edge-cases.ts";
import { seed } from "../seed.ts";
import { FORM, SECRET, signedRequest } from "../signed-request.ts";
import { authorizationOf, rsa, verifierWith } from "./requests.ts";

const methods = ["HMAC-SHA1", "RSA-SHA256", "PLAINTEXT"] as const;
const verifier = verifierWith({
  signatureMethods: methods,
  allowHeaderAndBody: true,
  credentials: ({ consumerKey }) =>
    consumerKey === "ck" ? [{ consumerSecret: SECRET }, { publicKey: rsa.publicKey }] : undefined,
});

const rawText = fc.string({ unit: anyCharacter, maxLength: 60 });
const fragment = fc.oneof(rawText, fc.constantFrom(...PIECES, "oauth_signature", "__proto__", "\ud800"));
const text = fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join(""));
const body = fc.oneof(text, fc.uint8Array({ maxLength: 200 }), fc.constant(undefined));
const contentType = fc.oneof(fc.constantFrom(FORM, `${FORM}; charset=latin1`, `${FORM};charset=utf-16`, "a/b"), text);

/** Nothing in common with a request but the shape. */
const anything: fc.Arbitrary<ReceivedRequest> = fc.record({
  method: fc.oneof(fc.constant("POST"), text),
  url: fc.oneof(
    fc.constant("/pay"),
    text,
    text.map((rest) => `/${rest}`),
    text.map((rest) => `https://api.example/${rest}`),
  ),
  headers: fc.oneof(
    fc.dictionary(
      fc.constantFrom("authorization", "Authorization", "content-type", "__proto__", "x"),
      fc.oneof(text, fc.array(text, { maxLength: 2 })),
    ),
    fc.array(fc.tuple(fc.oneof(fc.constantFrom("authorization", "content-type"), text), text)),
    fc.record({ authorization: text.map((rest) => `OAuth ${rest}`), "content-type": contentType }),
  ),
  body,
});

/** A valid request with one thing replaced by anything. */
const nearlyRight: fc.Arbitrary<ReceivedRequest> = fc
  .tuple(fc.nat(), fc.nat(), fragment, fc.constantFrom("header", "url", "body", "type"), contentType)
  .map(([at, length, piece, place, type]) => {
    const request = signedRequest({ form: "a=1&b=2", target: "/pay?c=3" });
    const splice = (old: string): string =>
      old.slice(0, at % old.length) + piece + old.slice((at % old.length) + (length % 4));
    const headers = request.headers as Record<string, string>;
    if (place === "header")
      return { ...request, headers: { ...headers, authorization: splice(authorizationOf(request)) } };
    if (place === "url") return { ...request, url: splice(request.url) };
    if (place === "body") return { ...request, body: splice(request.body as string) };
    return { ...request, headers: { ...headers, "content-type": type } };
  });

function isVerdict(verdict: Verdict): boolean {
  if (verdict.accepted) return verdict.parameters.length >= 4;
  return REJECTION_CODES.includes(verdict.code) && verdict.problems[0]!.code === verdict.code;
}

describe("any request", () => {
  const KINDS: readonly (readonly [string, fc.Arbitrary<ReceivedRequest>])[] = [
    ["anything", anything],
    ["nearly valid requests", nearlyRight],
  ];
  const expectVerdicts = (arbitrary: fc.Arbitrary<ReceivedRequest>, numRuns: number): Promise<void> =>
    fc.assert(
      fc.asyncProperty(arbitrary, async (request) => {
        const verdict = await verifier.verify(request);
        expect(isVerdict(verdict)).toBe(true);
      }),
      { seed, numRuns },
    );
  test.each(KINDS)("there is a verdict: %s", (_what, arbitrary) => expectVerdicts(arbitrary, 200));
  test.each(KINDS)("there is a verdict, many times: %s", { tags: ["deep"] }, (_what, arbitrary) =>
    expectVerdicts(arbitrary, 1500),
  );

  const expectHarmless = (numRuns: number): Promise<void> =>
    fc.assert(
      fc.asyncProperty(nearlyRight, async (request) => {
        const verdict = await verifier.verify(request);
        const messages = verdict.accepted ? "" : verdict.problems.map(({ message }) => message).join("\n");
        expect(messages).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e]/);
        expect(messages).not.toContain(SECRET);
        const signature = /oauth_signature="([^"]{8})/.exec(authorizationOf(request) ?? "")?.[1];
        // The names of parameters are our own words, also where one was spliced into the signature.
        if (signature !== undefined)
          expect(messages.replace(/oauth_\w+/g, "")).not.toContain(
            signature.replace(/%([0-9A-F]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
          );
      }),
      { seed, numRuns },
    );
  test("no message contains a control character or a secret", () => expectHarmless(100));
  test("no message contains a control character or a secret, many times", { tags: ["deep"] }, () =>
    expectHarmless(500),
  );
});
