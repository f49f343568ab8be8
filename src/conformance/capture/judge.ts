/**
 * The judge: our verifier with the expected credentials, and the model where a signature is wrong.
 *
 * @module
 */

import type { ReceiveFailure } from "../../gateway/simulator/incoming-request.ts";
import { SIGNATURE_METHODS } from "../../oauth1/index.ts";
import { createRedactor, secretsOfRequest } from "../../redaction/index.ts";
import { createVerifier, MemoryNonceStore, type Rejected, type Verdict } from "../../verifier/index.ts";
import type { CapturedRequest, IncomingRequest } from "./captured.ts";
import { type ComputationOptions, computationOf, readOrNothing } from "./computation.ts";
import { type ExpectedCredentials, lookupOf } from "./expected.ts";
import { type Explain, explanationOf } from "./explain.ts";
import { hintsFor } from "./hints.ts";
import type { RuleBook } from "./rules.ts";

/** What a judge goes by. */
export interface JudgeOptions extends ComputationOptions {
  readonly expected: ExpectedCredentials;
  readonly ruleBook: RuleBook;
  readonly explain?: Explain;
  /** Whether card numbers and cvv2 stay visible. @default false */
  readonly showCardData?: boolean;
}

/** Judges one request after the other; remembers nonces, and nothing else of any of them. */
export interface Judge {
  judge(request: IncomingRequest): Promise<Judged>;
  /** The case that a disturbance is. */
  judgeDisturbance(disturbance: ReceiveFailure, number: number): CapturedRequest;
  /** Hides the secrets in a record of this request. Card data stays: without it nobody can verify the request again. */
  recordRedactor(request: IncomingRequest): (text: string) => string;
}

/** The case, and the refusal where there is one, to be answered. */
export interface Judged {
  readonly captured: CapturedRequest;
  readonly refused?: Rejected;
}

/** What the double reads, the judge takes. */
const LIMITS = {
  url: 65_536,
  authorization: 65_536,
  body: 8_388_608,
  parameters: 10_000,
  value: 1_048_576,
  name: 8192,
};

/** All methods are allowed: which of them a client uses is its own affair. */
export function createJudge(options: JudgeOptions): Judge {
  const { expected, ruleBook, showCardData } = options;
  let clock = 0;
  const verifier = createVerifier({
    credentials: lookupOf(expected),
    nonceStore: new MemoryNonceStore(),
    signatureMethods: SIGNATURE_METHODS,
    allowHeaderAndBody: true,
    limits: LIMITS,
    now: () => clock,
  });
  const secrets = [expected.consumerSecret, expected.tokenSecret, expected.privateKey];
  const publicTexts = [expected.consumerKey, ...(expected.token === undefined ? [] : [expected.token])];
  const { text: redact } = createRedactor({ secrets, publicTexts, showCardData });

  function redactorFor(request: IncomingRequest, showsCardData = showCardData): (text: string) => string {
    const shown = secretsOfRequest(request);
    return createRedactor({
      ...{ ...shown, secrets: [...secrets, ...shown.secrets], publicTexts: [...publicTexts, ...shown.publicTexts] },
      showCardData: showsCardData,
    }).text;
  }

  function verify(request: IncomingRequest): Promise<Verdict> {
    clock = request.at;
    return verifier.verify(request);
  }

  return {
    recordRedactor: (request) => redactorFor(request, true),
    async judge(request) {
      const redactThis = redactorFor(request);
      const verdict = await verify(request);
      const read = readOrNothing(request);
      const kind = [read?.signatureMethod, read?.transport].filter((part) => part !== undefined).join(", ");
      const common = {
        number: request.number,
        method: request.method,
        url: redactThis(request.url),
        kind: redactThis(kind),
      };
      if (verdict.accepted) return { captured: { ...common, problems: [], hints: [] } };
      const problems = verdict.problems.map(({ code, message }) => ({
        code,
        message: redactThis(message),
        rule: ruleBook(code),
      }));
      const computation = isAboutSignature(verdict) ? computationOf(request, expected, options, redactThis) : undefined;
      const explanation = explanationOf(request, expected, options.explain, redactThis);
      const known = { read, computation, isNamed: explanation?.isNamed === true };
      const hints = hintsFor(request, problems[0]!, expected, known).map(redactThis);
      const found = { ...(explanation && { explanation }), ...(computation && { computation }) };
      return { refused: verdict, captured: { ...common, problems, hints, ...found } };
    },
    judgeDisturbance({ kind, message, head }, number) {
      const problems = [{ code: kind, message, rule: ruleBook(kind) }];
      const { method = "", url = "" } = head ?? {};
      return { number, method, url: redact(url), kind: "", problems, hints: [] };
    },
  };
}

function isAboutSignature({ code }: Rejected): boolean {
  return code === "signature-mismatch" || code === "signature-malformed";
}
