/**
 * What the double remembers of requests.
 *
 * @module
 */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import type { Verdict } from "../../verifier/index.ts";

/** What became of a request, before it is shown. */
export interface LogEntry {
  /** From 1. */
  readonly number: number;
  /** Seconds. */
  readonly at: number;
  /** With the absolute URL that it is verified under. */
  readonly request: HttpRequest;
  /** Absent where the request was not for an operation. */
  readonly verdict?: Verdict | undefined;
  /** Whether the gateway would do what is asked. */
  readonly isAccepted: boolean;
  diagnosis: RequestDiagnosis;
  /** Finds out more; absent where nothing is wrong, and once it was asked. */
  search?: (() => RequestDiagnosis) | undefined;
  /** The status of the answer. */
  readonly status: number;
  readonly outcome: string;
}

/** Why a request was refused, in lines and as data. */
export interface RequestDiagnosis {
  /** For people; empty where nothing is wrong. */
  readonly lines: readonly string[];
  /** Parameters that are not as they were when the request was signed. */
  readonly parameters: readonly string[];
  /** What the explainer that was handed in says, as data. */
  readonly data?: unknown;
  /** Where there is more to find out, and nobody has yet: it takes time that requests would have to wait. */
  readonly isPending?: true;
}

/** Remembers the last requests. */
export interface RequestLog {
  add(request: LogEntry): void;
  /** The oldest first. */
  last(count?: number): LogEntry[];
  /** How many there were in all. */
  total(): number;
}

/** Remembers so many. */
export function createRequestLog(most: number): RequestLog {
  const kept: LogEntry[] = [];
  let total = 0;
  return {
    add(request) {
      total++;
      kept[(total - 1) % most] = request;
    },
    last(count = most) {
      const wanted = Math.min(count, kept.length);
      return Array.from({ length: wanted }, (_, index) => kept[(total - wanted + index) % most]!);
    },
    total: () => total,
  };
}
