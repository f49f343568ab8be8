/**
 * A question, read: what the request means, and what is to be reproduced.
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
import { lenientReading } from "./lenient-header.ts";
import { isSent, type Produced, type Question } from "./question.ts";
import { guessedReadings, methodMeant, type Reading, readingOf } from "./reading.ts";

/** What there is to judge. */
export interface Inquiry extends Produced {
  /** The first is the request under the right decoding; the others are guesses. */
  readonly readings: readonly [Reading, ...Reading[]];
  readonly sources: ParameterSources;
  /** Why the request cannot be read as it stands; then a fault of the header has to be found. */
  readonly unreadable?: string | undefined;
}

/** Reads a question; what cannot be judged is answered at once. */
export function inquire(question: Question): Inquiry | Unjudged {
  return isSent(question.request) ? ofSent(question.request, question) : ofMeant(question);
}

function ofSent(sent: HttpRequest, { key, produced }: Question): Inquiry | Unjudged {
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
  const reading = readingOf(sent, read, method, key, unreadable !== undefined);
  const guesses = guessedReadings(sent, read, reading, unreadable !== undefined);
  return {
    readings: [reading, ...guesses],
    sources: read.sources,
    signature,
    baseString,
    unreadable,
  };
}

function ofMeant({ request, key, produced }: Question): Inquiry | Unjudged {
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
    readings: [{ situation: { request: meant, stages: specification } }],
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
