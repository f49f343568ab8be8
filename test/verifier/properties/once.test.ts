/** A signed request is accepted exactly once, with any client and any transport. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { signingInput } from "../../../src/conformance/vectors/index.ts";
import { type Parameter, type ParameterOrigin, readSentRequest, trace } from "../../../src/model/index.ts";
import { SIGNATURE_METHODS } from "../../../src/oauth1/index.ts";
import { MemoryNonceStore, type Verdict } from "../../../src/verifier/index.ts";
import { seed } from "../../seed.ts";
import { ONCE } from "./counterexamples.ts";
import { coveredParameters, shown } from "./expected-verdict.ts";
import { type SignedCase, sentRequest, signedCase, verifierFor, withPathOnly } from "./signed-case.ts";

const examples = ONCE.map((one): [SignedCase] => [one]);
const RUNS = 250;

const codeOf = (verdict: Verdict): string => (verdict.accepted ? "accepted" : verdict.code);

/** Pairs with their origin, octets and text kept apart; by origin, as the order between places is the server's. */
function byOrigin(parameters: readonly Parameter<Uint8Array>[], one: SignedCase): unknown[] {
  const order: readonly ParameterOrigin[] = ["query", "header", "body"];
  const grouped = order.flatMap((origin) => parameters.filter((parameter) => parameter.origin === origin));
  return coveredParameters(sentRequest(one), grouped).map(shown);
}

describe("a signed request", () => {
  const TITLE = "is accepted once, and is then rejected as nonce-used, in %i cases";
  const expectOnce = async (numRuns: number): Promise<void> => {
    await fc.assert(
      fc.asyncProperty(signedCase, async (one) => {
        const sent = sentRequest(one);
        const nonceStore = new MemoryNonceStore({ capacity: 64 });
        const [first, second] = [verifierFor(one.input, { nonceStore }), verifierFor(one.input, { nonceStore })];
        const verdicts = [await first.verify(sent), await first.verify(sent), await second.verify(sent)];
        expect(verdicts.map(codeOf)).toEqual(["accepted", "nonce-used", "nonce-used"]);
      }),
      { seed, numRuns, examples },
    );
  };
  test.each([30])(TITLE, expectOnce);
  test.each([RUNS])(TITLE, { tags: ["deep"] }, expectOnce);

  test("has the parameters that its client signed, decoded, in order, with their origin", {
    tags: ["deep"],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(signedCase, async (one) => {
        const verdict = await verifierFor(one.input).verify(sentRequest(one));
        const returned = verdict.accepted ? verdict.parameters.map(shown) : codeOf(verdict);
        expect(returned).toEqual(byOrigin(trace(signingInput(one.input)).parameters, one));
        expect(returned).toEqual(byOrigin(readSentRequest(sentRequest(one)).parameters, one));
      }),
      { seed, numRuns: RUNS, examples },
    );
  });

  const expectWithOrigin = async (numRuns: number): Promise<void> => {
    await fc.assert(
      fc.asyncProperty(signedCase, async (one) => {
        const { request, origin } = withPathOnly(sentRequest(one));
        // PLAINTEXT is not to be had together with an origin that is http, and signs no URL.
        const isPlaintext = one.input.signatureMethod === "PLAINTEXT";
        const signatureMethods = SIGNATURE_METHODS.filter((method) => isPlaintext || method !== "PLAINTEXT");
        const here = verifierFor(one.input, { origin, signatureMethods });
        expect(codeOf(await here.verify(request))).toBe("accepted");
        if (isPlaintext || origin.includes("[")) return;
        const other = origin.replace("://", "://not-");
        const elsewhere = verifierFor(one.input, { origin: other, signatureMethods });
        expect(codeOf(await elsewhere.verify(request))).toBe("signature-mismatch");
      }),
      { seed, numRuns, examples },
    );
  };
  const PATH = "is accepted as a path with the origin that its client signed, and with no other, in %i cases";
  test.each([20])(PATH, expectWithOrigin);
  test.each([100])(PATH, { tags: ["deep"] }, expectWithOrigin);

  test("is accepted with RSA, once", async () => {
    const rsa = signedCase.filter(({ input }) => input.signatureMethod.startsWith("RSA"));
    await fc.assert(
      fc.asyncProperty(rsa, async (one) => {
        const verifier = verifierFor(one.input, {});
        const sent = sentRequest(one);
        const codes = (await Promise.all([verifier.verify(sent), verifier.verify(sent)])).map(codeOf);
        expect(codes.sort()).toEqual(["accepted", "nonce-used"]);
      }),
      { seed, numRuns: 20 },
    );
  });

  test("comes in every method and transport within a few hundred", { tags: ["deep"] }, () => {
    const cases = fc.sample(signedCase, { seed: 1, numRuns: 500 });
    const seen = new Set(cases.flatMap(({ input, by }) => [`${input.signatureMethod}`, `${input.transport} by ${by}`]));
    const methods = ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256", "RSA-SHA512", "PLAINTEXT"];
    const transports = ["header", "body", "query", "header-and-body"];
    const wanted = [...methods, ...transports.flatMap((one) => [`${one} by library`, `${one} by model`])];
    expect([...seen].sort()).toEqual(wanted.sort());
  });
});
