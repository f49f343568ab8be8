/** How the simulator fails on demand, to test how clients react. */

import { setTimeout as wait } from "node:timers/promises";
import { quote } from "../../oauth1/errors.ts";
import { type HttpResponse, htmlPage } from "../../verifier/adapters/rejection-response.ts";
import { configurationError } from "../errors.ts";

/**
 * The failures that the simulator can produce for a valid request.
 *
 * @example
 * ```ts
 * import { FAILURE_MODES } from "countersign/gateway/simulator";
 *
 * FAILURE_MODES.includes("cut-off"); // => true
 * ```
 */
export const FAILURE_MODES = [
  /** An answer with the status declined. */
  "declined",
  /** An answer of the type error. */
  "error",
  /** The right answer, late. */
  "slow",
  /** The connection breaks in the middle of the body. */
  "cut-off",
  /** An HTML page with the status 502. */
  "502",
  /** A body that is neither pairs nor JSON. */
  "malformed",
  /** The right body as application/octet-stream. */
  "wrong-content-type",
] as const;

/** One of {@link FAILURE_MODES}. */
export type FailureMode = (typeof FAILURE_MODES)[number];

export function isFailureMode(text: unknown): text is FailureMode {
  return (FAILURE_MODES as readonly unknown[]).includes(text);
}

/** @throws {@link GatewayError} `configuration-invalid` */
export function mustBeFailureMode(option: string, mode: unknown): void {
  if (isFailureMode(mode)) return;
  throw configurationError(`${option} must be one of ${FAILURE_MODES.join(", ")}, got ${quote(mode)}`);
}

/** An answer that may be sent in part. */
export interface SimulatorAnswer extends HttpResponse {
  /** The number of octets of the body to send before the connection is closed. */
  readonly cutAfter?: number;
}

/** Applies the failure modes that concern sending. `respond` makes the answers for `declined` and `error`. */
export async function applyFailureMode(
  answer: HttpResponse,
  mode: FailureMode,
  slowMilliseconds: number,
  signal: AbortSignal,
): Promise<SimulatorAnswer> {
  if (mode === "slow") await wait(slowMilliseconds, undefined, { signal }).catch(() => {});
  if (mode === "cut-off") return { ...answer, cutAfter: Math.floor(Buffer.byteLength(answer.body) / 2) };
  if (mode === "502") return htmlPage(502, "Bad gateway");
  if (mode === "malformed") {
    return { ...answer, body: answer.body.replaceAll("=", "%=").replaceAll("&", "&&").replaceAll(":", "::") };
  }
  if (mode !== "wrong-content-type") return answer;
  return { ...answer, headers: { ...answer.headers, "content-type": "application/octet-stream" } };
}
