/**
 * Which URL the client signed (RFC 5849 3.4.1.2): one answer, found without trying.
 *
 * @module
 */

import { baseStringUri } from "../oauth1/base-string-uri.ts";
import type { Policy } from "./policy.ts";
import type { ProxyRule } from "./proxy.ts";
import { quote } from "./quote.ts";
import type { Received } from "./received-request.ts";
import { addProblem, type Problems } from "./verdicts.ts";

/** The URL as the signature covers it. */
export interface SignedUrl {
  /** The base string URI. */
  readonly uri: string;
  /** Without the question mark; empty for none. */
  readonly query: string;
  /** Whether the request came over TLS, as far as anyone who is trusted says. */
  readonly isSecure: boolean;
}

/** A request target is visible ASCII without a fragment; what else comes, every reader would read differently. */
const VISIBLE_RE = /^[\x21\x22\x24-\x7e]+$/;

const METHOD_RE = /^[\w!#$%&'*+.^`|~-]+$/; // RFC 7230 3.2.6: "POST", "M-SEARCH"

/** Finds the URL. A path needs a configured origin, or a configured proxy that names one. */
export function signedUrl(request: Received, policy: Policy, problems: Problems): SignedUrl | undefined {
  const { method, url } = request;
  if (method !== "POST" && method !== "GET" && !METHOD_RE.test(method)) {
    return addProblem(problems, "url-malformed", `the request line names no HTTP method: ${quote(method)}`);
  }
  if (!VISIBLE_RE.test(url)) {
    return addProblem(problems, "url-malformed", "the URL must be visible ASCII without a fragment");
  }
  const mark = url.indexOf("?");
  const head = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? "" : url.slice(mark + 1);
  if (policy.proxy?.isProxy(request.remoteAddress) === true)
    return behindProxy(request, head, query, policy.proxy, problems);
  const { origin } = policy;
  if (!head.startsWith("/")) {
    const uri = absolute(head, origin?.uri, problems);
    return uri === undefined ? undefined : { uri, query, isSecure: request.secure && isHttps(uri) };
  }
  if (origin !== undefined) return { uri: under(origin.uri, head), query, isSecure: request.secure && origin.isHttps };
  const message = "the URL is a path, and neither the option origin nor proxy says what clients sign in front of it";
  return addProblem(problems, "url-malformed", message);
}

/** The proxy says what the client signed; that the connection to it was TLS or not says nothing of the client's. */
function behindProxy(
  request: Received,
  head: string,
  query: string,
  proxy: ProxyRule,
  problems: Problems,
): SignedUrl | undefined {
  const said = proxy.originOf(request);
  if ("fault" in said) return addProblem(problems, "url-malformed", said.fault);
  const uri = head.startsWith("/") ? under(said.uri, head) : absolute(head, said.uri, problems);
  return uri === undefined ? undefined : { uri, query, isSecure: isHttps(uri) };
}

/** A path of visible ASCII stands in the base string URI as it is. */
function under(origin: string, path: string): string {
  return origin + path.slice(1);
}

/** An absolute URL must agree with what is configured: a request for another service is not ours to accept. */
function absolute(url: string, origin: string | undefined, problems: Problems): string | undefined {
  const uri = uriOf(url);
  if (uri === undefined)
    return addProblem(problems, "url-malformed", "the URL is neither absolute, with http or https, nor a path");
  if (origin === undefined || uri.startsWith(origin)) return uri;
  return addProblem(problems, "url-malformed", "the URL has another origin than the configured one");
}

function uriOf(url: string): string | undefined {
  try {
    return baseStringUri(url);
  } catch {
    return undefined;
  }
}

function isHttps(uri: string): boolean {
  return uri.startsWith("https:");
}
