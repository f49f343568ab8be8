/**
 * The errors of the gateway's client: one class, and under it one for each moment at which something can go wrong.
 *
 * @module
 */

import { redactUnknown } from "./redactors.ts";

/** Stable; part of the public face. */
export type GatewayErrorCode =
  // The client was set up in a way that cannot be right.
  | "configuration-invalid"
  | "key-missing"
  | "key-unusable"
  | "environment-mismatch"
  // An argument, found before anything was sent.
  | "argument-invalid"
  // No answer came.
  | "aborted"
  | "timeout"
  | "connection-failed"
  // An answer came, and it says no.
  | "access-denied"
  | "validation-error"
  | "error"
  | "declined"
  // An answer came, and nobody can tell what it says.
  | "redirected"
  | "http-status"
  | "response-too-large"
  | "response-malformed"
  | "response-cut-off"
  | "response-doubled"
  | "response-not-utf8";

/** What else an error may have. */
export interface GatewayErrorOptions extends ErrorOptions {
  readonly hint?: string | undefined;
}

/** Everything that the gateway's client throws. No message holds a card number, a cvv2 or a key. */
export class GatewayError extends Error {
  override readonly name: string = "GatewayError";
  readonly code: GatewayErrorCode;
  /** What to do about it, where that is known. */
  readonly hint: string | undefined;

  constructor(code: GatewayErrorCode, message: string, options: GatewayErrorOptions = {}) {
    super(redactUnknown(message), "cause" in options ? { cause: options.cause } : {});
    this.code = code;
    this.hint = options.hint === undefined ? undefined : redactUnknown(options.hint);
  }
}

/** An argument that must not be sent. */
export class GatewayArgumentError extends GatewayError {
  override readonly name = "GatewayArgumentError";
  /** The argument, by its name in the call. */
  readonly field: string;

  constructor(field: string, message: string, hint?: string) {
    super("argument-invalid", `${field}: ${message}`, { hint });
    this.field = field;
  }
}

/** What came from the gateway, kept for whoever looks into it: card numbers are masked. */
export interface KeptResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  /** At most 4,096 characters. */
  readonly body: string;
  /** The pairs, as far as they could be read. */
  readonly fields: Readonly<Record<string, string>>;
}

/** An answer that is a refusal, or that is none. */
export class GatewayResponseError extends GatewayError {
  override readonly name = "GatewayResponseError";
  readonly response: KeptResponse;
  /** `error-code`, where the gateway gave one. */
  readonly gatewayCode: string | undefined;
  /** `error-message`, where the gateway gave one. */
  readonly gatewayMessage: string | undefined;

  constructor(code: GatewayErrorCode, message: string, response: KeptResponse, options: GatewayErrorOptions = {}) {
    super(code, message, options);
    this.response = response;
    this.gatewayCode = response.fields["error-code"];
    this.gatewayMessage = response.fields["error-message"];
  }
}
