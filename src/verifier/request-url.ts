/**
 * Which URL the client signed (RFC 5849 3.4.1.2): one answer, found without trying.
 *
 * @module
 */

import { encodedBaseStringUri } from "../oauth1/base-string-uri.ts";
import { baseStringUri } from "../oauth1/index.ts";
import type { Policy } from "./policy.ts";
import { quote } from "./quote.ts";
import type { ReceivedRequest } from "./types.ts";
import { found, type Problems } from "./verdicts.ts";

/** The URL as the signature covers it. */
export interface SignedUrl {
  /** The base string URI, encoded as the base string holds it. */
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
export function signedUrl(request: ReceivedRequest, policy: Policy, problems: Problems): SignedUrl | undefined {
  const { method, url } = request;
  if (method !== "POST" && method !== "GET" && !METHOD_RE.test(method)) {
    return found(problems, "url-malformed", `the request line names no HTTP method: ${quote(method)}`);
  }
  if (!VISIBLE_RE.test(url)) {
    return found(problems, "url-malformed", "the URL must be visible ASCII without a fragment");
  }
  const trusted = trustedOrigin(request, policy, problems);
  if (trusted === undefined) return undefined;
  const mark = url.indexOf("?");
  const head = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? "" : url.slice(mark + 1);
  const base = head.startsWith("/") ? underOrigin(head, trusted.uri, problems) : absolute(head, trusted.uri, problems);
  if (base === undefined) return undefined;
  // A TLS connection that ended at a proxy is known only where that proxy is.
  const isSecure = isHttps(base) && (trusted.viaProxy || request.secure !== false);
  return { uri: encodedBaseStringUri(base), query, isSecure };
}

interface TrustedOrigin {
  /** With a slash at the end; `undefined` where only the URL itself says. */
  readonly uri: string | undefined;
  readonly viaProxy: boolean;
}

function trustedOrigin(request: ReceivedRequest, policy: Policy, problems: Problems): TrustedOrigin | undefined {
  if (policy.proxy?.isProxy(request.remoteAddress) !== true) return { uri: policy.origin?.uri, viaProxy: false };
  const said = policy.proxy.originOf(request);
  if ("fault" in said) return found(problems, "url-malformed", said.fault);
  return { uri: said.uri, viaProxy: true };
}

function underOrigin(path: string, origin: string | undefined, problems: Problems): string | undefined {
  if (origin !== undefined) return origin + path.slice(1);
  const message = "the URL is a path, and neither the option origin nor proxy says what clients sign in front of it";
  return found(problems, "url-malformed", message);
}

/** An absolute URL must agree with what is configured: a request for another service is not ours to accept. */
function absolute(url: string, origin: string | undefined, problems: Problems): string | undefined {
  const uri = uriOf(url);
  if (uri === undefined)
    return found(problems, "url-malformed", "the URL is neither absolute, with http or https, nor a path");
  if (origin === undefined || uri.startsWith(origin)) return url;
  return found(problems, "url-malformed", "the URL has another origin than the configured one");
}

function uriOf(url: string): string | undefined {
  try {
    return baseStringUri(url);
  } catch {
    return undefined;
  }
}

function isHttps(base: string): boolean {
  return base.startsWith("https:") || base.slice(0, 6).toLowerCase() === "https:";
}
