/**
 * The double's judgement of one request: who it is of, and what the gateway would answer.
 *
 * @module
 */

import { type HttpRequest, headerValues } from "../../oauth1/http-request.ts";
import { latin1Text } from "../../platform/index.ts";
import { type Answer, htmlPage } from "../../verifier/adapters/answers.ts";
import type { Verdict, Verifier } from "../../verifier/index.ts";
import { rejectFor } from "../../verifier/verdicts.ts";
import { JSON_TYPE, jsonAnswer, pairsAnswer, rejectionPage } from "./answers.ts";
import { diagnose, knownAtOnce, type SearchOptions } from "./diagnose.ts";
import type { FailureMode } from "./failure-modes.ts";
import type { IncomingRequest } from "./incoming-request.ts";
import type { LogEntry, RequestDiagnosis } from "./request-log.ts";
import { failedOnPurpose, type Response, respond } from "./respond.ts";
import { routeOf } from "./routes.ts";

/** What a judge goes by. */
export interface JudgeOptions extends SearchOptions {
  readonly verifier: Verifier;
  readonly pathPrefixes: readonly string[];
  /** How the next accepted request fails, given how its payment says. */
  readonly failure: (own: FailureMode | undefined) => FailureMode | undefined;
}

/** What is answered, and what the log is told. */
export interface Judged extends Pick<LogEntry, "verdict" | "diagnosis" | "search" | "isAccepted" | "outcome"> {
  readonly answer: Answer;
  /** How the answer is spoiled when it is sent. */
  readonly spoiled?: FailureMode;
}

/** Judges a request to a path, the how manyth it is. */
export type Judge = (request: IncomingRequest, path: string, number: number) => Promise<Judged>;

/** Makes a judge. */
export function createJudge(options: JudgeOptions): Judge {
  const { data, verifier, pathPrefixes, failure } = options;
  return async (request, path, number) => {
    const route = routeOf(path, pathPrefixes);
    if ("why" in route) return unrouted(404, "Not found", route.why);
    if (request.method !== "POST") return unrouted(405, "Method not allowed", `${route.operation} is a POST`);
    const verdict = await authenticate(request, verifier);
    if (!verdict.ok) {
      return {
        ...{ verdict, isAccepted: false, outcome: verdict.code, answer: rejectionPage(verdict, request) },
        ...{ diagnosis: knownAtOnce(verdict), search: () => diagnose(request, verdict, options) },
      };
    }
    const response = respond({ route, request, login: verdict.consumerKey, covered: verdict.parameters }, data, number);
    const mode = response.isError ? undefined : failure(response.fails);
    const failed = mode === "declined" || mode === "error" ? failedOnPurpose(mode, response, number) : response;
    const { isError, outcome } = failed;
    const judged = { verdict, diagnosis: NOTHING_WRONG, isAccepted: !isError, answer: answerWith(failed, request) };
    return mode === undefined || isError
      ? { ...judged, outcome }
      : { ...judged, outcome: `${outcome}, ${mode} on demand`, spoiled: mode };
  };
}

/** The gateway wants the header, also where all that it would hold stands elsewhere and is right. */
async function authenticate(request: IncomingRequest, verifier: Verifier): Promise<Verdict> {
  const isThere = headerValues(request, "authorization").some((value) => value !== "");
  const elsewhere = /(?:^|[?&])oauth_signature=/;
  if (isThere || !(elsewhere.test(request.url) || elsewhere.test(latin1Text(request.body ?? new Uint8Array())))) {
    return verifier.verify(request);
  }
  const message = "the Authorization header is missing: the gateway wants the protocol parameters in it, not elsewhere";
  return rejectFor("protocol-parameters-missing", message);
}

const NOTHING_WRONG: RequestDiagnosis = { lines: [], parameters: [] };

function unrouted(status: number, title: string, outcome: string): Judged {
  return { diagnosis: NOTHING_WRONG, isAccepted: false, outcome, answer: htmlPage(status, title) };
}

/** Pairs, or JSON for whoever asks for it. */
function answerWith({ pairs, isError }: Response, request: HttpRequest): Answer {
  const wantsJson = headerValues(request, "accept").some((value) => value.includes(JSON_TYPE));
  return wantsJson ? jsonAnswer(pairs, isError) : pairsAnswer(pairs);
}
