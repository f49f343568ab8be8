/** Determines the URL that the client signed (RFC 5849 3.4.1.2). */

import { tryBaseStringUri } from "../oauth1/base-string-uri.ts";
import { quote } from "../oauth1/errors.ts";
import type { HttpRequest } from "../oauth1/http-request.ts";
import type { Policy } from "./policy.ts";
import { type Received, receive, textValues } from "./received-request.ts";
import { addProblem, type Problems } from "./rejections.ts";
import type { ReceivedRequest } from "./types.ts";

export interface SignedUrl {
  /** The base string URI. */
  readonly uri: string;
  /** Without the question mark; empty for none. */
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
  // The proxy says whether its connection to the client is TLS. The connection from the proxy does not matter.
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

/**
 * For the message of a wrong signature: a client that signs the host to which it connects signs another origin than the
 * configured one. Not for requests through the proxy, whose host has been checked. Empty if there is nothing to say.
 */
export function hostHint(request: Received, { origin, proxy }: Policy): string {
  const [host, another] = textValues(request.headers, "host");
  if (origin === undefined || host === undefined || another !== undefined || proxy?.(request) !== undefined) return "";
  const scheme = origin.slice(0, origin.indexOf("/"));
  if (tryBaseStringUri(`${scheme}//${host}/`) === origin) return "";
  return `; Host is not the configured origin: ${quote(host)} instead of ${origin.slice(0, -1)}`;
}

/** An absolute URL must have the configured origin: a request to another service must not be accepted. */
function baseUri(url: string, origin: string | undefined, problems: Problems): string | undefined {
  if (url.startsWith("/")) {
    // A path of visible ASCII is part of the base string URI unchanged.
    if (origin !== undefined) return origin + url.slice(1);
    const message = "the URL is a path, and neither the option origin nor proxy says which origin clients sign";
    return addProblem(problems, "url-malformed", message);
  }
  const uri = tryBaseStringUri(url);
  if (uri === undefined) {
    return addProblem(problems, "url-malformed", "the URL is neither an absolute http or https URL nor a path");
  }
  if (origin === undefined || uri.startsWith(origin)) return uri;
  return addProblem(problems, "url-malformed", "the URL has another origin than the configured one");
}
