/** The gateway simulator: a server on this machine that verifies and answers requests as the gateway does. */

import { quote } from "../../oauth1/errors.ts";
import { checkOptions } from "../../platform/check-options.ts";
import { ipAddressOctets } from "../../platform/index.ts";
import { CONTROL_PREFIX } from "../../request-log/control-api.ts";
import { type Har, harOf } from "../../request-log/har.ts";
import type { ReceiveFailure } from "../../request-log/incoming-request.ts";
import type { InspectorKey } from "../../request-log/inspector-data.ts";
import type { LoggedRequest, LogViewOptions } from "../../request-log/logged-request.ts";
import {
  createOrigins,
  DEFAULT_ADDRESS,
  isHostName,
  isLoopbackAddress,
  type Origins,
} from "../../request-log/origins.ts";
import { startServer, VERIFIER_LIMITS } from "../../request-log/server.ts";
import { createVerifier, MemoryNonceStore, type NonceStore } from "../../verifier/index.ts";
import { checkPathPrefix, PATH_PREFIXES, readOrigin } from "../environment.ts";
import { configurationError, optionsError } from "../errors.ts";
import { CALLBACK_PAUSES, type CallbackAttempt, type CallbackFetch } from "./callback-queue.ts";
import { checkData, type GatewayData } from "./data.ts";
import type { ExplainRequest } from "./diagnose.ts";
import { type FailureMode, mustBeFailureMode } from "./failure-modes.ts";
import { createMerchants, type MerchantRecord, type NewMerchant } from "./merchants.ts";
import { type NoticeCode, strictCodes } from "./notices.ts";
import { createOrderStore, MOST_SECONDS_ADVANCED, type OrderRecord } from "./order-store.ts";
import type { NewPayment } from "./orders.ts";
import type { OrderOutcome } from "./outcomes.ts";
import { createRequestHandler } from "./request-handler.ts";
import { createSampleData, type SampleData } from "./sample-data.ts";

/** The options of a gateway simulator. */
export interface GatewaySimulatorOptions {
  /** @default new sample data, returned as `sample` */
  readonly data?: GatewayData | undefined;
  /**
   * The IP address to listen on, such as `0.0.0.0` for all addresses. Anyone who can connect there can use the
   * control API.
   *
   * @default "127.0.0.1"
   */
  readonly address?: string | undefined;
  /** 0 selects a free port. @default 0 */
  readonly port?: number | undefined;
  /** A key and its certificate for the loopback address, both in PEM. @default no TLS */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined;
  /** The host name in the URL. @default the address */
  readonly hostName?: string | undefined;
  /** The origin that clients sign, if they connect to another origin. */
  readonly origin?: string | undefined;
  /** The paths before version and operation. @default ["/processing/api", "/paynet/api"] */
  readonly pathPrefixes?: readonly string[] | undefined;
  /** @default a new MemoryNonceStore */
  readonly nonceStore?: NonceStore | undefined;
  /** Whether to check arguments also against rules that only public documents contain. @default true */
  readonly publicChecks?: boolean | undefined;
  /** The status of the page for a request that is not authorized: 403 in the specification, 401 in notes of the vendor. @default 403 */
  readonly rejectionStatus?: 401 | 403 | undefined;
  /** How far a timestamp may differ from `now`, in seconds. @default 300 */
  readonly clockToleranceSeconds?: number | undefined;
  /** The clock, in seconds since 1970. @default the system's clock */
  readonly now?: (() => number) | undefined;
  /** Explains rejected requests; `explainRequest` of `countersign/diagnosis` fits. @default no explanation */
  readonly explain?: ExplainRequest | undefined;
  /** Whether to explain rejections in the header `countersign-explanation`, which the gateway never sends. @default false */
  readonly explainHeader?: boolean | undefined;
  /** The failure of every valid request. @default valid requests succeed */
  readonly failureMode?: FailureMode | undefined;
  /** The delay of the failure mode `slow`. @default 60_000 */
  readonly slowMilliseconds?: number | undefined;
  /**
   * Refuses a request that deviates from the specification in a way that the gateway may tolerate: `true` for all
   * notices, or their codes. @default false: the notices are only logged
   */
  readonly strict?: boolean | readonly NoticeCode[] | undefined;
  /**
   * Whether each value of an answer ends in a line feed, on which the documents of the gateway differ: `"alternate"` for
   * every second answer. @default true; `"alternate"` with `strict`
   */
  readonly lineFeeds?: boolean | "alternate" | undefined;
  /** Sends callbacks. @default the platform's fetch */
  readonly callbackFetch?: CallbackFetch | undefined;
  /** The pauses before a callback is repeated, in seconds. @default 30 increasing pauses, 14 days in total */
  readonly callbackPauses?: readonly number[] | undefined;
  /** Receives each attempt to send a callback. */
  readonly onCallback?: ((attempt: CallbackAttempt) => void) | undefined;
  /** The number of requests that the log keeps, if their bodies and answers have at most 64 MiB together. @default 1000 */
  readonly logSize?: number | undefined;
  /** Receives each request: an accepted one at once, a rejected one after its diagnosis. */
  readonly onRequest?: ((request: LoggedRequest) => void) | undefined;
  /** Receives the reason why a request could not be received. */
  readonly onReceiveFailure?: ((failure: ReceiveFailure) => void) | undefined;
  /** Receives internal errors of the simulator; the client gets a 500. @default they are unhandled rejections */
  readonly onDefect?: ((error: unknown) => void) | undefined;
}

/** A running simulator. */
export interface GatewaySimulator {
  /** The origin that clients connect to, without a trailing slash. */
  readonly origin: string;
  readonly port: number;
  /** The sample data, if the option `data` is absent. */
  readonly sample: SampleData | undefined;
  /** The last requests, the oldest first, with pending diagnoses completed. */
  requests(count?: number): Promise<LoggedRequest[]>;
  /** The last requests with their answers as HAR 1.2, which `countersign explain` and browsers read. */
  har(options?: LogViewOptions): Promise<Har>;
  /**
   * Makes the next valid request, or the next `times` of them, fail.
   *
   * @param slowMilliseconds - the delay of the mode `slow`; overrides the option of the same name
   * @param clientOrderId - given if only requests for this order are to fail
   */
  failNext(mode: FailureMode, times?: number, slowMilliseconds?: number, clientOrderId?: string): void;
  /**
   * Adds a merchant. If a merchant has this login, the given values replace the values of that merchant.
   *
   * @throws {@link GatewayError} `configuration-invalid`
   */
  addMerchant(merchant: NewMerchant): MerchantRecord;
  /**
   * Adds a payment of a customer, which create-card-ref and status then find. The payment ends with the given status, or as
   * the outcomes say.
   *
   * @throws {@link GatewayError} `configuration-invalid`
   */
  addPayment(payment: NewPayment): OrderRecord;
  /**
   * Sets how later orders end, with precedence over all earlier outcomes.
   *
   * @throws {@link GatewayError} `configuration-invalid`
   */
  addOutcome(outcome: OrderOutcome): void;
  /** All orders: earlier payments, and the orders that the operations created. */
  orders(): OrderRecord[];
  /** Sends the callbacks that are due, waits for their answers, and returns all attempts, the oldest first. */
  callbacks(): Promise<CallbackAttempt[]>;
  /**
   * Advances the clock, by at most 10,000,000,000 seconds in total, and sends the callbacks that are then due.
   *
   * @throws {@link GatewayError} `configuration-invalid`
   */
  advanceClock(seconds: number): Promise<void>;
  /** Forgets all requests, planned failures, and merchants, orders and outcomes that are not in the data. */
  reset(): void;
  /** Stops the server, and sends slow answers at once. */
  close(): Promise<void>;
}

/**
 * Starts a gateway simulator, on 127.0.0.1 unless the options name another address. Without `data`, the first simulator of a
 * process generates an RSA key of 4096 bits, which takes seconds: allow a hook of a test framework a minute.
 *
 * @throws {@link GatewayError} `configuration-invalid`
 * @throws Error with the code EADDRINUSE or another code of Node if the port cannot be used
 *
 * @example
 * ```ts
 * import { createGatewayClient, endpointId } from "countersign/gateway";
 * import { startGatewaySimulator } from "countersign/gateway/simulator";
 *
 * const simulator = await startGatewaySimulator();
 * const { login, privateKey, endpoint, payment } = simulator.sample!;
 * const client = createGatewayClient({
 *   environment: { name: "integration", origin: simulator.origin },
 *   keys: { environment: "integration", login, privateKey },
 *   endpoint: endpointId(endpoint),
 * });
 * const card = await client.createCardRef(payment);
 * await simulator.close();
 * card.status; // => "approved"
 * ```
 */
export async function startGatewaySimulator(options: GatewaySimulatorOptions = {}): Promise<GatewaySimulator> {
  checkOptions(options, OPTIONS, "options", optionsError);
  const { address, port = 0, tls, hostName, pathPrefixes = PATH_PREFIXES, logSize = 1000 } = options;
  const { explain, explainHeader = false, failureMode, slowMilliseconds = 60_000 } = options;
  const { publicChecks = true, rejectionStatus = 403 } = options;
  const {
    clockToleranceSeconds,
    callbackPauses = CALLBACK_PAUSES,
    callbackFetch = fetch,
    onCallback = () => {},
  } = options;
  const { onRequest, onReceiveFailure = () => {}, onDefect = rethrow } = options;
  const strict = strictCodes(options.strict ?? false);
  const { lineFeeds = strict.size === 0 || "alternate" } = options;
  if (typeof lineFeeds !== "boolean" && lineFeeds !== "alternate") {
    throw configurationError(`lineFeeds must be true, false or "alternate", got ${quote(lineFeeds)}`);
  }
  if (rejectionStatus !== 401 && rejectionStatus !== 403) {
    throw configurationError(`rejectionStatus must be 401 or 403, got ${String(rejectionStatus).slice(0, 20)}`);
  }
  for (const prefix of pathPrefixes) checkPathPrefix("pathPrefixes", prefix);
  const origin = options.origin === undefined ? undefined : readOrigin("origin", options.origin).origin;
  if (address !== undefined && ipAddressOctets(address) === undefined) {
    throw configurationError(`address must be an IP address, got ${quote(address)}`);
  }
  if (hostName !== undefined && !isHostName(hostName)) {
    throw configurationError(`hostName must be a host name, got ${quote(hostName)}`);
  }
  if (failureMode !== undefined) mustBeFailureMode("failureMode", failureMode);
  if (!Number.isInteger(logSize) || logSize < 1) throw configurationError("logSize must be 1 or more");
  if (!callbackPauses.every((seconds) => seconds >= 0 && seconds <= MOST_SECONDS_ADVANCED)) {
    throw configurationError(`each of callbackPauses must be a number from 0 to ${MOST_SECONDS_ADVANCED}`);
  }
  const sample = options.data === undefined ? await createSampleData() : undefined;
  const data = sample === undefined ? options.data! : sample.data;
  checkData(data);
  const merchants = createMerchants(data);
  let origins: Origins;
  const store = createOrderStore({
    data: merchants,
    now: options.now ?? systemClock,
    callbackPauses,
    callbackFetch,
    onCallback,
    onDefect,
    threeDSecureUrl: (orderId) => `${origins.all[0]}${CONTROL_PREFIX}3ds?orderid=${encodeURIComponent(orderId)}`,
  });
  const { now } = store;
  const verifier = createVerifier({
    credentials: merchants.credentials,
    now,
    clockToleranceSeconds,
    limits: VERIFIER_LIMITS,
    transport: ["header", "header-and-body"],
    // The simulator reads only forms. If a client sends JSON, the answer is that parameters are missing.
    allowUnsignedBody: true,
    nonceStore: options.nonceStore ?? new MemoryNonceStore(),
  });
  /** Contains no secret except the generated control key of the sample data, never a merchant's own key. */
  function inspectorKey(login: string): InspectorKey {
    const { controlKey, publicKeys: [publicKey] = [] } = merchants.find(login) ?? {};
    const isOfSample = controlKey === sample?.controlKey && isLoopbackAddress(address ?? DEFAULT_ADDRESS);
    return { publicKey, consumerSecret: isOfSample ? controlKey : undefined };
  }

  const handler = createRequestHandler({
    merchants,
    verifier,
    store,
    strict,
    pathPrefixes,
    publicChecks,
    rejectionStatus,
    origin,
    origins: () => origins,
    now,
    explain,
    explainHeader,
    lineFeeds,
    failureMode,
    slowMilliseconds,
    logSize,
    onRequest,
    onDefect,
    inspectorKey,
  });
  const server = await startServer({ address, port, tls, handle: handler.handle, onReceiveFailure, onDefect });
  origins = createOrigins({ isEncrypted: tls !== undefined, hostName, port: server.port, address });
  return {
    origin: origins.all[0],
    port: server.port,
    sample,
    requests: handler.log.requests,
    async har(shown = {}) {
      checkOptions(shown, ["showCardData"], "options", optionsError);
      return harOf((await handler.log.list(shown)).requests);
    },
    failNext: handler.failNext,
    addMerchant: merchants.add,
    addPayment: store.addPayment,
    addOutcome: store.addOutcome,
    orders: store.orders,
    callbacks: store.callbacks,
    advanceClock: store.advanceClock,
    reset: handler.reset,
    async close() {
      await handler.close();
      await store.close();
      await server.close();
    },
  };
}

function systemClock(): number {
  return Math.floor(Date.now() / 1000);
}

const OPTIONS = [
  "data",
  "address",
  "port",
  "tls",
  "hostName",
  "origin",
  "pathPrefixes",
  "publicChecks",
  "rejectionStatus",
  "nonceStore",
  "clockToleranceSeconds",
  "now",
  "explain",
  "explainHeader",
  "failureMode",
  "slowMilliseconds",
  "strict",
  "lineFeeds",
  "callbackFetch",
  "callbackPauses",
  "onCallback",
  "logSize",
  "onRequest",
  "onReceiveFailure",
  "onDefect",
] as const;

function rethrow(error: unknown): never {
  throw error;
}
