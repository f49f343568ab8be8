/** Selects the Authorization header with the scheme OAuth. It must be the only Authorization header. */

import type { Problem } from "./types.ts";

/** The value of the header as received, `undefined` for none; or why no header can be selected. */
export interface OAuthHeader {
  readonly credentials: string | undefined;
  readonly problem: Problem | undefined;
}

const NO_CREDENTIALS: OAuthHeader = { credentials: undefined, problem: undefined };

const SCHEME_RE = /^[ \t]*oauth(?:[ \t\r\n]|$)/i;

/** @param values - of all Authorization headers */
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

export const MORE_THAN_ONE = "the Authorization header contains more than one set of credentials";

/** Several sets of credentials in one header: the result when a library joins two headers. */
const JOINED_RE = /,[ \t]*oauth[ \t]+[^\s=",]+="/i;

/** Whether a malformed header contains several sets of credentials. */
export function holdsMoreThanOne(header: string): boolean {
  return JOINED_RE.test(header);
}
