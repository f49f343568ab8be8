/** What a row of the received cases says about its vector: made with fixed clients, a fixed clock and a fixed nonce. */

import { createPublicKey } from "node:crypto";
import type { VerificationQuestion } from "../../../scripts/vectors/specified-verdict.ts";
import type { CompleteCase, ReceivedCase, VectorRequest } from "../../../src/conformance/cases/case.ts";
import { makeRequest } from "../../../src/conformance/cases/make-request.ts";
import { createValidRequests, type ValidRequests } from "../../../src/conformance/cases/valid-requests.ts";
import { RIVAL, type RsaKeyName, SHOP, type VectorClient } from "../../../src/conformance/cases/vector-clients.ts";
import type { HttpRequest, VerificationKeyEntry, VerificationServer } from "../../../src/conformance/vectors/index.ts";
import { parsePrivateKey } from "../../../src/platform/index.ts";
import { type TestKeyPair, testKeyPair } from "../../keys/index.ts";

const ORIGIN = "https://api.example.com";
/** The clock of the server, and the timestamp of most requests. */
const NOW = 1_700_000_000;

const DEFAULT_SERVER: Omit<VerificationServer, "keys"> = {
  origin: ORIGIN,
  now: NOW,
  signatureMethods: ["HMAC-SHA1", "RSA-SHA256"],
  clockToleranceSeconds: 300,
  minimumRsaBits: 2048,
  allowHeaderAndBody: false,
  requireBodyHash: false,
};

/**
 * The vector of a case, without what the specification computes. Throws if the case lacks its words or cannot be made.
 *
 * @param comment the words of the vector, if it is written already @default the name of the case in the probe
 */
export function questionOfCase(one: CompleteCase, comment = one.probe?.replaceAll("-", " ")): VerificationQuestion {
  const {
    vector,
    words = comment,
    layer,
    rule,
    finds,
    cves,
    earlier,
    refuse,
    alsoAcceptable,
    mayRefuse,
    mayAccept,
  } = one;
  if (vector === undefined || words === undefined) throw new Error(`the case ${vector} has no words`);
  const { by = SHOP, registered = [by] } = one.ofVector ?? {};
  const { origin, ...server } = { ...DEFAULT_SERVER, keys: registered.map(registrationOf), ...one.server };
  return {
    id: `verifier/${vector}`,
    comment: words,
    layer,
    ...(finds && { faults: [finds].flat() }),
    ...(cves && { cves }),
    rule,
    server: { ...(origin !== undefined && { origin }), ...server },
    ...(earlier && {
      earlier: earlier.map((other) => ({
        now: NOW,
        request: requestOf({ ...(one.ofVector && { ofVector: one.ofVector }), ...other }),
        accepted: (other.refuse ?? null) === null,
      })),
    }),
    request: requestOf(one),
    ...(typeof refuse === "string" && {
      expected: { refuse, ...(alsoAcceptable && { alsoAcceptable: [alsoAcceptable].flat() }) },
    }),
    ...(mayRefuse !== undefined && { mayRefuse }),
    ...(mayAccept !== undefined && { mayAccept }),
  };
}

function requestOf({ ofVector = {}, pairs, ...others }: ReceivedCase): HttpRequest {
  const one = { ...others, ...(pairs !== undefined && { form: pairs }), ...ofVector };
  const made = makeRequest(one, validRequests(ofVector));
  if (typeof made === "string") throw new Error(`${others.vector}: ${made}`);
  const { headers, body = new Uint8Array(), ...line } = made.request;
  return { ...line, headers: headers.filter(([field]) => !/^content-length$/i.test(field)), body };
}

function validRequests({
  by = SHOP,
  signatureMethod,
  path = "/orders",
  origin = ORIGIN,
}: VectorRequest): ValidRequests {
  const { rsaKey, ...secrets } = by;
  return createValidRequests({
    request: { method: "GET", origin, host: origin.replace(/^\w+:\/\//, ""), path, query: "", headers: [], body: "" },
    credentials: { ...secrets, ...(rsaKey && keyPairOf(rsaKey)), other: RIVAL },
    method: signatureMethod ?? (rsaKey === undefined ? "HMAC-SHA1" : "RSA-SHA256"),
    place: "header",
    now: () => NOW,
    nonce: () => "5f1d3c7e9b2a4068",
    maySendPlaintext: true,
    mayChangeMethod: true,
    otherRsaKey: () => parsePrivateKey(privatePem(testKeyPair("vectors-2048-other"))),
  });
}

const KEY_FILES = {
  "2048": "vectors-2048",
  "2048-exponent-1": "vectors-2048",
  "4096": "vectors-4096",
} as const satisfies Readonly<Record<RsaKeyName, string>>;

/** The key of a client, and its public key in the form that the server has, both in PEM. */
function keyPairOf(name: RsaKeyName): { readonly privateKey: string; readonly publicKey: string } {
  const pair = testKeyPair(KEY_FILES[name]);
  const { publicKey } = pair;
  const exponentOne = { ...publicKey.export({ format: "jwk" }), e: "AQ" };
  const known = name === "2048-exponent-1" ? createPublicKey({ key: exponentOne, format: "jwk" }) : publicKey;
  return {
    privateKey: privatePem(pair),
    publicKey: known.export({ type: "spki", format: "pem" }).toString(),
  };
}

function privatePem({ privateKey }: TestKeyPair): string {
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/** What the server has registered for a client. */
function registrationOf({
  consumerKey,
  consumerSecret = "",
  token,
  tokenSecret,
  rsaKey,
}: VectorClient): VerificationKeyEntry {
  return {
    consumerKey,
    ...(rsaKey === undefined ? { consumerSecret } : { publicKey: keyPairOf(rsaKey).publicKey }),
    ...(token !== undefined && { token }),
    ...(tokenSecret !== undefined && { tokenSecret }),
  };
}
