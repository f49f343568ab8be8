/**
 * How the signature of an arrived request is computed, stage by stage, by the model.
 *
 * @module
 */

import {
  type HttpRequest,
  type ReadRequest,
  readSentRequest,
  type Trace,
  toText,
  traceSent,
} from "../../model/index.ts";
import { differenceOf } from "../runner/difference.ts";
import type { Computation, IncomingRequest } from "./captured.ts";
import { clientBaseString } from "./client-base-string.ts";
import type { ExpectedCredentials } from "./expected.ts";

/** What is told beyond the stages. */
export interface ComputationOptions {
  /** Whether the right signature is told; a client that learns it has not learnt to sign. */
  readonly showSignature: boolean;
}

/** The request in the shape that the model takes. */
export function sentRequest({ method, url, headers, body }: IncomingRequest): HttpRequest {
  return { method, url, headers, ...(body.length === 0 ? {} : { body }) };
}

/** The model is written to be read, not to be fast: a larger body would keep everybody waiting. Octets. */
const LARGEST_TRACED = 262_144;

/** Whether the model is not asked. */
export function isTooLarge({ body }: IncomingRequest): boolean {
  return body.length > LARGEST_TRACED;
}

/** What the request says; `undefined` where the model cannot read it, or is not asked. */
export function readOrNothing(request: IncomingRequest): ReadRequest | undefined {
  return isTooLarge(request) ? undefined : orNothing(() => readSentRequest(sentRequest(request)));
}

/** The stages, free of secrets, and the client's base string beside ours; `undefined` where the request names no method we know. */
export function computationOf(
  request: IncomingRequest,
  expected: ExpectedCredentials,
  { showSignature }: ComputationOptions,
  redact: (text: string) => string,
): Computation | undefined {
  const read = readOrNothing(request);
  if (read === undefined) return undefined;
  const sent = sentRequest(request);
  const traced = orNothing(() => traceSent(sent, secretsOf(expected)));
  if (traced === undefined) return undefined;
  // A PLAINTEXT signature is the secret.
  const isSecret = read.signatureMethod === "PLAINTEXT";
  const sentBaseString = clientBaseString(request);
  const difference =
    sentBaseString === undefined
      ? undefined
      : differenceOf("base-string", redact(traced.baseString), redact(sentBaseString));
  return {
    parameters: parametersOf(traced, redact),
    parameterString: redact(traced.parameterString),
    baseStringUri: redact(traced.baseStringUri),
    baseString: redact(traced.baseString),
    ...(isSecret || read.signature === undefined ? {} : { sentSignature: redact(read.signature) }),
    ...(isSecret || !showSignature || traced.signature === undefined ? {} : { expectedSignature: traced.signature }),
    ...(difference === undefined ? {} : { difference }),
  };
}

function secretsOf({ consumerSecret, tokenSecret, privateKey }: ExpectedCredentials): Parameters<typeof traceSent>[1] {
  return { consumerSecret, privateKey, ...(tokenSecret === undefined ? {} : { tokenSecret }) };
}

function parametersOf({ parameters }: Trace, redact: (text: string) => string): Computation["parameters"] {
  return parameters.map(({ name, value, origin }) => ({
    name: redact(toText(name)),
    value: redact(toText(value)),
    origin,
  }));
}

/** The model throws for what it cannot read. */
function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
