/** The fields of the gateway's answers. */

import type { FailureMode } from "./failure-modes.ts";

/** The fields of an answer, in their order. */
export interface Response {
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly isError: boolean;
  /** What happened, for the log. */
  readonly outcome: string;
  /** The failure mode of the payment. */
  readonly fails?: FailureMode | undefined;
  /** Stores the order, unless a failure mode makes the gateway decline it. */
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

/** @param number - of the request */
export function errorResponse({ type, code, message, reason }: GatewayFault, number: number): Response {
  return {
    isError: true,
    outcome: reason === undefined ? message : `${message}: ${reason}`,
    fields: { type, "serial-number": serialNumber(number), "error-message": message, "error-code": code },
  };
}

/** Replaces a successful answer for the failure modes `declined` and `error`. */
export function failedResponse(mode: "declined" | "error", { fields }: Response, number: number): Response {
  const outcome = `${mode} on demand`;
  if (mode === "error") {
    return { ...errorResponse({ type: "error", code: "8", message: "Failed on demand" }, number), outcome };
  }
  const { type } = fields;
  const declined = { status: "declined", "error-message": "Declined on demand", "error-code": "9" };
  return { isError: true, outcome, fields: { type, "serial-number": serialNumber(number), ...declined } };
}

/** The number of a request, in the format of the gateway. */
export function serialNumber(number: number): string {
  return `00000000-0000-0000-0000-${number.toString(16).padStart(12, "0")}`;
}
