/**
 * Verifies captured requests with the verifier of this package, and computes every stage with the model if a signature is
 * wrong.
 */

import type { RequestExplanation, ShownCause } from "../../diagnosis/index.ts";
import { refutes } from "../../diagnosis/refutes.ts";
import type { HttpRequest } from "../../model/index.ts";
import { SIGNATURE_METHODS } from "../../oauth1/index.ts";
import { createRedactor, type Redactor, secretsOfRequest } from "../../redaction/index.ts";
import { clientBaseString } from "../../request-log/client-texts.ts";
import type { ReceiveFailure } from "../../request-log/incoming-request.ts";
import { VERIFIER_LIMITS } from "../../request-log/server.ts";
import { createVerifier, MemoryNonceStore, type Verdict } from "../../verifier/index.ts";
import { type CapturedRequest, type IncomingRequest, isNamed } from "./captured-request.ts";
import { computationOf, isTooLarge, readOrNothing } from "./computation.ts";
import { type ExpectedCredentials, lookupOf, tokenSecretOf } from "./expected-credentials.ts";
import { hintsFor, tokenOf } from "./hints.ts";
import { ruleOf } from "./result.ts";

/** Finds the client's mistake; `undefined` if none is found. `baseString` is the base string that the client sent. */
export type Explain = (
  sent: HttpRequest,
  credentials: ExpectedCredentials,
  baseString: string | undefined,
  search: CauseSearch | undefined,
) => Promise<RequestExplanation | undefined>;

/** The limits of a search for causes. */
export interface CauseSearch {
  /** @default the whole search */
  readonly combinations?: number;
  /** The ids of the causes to try. @default all */
  readonly names?: readonly string[];
}

/** How requests are verified. */
export interface CaptureVerifierOptions {
  readonly expected: ExpectedCredentials;
  /** Secrets that a client may send although no request needs them. They are redacted, too. */
  readonly otherSecrets?: readonly string[];
  readonly explain?: Explain;
  /** Whether to show the expected signature. Copying it into a client does not fix the client. */
  readonly showSignature: boolean;
  /** Whether an invalid request gets only its problems. `explain` can find the rest later. @default false */
  readonly isBrief?: boolean;
  /** Whether card numbers and cvv2 stay visible. @default false */
  readonly showCardData?: boolean;
  /** Whether to compute the stages of valid requests too. @default false */
  readonly computeAll?: boolean;
}

export type CaptureVerifier = ReturnType<typeof createCaptureVerifier>;

/**
 * Verifies one request after the other. Only nonces, and whether the expected token came, are remembered. All signature methods
 * are allowed: the client chooses one.
 */
export function createCaptureVerifier(options: CaptureVerifierOptions) {
  const { expected, explain, showCardData, computeAll = false, isBrief = false, otherSecrets = [] } = options;
  let clock = 0;
  let hasToken = expected.token === undefined;
  const verifier = createVerifier({
    credentials: lookupOf(expected),
    nonceStore: new MemoryNonceStore(),
    signatureMethods: SIGNATURE_METHODS,
    allowHeaderAndBody: true,
    allowUnsignedBody: true, // RFC 5849 has no body hash: a client that sends none is correct
    limits: VERIFIER_LIMITS,
    now: () => clock,
  });
  const { otherTokens = new Map<string, string>() } = expected;
  const keys = [expected.consumerSecret, expected.tokenSecret ?? "", expected.privateKey];
  const secrets = [...keys, ...otherTokens.values(), ...otherSecrets];
  const publicTexts = [
    expected.consumerKey,
    ...(expected.token === undefined ? [] : [expected.token]),
    ...otherTokens.keys(),
  ];
  const { text: redactExpected } = createRedactor({ secrets, publicTexts, showCardData });

  function redactorFor(request: IncomingRequest, showsCardData = showCardData): Redactor {
    const shown = secretsOfRequest(request);
    // The distance of a timestamp in milliseconds from the clock has as many digits as a card number.
    const distances = shown.publicTexts.map((text) => String(Math.abs(request.at - Number(text))));
    return createRedactor({
      ...shown,
      secrets: [...secrets, ...shown.secrets],
      publicTexts: [...publicTexts, ...shown.publicTexts, ...distances],
      showCardData: showsCardData,
    });
  }

  async function explanationOf(
    request: IncomingRequest,
    { value }: Redactor,
    search?: CauseSearch,
  ): Promise<RequestExplanation | undefined> {
    if (isTooLarge(request)) return undefined;
    return value(await explain?.(request, credentialsFor(request), clientBaseString(request), search));
  }

  /** The credentials with the secret of the request's token, or with the expected secret if the token is unknown. */
  function credentialsFor(request: IncomingRequest): ExpectedCredentials {
    const tokenSecret = tokenSecretOf(expected, tokenOf(readOrNothing(request))) ?? expected.tokenSecret;
    return { ...expected, tokenSecret };
  }

  async function diagnosed(request: IncomingRequest, verdict: Verdict): Promise<CapturedRequest> {
    const redactor = redactorFor(request);
    const { text: redact } = redactor;
    const read = readOrNothing(request);
    const withoutToken = expected.token !== undefined && !tokenOf(read) ? "no token" : undefined;
    const kind = [read?.signatureMethod, read?.transport, withoutToken].filter((part) => part !== undefined).join(", ");
    const { number, method, url } = request;
    if (expected.token !== undefined && tokenOf(read) === expected.token) hasToken = true;
    const { accepted, code } = { code: undefined, ...verdict };
    const found = isBrief && !accepted ? undefined : await explanationOf(request, redactor);
    const { data } = found ?? {};
    const isChecked = data?.kind === "right" || data?.kind === "rejected";
    // For a client with another key, show an explanation only if it names a cause.
    const isShown = accepted ? isChecked : code !== "consumer-unknown" || isNamed({ explanation: found });
    const explanation = isShown ? found : undefined;
    // Some notices on a request with a valid signature make a server reject it.
    const notices = accepted && isChecked ? data.notices.filter(({ rejects }) => rejects) : [];
    const reasons = verdict.accepted ? notices.map(({ id, text }) => ({ code: id, message: text })) : verdict.problems;
    const problems = reasons.map((one) => ({ ...one, message: redact(one.message), rule: ruleOf(one.code) }));
    const isAboutSignature = code === "signature-mismatch" || code === "signature-malformed";
    const isComputed = accepted
      ? computeAll
      : isAboutSignature && (!isBrief || clientBaseString(request) !== undefined);
    const computation = isComputed
      ? computationOf(request, credentialsFor(request), options.showSignature, redact)
      : undefined;
    const known = { explanation, computation };
    const hints = accepted ? [] : hintsFor(request, problems[0]!, expected, read, known).map(redact);
    return { number, method, url: redact(url), kind: redact(kind), problems, hints, ...known };
  }

  return {
    /** Texts that no report shows. */
    secrets,
    /** Hides the secrets in a record of this request. Card data stays: without it the request cannot be verified again. */
    recordRedactor: (request: IncomingRequest) => redactorFor(request, true).text,
    /** Hides the expected secrets in any text. */
    redact: redactExpected,
    /** Whether a request had the expected token, or no token is expected. A client that forgets the token can sign validly. */
    hasToken: () => hasToken,
    /** Returns the verdict and a function for the diagnosis, which may take seconds: no client should wait for it. */
    async decide(request: IncomingRequest) {
      clock = request.at;
      const verdict = await verifier.verify(request);
      return { verdict, diagnose: () => diagnosed(request, verdict) };
    },
    /** Whether the signature of a request is valid, whatever requests came before. */
    async isSigned(request: IncomingRequest): Promise<boolean> {
      clock = request.at;
      const verdict = await verifier.verify(request);
      return verdict.accepted || verdict.code === "nonce-used";
    },
    /** Searches for the mistakes in a request again, whatever requests came before. */
    explain: (request: IncomingRequest, search?: CauseSearch) => explanationOf(request, redactorFor(request), search),
    /** Whether a valid request shows that its client does not have a mistake. */
    refutes: (request: IncomingRequest, cause: ShownCause): boolean =>
      !isTooLarge(request) && refutes(request, credentialsFor(request), cause),
    /** The captured request for an incomplete HTTP request. */
    incomplete({ kind, message, head }: ReceiveFailure, number: number): CapturedRequest {
      const problems = [{ code: kind, message, rule: ruleOf(kind) }];
      const { method = "", url = "" } = head ?? {};
      return { number, method, url: redactExpected(url), kind: "", problems, hints: [] };
    },
  };
}
