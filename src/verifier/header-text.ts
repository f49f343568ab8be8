/**
 * Which Authorization header holds the credentials: the one of the scheme OAuth, where there is no other.
 *
 * @module
 */

import type { Problem } from "./types.ts";

/** The credentials, as they were sent. */
export interface OAuthHeader {
  /** `undefined` for none. */
  readonly credentials: string | undefined;
  /** Why it cannot be told which they are. */
  readonly problem: Problem | undefined;
}

const NO_CREDENTIALS: OAuthHeader = { credentials: undefined, problem: undefined };

const SCHEME_RE = /^[ \t]*oauth(?:[ \t\r\n]|$)/i;

/** Looks through the Authorization headers. */
export function findOAuthHeader(values: readonly string[]): OAuthHeader {
  if (values.length === 0) return NO_CREDENTIALS;
  if (values.length > 1) return repeated(`there are ${values.length} Authorization headers`);
  const header = values[0]!;
  if (header.startsWith("OAuth ") || SCHEME_RE.test(header)) return { credentials: header, problem: undefined };
  return holdsMoreThanOne(header) ? repeated(MORE_THAN_ONE) : NO_CREDENTIALS;
}

function repeated(message: string): OAuthHeader {
  return { credentials: undefined, problem: { code: "authorization-repeated", message } };
}

/** What to say of credentials joined in one header. */
export const MORE_THAN_ONE = "the Authorization header holds more than one set of credentials";

/** A list of credentials in one header: what a library makes of two headers when it joins them. */
const JOINED_RE = /,[ \t]*oauth[ \t]+[^\s=",]+="/i;

/** Whether a header that cannot be read as one set of credentials holds a list of them. */
export function holdsMoreThanOne(header: string): boolean {
  return JOINED_RE.test(header);
}
