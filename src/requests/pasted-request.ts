/** A request as it was read from a text, and its scheme, which the text may not contain. */

import { type HttpRequest, headerValues } from "../model/index.ts";
import { utf8Octets } from "../platform/index.ts";

/** The schemes of URLs to which requests are sent. */
export const SCHEMES = ["http", "https"] as const;

/** The scheme of a URL. */
export type Scheme = (typeof SCHEMES)[number];

/** A request as it was read from a text. */
export interface PastedRequest extends HttpRequest {
  /**
   * Whether the scheme of `url` is assumed, because the text contains none: a request line with only a path can have been
   * sent with either scheme. A diagnosis then tries both, and reports neither as a mistake.
   */
  readonly schemeIsAssumed?: true | undefined;
  /** Whether `method` is assumed, because the text, such as a URL, contains none. A diagnosis then also tries other methods. */
  readonly methodIsAssumed?: true | undefined;
  /** The programming language of the client, if the notation of the text shows it. */
  readonly language?: string | undefined;
  /**
   * The changes that were needed to read the request from the text, one phrase for each. A server makes no such changes,
   * and parts of the request may be missing.
   */
  readonly repairs?: readonly string[] | undefined;
  /** The number of the first line of the text that looks like a form and is no part of the request. */
  readonly unusedForm?: number | undefined;
}

/** The request with this scheme, which is then no longer assumed. */
export function withScheme({ schemeIsAssumed: _, ...request }: PastedRequest, scheme: Scheme): HttpRequest {
  return { ...request, url: request.url.replace(/^https?(?=:)/i, scheme) };
}

/** The request with one more of its {@link PastedRequest.repairs}. */
export function withRepair(request: PastedRequest, repair: string): PastedRequest {
  return { ...request, repairs: [...(request.repairs ?? []), repair] };
}

/** The scheme of an absolute URL of a request. */
export function schemeOf({ url }: HttpRequest): Scheme {
  return /^http:/i.test(url) ? "http" : "https";
}

/** The type of the most usual body. */
export const FORM_TYPE = "application/x-www-form-urlencoded";

/** A request with its body, if any. The type of the body is added unless a header field names one. */
export function requestWith(
  { body, ...request }: Omit<HttpRequest, "body"> & { readonly body: string | undefined },
  type: string,
): HttpRequest {
  if (body === undefined) return request;
  const named: HttpRequest["headers"] =
    headerValues(request, "content-type").length > 0 ? [] : [["Content-Type", type]];
  return { ...request, headers: [...request.headers, ...named], body: utf8Octets(body) };
}
