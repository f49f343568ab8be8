/** Computes the signature of a captured request stage by stage, with the model. */

import { attempt } from "../../diagnosis/input/computation.ts";
import { shownStages } from "../../diagnosis/input/shown-stages.ts";
import { type ReadRequest, readSentRequest, traceSent } from "../../model/index.ts";
import { clientBaseString } from "../../request-log/client-texts.ts";
import { differenceOf } from "../runner/index.ts";
import type { Computation, IncomingRequest } from "./captured-request.ts";
import type { ExpectedCredentials } from "./expected-credentials.ts";

/** Maximum body size in octets. A larger body would take too long: the model is written for readers, not for speed. */
const LARGEST_TRACED = 262_144;

/** Whether the body is too large for the model. */
export function isTooLarge({ body }: IncomingRequest): boolean {
  return body.length > LARGEST_TRACED;
}

/** The parsed request; `undefined` if the model cannot read it, or the body is too large. */
export function readOrNothing(request: IncomingRequest): ReadRequest | undefined {
  return isTooLarge(request) ? undefined : attempt(() => readSentRequest(request));
}

/** The redacted stages, compared with the client's base string; `undefined` if the request has no known signature method. */
export function computationOf(
  request: IncomingRequest,
  { consumerSecret, tokenSecret, privateKey }: ExpectedCredentials,
  showSignature: boolean,
  redact: (text: string) => string,
): Computation | undefined {
  const read = readOrNothing(request);
  const stages = read && shownStages(request, redact);
  if (read === undefined || stages === undefined) return undefined;
  // A PLAINTEXT signature is the secret.
  const isSecret = read.signatureMethod === "PLAINTEXT";
  const expected =
    showSignature && !isSecret
      ? attempt(() => traceSent(request, { consumerSecret, tokenSecret, privateKey }))
      : undefined;
  const sentBaseString = clientBaseString(request);
  const difference =
    sentBaseString === undefined ? undefined : differenceOf("base-string", stages.baseString, redact(sentBaseString));
  return {
    ...stages,
    sentSignature: isSecret || read.signature === undefined ? undefined : redact(read.signature),
    expectedSignature: expected?.signature,
    difference,
  };
}
