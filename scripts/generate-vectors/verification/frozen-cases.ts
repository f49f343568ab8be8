/** Freezes the cases of a topic with fixed clients, a fixed clock and a fixed nonce. */

import { type CompleteCase, casesOf, type ReceivedCase } from "../../../src/conformance/cases/case.ts";
import { withProtocol } from "../../../src/conformance/cases/draft.ts";
import { makeRequest } from "../../../src/conformance/cases/make-request.ts";
import type { ValidRequests } from "../../../src/conformance/cases/valid-requests.ts";
import { SHOP, type VectorClient } from "../../../src/conformance/cases/vector-clients.ts";
import { createGood } from "../../../src/conformance/probe/good.ts";
import type {
  EarlierRequest,
  HttpRequest,
  SignatureMethod,
  VerificationServer,
} from "../../../src/conformance/vectors/index.ts";
import { parsePrivateKey } from "../../../src/platform/index.ts";
import { RSA_2048_OTHER } from "../test-keys.ts";
import { FROZEN_CASES } from "./cases/index.ts";
import { credentialsOf, registrationOf } from "./vector-keys.ts";

const ORIGIN = "https://api.example.com";
/** The clock of the server, and the timestamp of most requests. */
const NOW = 1_700_000_000;
/** The nonce of most requests. */
const NONCE = "5f1d3c7e9b2a4068";

const DEFAULT_SERVER: Omit<VerificationServer, "keys"> = {
  origin: ORIGIN,
  now: NOW,
  signatureMethods: ["HMAC-SHA1", "RSA-SHA256"],
  clockToleranceSeconds: 300,
  minimumRsaBits: 2048,
  allowHeaderAndBody: false,
  allowUnsignedBody: true,
};

/** The cases whose vectors share one part of their ids. */
export interface VerificationFamily {
  readonly name: string;
  /** In the order of their numbers. */
  readonly cases: readonly FrozenCase[];
}

/** A case with its request as it is sent to its server. */
export interface FrozenCase extends Omit<CompleteCase, "server" | "earlier"> {
  readonly vector: string;
  readonly words: string;
  readonly server: VerificationServer;
  readonly earlier?: readonly EarlierRequest[];
  readonly request: HttpRequest;
}

/** Freezes the cases that have a vector of a family. */
function familyOf(name: string): VerificationFamily {
  const cases = FROZEN_CASES.flatMap(casesOf).filter(({ vector }) => vector?.startsWith(`${name}/`));
  const numbered = new Map(cases.map((one) => [one.vector!, one]));
  const inOrder = Array.from(cases, (_, index) => {
    const one = numbered.get(`${name}/${index + 1}`);
    if (one === undefined) throw new Error(`no case has the vector ${name}/${index + 1}, or two have the same one`);
    return frozen(one);
  });
  return { name, cases: inOrder };
}

function frozen({ server, earlier, ...one }: CompleteCase): FrozenCase {
  const { vector, words, ofVector = {} } = one;
  if (vector === undefined || words === undefined) throw new Error(`${vector} has no words`);
  const { by = SHOP, registered = [by] } = ofVector;
  const { origin, ...settings } = { ...DEFAULT_SERVER, keys: registered.map(registrationOf), ...server };
  return {
    ...one,
    vector,
    words,
    server: origin === undefined ? settings : { origin, ...settings },
    ...(earlier && { earlier: earlier.map((other) => earlierRequest({ ofVector, ...other })) }),
    request: requestOf(one),
  };
}

function earlierRequest(one: ReceivedCase): EarlierRequest {
  return { now: NOW, request: requestOf(one), accepted: (one.refuse ?? null) === null };
}

function requestOf({ ofVector = {}, pairs, ...others }: ReceivedCase): HttpRequest {
  const one = { ...others, ...(pairs !== undefined && { form: pairs }), ...ofVector };
  const made = makeRequest(one, validRequests(ofVector));
  if (typeof made === "string") throw new Error(`${one.vector}: ${made}`);
  const { headers, body = new Uint8Array(), ...line } = made.request;
  return { ...line, headers: headers.filter(([field]) => !/^content-length$/i.test(field)), body };
}

function validRequests({
  by = SHOP,
  signatureMethod = usualMethod(by),
  path = "/orders",
  origin = ORIGIN,
}: NonNullable<ReceivedCase["ofVector"]>): ValidRequests {
  const good = createGood({
    request: { method: "GET", origin, host: origin.replace(/^\w+:\/\//, ""), path, query: "", headers: [], body: "" },
    credentials: credentialsOf(by),
    method: signatureMethod,
    place: "header",
    maySendPlaintext: true,
    mayChangeMethod: true,
    clockAhead: 0,
    clock: () => NOW,
  });
  return {
    ...good,
    fresh: () => withProtocol(good.fresh(), { oauth_nonce: NONCE }),
    otherRsaKey: () => parsePrivateKey(RSA_2048_OTHER),
  };
}

function usualMethod({ rsaKey }: VectorClient): SignatureMethod {
  return rsaKey === undefined ? "HMAC-SHA1" : "RSA-SHA256";
}

/** In the order in which a verifier checks a request. */
export const VERIFICATION_FAMILIES = [
  "limits",
  "header-grammar",
  "bodies",
  "places",
  "methods",
  "timestamps",
  "keys",
  "origins",
  "same-request",
  "tampering",
  "collisions",
  "octets",
  "signatures",
  "nonces",
  "gateway",
].map(familyOf);
