/** The fields of the gateway's answers. */

import { randomUUID } from "node:crypto";
import type { FailureMode } from "./failure-modes.ts";

/** The fields of an answer, in their order. */
export interface Response {
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly isError: boolean;
  /** A description of what happened, for the log. */
  readonly outcome: string;
  /** The merchant's id of the order; absent for an error. */
  readonly clientOrderId?: string | undefined;
  /** The failure mode of the payment. */
  readonly fails?: FailureMode | undefined;
  /** Stores the order; not called if a failure mode creates no order. */
  readonly commit?: () => void;
}

/** An error that the gateway reports. */
export interface GatewayFault {
  readonly type: "validation-error" | "error";
  readonly code: string;
  readonly message: string;
  /** The reason, for the log only. */
  readonly reason?: string | undefined;
}

export function validationError(message: string, reason?: string): GatewayFault {
  return { type: "validation-error", code: "1", message, reason };
}

/** @param serial - the serial number of the request */
export function errorResponse({ type, code, message, reason }: GatewayFault, serial: string): Response {
  return {
    isError: true,
    outcome: reason === undefined ? message : `${message}: ${reason}`,
    fields: { type, "serial-number": serial, "error-message": message, "error-code": code },
  };
}

/** Replaces a successful answer for the failure modes that concern its fields; returns other answers unchanged. */
export function failedResponse(mode: FailureMode | undefined, response: Response, serial: string): Response {
  const outcome = `${mode} on demand`;
  const { type, ...others } = response.fields;
  switch (mode) {
    case "error":
      return { ...errorResponse({ type: "error", code: "8", message: "Failed on demand" }, serial), outcome };
    case "validation-error":
      return { ...errorResponse(validationError("Invalid on demand"), serial), outcome };
    case "declined": {
      const declined = { status: "declined", "error-message": "Declined on demand", "error-code": "9" };
      return { isError: true, outcome, fields: { type, "serial-number": serial, ...declined } };
    }
    case "processing": {
      const ids = Object.entries(others).filter(([name]) => /-order-id$/.test(name));
      return {
        ...response,
        fields: { type, "serial-number": serial, ...Object.fromEntries(ids), status: "processing" },
      };
    }
    default:
      return response;
  }
}

/** Numbers requests in the format of the gateway. Each run uses different numbers, so that a log can contain several runs. */
export function createSerialNumbers(): (number: number) => string {
  const run = randomUUID().slice(0, 23);
  return (number) => `${run}-${number.toString(16).padStart(12, "0")}`;
}
