/**
 * What all adapters share: a request and its octets go in; either the application gets what was proven, or the client
 * gets an answer.
 *
 * @module
 */

import type { RejectionCode } from "../rejections.ts";
import type { Accepted, ReceivedRequest, Rejected, Verifier } from "../types.ts";
import { rejectFor } from "../verdicts.ts";
import { AdapterError } from "./adapter-error.ts";
import { type Answer, type ResponseFunction, type ResponseStyle, responseFunction } from "./answers.ts";
import { type Head, urlToVerify } from "./head.ts";

/** How an adapter stands between a framework and a verifier. */
export interface AdapterOptions {
  readonly verifier: Verifier;
  /** How refusals are answered. @default "rfc" */
  readonly rejectionResponse?: ResponseStyle | ResponseFunction | undefined;
  /** Named in the challenge of a 401 (`rfc` only); printable ASCII. @default "" */
  readonly realm?: string | undefined;
  /** Octets of body to read at most; more is answered with 413. Give the verifier's `limits.body`. @default 1_048_576 */
  readonly bodyLimit?: number | undefined;
  /**
   * Whether the origin that was signed is taken from the connection and the Host header, for a verifier without an
   * `origin`. The client writes that header: with this, a request signed for one server that knows the client's key is
   * good at every other that knows it. @default false
   */
  readonly originFromHost?: boolean | undefined;
  /** Told of each refusal, for logs and counters; what it throws goes where the framework's errors go. */
  readonly onRejected?: ((refused: Rejected, request: ReceivedRequest) => void) | undefined;
}

/** What the application gets of an accepted request. */
export interface Verified extends Accepted {
  /** The body as it was received; empty for none. Form fields are among `parameters` already. */
  readonly rawBody: Buffer;
}

/** A refusal and the response that tells it. */
export interface RejectedRequest {
  readonly accepted: false;
  readonly rejection: Rejected;
  readonly response: Answer;
}

/** The options of an adapter, read once. */
export interface Guard {
  /** In octets. */
  readonly bodyLimit: number;
  /** Asks the verifier about a request whose body is complete. */
  verify(head: Head, body: Buffer): Promise<Verified | RejectedRequest>;
  /** Refuses without asking, where there is nothing to ask about. */
  reject(code: RejectionCode, message: string, head: Head): RejectedRequest;
}

const DEFAULT_BODY_LIMIT = 1_048_576;

/** A misspelt option would otherwise be a policy that nobody enforces. Fastify hands on its own `prefix` and the like. */
const OPTION_NAMES: ReadonlySet<string> = new Set<keyof AdapterOptions | "prefix" | "logLevel" | "logSerializers">([
  "verifier",
  "answer",
  "realm",
  "bodyLimit",
  "originFromHost",
  "onRefused",
  "prefix",
  "logLevel",
  "logSerializers",
]);

/**
 * Reads the options once.
 *
 * @throws {@link AdapterError} `option-malformed`
 */
export function createGuard(options: AdapterOptions): Guard {
  const {
    verifier,
    rejectionResponse = "rfc",
    realm = "",
    bodyLimit = DEFAULT_BODY_LIMIT,
    originFromHost = false,
    onRejected,
  } = options;
  const unknown = Object.keys(options).find((name) => !OPTION_NAMES.has(name));
  if (unknown !== undefined)
    throw new AdapterError("option-malformed", `there is no option ${JSON.stringify(unknown)}`);
  if (typeof verifier?.verify !== "function") {
    throw new AdapterError("option-malformed", "verifier must be what createVerifier returns");
  }
  if (!Number.isSafeInteger(bodyLimit) || bodyLimit < 0) {
    throw new AdapterError("option-malformed", "bodyLimit must be a whole number of octets");
  }
  if (typeof originFromHost !== "boolean") {
    throw new AdapterError("option-malformed", "originFromHost must be true or false");
  }
  const answerTo = responseFunction(rejectionResponse, realm);

  function decline(refused: Rejected, request: ReceivedRequest): RejectedRequest {
    onRejected?.(refused, request);
    return { accepted: false, rejection, response: answerTo(refused, request) };
  }

  function refuse(code: RejectionCode, message: string, head: Head): RejectedRequest {
    return decline(rejectFor(code, message), head);
  }

  return {
    bodyLimit,
    async verify(head, body) {
      const url = urlToVerify(head, originFromHost);
      if (url === undefined) return refuse("url-malformed", "there is no host to be told from the request", head);
      const request = { ...head, url, body };
      const verdict = await verifier.verify(request);
      return verdict.accepted === true ? { ...verdict, rawBody: body } : decline(verdict, request);
    },
    reject,
  };
}

/** Says no to a body that is larger than the gate reads. */
export function rejectTooLarge(gate: Guard, head: Head): RejectedRequest {
  return gate.reject("limit-exceeded", `the body has more than ${gate.bodyLimit} octets`, head);
}
