/** The server that receives the requests of the client and answers them. */

import { randomUUID } from "node:crypto";
import type { ReceiveFailure, IncomingRequest as WholeRequest } from "../../request-log/incoming-request.ts";
import { createOrigins, type Origins } from "../../request-log/origins.ts";
import { type RequestServerOptions, startServer } from "../../request-log/server.ts";
import { gatewayResponse, type HttpResponse, htmlPage } from "../../verifier/adapters/rejection-response.ts";
import { pathOf } from "../../verifier/adapters/request-head.ts";
import { type CapturePageOptions, createCapturePage } from "./capture-page.ts";
import type { CapturedRequest, IncomingRequest } from "./captured-request.ts";
import type { CaptureVerifier } from "./verification.ts";

/** Selects the answer to a request, by whether it is valid; `undefined` for the default answer. */
export type CannedAnswers = (method: string, target: string, isRight: boolean) => HttpResponse | undefined;

export interface CaptureServerOptions
  extends Pick<RequestServerOptions, "port" | "tls" | "requestTimeoutMilliseconds" | "onDefect"> {
  readonly verifier: CaptureVerifier;
  /** The origin that clients sign. @default the origin that they connect to */
  readonly origin?: string | undefined;
  /** The host name in the URL of the server. @default "127.0.0.1" */
  readonly hostName?: string | undefined;
  readonly answers?: CannedAnswers | undefined;
  /** Whether requests to a path are answered without being verified. */
  readonly isIgnored?: ((method: string, path: string) => boolean) | undefined;
  /** If set, the server lists the requests on a page at `/_countersign/`. */
  readonly page?: CapturePageOptions | undefined;
  /** Called for each request; `request` is absent for an incomplete one. */
  readonly onCaptured: (captured: CapturedRequest, request?: IncomingRequest) => void;
  /** Called for a connection that failed because of TLS. */
  readonly onNoTls: (message: string) => void;
}

/** A running server. */
export type CaptureServer = Awaited<ReturnType<typeof startCaptureServer>>;

/** Starts the server. */
export async function startCaptureServer(options: CaptureServerOptions) {
  const { port, tls, requestTimeoutMilliseconds, onDefect, verifier, answers, hostName, onCaptured, onNoTls } = options;
  let origins: Origins;
  let count = 0;
  let lastDecision: Promise<unknown> = Promise.resolve();
  let lastReport: Promise<void> = Promise.resolve();
  const page = options.page && createCapturePage(options.page, verifier.secrets, () => origins.all[0], onDefect);

  async function handle(arrived: WholeRequest): Promise<HttpResponse> {
    const pageAnswer = page?.answer(arrived, origins);
    if (pageAnswer !== undefined) return pageAnswer;
    const path = pathOf(arrived.url).split("?")[0]!;
    if (options.isIgnored?.(arrived.method, path)) return answers?.(arrived.method, path, true) ?? success();
    const arrivedAt = performance.now();
    const origin = options.origin ?? proxiedOrigin(arrived.url) ?? origins.requested(arrived);
    const request = incomingRequest(arrived, ++count, origin);
    // Requests are decided one after the other, in the order of arrival. An error affects only its own request.
    const decision = lastDecision.then(() => verifier.decide(request));
    lastDecision = decision.catch(() => undefined);
    const { verdict, diagnose } = await decision;
    const canned = answers?.(arrived.method, pathOf(arrived.url), verdict.accepted);
    const answer = canned ?? (verdict.accepted ? success() : gatewayResponse(verdict));
    const milliseconds = Math.round(performance.now() - arrivedAt);
    report(async () => {
      const captured = await diagnose();
      onCaptured(captured, request);
      page?.add(captured, { at: request.at, request, verdict, answer, milliseconds });
    });
    return answer;
  }

  /** Reports after the answer, in the order of the decisions. */
  function report(run: () => void | Promise<void>): void {
    lastReport = lastReport.then(run).catch(onDefect);
  }

  function incomplete(failure: ReceiveFailure): void {
    const captured = verifier.incomplete(failure, ++count);
    const { method = "", url = "", headers = [] } = failure.head ?? {};
    const answer = htmlPage(400, "Bad request");
    const at = systemClock();
    report(() => {
      onCaptured(captured);
      page?.add(captured, { at, request: { method, url, headers }, answer, milliseconds: 0 });
    });
  }

  const server = await startServer({
    port,
    tls,
    onDefect,
    handle,
    ...(requestTimeoutMilliseconds === undefined ? {} : { requestTimeoutMilliseconds }),
    onReceiveFailure(failure) {
      if (failure.kind === "no-tls") onNoTls(failure.message);
      else incomplete(failure);
    },
  });
  origins = createOrigins({ isEncrypted: tls !== undefined, hostName, port: server.port });
  return {
    ...server,
    /** The origin that clients connect to, without a slash at the end. */
    origin: origins.all[0],
    /** Waits until every request that was answered so far has been reported. */
    settled: () => lastDecision.then(() => lastReport),
    async close() {
      await server.close();
      await lastReport;
      await page?.close();
    },
  };
}

/** The origin of a request in absolute form, which a client sends to its proxy and signs. */
function proxiedOrigin(target: string): string | undefined {
  return /^https?:\/\/[^/?#@\s]+/i.exec(target)?.[0];
}

function incomingRequest(
  { method, url, headers, body = new Uint8Array() }: WholeRequest,
  number: number,
  origin: string,
): IncomingRequest {
  const path = pathOf(url);
  return { number, at: systemClock(), method, url: origin + (path.startsWith("/") ? path : `/${path}`), headers, body };
}

function systemClock(): number {
  return Math.floor(Date.now() / 1000);
}

/** The answer to create-card-ref. */
function success(): HttpResponse {
  return {
    status: 200,
    headers: { "content-type": "text/html;charset=utf-8", "cache-control": "no-store" },
    body: `type=create-card-ref-response\n&serial-number=${randomUUID()}\n&card-ref-id=1000000001\n&status=approved\n`,
  };
}
