/**
 * What the double does with each request: judge, answer, remember. What takes long to find out is found out afterwards.
 *
 * @module
 */

import { pathOf } from "../../verifier/adapters/target.ts";
import { controlAnswer, isControlPath } from "./admin-api.ts";
import { createBackgroundQueue } from "./background-queue.ts";
import { withExplanation } from "./explanation-header.ts";
import { type Delay, type FailureMode, type SimulatorAnswer, spoil } from "./failure-modes.ts";
import type { IncomingRequest } from "./incoming-request.ts";
import type { Judge } from "./judge.ts";
import type { LoggedRequest, Show } from "./logged-request.ts";
import { requestedOrigin } from "./origins.ts";
import type { LogEntry, RequestLog } from "./request-log.ts";

/** What a reception goes by. */
export interface RequestHandlerOptions {
  readonly judge: Judge;
  readonly log: RequestLog;
  readonly show: Show;
  readonly now: () => number;
  /** What clients sign in front of the path, where that is not one of `origins`. */
  readonly origin: string | undefined;
  /** The double's own names; the first is the one to tell. */
  readonly origins: () => readonly string[];
  readonly explainHeader: boolean;
  readonly delay: Delay;
  readonly failNext: (mode: FailureMode, times?: number) => void;
  readonly onRequest: ((request: LoggedRequest) => void) | undefined;
  readonly onDefect: (error: unknown) => void;
}

/** Receives requests. */
export interface RequestHandler {
  handle(incoming: IncomingRequest): Promise<SimulatorAnswer>;
  /** The last requests; what was not found out yet is found out now. */
  requests(count?: number): LoggedRequest[];
  /** Finds out no more. */
  close(): void;
}

/** A client that waits for an explanation makes all others wait: it may do so a quarter of the time. */
const REST_FACTOR = 3;
/** Of requests that are sent together none is kept waiting. */
const QUIET_MILLISECONDS = 50;

/** Opens. */
export function createRequestHandler(options: RequestHandlerOptions): RequestHandler {
  const { judge, log, show, now, origin, origins, explainHeader, delay, failNext, onRequest, onDefect } = options;
  let count = 0;
  let underWay = 0;
  let mayExplainAt = 0;
  let lastAt = 0;
  const afterwork = createBackgroundQueue(() => underWay > 0 || performance.now() < lastAt + QUIET_MILLISECONDS);

  async function handle(incoming: IncomingRequest): Promise<SimulatorAnswer> {
    const path = pathOf(incoming.url);
    if (isControlPath(path)) {
      return controlAnswer(incoming, path, {
        requests: settledRequests,
        total: log.total,
        failNext,
        origins: origins(),
      });
    }
    const at = now();
    const number = ++count;
    const signedOrigin = origin ?? requestedOrigin(incoming, origins());
    const request = { ...incoming, url: signedOrigin + (path.startsWith("/") ? path : `/${path}`) };
    underWay++;
    const { answer, spoiled, ...judged } = await judge(request, path.split("?")[0]!, number).finally(() => underWay--);
    lastAt = performance.now();
    const spoiledAnswer = spoiled === undefined ? answer : await spoil(answer, spoiled, delay);
    const logged = { number, at, request, status: spoiledAnswer.status, ...judged };
    remember(logged);
    return explainHeader && !logged.isAccepted ? explained(spoiledAnswer, logged) : spoiledAnswer;
  }

  async function settledRequests(last?: number): Promise<LoggedRequest[]> {
    await afterwork.settled();
    return log.last(last).map(show);
  }

  function remember(logged: LogEntry): void {
    log.add(logged);
    const tell = (): void => onRequest?.(show(logged));
    if (logged.search === undefined) tell();
    else afterwork.add({ do: () => [findOut(logged), tell()], drop: tell });
  }

  function findOut(logged: LogEntry): void {
    const { search } = logged;
    logged.search = undefined;
    try {
      if (search !== undefined) logged.diagnosis = search();
    } catch (error) {
      onDefect(error);
    }
  }

  function explained(answer: SimulatorAnswer, logged: LogEntry): SimulatorAnswer {
    const start = performance.now();
    if (start >= mayExplainAt) {
      findOut(logged);
      const end = performance.now();
      mayExplainAt = end + REST_FACTOR * (end - start);
    }
    return withExplanation(answer, show(logged));
  }

  return {
    handle,
    requests(last) {
      const wanted = log.last(last);
      wanted.forEach(findOut);
      return wanted.map(show);
    },
    close: afterwork.stop,
  };
}
