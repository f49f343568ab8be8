/** Freezes the cases of a topic as vectors: with fixed clients, a fixed clock and a fixed nonce. */

import { type CompleteCase, casesOf } from "../../../src/conformance/cases/case.ts";
import { withProtocol } from "../../../src/conformance/cases/draft.ts";
import { CASES } from "../../../src/conformance/cases/index.ts";
import { makeRequest } from "../../../src/conformance/cases/make-request.ts";
import type { ValidRequests } from "../../../src/conformance/cases/valid-requests.ts";
import { createGood } from "../../../src/conformance/probe/good.ts";
import type { SignatureMethod } from "../../../src/conformance/vectors/index.ts";
import { BANK, type Client, SHOP, SHOP_WITH_TOKEN } from "./clients.ts";
import { NONCE, NOW, ORIGIN } from "./signed.ts";
import type { VerificationDraft, VerificationFamily } from "./types.ts";

const SIGNERS = { rsa: BANK, "rsa-with-token": { ...BANK, token: "t" }, token: SHOP_WITH_TOKEN };

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
  const { by: signer, path = "/orders", origin = ORIGIN, ...parameters } = ofVector;
  const one = { ...others, ...(pairs !== undefined && { form: pairs }), ...parameters };
  const { words, layer, rule, refuse, alsoAcceptable, mayRefuse, mayAccept, finds, server } = one;
  if (words === undefined) throw new Error(`${one.vector} has no words`);
  const by = typeof signer === "string" ? SIGNERS[signer] : { ...SHOP, ...signer };
  const made = makeRequest(one, validRequests(by, origin, path));
  if (typeof made === "string") throw new Error(`${one.vector}: ${made}`);
  const { method, url, headers, body = new Uint8Array() } = made.request;
  return {
    ...{ comment: words, layer, rule },
    ...(finds && { faults: finds }),
    ...(server && { server }),
    request: { method, url, headers: headers.filter(([field]) => !/^content-length$/i.test(field)), body, by },
    ...(refuse && { refuse }),
    ...(alsoAcceptable && { alsoAcceptable }),
    ...(mayRefuse !== undefined && { mayRefuse }),
    ...(mayAccept !== undefined && { mayAccept }),
  };
}

function validRequests(by: Client, origin: string, path: string): ValidRequests {
  const method: SignatureMethod = by.privateKey === undefined ? "HMAC-SHA1" : "RSA-SHA256";
  const good = createGood({
    request: { method: "GET", origin, host: origin.replace(/^\w+:\/\//, ""), path, query: "", headers: [], body: "" },
    credentials: by,
    ...{ method, place: "header", maySendPlaintext: true, mayChangeMethod: true, clockAhead: 0, clock: () => NOW },
  });
  return { ...good, fresh: () => withProtocol(good.fresh(), { oauth_nonce: NONCE }) };
}
