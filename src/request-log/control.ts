/** Defines a path of the control API, and how it reads requests and writes answers. */

import { quote } from "../oauth1/errors.ts";
import { type HttpRequest, headerValues } from "../oauth1/http-request.ts";
import { utf8Text } from "../platform/index.ts";
import type { HttpResponse } from "../verifier/adapters/rejection-response.ts";

/** A request to the control API is wrong. The answer has the status 400 and this message. */
export class ControlError extends Error {
  override readonly name = "ControlError";
}

/** A request to the control API. */
export interface ControlCall {
  readonly query: URLSearchParams;
  /** The rest of the path after the path of the control. */
  readonly rest: string;
  readonly request: HttpRequest;
}

/** One path of the control API, for a server of one kind. It throws a {@link ControlError} for wrong input. */
export interface Control<Server> {
  readonly method: "GET" | "POST";
  /** The path below `/_countersign/`. If it ends in a slash, the path of a request continues after it. */
  readonly path: string;
  /** Describes the rest of the request to users. */
  readonly usage: string;
  answer(server: Server, call: ControlCall): Promise<HttpResponse> | HttpResponse;
}

export function oneOf(query: URLSearchParams, name: string, values: readonly string[]): string | undefined {
  const value = query.get(name);
  if (value === null || values.includes(value)) return value ?? undefined;
  throw new ControlError(`${name} must be ${values.join(" or ")}`);
}

export function numberIn(query: URLSearchParams, name: string, least: number, most: number): number | undefined {
  const text = query.get(name);
  return text === null ? undefined : wholeNumber(name, text, least, most);
}

export function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^[0-9]{1,16}$/.test(text) && value >= least && value <= most) return value;
  throw new ControlError(`${name} must be a whole number from ${least} to ${most}`);
}

export function jsonBody(request: HttpRequest): unknown {
  const [type = ""] = headerValues(request, "content-type");
  // A web page can send other types to this address without a CORS preflight.
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new ControlError(`expected a body of the type application/json, got ${quote(type)}`);
  }
  try {
    return JSON.parse(utf8Text(request.body ?? new Uint8Array())) as unknown;
  } catch {
    throw new ControlError("the body is not JSON");
  }
}

/** The headers of all answers, so that no browser stores them or passes them to a page of another origin. */
export const PRIVATE_HEADERS = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** Indented JSON, which no page of another origin can load. */
export function json(status: number, value: unknown): HttpResponse {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...PRIVATE_HEADERS },
    body: `${JSON.stringify(value, undefined, 2)}\n`,
  };
}
