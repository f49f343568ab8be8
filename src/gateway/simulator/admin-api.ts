/**
 * The addresses below `/_countersign/`, which the gateway does not have: to look at requests, and to order failures.
 *
 * @module
 */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import type { Answer } from "../../verifier/adapters/answers.ts";
import { FAILURE_MODES, type FailureMode, isFailureMode } from "./failure-modes.ts";
import type { LoggedRequest } from "./logged-request.ts";
import { originFromHost } from "./origins.ts";

/** What can be looked at and ordered. */
export interface Controls {
  requests(count?: number): Promise<LoggedRequest[]>;
  total(): number;
  failNext(mode: FailureMode, times?: number): void;
  /** Other names would let a page in a browser look in here. */
  readonly origins: readonly string[];
}

const PREFIX = "/_countersign/";
const MOST_TIMES = 100_000;

/** Whether a path is one of these. */
export function isControlPath(path: string): boolean {
  return path.startsWith(PREFIX);
}

/** Answers: JSON, indented for people. */
export async function controlAnswer(request: HttpRequest, path: string, controls: Controls): Promise<Answer> {
  const { method } = request;
  if (originFromHost(request, controls.origins) === undefined) {
    return json(403, { error: `expected the Host ${controls.origins.join(" or ")}` });
  }
  const { pathname, searchParams } = new URL(path, "http://double");
  if (pathname === `${PREFIX}requests` && method === "GET") {
    const last = searchParams.get("last");
    if (last !== null && !/^[0-9]{1,6}$/.test(last)) return json(400, { error: "last must be a number of requests" });
    const requests = await controls.requests(last === null ? undefined : Number(last));
    return json(200, { total: controls.total(), requests });
  }
  if (pathname === `${PREFIX}fail` && method === "POST") return orderFailure(searchParams, controls);
  return json(404, { error: "there is GET /_countersign/requests and POST /_countersign/fail?mode=MODE&times=N" });
}

function orderFailure(asked: URLSearchParams, { failNext }: Controls): Answer {
  const mode = asked.get("mode") ?? "";
  const times = Number(asked.get("times") ?? "1");
  if (!isFailureMode(mode)) return json(400, { error: `mode must be one of ${FAILURE_MODES.join(", ")}` });
  if (!Number.isInteger(times) || times < 1 || times > MOST_TIMES) {
    return json(400, { error: `times must be a whole number from 1 to ${MOST_TIMES}` });
  }
  failNext(mode, times);
  return json(200, { fails: mode, times });
}

function json(status: number, value: unknown): Answer {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
    body: `${JSON.stringify(value, undefined, 2)}\n`,
  };
}
