/** How the simulator fails on demand, to test how clients react. */

import { setTimeout as wait } from "node:timers/promises";
import { quote } from "../../oauth1/errors.ts";
import type { ServerAnswer } from "../../request-log/server.ts";
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
  /** An answer of the type validation-error. */
  "validation-error",
  /** An answer with the status processing, without the ids of a card. */
  "processing",
  /** The correct answer, late. */
  "slow",
  /** The connection breaks in the middle of the body. */
  "cut-off",
  /** HTML pages with these statuses. */
  "401",
  "403",
  "429",
  "502",
  /** A body that is neither pairs nor JSON. */
  "malformed",
  /** The correct body as application/octet-stream. */
  "wrong-content-type",
] as const;

/** One of {@link FAILURE_MODES}. */
export type FailureMode = (typeof FAILURE_MODES)[number];

/** With these modes the gateway creates no order. */
const WITHOUT_ORDER: readonly FailureMode[] = ["declined", "error", "validation-error", "401", "403", "429"];

/** Failures that were requested while the simulator runs. */
export interface PlannedFailures {
  /**
   * @param clientOrderId - given if only requests for this order are to fail
   * @throws {@link GatewayError} `configuration-invalid`
   */
  add(mode: FailureMode, times?: number, slowMilliseconds?: number, clientOrderId?: string): void;
  /** Removes and returns the first failure that matches a request. */
  take(clientOrderId: string | undefined): PlannedFailure | undefined;
  reset(): void;
}

interface PlannedFailure {
  readonly mode: FailureMode;
  /** The delay of the mode `slow`, in milliseconds. */
  readonly delay: number | undefined;
  readonly clientOrderId: string | undefined;
}

export function createPlannedFailures(): PlannedFailures {
  const planned: PlannedFailure[] = [];
  return {
    add(mode, times = 1, delay, clientOrderId) {
      mustBeFailureMode("mode", mode);
      for (let time = 0; time < times; time++) planned.push({ mode, delay, clientOrderId });
    },
    take(wanted) {
      const at = planned.findIndex(({ clientOrderId }) => clientOrderId === undefined || clientOrderId === wanted);
      return at < 0 ? undefined : planned.splice(at, 1)[0];
    },
    reset() {
      planned.length = 0;
    },
  };
}

export function makesNoOrder(mode: FailureMode | undefined): boolean {
  return mode !== undefined && WITHOUT_ORDER.includes(mode);
}

export function isFailureMode(text: unknown): text is FailureMode {
  return (FAILURE_MODES as readonly unknown[]).includes(text);
}

/** @throws {@link GatewayError} `configuration-invalid` */
export function mustBeFailureMode(option: string, mode: unknown): void {
  if (isFailureMode(mode)) return;
  throw configurationError(`${option} must be one of ${FAILURE_MODES.join(", ")}, got ${quote(mode)}`);
}

const PAGES: Readonly<Partial<Record<FailureMode, string>>> = {
  "401": "Unauthorized",
  "403": "Forbidden",
  "429": "Too many requests",
  "502": "Bad gateway",
};

/** Applies the failure modes that affect sending; `failedResponse` creates the answers for the others. */
export async function applyFailureMode(
  answer: HttpResponse,
  mode: FailureMode,
  slowMilliseconds: number,
  signal: AbortSignal,
): Promise<ServerAnswer> {
  if (mode === "slow") await wait(slowMilliseconds, undefined, { signal }).catch(() => {});
  if (mode === "cut-off") return { ...answer, cutAfter: Math.floor(Buffer.byteLength(answer.body) / 2) };
  const title = PAGES[mode];
  if (title !== undefined) {
    const page = htmlPage(Number(mode), title);
    return mode === "429" ? { ...page, headers: { ...page.headers, "retry-after": "1" } } : page;
  }
  if (mode === "malformed") {
    return { ...answer, body: answer.body.replaceAll("=", "%=").replaceAll("&", "&&").replaceAll(":", "::") };
  }
  if (mode !== "wrong-content-type") return answer;
  return { ...answer, headers: { ...answer.headers, "content-type": "application/octet-stream" } };
}
