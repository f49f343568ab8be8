/**
 * The gateway simulator, for development and tests. Published as `countersign/gateway/simulator`.
 *
 * @module
 */

export type { HttpRequest } from "../../oauth1/http-request.ts";
export type { ClientComparison } from "../../request-log/client-texts.ts";
export type { Har, HarEntry } from "../../request-log/har.ts";
export type { ReceiveFailure } from "../../request-log/incoming-request.ts";
export type {
  LoggedRequest,
  LoggedResponse,
  LogViewOptions,
  Remark,
  RequestDiagnosis,
} from "../../request-log/logged-request.ts";
export type { StageParameter, Stages } from "../../request-log/stages.ts";
export type { CallbackAttempt, CallbackFetch } from "./callback-queue.ts";
export type { CardIds, Endpoint, GatewayData, Merchant, MerchantKey, Payment } from "./data.ts";
export type { ExplainOptions, ExplainRequest } from "./diagnose.ts";
export { FAILURE_MODES, type FailureMode } from "./failure-modes.ts";
export type { MerchantRecord, NewMerchant } from "./merchants.ts";
export { NOTICE_CODES, type Notice, type NoticeCode } from "./notices.ts";
export type { OrderRecord } from "./order-store.ts";
export type { NewPayment } from "./orders.ts";
export type { OrderOutcome, OrderResult, PaymentStatus } from "./outcomes.ts";
export type { SampleData } from "./sample-data.ts";
export { type GatewaySimulator, type GatewaySimulatorOptions, startGatewaySimulator } from "./simulator.ts";
