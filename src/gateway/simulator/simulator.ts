/**
 * The double of the gateway: a server on loopback that judges and answers as the gateway does, and says why.
 *
 * @module
 */

import { createVerifier, MemoryNonceStore, type NonceStore } from "../../verifier/index.ts";
import { checkPathPrefix, DEFAULT_PREFIX, readOrigin } from "../base-address.ts";
import { GatewayError } from "../errors.ts";
import { checkData, type GatewayData, lookUpIn } from "./data.ts";
import type { ExplainRequest } from "./diagnose.ts";
import { type FailureMode, mustBeFailureMode } from "./failure-modes.ts";
import type { ReceiveFailure } from "./incoming-request.ts";
import { createJudge } from "./judge.ts";
import { createShow, type LoggedRequest } from "./logged-request.ts";
import { serverOrigins } from "./origins.ts";
import { createRequestHandler } from "./request-handler.ts";
import { createRequestLog } from "./request-log.ts";
import { createSampleData, type SampleData } from "./sample-data.ts";
import { startServer } from "./server.ts";

/** How the double is set up. */
export interface GatewaySimulatorOptions {
  /** @default a sample, made anew, which comes back as `sample` */
  readonly data?: GatewayData | undefined;
  /** 0 takes a free one. @default 0 */
  readonly port?: number | undefined;
  /** PEM of a key and its certificate for the loopback address. @default no TLS */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined;
  /** What 127.0.0.1 is called in the URL. @default "127.0.0.1" */
  readonly hostName?: string | undefined;
  /** What clients sign in front of the path, where that is not what they connect to. */
  readonly origin?: string | undefined;
  /** What stands in front of version and operation. @default ["/processing/api", "/paynet/api"] */
  readonly pathPrefixes?: readonly string[] | undefined;
  /** @default in memory */
  readonly nonceStore?: NonceStore | undefined;
  /** @default 300 */
  readonly clockToleranceSeconds?: number | undefined;
  /** The clock, in seconds. @default the system's */
  readonly now?: (() => number) | undefined;
  /** @default no diagnosis beyond what the double finds itself */
  readonly explain?: ExplainRequest | undefined;
  /** Whether a refusal tells its reason in the header `countersign-explanation`, which the gateway never does. @default false */
  readonly explainHeader?: boolean | undefined;
  /** How every accepted request fails. @default not at all */
  readonly fail?: FailureMode | undefined;
  /** How long `slow` takes. @default 60_000 */
  readonly slowMilliseconds?: number | undefined;
  /** How many requests are remembered. @default 1000 */
  readonly keep?: number | undefined;
  /** Told of each request once it is judged, and where it was refused, once there was time to find out why. */
  readonly onRequest?: ((request: LoggedRequest) => void) | undefined;
  /** Told of what never became a request. */
  readonly onDisturbance?: ((disturbance: ReceiveFailure) => void) | undefined;
  /** Told of a defect of the double; the client gets a 500. @default thrown where nobody catches it */
  readonly onDefect?: ((error: unknown) => void) | undefined;
}

/** A double that runs. */
export interface GatewaySimulator {
  /** What clients connect to, without a slash at the end. */
  readonly origin: string;
  readonly port: number;
  /** Where no data were given. */
  readonly sample: SampleData | undefined;
  /** The last requests, the oldest first. What is wrong with them is found out now where it was not yet. */
  requests(count?: number): LoggedRequest[];
  /** Lets the next accepted requests fail. */
  failNext(mode: FailureMode, times?: number): void;
  /** Takes no more requests; slow answers come at once. */
  close(): Promise<void>;
}

const DEFAULT_PREFIXES = [DEFAULT_PREFIX, "/paynet/api"];
/** With so many requests before it a refused one is compared. */
const COMPARED = 200;
/** What the server reads, the verifier takes. */
const LIMITS = {
  url: 65_536,
  authorization: 65_536,
  body: 8_388_608,
  parameters: 10_000,
  value: 1_048_576,
  name: 8192,
};

/**
 * Starts the double.
 *
 * @throws {@link GatewayError} `configuration-invalid`
 * @throws Error with the code EADDRINUSE and the like where the port cannot be used
 *
 * @example
 * ```ts
 * import { createGatewayClient, endpointId } from "countersign/gateway";
 * import { startGateway } from "countersign/gateway/simulator";
 *
 * const gateway = await startGateway();
 * const { login, privateKey, endpoint, payment } = gateway.sample!;
 * const client = createGatewayClient({
 *   environment: { name: "integration", origin: gateway.origin },
 *   keys: { environment: "integration", login, privateKey },
 *   endpoint: endpointId(endpoint),
 * });
 * const card = await client.createCardRef(payment);
 * await gateway.close();
 * card.status; // => "approved"
 * ```
 */
export async function startGatewaySimulator(options: GatewaySimulatorOptions = {}): Promise<GatewaySimulator> {
  const { port = 0, tls, hostName, keep = 1000, slowMilliseconds = 60_000, pathPrefixes = DEFAULT_PREFIXES } = options;
  const { explain, explainHeader = false, fail, now = () => Math.floor(Date.now() / 1000) } = options;
  const { onRequest, onDisturbance = () => {}, onDefect = rethrow, clockToleranceSeconds } = options;
  for (const prefix of pathPrefixes) checkPathPrefix("pathPrefixes", prefix);
  const origin = options.origin === undefined ? undefined : readOrigin("origin", options.origin).origin;
  if (fail !== undefined) mustBeFailureMode("fail", fail);
  if (!Number.isInteger(keep) || keep < 1) throw new GatewayError("configuration-invalid", "keep must be 1 or more");
  const sample = options.data === undefined ? await createSampleData() : undefined;
  const data = sample === undefined ? options.data! : sample.data;
  checkData(data);
  const verifier = createVerifier({
    ...{ credentials: lookUpIn(data), now, clockToleranceSeconds, limits: LIMITS, allowHeaderAndBody: true },
    nonceStore: options.nonceStore ?? new MemoryNonceStore(),
  });
  const log = createRequestLog(keep);
  const closing = new AbortController();
  const planned: FailureMode[] = [];

  function failNext(mode: FailureMode, times = 1): void {
    mustBeFailureMode("mode", mode);
    for (let time = 0; time < times; time++) planned.push(mode);
  }

  let origins: readonly string[] = [];
  const reception = createRequestHandler({
    judge: createJudge({
      ...{ data, verifier, pathPrefixes, explain },
      accepted: () => log.last(COMPARED).flatMap(({ verdict, request }) => (verdict?.ok ? [request] : [])),
      failure: (own) => planned.shift() ?? own ?? fail,
    }),
    ...{ log, show: createShow(data), now, origin, origins: () => origins, explainHeader, failNext },
    ...{ onRequest, onDefect, delay: { milliseconds: slowMilliseconds, signal: closing.signal } },
  });
  const server = await startServer({ port, tls, handle: reception.handle, onDisturbance, onDefect });
  origins = serverOrigins(tls !== undefined, hostName, server.port);
  return {
    origin: origins[0]!,
    port: server.port,
    sample,
    requests: reception.requests,
    failNext,
    async close() {
      closing.abort();
      await server.close();
      reception.close();
    },
  };
}

function rethrow(error: unknown): never {
  throw error;
}
