/**
 * How the double fails on demand, so that clients can be tried with it.
 *
 * @module
 */

import { setTimeout as wait } from "node:timers/promises";
import { quote } from "../../oauth1/errors.ts";
import { type Answer, htmlPage } from "../../verifier/adapters/answers.ts";
import { GatewayError } from "../errors.ts";

/** What can go wrong with a request that is right. */
export const FAILURE_MODES = [
  /** Status declined. */
  "declined",
  /** An answer of the type error. */
  "error",
  /** The right answer, late. */
  "slow",
  /** The connection breaks in the middle of the body. */
  "cut-off",
  /** Bad gateway, an HTML page. */
  "502",
  /** A body that is no pairs, nor JSON. */
  "malformed",
  /** The right body as application/octet-stream. */
  "wrong-content-type",
] as const;

/** See {@link FAILURE_MODES}. */
export type FailureMode = (typeof FAILURE_MODES)[number];

/** Whether somebody named a mode that there is. */
export function isFailureMode(text: string): text is FailureMode {
  return (FAILURE_MODES as readonly string[]).includes(text);
}

/**
 * Refuses a mode that there is not.
 *
 * @throws {@link GatewayError} `configuration-invalid`
 */
export function mustBeFailureMode(option: string, mode: unknown): void {
  if (typeof mode === "string" && isFailureMode(mode)) return;
  throw new GatewayError(
    "configuration-invalid",
    `${option} must be one of ${FAILURE_MODES.join(", ")}, got ${quote(mode)}`,
  );
}

/** An answer that may end before its end. */
export interface SimulatorAnswer extends Answer {
  /** So many octets of the body are sent; then the connection is cut. */
  readonly cutAfter?: number;
}

/** Makes the failures that are about the sending; `declined` and `error` are answers like others. */
export async function spoil(answer: Answer, mode: FailureMode, delay: Delay): Promise<SimulatorAnswer> {
  if (mode === "slow") await wait(delay.milliseconds, undefined, { signal: delay.signal }).catch(() => {});
  if (mode === "cut-off") return { ...answer, cutAfter: Math.floor(Buffer.byteLength(answer.body) / 2) };
  if (mode === "502") return htmlPage(502, "Bad gateway");
  if (mode === "malformed") return { ...answer, body: malformed(answer.body) };
  if (mode !== "wrong-content-type") return answer;
  return { ...answer, headers: { ...answer.headers, "content-type": "application/octet-stream" } };
}

/** Neither pairs nor JSON. */
function malformed(body: string): string {
  return body.replaceAll("=", "%=").replaceAll("&", "&&").replaceAll(":", "::");
}

/** How long `slow` takes, and what ends it early. */
export interface Delay {
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}
