/** Before the checks: finds the server's clock and what the server accepts: the good request, but not a wrong one. */

import { isForm, type Place, write } from "../cases/draft.ts";
import type { SignatureMethod } from "../vectors/index.ts";
import { type Acceptance, dateOf, describeAnswer, hasNoSuchPage, isAccepted, isBusy, isLost } from "./acceptance.ts";
import type { Good } from "./check.ts";
import { explainRejection } from "./explain-rejection.ts";
import { clockOf, createGood, type GoodOptions, methodsOf } from "./good.ts";
import type { Answer, Send } from "./send.ts";

/** What the checks need to know about the server. */
export interface Preflight {
  /** The good request with each signature method and place that the server accepts; the first pair is the usual one. */
  readonly variants: readonly Good[];
  /** The other pairs, with what the server answered. */
  readonly rejected: readonly RejectedWay[];
  /** The answer to a wrong signature. */
  readonly wrong: Answer;
}

/** A signature method and place with which the server does not accept the good request. */
export interface RejectedWay {
  readonly good: Good;
  readonly answer: Answer;
}

/** Why the checks cannot begin: a sentence, what the server answered, and what to do. */
export class PreflightError extends Error {
  override readonly name = "PreflightError";
  readonly hint: string;
  /** The mistake of the server that this shows. */
  readonly shown: ShownMistake | undefined;

  constructor(message: string, hint: string, shown?: ShownMistake) {
    super(message);
    this.hint = hint;
    this.shown = shown;
  }
}

/** Ids in vectors/faults.json and vectors/rules.json. */
export interface ShownMistake {
  readonly fault: string;
  readonly rule: string;
}

/** What the preflight needs. */
export interface PreflightOptions extends Omit<GoodOptions, "method" | "place" | "clockAhead"> {
  /** @default the first method for the credentials that the server accepts */
  readonly method?: SignatureMethod | undefined;
  readonly send: Send;
  readonly acceptance: Acceptance;
}

/**
 * Sends the good request with each signature method and place, and a wrong one.
 *
 * @throws {@link PreflightError} if the server accepts no good request
 */
export async function preflight(options: PreflightOptions): Promise<Preflight> {
  const { send, acceptance, request } = options;
  const methods = options.method === undefined ? methodsOf(options.credentials) : [options.method];
  const clockAhead = await readClock(options, methods[0]!);
  const variants: Good[] = [];
  const rejected: RejectedWay[] = [];
  const places: readonly Place[] = ["header", "query", ...(isForm(request) ? (["body"] as const) : [])];
  for (const place of places) {
    for (const method of methods) {
      if (place !== "header" && variants.length === 0) break;
      const good = createGood({ ...options, method, place, clockAhead });
      const answer = await send(good.signed(good.fresh()));
      if (isAccepted(answer, acceptance, request.method)) variants.push(good);
      else rejected.push({ good, answer });
    }
  }
  if (variants.length === 0) throw await rejection(rejected[0]!, options);
  const usual = variants[0]!;
  const wrong = await send(write(usual.fresh(), WRONG));
  if (isAccepted(wrong, acceptance, request.method)) throw await acceptsAll(usual, options);
  return { variants, rejected, wrong };
}

const WRONG = "d3JvbmcgLSBzZW50IGJ5IGEgcHI=";

/** The error for a server that accepts a wrong signature: every check would fail and show nothing else. */
async function acceptsAll(good: Good, { send, acceptance }: PreflightOptions): Promise<PreflightError> {
  const unsigned = write({ ...good.fresh(), protocol: [] });
  const what = isAccepted(await send(unsigned), acceptance, unsigned.method)
    ? "a wrong signature and requests without one"
    : "a wrong signature";
  const hint =
    "check that the URL is protected, and describe accepted answers with --accepted-status, --accepted-header and --accepted-body";
  return new PreflightError(`the server accepts ${what}`, hint, {
    fault: "verification-result-ignored",
    rule: "rfc5849-3.2-1",
  });
}

/** How far the clock of the server is ahead, by the Date of an answer. Small differences come from whole seconds. */
async function readClock(options: PreflightOptions, method: SignatureMethod): Promise<number> {
  const good = createGood({ ...options, method, place: "header", clockAhead: 0 });
  const answer = await options.send(write(good.fresh(), WRONG));
  const date = "failure" in answer ? undefined : dateOf(answer);
  if (isLost(answer)) throw noAnswer(answer);
  const ahead = date === undefined ? 0 : date - clockOf(options);
  return Math.abs(ahead) > 2 ? ahead : 0;
}

function noAnswer(answer: Answer): PreflightError {
  return new PreflightError(
    `the server does not answer: ${describeAnswer(answer)}`,
    "start the server, correct the URL, or wait longer with --timeout",
  );
}

async function rejection(
  { good, answer }: RejectedWay,
  { send, acceptance, request }: PreflightOptions,
): Promise<PreflightError> {
  if (isLost(answer)) return noAnswer(answer);
  const found = await explainRejection(good, send, acceptance);
  const message = `the server rejects the good request: ${describeAnswer(answer)}`;
  if (found !== undefined)
    return new PreflightError(`${message}; it accepts the same request ${found.how}`, found.hint, found);
  if (isBusy(answer)) return new PreflightError(message, "see the server's log, and probe again later");
  const hint = hasNoSuchPage(answer)
    ? `this URL may not support ${request.method}: for another method add --method or --form, ` +
      "and --repeats-are-harmless if the request may be repeated"
    : "check the URL, the credentials, and the description of accepted answers (--accepted-status, --accepted-header, --accepted-body); " +
      "countersign explain finds mistakes in a request that another client signed";
  return new PreflightError(message, hint);
}
