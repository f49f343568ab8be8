/** Sends a request with the stages of a client. */

import { type HttpRequest, type SigningInput, type Stages, toOctets, trace } from "./index.ts";

/** The sent request; `undefined` if the stages throw. */
export function sendAs(request: SigningInput, stages: Stages): HttpRequest | undefined {
  try {
    const { url, authorizationHeader, body } = trace(request, stages);
    if (url === undefined) return undefined;
    const hasForm =
      request.form !== undefined || request.transport === "body" || request.transport === "header-and-body";
    return {
      method: request.method,
      url,
      headers: [
        ...(hasForm && !hasType(request) ? [["Content-Type", "application/x-www-form-urlencoded"] as const] : []),
        ...(request.headers ?? []),
        ...(authorizationHeader === undefined ? [] : [["Authorization", authorizationHeader] as const]),
      ],
      ...(body === undefined ? {} : { body: toOctets(body) }),
    };
  } catch {
    return undefined;
  }
}

function hasType({ headers = [] }: SigningInput): boolean {
  return headers.some(([name]) => name.toLowerCase() === "content-type");
}
