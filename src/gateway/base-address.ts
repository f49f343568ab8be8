/**
 * The two parts of an address in front of version and operation, checked alike wherever they are given.
 *
 * @module
 */

import { quote } from "../oauth1/errors.ts";
import { GatewayError } from "./errors.ts";

/** What the specification has in front of version and operation. */
export const DEFAULT_PREFIX = "/processing/api";

/**
 * Reads `scheme://host[:port]`, with a slash at its end or without.
 *
 * @param option - what it is called where it was given
 * @throws {@link GatewayError} `configuration-invalid`
 */
export function readOrigin(option: string, origin: unknown): URL {
  const url = typeof origin === "string" && URL.canParse(origin) ? new URL(origin) : undefined;
  // What the parser would write otherwise would also be signed otherwise than sent.
  const isAsWritten = url !== undefined && (url.origin === origin || `${url.origin}/` === origin);
  if (isAsWritten && /^https?:$/.test(url.protocol)) return url;
  throw invalid(`${option} must be https://host[:port], in lower case and without a path, got ${quote(origin)}`);
}

/**
 * Checks a path prefix: empty, or segments with a slash in front of each.
 *
 * @param option - what it is called where it was given
 * @throws {@link GatewayError} `configuration-invalid`
 */
export function checkPathPrefix(option: string, prefix: unknown): void {
  const isPath = typeof prefix === "string" && /^(?:\/[\w.~-]+)*$/.test(prefix) && !/\/\.\.?(?:\/|$)/.test(prefix);
  if (isPath) return;
  throw invalid(`${option} must be a path such as ${DEFAULT_PREFIX}, without a slash at its end, got ${quote(prefix)}`);
}

function invalid(message: string): GatewayError {
  return new GatewayError("configuration-invalid", message);
}
