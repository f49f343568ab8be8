/**
 * Handles each request: finds the route, verifies, responds, and adds the request to the log.
 */

import { quote } from "../../oauth1/errors.ts";
import { type HeaderField, type HttpRequest, headerValues } from "../../oauth1/http-request.ts";
import type { OctetText } from "../../oauth1/index.ts";
import { CONTROL_PREFIX, controlAnswer } from "../../request-log/control-api.ts";
import type { IncomingRequest } from "../../request-log/incoming-request.ts";
import type { InspectorKey } from "../../request-log/inspector-data.ts";
import { createRequestLog, type RequestLog } from "../../request-log/log.ts";
import type { LogEntry, LoggedRequest, RequestDiagnosis } from "../../request-log/logged-request.ts";
import type { Origins } from "../../request-log/origins.ts";
import type { ServerAnswer } from "../../request-log/server.ts";
import { remarksOnAccepted } from "../../requests/valid-but.ts";
import { gatewayResponse, type HttpResponse, htmlPage } from "../../verifier/adapters/rejection-response.ts";
import { pathOf } from "../../verifier/adapters/request-head.ts";
import type { Accepted, Verifier } from "../../verifier/index.ts";
import { rejectFor } from "../../verifier/rejections.ts";
import { CLIENT_ORDER_ID_NAMES } from "../operations.ts";
import { decodedBody } from "../response-body.ts";
import { JSON_TYPE, jsonAnswer, pairsAnswer, withExplanation } from "./answers.ts";
import { type Admin, CONTROLS, type SimulatorPageData } from "./controls.ts";
import { diagnose, type ExplainRequest, firstDiagnosis } from "./diagnose.ts";
import {
  applyFailureMode,
  createPlannedFailures,
  FAILURE_MODES,
  type FailureMode,
  makesNoOrder,
  type PlannedFailures,
} from "./failure-modes.ts";
import type { Merchants } from "./merchants.ts";
import { createNoticeFinder, isUnauthorized, type Notice, type NoticeCode } from "./notices.ts";
import type { OrderStore } from "./order-store.ts";
import { STATUSES } from "./outcomes.ts";
import { type GatewayRejected, type GatewayVerdict, withOwnReasons } from "./reasons.ts";
import { respond } from "./respond.ts";
import {
  createSerialNumbers,
  errorResponse,
  failedResponse,
  type Response,
  validationError,
} from "./response-fields.ts";
import { findRoute } from "./routes.ts";

export interface RequestHandlerOptions {
  readonly merchants: Merchants;
  readonly verifier: Verifier;
  readonly store: OrderStore;
  /** The notices for which a request is rejected. */
  readonly strict: ReadonlySet<NoticeCode>;
  readonly pathPrefixes: readonly string[];
  readonly publicChecks: boolean;
  /** The status of the answer to a request whose signature is not valid. */
  readonly rejectionStatus: 401 | 403;
  /** The origin that clients sign, if it is not the server's. */
  readonly origin: string | undefined;
  /** The origins of the server, once it listens. */
  readonly origins: () => Origins;
  readonly now: () => number;
  readonly explain: ExplainRequest | undefined;
  readonly explainHeader: boolean;
  readonly lineFeeds: boolean | "alternate";
  readonly failureMode: FailureMode | undefined;
  readonly slowMilliseconds: number;
  readonly logSize: number;
  readonly inspectorKey: (login: string) => InspectorKey;
  readonly onRequest: ((request: LoggedRequest) => void) | undefined;
  readonly onDefect: (error: unknown) => void;
}

export interface RequestHandler {
  handle(incoming: IncomingRequest): Promise<ServerAnswer>;
  readonly log: RequestLog;
  /** Makes the next valid requests, or the next of one order, fail. */
  readonly failNext: PlannedFailures["add"];
  reset(): void;
  /** Sends delayed answers now, and drops pending diagnoses. */
  close(): Promise<void>;
}

/** The answer to a request, and the part of the log entry that describes it. */
interface Outcome
  extends Pick<LogEntry, "verdict" | "notices" | "diagnosis" | "search" | "isAccepted" | "outcome" | "answer"> {
  readonly failureMode?: FailureMode;
  /** The delay of the mode `slow`, in milliseconds. */
  readonly delay?: number | undefined;
}

const NOTHING_WRONG: RequestDiagnosis = { lines: [], parameters: [], causes: [] };
/** The number of recent requests among which the diagnosis looks for an accepted one with the same signature. */
const COMPARED_REQUESTS = 200;
/** The pause after a request before a diagnosis may run, so that it delays no request that was sent at the same time. */
const QUIET_MILLISECONDS = 50;

export function createRequestHandler(options: RequestHandlerOptions): RequestHandler {
  const { merchants, verifier, store, strict, pathPrefixes, origin, origins, now, explain, inspectorKey } = options;
  const { lineFeeds } = options;
  const orders = store.internal;
  const findNotices = createNoticeFinder(orders);
  const failures = createPlannedFailures();
  const serialOf = createSerialNumbers();
  const closing = new AbortController();
  let inProgress = 0;
  let lastAnswerAt = 0;
  const log = createRequestLog({
    secrets: merchants.controlKeys,
    orderIdNames: CLIENT_ORDER_ID_NAMES,
    size: options.logSize,
    onRequest: options.onRequest,
    onDefect: options.onDefect,
    origin: () => origins().all[0],
    closing: closing.signal,
    isBusy: () => inProgress > 0 || performance.now() < lastAnswerAt + QUIET_MILLISECONDS,
  });
  const page: SimulatorPageData = {
    title: "gateway simulator",
    controls: { failureModes: FAILURE_MODES, statuses: STATUSES },
  };
  const admin: Admin = { log, page, inspectorKey, failNext: failures.add, merchants, store, reset };

  /** Keeps the used nonces. */
  function reset(): void {
    log.reset();
    failures.reset();
    merchants.reset();
    store.reset();
  }

  async function handle(incoming: IncomingRequest): Promise<ServerAnswer> {
    const path = pathOf(incoming.url);
    if (path.startsWith(CONTROL_PREFIX)) {
      return controlAnswer(incoming, path, origins(), CONTROLS, admin);
    }
    // A browser that shows an answer requests this icon. No client does, so the request must not count in a test.
    if (incoming.method === "GET" && path.split("?")[0] === "/favicon.ico") return htmlPage(404, "Not found");
    const [at, arrivedAt] = [now(), performance.now()];
    const number = log.nextNumber();
    const signedOrigin = origin ?? origins().requested(incoming);
    const request = { ...incoming, url: signedOrigin + (path.startsWith("/") ? path : `/${path}`) };
    inProgress++;
    const { answer, failureMode, delay, ...outcome } = await verifyAndRespond(
      request,
      path.split("?")[0]!,
      number,
    ).finally(() => inProgress--);
    lastAnswerAt = performance.now();
    const sent =
      failureMode === undefined
        ? answer
        : await applyFailureMode(answer, failureMode, delay ?? options.slowMilliseconds, closing.signal);
    const milliseconds = Math.round(performance.now() - arrivedAt);
    const entry = { number, at, request, answer: sent, milliseconds, ...outcome };
    log.add(entry);
    if (!options.explainHeader) return sent;
    return withExplanation(sent, await log.completed(entry));
  }

  async function verifyAndRespond(request: IncomingRequest, path: string, number: number): Promise<Outcome> {
    const route = findRoute(path, pathPrefixes, merchants.operations);
    const problem = "problem" in route ? route.problem : undefined;
    const isPost = request.method === "POST";
    const verdict = await verify(request);
    if (!verdict.accepted) {
      const isUnsigned = verdict.code === "protocol-parameters-missing" && verdict.claimed === undefined;
      // A browser's request, for example, was not meant to be verified.
      if (isUnsigned && problem !== undefined) return unrouted(problem);
      if (isUnsigned && !isPost) return notAllowed(request.method);
      const search = (): Promise<RequestDiagnosis> =>
        diagnose(request, verdict, merchants, log.accepted(COMPARED_REQUESTS), pathPrefixes, explain, closing.signal);
      const answer = rejectionPage(verdict);
      return { verdict, isAccepted: false, outcome: verdict.code, answer, diagnosis: firstDiagnosis(verdict), search };
    }
    if ("problem" in route) return { verdict, ...unrouted(`the signature is valid, but ${route.problem}`) };
    if (!isPost) return { verdict, ...notAllowed(request.method) };
    const notices = findNotices(request, route, verdict);
    const refused = notices.find(({ code }) => strict.has(code));
    if (refused !== undefined && isUnauthorized(refused)) {
      const answer = rejectionPage(rejectFor("signature-mismatch", ""));
      return { verdict, notices, isAccepted: false, outcome: refusal(refused), answer, diagnosis: NOTHING_WRONG };
    }
    const serial = serialOf(number);
    const response =
      refused === undefined
        ? respond(route, request, verdict, merchants, orders, serial, options.publicChecks)
        : errorResponse(validationError("The request is invalid", refusal(refused)), serial);
    const planned = response.isError ? undefined : failures.take(response.clientOrderId);
    const mode = response.isError ? undefined : (planned?.mode ?? response.fails ?? options.failureMode);
    const sent = failedResponse(mode, response, serial);
    if (!makesNoOrder(mode)) response.commit?.();
    const { isError, outcome } = sent;
    // A real server may refuse what the simulator accepts.
    const remarks = remarksOnAccepted(request).map(({ id, text }) => ({ code: id, message: text }));
    const result = {
      verdict,
      notices: [...notices, ...remarks],
      diagnosis: NOTHING_WRONG,
      isAccepted: !isError,
      answer: answerTo(request, sent, lineFeeds === "alternate" ? number % 2 === 1 : lineFeeds),
    };
    if (mode === undefined || isError) return { ...result, outcome };
    return { ...result, outcome: `${outcome}, ${mode} on demand`, failureMode: mode, delay: planned?.delay };
  }

  async function verify(request: IncomingRequest): Promise<GatewayVerdict> {
    const verdict = await verifier.verify({ ...request, headers: request.headers.map(withoutCharset) });
    return verdict.accepted ? withText(verdict, request) : withOwnReasons(verdict, request, merchants);
  }

  function rejectionPage(rejected: Pick<GatewayRejected, "publicResponse">): HttpResponse {
    const page = gatewayResponse(rejected);
    return page.status === 403 ? { ...page, status: options.rejectionStatus } : page;
  }

  return {
    handle,
    log,
    failNext: failures.add,
    reset,
    close() {
      closing.abort();
      return log.close();
    },
  };
}

function refusal({ code, message }: Notice): string {
  return `${code}: ${message}`;
}

function unrouted(outcome: string): Outcome {
  return { diagnosis: NOTHING_WRONG, isAccepted: false, outcome, answer: htmlPage(404, "Not found") };
}

function notAllowed(method: string): Outcome {
  const outcome = `every operation needs a POST request, got ${quote(method)}`;
  return { diagnosis: NOTHING_WRONG, isAccepted: false, outcome, answer: htmlPage(405, "Method not allowed") };
}

/**
 * Clients sign and send UTF-8, even if their Content-Type names ISO-8859-1, as in samples of the specification. Without the
 * charset, the verifier decodes the form as UTF-8.
 */
function withoutCharset([name, value]: HeaderField): HeaderField {
  if (name.toLowerCase() !== "content-type") return [name, value];
  return [name, value.replace(/;[ \t]*charset=(?:"[^"]*"|[^\s;"]*)/i, "")];
}

/** Decodes values that are not UTF-8 with the charset of the Content-Type, if there is one. */
function withText(accepted: Accepted, request: HttpRequest): Accepted {
  const [type = ""] = headerValues(request, "content-type");
  if (!/charset=/i.test(type)) return accepted;
  const textOf = (value: OctetText): string => (typeof value === "string" ? value : decodedBody(type, value));
  const parameters = accepted.parameters.map((one) =>
    one.origin === "body" ? { ...one, name: textOf(one.name), value: textOf(one.value) } : one,
  );
  return { ...accepted, parameters };
}

function answerTo(request: HttpRequest, { fields, isError }: Response, hasLineFeeds: boolean): HttpResponse {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const wantsJson = headerValues(request, "accept").some((value) => value.includes(JSON_TYPE));
  return wantsJson ? jsonAnswer(pairs, isError) : pairsAnswer(pairs, hasLineFeeds);
}
