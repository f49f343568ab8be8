/**
 * The response parser by itself, for programs that send with an HTTP client of their own.
 *
 * @module
 */

import { quote } from "../oauth1/errors.ts";
import { utf8Octets } from "../platform/index.ts";
import type { Answers } from "./answers.ts";
import { GatewayArgumentError } from "./errors.ts";
import { OPERATIONS, type OperationName, operationNamed } from "./operations.ts";
import { readAnswer } from "./read-answer.ts";

/** A response as it came. */
export interface GatewayResponse {
  /** @default 200 */
  readonly status?: number | undefined;
  /** The header's value. @default "text/html;charset=utf-8" */
  readonly contentType?: string | undefined;
  /** Octets, or text that stands for its UTF-8. */
  readonly body: string | Uint8Array;
}

/**
 * Reads what the gateway answered to an operation: pairs, or JSON where the Content-Type says so.
 *
 * @throws {@link GatewayArgumentError} for an operation that there is not, and a body that is neither text nor octets
 * @throws {@link GatewayResponseError} for a refusal, and for what is no answer; it keeps what came, masked
 *
 * @example
 * ```ts
 * import { parseGatewayResponse } from "countersign/gateway";
 *
 * const body = "type=create-card-ref-response\n&card-ref-id=1000000001\n&status=approved\n";
 * parseGatewayResponse("createCardRef", { body }).cardRefId; // => "1000000001"
 * ```
 */
export function parseGatewayResponse<Name extends OperationName>(
  operation: Name,
  { status = 200, contentType, body }: GatewayResponse,
): Answers[(typeof OPERATIONS)[Name]["answer"]] {
  if (!Object.hasOwn(OPERATIONS, operation)) {
    const known = Object.keys(OPERATIONS).join(", ");
    throw new GatewayArgumentError("operation", `expected one of ${known}, got ${quote(operation)}`);
  }
  const octets = typeof body === "string" ? utf8Octets(body) : body;
  if (!(octets instanceof Uint8Array)) {
    throw new GatewayArgumentError("body", `expected text or a Uint8Array, got ${quote(body)}`);
  }
  return readAnswer(
    { status, contentType, octets },
    operationNamed(operation),
    {},
  ) as Answers[(typeof OPERATIONS)[Name]["answer"]];
}
