/**
 * The double of the gateway, for tests and to develop against. Published as `countersign/gateway/simulator`.
 *
 * @module
 */

export type { HttpRequest } from "../../oauth1/http-request.ts";
export type { CardIds, Endpoint, GatewayData, Merchant, Payment, PaymentStatus } from "./data.ts";
export type { ExplainRequest } from "./diagnose.ts";
export { FAILURE_MODES, type FailureMode } from "./failures.ts";
export { type GatewayOptions, type RunningGateway, startGateway } from "./gateway.ts";
export type { Diagnosis } from "./request-log.ts";
export type { Sample } from "./sample.ts";
export type { ShownRequest } from "./shown-request.ts";
export type { StageParameter, Stages } from "./stages.ts";
