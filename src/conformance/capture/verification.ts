/**
 * Verifies captured requests with the verifier of this package, and computes every stage with the model if a signature is
 * wrong.
 */

import type { RequestExplanation } from "../../diagnosis/index.ts";
import type { HttpRequest } from "../../model/index.ts";
import { SIGNATURE_METHODS } from "../../oauth1/index.ts";
import { createRedactor, type Redactor, secretsOfRequest } from "../../redaction/index.ts";
import { clientBaseString } from "../../request-log/client-texts.ts";
import type { ReceiveFailure } from "../../request-log/incoming-request.ts";
import { VERIFIER_LIMITS } from "../../request-log/server.ts";
import { createVerifier, MemoryNonceStore, type Verdict } from "../../verifier/index.ts";
import { type CapturedRequest, type IncomingRequest, isNamed } from "./captured-request.ts";
import { type ComputationOptions, computationOf, isTooLarge, readOrNothing, sentRequest } from "./computation.ts";
import { type ExpectedCredentials, lookupOf } from "./expected-credentials.ts";
import { hintsFor } from "./hints.ts";
import type { RuleOf } from "./result.ts";

/** Finds the client's mistake; `undefined` if none is found. `baseString` is the base string that the client sent. */
export type Explain = (
  sent: HttpRequest,
  credentials: ExpectedCredentials,
  baseString: string | undefined,
) => Promise<RequestExplanation | undefined>;

/** How requests are verified. */
export interface CaptureVerifierOptions extends ComputationOptions {
  readonly expected: ExpectedCredentials;
  /** Secrets that no request should need, and that a client may send nevertheless. They are redacted, too. */
  readonly otherSecrets?: readonly string[];
  readonly ruleOf: RuleOf;
  readonly explain?: Explain;
  /** Whether card numbers and cvv2 stay visible. @default false */
  readonly showCardData?: boolean;
  /** Whether to compute the stages of valid requests too. @default false */
  readonly computeAll?: boolean;
}

/** Verifies one request after the other. It keeps the nonces of requests, and nothing else. */
export interface CaptureVerifier {
  /** The verdict, and a function for the diagnosis, which may take seconds, so no client should wait for it. */
  decide(request: IncomingRequest): Promise<DecidedRequest>;
  verify(request: IncomingRequest): Promise<VerifiedRequest>;
  /** Searches for the mistakes in a request again, whatever requests came before. */
  explain(request: IncomingRequest): Promise<RequestExplanation | undefined>;
  /** The captured request for one that is not complete HTTP. */
  incomplete(failure: ReceiveFailure, number: number): CapturedRequest;
  /** Hides the secrets in a record of this request. Card data stays: without it the request cannot be verified again. */
  recordRedactor(request: IncomingRequest): (text: string) => string;
  /** Hides the expected secrets in any text. */
  redact(text: string): string;
}

/** The captured request, and the verdict of the verifier. */
export interface VerifiedRequest {
  readonly captured: CapturedRequest;
  readonly verdict: Verdict;
}

/** The verdict of the verifier, and the captured request once it is diagnosed. */
export interface DecidedRequest {
  readonly verdict: Verdict;
  diagnose(): Promise<CapturedRequest>;
}

/** All signature methods are allowed: the client chooses one. */
export function createCaptureVerifier(options: CaptureVerifierOptions): CaptureVerifier {
  const { expected, ruleOf, explain, showCardData, computeAll = false, otherSecrets = [] } = options;
  let clock = 0;
  const verifier = createVerifier({
    credentials: lookupOf(expected),
    nonceStore: new MemoryNonceStore(),
    signatureMethods: SIGNATURE_METHODS,
    allowHeaderAndBody: true,
    allowUnsignedBody: true, // RFC 5849 has no body hash: a client that sends none is correct
    limits: VERIFIER_LIMITS,
    now: () => clock,
  });
  const secrets = [expected.consumerSecret, expected.tokenSecret, expected.privateKey, ...otherSecrets];
  const publicTexts = [expected.consumerKey, ...(expected.token === undefined ? [] : [expected.token])];
  const { text: redactExpected } = createRedactor({ secrets, publicTexts, showCardData });

  function redactorFor(request: IncomingRequest, showsCardData = showCardData): Redactor {
    const shown = secretsOfRequest(request);
    // How far a timestamp is from the clock is as long as a card number if the timestamp is in milliseconds.
    const distances = shown.publicTexts.map((text) => String(Math.abs(request.at - Number(text))));
    return createRedactor({
      ...shown,
      secrets: [...secrets, ...shown.secrets],
      publicTexts: [...publicTexts, ...shown.publicTexts, ...distances],
      showCardData: showsCardData,
    });
  }

  async function explanationOf(request: IncomingRequest, { value }: Redactor): Promise<RequestExplanation | undefined> {
    return isTooLarge(request)
      ? undefined
      : value(await explain?.(sentRequest(request), expected, clientBaseString(request)));
  }

  /** What an accepted request shows besides its signature. A server rejects the request for some of it. */
  function noticesIn(explanation: RequestExplanation | undefined): Pick<CapturedRequest, "problems" | "explanation"> {
    const { data } = explanation ?? {};
    if (data?.kind !== "right" && data?.kind !== "rejected") return { problems: [] };
    const rejecting = data.notices.filter(({ rejects }) => rejects);
    const problems = rejecting.map(({ id, text }) => ({ code: id, message: text, rule: ruleOf(id) }));
    return { problems, explanation };
  }

  async function decide(request: IncomingRequest): Promise<DecidedRequest> {
    clock = request.at;
    const verdict = await verifier.verify(request);
    return { verdict, diagnose: () => diagnosed(request, verdict) };
  }

  async function diagnosed(request: IncomingRequest, verdict: Verdict): Promise<CapturedRequest> {
    const redactor = redactorFor(request);
    const { text: redact } = redactor;
    const read = readOrNothing(request);
    const kind = [read?.signatureMethod, read?.transport].filter((part) => part !== undefined).join(", ");
    const { number, method, url } = request;
    const common = { number, method, url: redact(url), kind: redact(kind) };
    const found = await explanationOf(request, redactor);
    // Of a client with another key, a search that finds nothing shows nothing.
    const isOtherClient = !verdict.accepted && verdict.code === "consumer-unknown" && !isNamed({ explanation: found });
    const explanation = isOtherClient ? undefined : found;
    if (verdict.accepted) {
      const computation = computeAll ? computationOf(request, expected, options, redact) : undefined;
      return { ...common, hints: [], ...noticesIn(explanation), computation };
    }
    const problems = verdict.problems.map(({ code, message }) => ({
      code,
      message: redact(message),
      rule: ruleOf(code),
    }));
    const isAboutSignature = verdict.code === "signature-mismatch" || verdict.code === "signature-malformed";
    const computation = isAboutSignature ? computationOf(request, expected, options, redact) : undefined;
    const known = { read, computation, isNamed: isNamed({ explanation }) };
    const hints = hintsFor(request, problems[0]!, expected, known).map(redact);
    return { ...common, problems, hints, explanation, computation };
  }

  return {
    recordRedactor: (request) => redactorFor(request, true).text,
    redact: redactExpected,
    decide,
    explain: (request) => explanationOf(request, redactorFor(request)),
    async verify(request) {
      const { verdict, diagnose } = await decide(request);
      return { verdict, captured: await diagnose() };
    },
    incomplete({ kind, message, head }, number) {
      const problems = [{ code: kind, message, rule: ruleOf(kind) }];
      const { method = "", url = "" } = head ?? {};
      return { number, method, url: redactExpected(url), kind: "", problems, hints: [] };
    },
  };
}
