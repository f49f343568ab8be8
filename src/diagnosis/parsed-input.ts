/**
 * Parses the input of a diagnosis: what the request means, and what is to be reproduced.
 *
 * @module
 */

import {
  type HttpRequest,
  meantSources,
  type ParameterSources,
  readSentRequest,
  specification,
} from "../model/index.ts";
import type { Unjudged } from "./diagnosis.ts";
import { type DiagnosisInput, isSent, type Produced } from "./diagnosis-input.ts";
import { guessedInterpretations, type Interpretation, interpretationOf, methodMeant } from "./interpretation.ts";
import { lenientReading } from "./malformed-header.ts";

/** What there is to judge. */
export interface ParsedInput extends Produced {
  /** The first is the request under the right decoding; the others are guesses. */
  readonly interpretations: readonly [Interpretation, ...Interpretation[]];
  readonly sources: ParameterSources;
  /** Why the request cannot be read as it stands; then a fault of the header has to be found. */
  readonly unreadable?: string | undefined;
}

/** Parses an input; what cannot be diagnosed is answered at once. */
export function parseInput(input: DiagnosisInput): ParsedInput | Unjudged {
  return isSent(input.request) ? ofSent(input.request, input) : ofMeant(input);
}

function ofSent(sent: HttpRequest, { key, produced }: DiagnosisInput): ParsedInput | Unjudged {
  const { read, unreadable } = readEither(sent);
  if (read === undefined) return unjudged("unreadable", unreadable ?? "");
  const { baseString } = produced ?? {};
  const signature = produced?.signature ?? read.signature;
  if (signature === undefined && baseString === undefined) {
    return unjudged(
      "unsigned",
      unreadable ?? "the request has no oauth_signature in its Authorization header, its query or its form body",
    );
  }
  const method = methodMeant(read.signatureMethod);
  if (method === undefined) {
    const named =
      read.signatureMethod === undefined
        ? "is missing"
        : `is ${JSON.stringify(read.signatureMethod)}, which is none that is known`;
    return unjudged("method-unknown", `oauth_signature_method ${named}`);
  }
  const interpretation = interpretationOf(sent, read, method, key, unreadable !== undefined);
  const guesses = guessedInterpretations(sent, read, interpretation, unreadable !== undefined);
  return {
    interpretations: [interpretation, ...guesses],
    sources: read.sources,
    signature,
    baseString,
    unreadable,
  };
}

function ofMeant({ request, key, produced }: DiagnosisInput): ParsedInput | Unjudged {
  if (isSent(request)) throw new TypeError("expected a request as meant");
  const { signature, baseString } = produced ?? {};
  if (signature === undefined && baseString === undefined) {
    return unjudged("unsigned", "nothing that the client produced was given: no signature and no base string");
  }
  const meant = {
    ...request,
    consumerSecret: key.consumerSecret ?? request.consumerSecret,
    tokenSecret: key.tokenSecret ?? request.tokenSecret,
  };
  return {
    interpretations: [{ computation: { request: meant, stages: specification } }],
    sources: meantSources(meant, specification),
    signature,
    baseString,
  };
}

function readEither(sent: HttpRequest): { read?: ReturnType<typeof readSentRequest>; unreadable?: string } {
  try {
    return { read: readSentRequest(sent) };
  } catch (error) {
    const unreadable = (error as Error).message;
    const read = lenientReading(sent);
    return read === undefined ? { unreadable } : { read, unreadable };
  }
}

function unjudged(reason: Unjudged["reason"], message: string): Unjudged {
  return { kind: "unjudged", reason, message, notices: [] };
}
