/**
 * Handles one request after another: finds the route, verifies, responds, and adds the request to the log. The search for
 * the cause of a rejection runs later, when no request is in progress.
 */

import { type HttpRequest, headerValues } from "../../oauth1/http-request.ts";
import { latin1Text } from "../../platform/index.ts";
import { type HttpResponse, htmlPage } from "../../verifier/adapters/rejection-response.ts";
import { pathOf } from "../../verifier/adapters/request-head.ts";
import type { Verdict, Verifier } from "../../verifier/index.ts";
import { rejectFor } from "../../verifier/rejections.ts";
import { ADMIN_PREFIX, type Admin, adminAnswer } from "./admin-api.ts";
import { JSON_TYPE, jsonAnswer, pairsAnswer, rejectionPage, withExplanation } from "./answers.ts";
import { createBackgroundQueue } from "./background-queue.ts";
import type { GatewayData } from "./data.ts";
import { diagnose, type ExplainRequest, firstDiagnosis } from "./diagnose.ts";
import { applyFailureMode, type FailureMode, mustBeFailureMode, type SimulatorAnswer } from "./failure-modes.ts";
import type { IncomingRequest } from "./incoming-request.ts";
import { createLogView, type LogEntry, type LoggedRequest, type RequestDiagnosis } from "./logged-request.ts";
import { createNoticeFinder, isUnauthorized, type Notice, type NoticeCode } from "./notices.ts";
import type { OrderStore } from "./order-store.ts";
import { requestedOrigin } from "./origins.ts";
import { withOwnReasons } from "./reasons.ts";
import { respond } from "./respond.ts";
import { errorResponse, failedResponse, type Response, validationError } from "./response-fields.ts";
import { findRoute } from "./routes.ts";

export interface RequestHandlerOptions {
  readonly data: GatewayData;
  readonly verifier: Verifier;
  readonly store: OrderStore;
  /** The notices that are refusals. */
  readonly strict: ReadonlySet<NoticeCode>;
  readonly pathPrefixes: readonly string[];
  /** The origin that clients sign, if it is not one of `origins`. */
  readonly origin: string | undefined;
  /** The origins of the server; the first is the default. */
  readonly origins: () => readonly string[];
  readonly now: () => number;
  readonly explain: ExplainRequest | undefined;
  readonly explainHeader: boolean;
  readonly failureMode: FailureMode | undefined;
  readonly slowMilliseconds: number;
  readonly logSize: number;
  readonly onRequest: ((request: LoggedRequest) => void) | undefined;
  readonly onDefect: (error: unknown) => void;
}

export interface RequestHandler {
  handle(incoming: IncomingRequest): Promise<SimulatorAnswer>;
  /** The last requests. It completes their diagnoses first. */
  requests(count?: number): Promise<LoggedRequest[]>;
  failNext(mode: FailureMode, times?: number): void;
  reset(): void;
  /** Sends slow answers at once, and drops pending diagnoses. */
  close(): Promise<void>;
}

/** The answer to a request, and its part of the log entry. */
interface Outcome extends Pick<LogEntry, "verdict" | "notices" | "diagnosis" | "search" | "isAccepted" | "outcome"> {
  readonly answer: HttpResponse;
  readonly failureMode?: FailureMode;
}

const NOTHING_WRONG: RequestDiagnosis = { lines: [], parameters: [] };
/** How many requests back the diagnosis looks for an accepted request with the same signature. */
const COMPARED_REQUESTS = 200;
/** The pause after a request before a diagnosis may run, so that it delays no request that was sent at the same time. */
const QUIET_MILLISECONDS = 50;

export function createRequestHandler(options: RequestHandlerOptions): RequestHandler {
  const { data, verifier, store, strict, pathPrefixes, origin, origins, now, explain } = options;
  const { logSize, onRequest, onDefect } = options;
  const orders = store.internal;
  const findNotices = createNoticeFinder(orders);
  /** The last entries, the oldest first. */
  const log: LogEntry[] = [];
  let total = 0;
  const show = createLogView(data);
  const closing = new AbortController();
  const plannedFailures: FailureMode[] = [];
  let count = 0;
  let inProgress = 0;
  let lastAnswerAt = 0;
  const queue = createBackgroundQueue(() => inProgress > 0 || performance.now() < lastAnswerAt + QUIET_MILLISECONDS);

  const admin: Admin = { requests: settledRequests, total: () => total, failNext, store, reset };

  /** Forgets requests, planned failures, and orders that are not in the data. The nonces stay used. */
  function reset(): void {
    log.length = 0;
    total = 0;
    plannedFailures.length = 0;
    store.reset();
  }

  async function handle(incoming: IncomingRequest): Promise<SimulatorAnswer> {
    const path = pathOf(incoming.url);
    if (path.startsWith(ADMIN_PREFIX)) {
      return adminAnswer(incoming, path, origins(), admin);
    }
    const at = now();
    const number = ++count;
    const signedOrigin = origin ?? requestedOrigin(incoming, origins());
    const request = { ...incoming, url: signedOrigin + (path.startsWith("/") ? path : `/${path}`) };
    inProgress++;
    const { answer, failureMode, ...outcome } = await verifyAndRespond(request, path.split("?")[0]!, number).finally(
      () => inProgress--,
    );
    lastAnswerAt = performance.now();
    const sent =
      failureMode === undefined
        ? answer
        : await applyFailureMode(answer, failureMode, options.slowMilliseconds, closing.signal);
    const entry = { number, at, request, status: sent.status, ...outcome };
    addToLog(entry);
    return options.explainHeader ? explained(sent, entry) : sent;
  }

  async function verifyAndRespond(request: IncomingRequest, path: string, number: number): Promise<Outcome> {
    const route = findRoute(path, pathPrefixes);
    if ("problem" in route) return unrouted(404, "Not found", route.problem);
    if (request.method !== "POST")
      return unrouted(405, "Method not allowed", `${route.operation} needs a POST request`);
    const verdict = await verify(request);
    if (!verdict.accepted) {
      const search = (): Promise<RequestDiagnosis> =>
        diagnose(request, verdict, data, acceptedRequests(), explain, closing.signal);
      const answer = rejectionPage(verdict, request);
      return { verdict, isAccepted: false, outcome: verdict.code, answer, diagnosis: firstDiagnosis(verdict), search };
    }
    const notices = findNotices(request, route, verdict);
    const refused = notices.find(({ code }) => strict.has(code));
    if (refused !== undefined && isUnauthorized(refused)) {
      const answer = rejectionPage(rejectFor("signature-mismatch", ""), request);
      return { verdict, notices, isAccepted: false, outcome: refusal(refused), answer, diagnosis: NOTHING_WRONG };
    }
    const response =
      refused === undefined
        ? respond(route, request, verdict, data, orders, number)
        : errorResponse(validationError("The request is invalid", refusal(refused)), number);
    const mode = response.isError ? undefined : (plannedFailures.shift() ?? response.fails ?? options.failureMode);
    const isReplaced = mode === "declined" || mode === "error";
    const sent = isReplaced ? failedResponse(mode, response, number) : response;
    if (!isReplaced) response.commit?.();
    const { isError, outcome } = sent;
    const result = {
      verdict,
      notices,
      diagnosis: NOTHING_WRONG,
      isAccepted: !isError,
      answer: answerTo(request, sent),
    };
    if (mode === undefined || isError) return { ...result, outcome };
    return { ...result, outcome: `${outcome}, ${mode} on demand`, failureMode: mode };
  }

  /** The gateway requires the Authorization header, even if the body or the query has all protocol parameters. */
  async function verify(request: IncomingRequest): Promise<Verdict> {
    const hasHeader = headerValues(request, "authorization").some((value) => value !== "");
    const signatureRe = /(?:^|[?&])oauth_signature=/;
    const isElsewhere = signatureRe.test(request.url) || signatureRe.test(latin1Text(request.body ?? new Uint8Array()));
    if (hasHeader || !isElsewhere) {
      const verdict = await verifier.verify(request);
      return verdict.accepted ? verdict : withOwnReasons(verdict, request, data);
    }
    const message = "the Authorization header is missing: the gateway requires the protocol parameters in this header";
    return rejectFor("protocol-parameters-missing", message);
  }

  function lastEntries(wanted = logSize): LogEntry[] {
    return log.slice(Math.max(log.length - wanted, 0));
  }

  function acceptedRequests(): HttpRequest[] {
    return lastEntries(COMPARED_REQUESTS).flatMap(({ verdict, request }) => (verdict?.accepted ? [request] : []));
  }

  async function settledRequests(last?: number): Promise<LoggedRequest[]> {
    await queue.settled();
    return lastEntries(last).map(show);
  }

  function addToLog(entry: LogEntry): void {
    total++;
    log.push(entry);
    if (log.length > logSize) log.shift();
    const report = (): void => onRequest?.(show(entry));
    const run = async (): Promise<void> => {
      await completeDiagnosis(entry);
      report();
    };
    if (entry.search === undefined) report();
    else queue.add({ run, drop: report });
  }

  /** Searches once, also if several ask. */
  function completeDiagnosis(entry: LogEntry): Promise<void> {
    entry.completing ??= search(entry);
    return entry.completing;
  }

  async function search(entry: LogEntry): Promise<void> {
    try {
      entry.diagnosis = (await entry.search?.()) ?? entry.diagnosis;
    } catch (error) {
      if (closing.signal.aborted) return;
      onDefect(error);
    }
    entry.search = undefined;
  }

  async function explained(answer: SimulatorAnswer, entry: LogEntry): Promise<SimulatorAnswer> {
    if (!entry.isAccepted) await completeDiagnosis(entry);
    return withExplanation(answer, show(entry));
  }

  function failNext(mode: FailureMode, times = 1): void {
    mustBeFailureMode("mode", mode);
    for (let time = 0; time < times; time++) plannedFailures.push(mode);
  }

  return {
    handle,
    async requests(last) {
      const wanted = lastEntries(last);
      for (const entry of wanted) await completeDiagnosis(entry);
      return wanted.map(show);
    },
    failNext,
    reset,
    close() {
      closing.abort();
      return queue.stop();
    },
  };
}

function refusal({ code, message }: Notice): string {
  return `${code}: ${message}`;
}

function unrouted(status: number, title: string, outcome: string): Outcome {
  return { diagnosis: NOTHING_WRONG, isAccepted: false, outcome, answer: htmlPage(status, title) };
}

function answerTo(request: HttpRequest, { fields, isError }: Response): HttpResponse {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const wantsJson = headerValues(request, "accept").some((value) => value.includes(JSON_TYPE));
  return wantsJson ? jsonAnswer(pairs, isError) : pairsAnswer(pairs);
}
