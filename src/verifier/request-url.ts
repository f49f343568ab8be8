/** Determines the URL that the client signed (RFC 5849 3.4.1.2). */

import { tryBaseStringUri } from "../oauth1/base-string-uri.ts";
import { quote } from "../oauth1/errors.ts";
import { type HttpRequest, headerValues } from "../oauth1/http-request.ts";
import type { Policy } from "./policy.ts";
import { originUri } from "./proxy.ts";
import { type Received, receive } from "./received-request.ts";
import { addProblem, type Problems } from "./rejections.ts";
import type { ReceivedRequest } from "./types.ts";

export interface SignedUrl {
  /** The base string URI. */
  readonly uri: string;
  /** Without the question mark; empty if absent. */
  readonly query: string;
  /** Whether the request came over TLS, according to the connection, the trusted proxy or the configured origin. */
  readonly isSecure: boolean;
}

/** A request target is visible ASCII without a fragment; programs interpret other characters differently. */
const VISIBLE_RE = /^[\x21\x22\x24-\x7e]+$/;

const METHOD_RE = /^[\w!#$%&'*+.^`|~-]+$/; // RFC 7230 3.2.6: "POST", "M-SEARCH"

/** A URL that is a path needs the option `origin` or `proxy`. */
export function signedUrl(request: Received, policy: Policy, problems: Problems): SignedUrl | undefined {
  const { method, url } = request;
  if (method !== "POST" && method !== "GET" && !METHOD_RE.test(method)) {
    return addProblem(problems, "url-malformed", `the request method is not an HTTP method: ${quote(method)}`);
  }
  if (!VISIBLE_RE.test(url)) {
    return addProblem(problems, "url-malformed", "the URL must be visible ASCII without a fragment");
  }
  const mark = url.indexOf("?");
  const head = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? "" : url.slice(mark + 1);
  const proxied = policy.proxy?.(request);
  if (proxied !== undefined && "problem" in proxied) return addProblem(problems, "url-malformed", proxied.problem);
  const uri = baseUri(head, proxied?.uri ?? policy.origin, problems);
  if (uri === undefined) return undefined;
  // The proxy reports whether its connection to the client is TLS. The connection from the proxy does not matter.
  return { uri, query, isSecure: (proxied !== undefined || request.secure) && uri.startsWith("https:") };
}

/**
 * The request with the absolute URL that its client should have signed; `undefined` if that cannot be determined.
 *
 * @throws {@link VerifierConfigurationError} `request-invalid`
 */
export function absoluteRequest(request: ReceivedRequest, policy: Policy): HttpRequest | undefined {
  const received = receive(request);
  const { method, url, headers, body } = received;
  const signed = signedUrl(received, policy, []);
  if (signed === undefined) return undefined;
  const absolute = url.startsWith("/") ? signed.uri + url.slice(url.split("?", 1)[0]!.length) : url;
  return { method, url: absolute, headers, body };
}

/** An absolute URL must have the configured origin: a request to another service must not be accepted. */
function baseUri(url: string, origin: string | undefined, problems: Problems): string | undefined {
  if (url.startsWith("/")) {
    // A path of visible ASCII is part of the base string URI unchanged.
    if (origin !== undefined) return origin + url.slice(1);
    const message = "the URL is a path, and neither the option origin nor proxy names the origin that clients sign";
    return addProblem(problems, "url-malformed", message);
  }
  const uri = tryBaseStringUri(url);
  if (uri === undefined) {
    return addProblem(problems, "url-malformed", "the URL is neither an absolute http or https URL nor a path");
  }
  if (origin === undefined || uri.startsWith(origin)) return uri;
  return addProblem(problems, "url-malformed", notTheOrigin(uri.slice(0, uri.indexOf("/", "https://".length)), origin));
}

/**
 * A hint for the operator if the URL is a path and the signature does not match: the client may have signed the host that it
 * used. `undefined` if the Host header names the configured origin, or if the header does not matter.
 */
export function hostHint(request: Received, policy: Policy): string | undefined {
  const { origin } = policy;
  const [host, ...more]: readonly unknown[] = headerValues(request, "host");
  if (origin === undefined || typeof host !== "string" || more.length > 0 || !request.url.startsWith("/"))
    return undefined;
  if (policy.proxy?.(request) !== undefined) return undefined;
  const scheme = origin.startsWith("https:") ? "https" : "http";
  return originUri(scheme, host) === origin ? undefined : notTheOrigin(host, origin);
}

function notTheOrigin(named: string, origin: string): string {
  return `Host is not the configured origin: ${quote(named)} instead of ${origin.slice(0, -1)}`;
}
