/** The errors of the gateway client, and their hints. */

import { COUNTERSIGN } from "../platform/index.ts";
import { redactUnknown } from "./redactors.ts";

/** The codes of errors. They do not change between versions. */
export type GatewayErrorCode =
  // The options of the client are invalid.
  | "configuration-invalid"
  | "key-missing"
  | "key-unusable"
  | "environment-mismatch"
  // An argument is wrong; nothing was sent.
  | "argument-invalid"
  // The option keys.sign returned no valid signature; nothing was sent.
  | "signing-failed"
  // No complete response arrived.
  | "aborted"
  | "timeout"
  | "connection-failed"
  // The gateway answered that it did not carry out the operation.
  | "access-denied"
  | "validation-error"
  | "error"
  | "declined"
  // The response is not a valid answer.
  | "redirected"
  | "http-status"
  | "response-too-large"
  | "response-malformed"
  | "response-cut-off"
  | "response-for-other-order"
  | "response-doubled"
  | "response-not-utf8";

export interface GatewayErrorOptions extends ErrorOptions {
  readonly hint?: string | undefined;
}

/** The base class of all errors of the gateway client. No message contains a card number, a cvv2 or a key. */
export class GatewayError extends Error {
  override readonly name: string = "GatewayError";
  readonly code: GatewayErrorCode;
  /** The next step, if it is known. */
  readonly hint: string | undefined;

  constructor(code: GatewayErrorCode, message: string, options: GatewayErrorOptions = {}) {
    super(redactUnknown(message), options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.hint = options.hint === undefined ? undefined : redactUnknown(options.hint);
  }
}

export function configurationError(message: string): GatewayError {
  return new GatewayError("configuration-invalid", message);
}

/** Creates the error for options. */
export function optionsError(_code: string, message: string): GatewayError {
  return configurationError(message);
}

/** An argument of a call is invalid (`argument-invalid`). Nothing was sent. */
export class GatewayArgumentError extends GatewayError {
  override readonly name = "GatewayArgumentError";
  /** The name of the argument in the call. */
  readonly field: string;

  constructor(field: string, message: string, hint?: string) {
    super("argument-invalid", `${field}: ${message}`, { hint });
    this.field = field;
  }
}

/** The response of the gateway that an error contains, without card numbers, cvv2 and keys. */
export interface RedactedResponse {
  /** The HTTP status. */
  readonly status: number;
  readonly contentType: string | undefined;
  /** The first 4,096 characters. */
  readonly body: string;
  /** The fields that could be read. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The gateway did not carry out the operation, or its response is not a valid answer. */
export class GatewayResponseError extends GatewayError {
  override readonly name = "GatewayResponseError";
  readonly response: RedactedResponse;
  /** The field `error-code`, if the gateway sent it. */
  readonly gatewayCode: string | undefined;
  /** The field `error-message`, if the gateway sent it. */
  readonly gatewayMessage: string | undefined;
  /** How many seconds the gateway asks to wait before the next request (the header Retry-After). */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: GatewayErrorCode,
    message: string,
    response: RedactedResponse,
    options: GatewayErrorOptions & { readonly retryAfterSeconds?: number | undefined } = {},
  ) {
    super(code, message, options);
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.response = response;
    this.gatewayCode = response.fields["error-code"];
    this.gatewayMessage = response.fields["error-message"];
  }
}

/** A hint for errors that leave the state of an order unknown. */
export const CHECK_ORDER_STATUS =
  "the gateway may have accepted this order: check its status before you send another one";

/** The response is the same for every cause, so the hint lists causes, the most likely first. */
export const ACCESS_DENIED_HINT: string = [
  "the gateway does not give a reason; check, in this order:",
  "1. the keys belong to this environment: login, control key or key pair, endpoint and host are all of integration or all of production",
  `2. RSA: the gateway has the public key of this private key (${COUNTERSIGN} keys check PRIVATE --public PUBLIC), and its manager has activated it`,
  "3. the signature method is that of the operation: RSA-SHA256 for v4, HMAC-SHA1 for v2",
  "4. the gateway receives the URL that the client signed: check origin, pathPrefix, and proxies that change the URL",
  "5. the endpoint belongs to this merchant; the id of an endpoint is in the path of an endpoint, that of a group after group/",
  "6. transport and realm are as this installation expects them",
  "7. the clock of this machine is correct",
  "8. the gateway accepts requests from the IP address of this machine",
  "save the request as it was sent and run `countersign explain FILE`: it shows each stage of the signature and the mistake",
].join("\n");
