/** Freezes the cases of a topic as vectors: with fixed clients, a fixed clock and a fixed nonce. */

import { type CompleteCase, casesOf } from "../../../src/conformance/cases/case.ts";
import { withProtocol } from "../../../src/conformance/cases/draft.ts";
import { CASES } from "../../../src/conformance/cases/index.ts";
import { makeRequest } from "../../../src/conformance/cases/make-request.ts";
import type { ValidRequests } from "../../../src/conformance/cases/valid-requests.ts";
import { SHOP, type VectorClient } from "../../../src/conformance/cases/vector-clients.ts";
import { createGood } from "../../../src/conformance/probe/good.ts";
import type { SignatureMethod } from "../../../src/conformance/vectors/index.ts";
import { parsePrivateKey } from "../../../src/platform/index.ts";
import { NONCE, NOW, ORIGIN } from "./signed.ts";
import { RSA_2048_OTHER } from "./test-keys.ts";
import type { VerificationDraft, VerificationFamily } from "./types.ts";
import { credentialsOf, registrationOf } from "./vector-keys.ts";

/** The cases that have a vector, in the families that the ids name. */
export function familyOf(name: string): VerificationFamily {
  const cases = CASES.flatMap(casesOf).filter(({ vector }) => vector?.startsWith(`${name}/`));
  const numbered = new Map(cases.map((one) => [one.vector!, one]));
  const make = (): VerificationDraft[] =>
    Array.from(cases, (_, index) => {
      const one = numbered.get(`${name}/${index + 1}`);
      if (one === undefined) throw new Error(`no case has the vector ${name}/${index + 1}, or two have the same one`);
      return frozen(one);
    });
  return { name, make };
}

function frozen(whole: CompleteCase): VerificationDraft {
  const { ofVector = {}, pairs, ...others } = whole;
  const { by = SHOP, registered = [by], signatureMethod, path = "/orders", origin = ORIGIN, ...parameters } = ofVector;
  const one = { ...others, ...(pairs !== undefined && { form: pairs }), ...parameters };
  const { words, layer, rule, refuse, alsoAcceptable, mayRefuse, mayAccept, finds, cves, server } = one;
  if (words === undefined) throw new Error(`${one.vector} has no words`);
  const made = makeRequest(one, validRequests(by, signatureMethod ?? usualMethod(by), origin, path));
  if (typeof made === "string") throw new Error(`${one.vector}: ${made}`);
  const { method, url, headers, body = new Uint8Array() } = made.request;
  return {
    ...{ comment: words, layer, rule },
    ...(finds && { faults: finds }),
    ...(cves && { cves }),
    server: { ...server, keys: registered.map(registrationOf) },
    request: { method, url, headers: headers.filter(([field]) => !/^content-length$/i.test(field)), body },
    ...(refuse && { refuse }),
    ...(alsoAcceptable && { alsoAcceptable }),
    ...(mayRefuse !== undefined && { mayRefuse }),
    ...(mayAccept !== undefined && { mayAccept }),
  };
}

function usualMethod({ rsaKey }: VectorClient): SignatureMethod {
  return rsaKey === undefined ? "HMAC-SHA1" : "RSA-SHA256";
}

function validRequests(by: VectorClient, method: SignatureMethod, origin: string, path: string): ValidRequests {
  const good = createGood({
    request: { method: "GET", origin, host: origin.replace(/^\w+:\/\//, ""), path, query: "", headers: [], body: "" },
    credentials: credentialsOf(by),
    ...{ method, place: "header", maySendPlaintext: true, mayChangeMethod: true, clockAhead: 0, clock: () => NOW },
  });
  return {
    ...good,
    fresh: () => withProtocol(good.fresh(), { oauth_nonce: NONCE }),
    otherRsaKey: () => parsePrivateKey(RSA_2048_OTHER),
  };
}
