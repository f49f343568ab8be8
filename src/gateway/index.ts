/**
 * The operations of the card gateway as data, and a typed client for them. Published as `countersign/gateway`.
 *
 * @module
 */

export type { AcceptedStatus, Answers, CardReference, GatewayStatus, OrderReceipt, OrderStatus } from "./answers.ts";
export {
  type CallbackIds,
  type CallbackOptions,
  callbackControl,
  type RejectedCallback,
  type VerifiedCallback,
  verifyCallback,
} from "./callback.ts";
export { createGatewayClient, type GatewayClient } from "./client.ts";
export type { CallOptions, ClientSettings, GatewayClientOptions, SigningOptions } from "./client-options.ts";
export { type EndpointGroupId, type EndpointId, endpointGroupId, endpointId, type GatewayTarget } from "./endpoint.ts";
export type { EnvironmentName, GatewayEnvironment, GatewayKeys, GatewayMethod } from "./environment.ts";
export {
  GatewayArgumentError,
  GatewayError,
  type GatewayErrorCode,
  type GatewayErrorOptions,
  GatewayResponseError,
  type RedactedResponse,
} from "./errors.ts";
export {
  type ArgumentsOf,
  OPERATIONS,
  type Operation,
  type OperationName,
  type OperationParameter,
  type ParameterSource,
  type ValueType,
} from "./operations.ts";
export { type GatewayResponse, parseGatewayResponse } from "./response.ts";
export type { Fetch } from "./send.ts";
