/**
 * One capture: the double with the judge behind it.
 *
 * @module
 */

import { randomUUID } from "node:crypto";
import { pairsAnswer, rejectionPage } from "../../gateway/simulator/answers.ts";
import type { IncomingRequest as WholeRequest } from "../../gateway/simulator/incoming-request.ts";
import { requestedOrigin, serverOrigins } from "../../gateway/simulator/origins.ts";
import { type SimulatorServer, type SimulatorServerOptions, startServer } from "../../gateway/simulator/server.ts";
import type { HttpResponse as Answer } from "../../verifier/adapters/rejection-response.ts";
import { pathOf } from "../../verifier/adapters/request-head.ts";
import type { CapturedRequest, IncomingRequest } from "./captured.ts";
import type { Judge } from "./judge.ts";

/** Picks the answer to a request, by whether the request is right; `undefined` where no answer is given for it. */
export type CannedAnswers = (method: string, target: string, isRight: boolean) => Answer | undefined;

/** What is captured, how it is answered, and who is told. */
export interface SessionOptions
  extends Pick<SimulatorServerOptions, "port" | "tls" | "requestTimeoutMilliseconds" | "onDefect"> {
  readonly judge: Judge;
  /** What clients sign in front of the path, where that is not what they connect to. */
  readonly origin?: string | undefined;
  /** What 127.0.0.1 is called in the URL. @default "127.0.0.1" */
  readonly hostName?: string | undefined;
  readonly answers?: CannedAnswers | undefined;
  /** Each request that came; the second is absent for what never became one. */
  readonly onCaptured: (captured: CapturedRequest, request?: IncomingRequest) => void;
  /** Connections that came to nothing because of TLS. */
  readonly onNoTls: (message: string) => void;
}

/** A capture under way. */
export interface Session extends SimulatorServer {
  /** What clients are told to connect to, without a slash at the end. */
  readonly origin: string;
}

/** Starts to capture. */
export async function startSession(options: SessionOptions): Promise<Session> {
  const { port, tls, requestTimeoutMilliseconds, onDefect, judge, answers, hostName, onCaptured, onNoTls } = options;
  let origins: readonly string[] = [];
  let count = 0;

  async function handle(arrived: WholeRequest): Promise<Answer> {
    const request = incomingRequest(arrived, ++count, requestedOrigin(arrived, origins));
    const { captured, refused } = await judge.judge(request);
    onCaptured(captured, request);
    const canned = answers?.(arrived.method, pathOf(arrived.url), refused === undefined);
    return canned ?? (refused === undefined ? success() : rejectionPage(refused, arrived));
  }

  const server = await startServer({
    ...{ port, tls, onDefect, handle },
    ...(requestTimeoutMilliseconds === undefined ? {} : { requestTimeoutMilliseconds }),
    onReceiveFailure(failure) {
      if (failure.kind === "no-tls") onNoTls(failure.message);
      else onCaptured(judge.judgeDisturbance(failure, ++count));
    },
  });
  const own = serverOrigins(tls !== undefined, hostName, server.port);
  origins = options.origin === undefined ? own : [options.origin];
  return { ...server, origin: own[0] };
}

function incomingRequest(
  { method, url, headers, body = new Uint8Array() }: WholeRequest,
  number: number,
  origin: string,
): IncomingRequest {
  const at = Math.floor(Date.now() / 1000);
  const path = pathOf(url);
  return { number, at, method, url: origin + (path.startsWith("/") ? path : `/${path}`), headers, body };
}

/** As create-card-ref answers. */
function success(): Answer {
  return pairsAnswer([
    ["type", "create-card-ref-response"],
    ["serial-number", randomUUID()],
    ["card-ref-id", "1000000001"],
    ["status", "approved"],
  ]);
}
