/** The log of requests: the last ones, in the order of their arrival. */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import type { Verdict } from "../../verifier/index.ts";

/** A request and its outcome. {@link createLogView} makes the form without secrets. */
export interface LogEntry {
  /** From 1. */
  readonly number: number;
  /** Seconds since 1970. */
  readonly at: number;
  /** With the absolute URL that the verifier used. */
  readonly request: HttpRequest;
  /** Absent if the request was not for an operation. */
  readonly verdict?: Verdict | undefined;
  readonly isAccepted: boolean;
  diagnosis: RequestDiagnosis;
  /** Completes the diagnosis; absent if it is complete. */
  search?: (() => RequestDiagnosis) | undefined;
  /** The HTTP status of the answer. */
  readonly status: number;
  readonly outcome: string;
}

/** Why a request was rejected. */
export interface RequestDiagnosis {
  /** Text for people; empty if nothing is wrong. */
  readonly lines: readonly string[];
  /** The names of parameters that were changed after the request was signed. */
  readonly parameters: readonly string[];
  /** The data that the option `explain` returned. */
  readonly data?: unknown;
  /** Whether the search for the cause has not run yet. It runs when no request is in progress. */
  readonly isPending?: true;
}

export interface RequestLog {
  add(entry: LogEntry): void;
  /** The last entries, the oldest first. */
  last(count?: number): LogEntry[];
  /** The number of all requests. */
  total(): number;
}

/** @param size - how many entries to keep */
export function createRequestLog(size: number): RequestLog {
  const kept: LogEntry[] = [];
  let total = 0;
  return {
    add(entry) {
      total++;
      kept[(total - 1) % size] = entry;
    },
    last(count = size) {
      const wanted = Math.min(count, kept.length);
      return Array.from({ length: wanted }, (_, index) => kept[(total - wanted + index) % size]!);
    },
    total: () => total,
  };
}
