/**
 * The gateway simulator, for development and tests. Published as `countersign/gateway/simulator`.
 *
 * @module
 */

export type { HttpRequest } from "../../oauth1/http-request.ts";
export type { CardIds, Endpoint, GatewayData, Merchant, MerchantKey, Payment, PaymentStatus } from "./data.ts";
export type { ExplainOptions, ExplainRequest } from "./diagnose.ts";
export { FAILURE_MODES, type FailureMode } from "./failure-modes.ts";
export type { ReceiveFailure } from "./incoming-request.ts";
export type { LoggedRequest, RequestDiagnosis } from "./logged-request.ts";
export type { SampleData } from "./sample-data.ts";
export { type GatewaySimulator, type GatewaySimulatorOptions, startGatewaySimulator } from "./simulator.ts";
export type { StageParameter, Stages } from "./stages.ts";
