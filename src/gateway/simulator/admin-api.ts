/** The paths below `/_countersign/`, which the gateway does not have: they show requests and set failure modes. */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import type { HttpResponse } from "../../verifier/adapters/rejection-response.ts";
import { FAILURE_MODES, type FailureMode, isFailureMode } from "./failure-modes.ts";
import type { LoggedRequest } from "./logged-request.ts";
import { originFromHost } from "./origins.ts";

export interface Admin {
  requests(count?: number): Promise<LoggedRequest[]>;
  total(): number;
  failNext(mode: FailureMode, times?: number): void;
}

export const ADMIN_PREFIX = "/_countersign/";
const MAX_TIMES = 100_000;

/**
 * Answers with indented JSON.
 *
 * @param origins - of the simulator: under another host name, a web page in a browser could read the requests
 */
export async function adminAnswer(
  request: HttpRequest,
  path: string,
  origins: readonly string[],
  { requests, total, failNext }: Admin,
): Promise<HttpResponse> {
  if (originFromHost(request, origins) === undefined) {
    return json(403, { error: `expected the Host ${origins.join(" or ")}` });
  }
  const { pathname, searchParams } = new URL(path, "http://simulator");
  if (pathname === `${ADMIN_PREFIX}requests` && request.method === "GET") {
    const last = searchParams.get("last");
    if (last !== null && !/^[0-9]{1,6}$/.test(last)) return json(400, { error: "last must be a number of requests" });
    return json(200, { total: total(), requests: await requests(last === null ? undefined : Number(last)) });
  }
  if (pathname !== `${ADMIN_PREFIX}fail` || request.method !== "POST") {
    return json(404, { error: "use GET /_countersign/requests or POST /_countersign/fail?mode=MODE&times=N" });
  }
  const mode = searchParams.get("mode");
  const times = Number(searchParams.get("times") ?? "1");
  if (!isFailureMode(mode)) return json(400, { error: `mode must be one of ${FAILURE_MODES.join(", ")}` });
  if (!Number.isInteger(times) || times < 1 || times > MAX_TIMES) {
    return json(400, { error: `times must be a whole number from 1 to ${MAX_TIMES}` });
  }
  failNext(mode, times);
  return json(200, { fails: mode, times });
}

function json(status: number, value: unknown): HttpResponse {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
    body: `${JSON.stringify(value, undefined, 2)}\n`,
  };
}
