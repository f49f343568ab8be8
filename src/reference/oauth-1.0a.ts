/**
 * The npm package oauth-1.0a as an independent reference for RFC 5849 3.4.1 (base string), 3.5.1 (header) and 3.6
 * (percent-encoding). It is asked as its users ask it and never corrected; where it may be believed is stated in
 * `oauth-1.0a-domain.ts`.
 *
 * @module
 */

import OAuth from "oauth-1.0a";
import type { ReferenceRequest } from "./types.ts";

/** The stages the package computes, under the project's names. */
export interface Oauth1aStages {
  readonly "parameter-string": string;
  readonly "base-string-uri": string;
  readonly "base-string": string;
}

/** The three stages of the base string, each from the package's own function. */
export function oauth1aStages(request: ReferenceRequest): Oauth1aStages {
  const oauth = createOauth1a();
  // The package merges into the objects it is given, so each call gets fresh ones.
  return {
    "parameter-string": oauth.getParameterString(packageRequest(request), packageData(request)),
    "base-string-uri": oauth.getBaseUrl(request.url),
    "base-string": oauth.getBaseString(packageRequest(request), packageData(request)),
  };
}

/** Percent-encodes text (3.6). Throws a URIError for a lone surrogate. */
export function oauth1aPercentEncode(text: string): string {
  return createOauth1a().percentEncode(text);
}

/** The value of the Authorization header for these protocol parameters (oauth_signature among them) and realm. */
export function oauth1aAuthorizationHeader(request: Pick<ReferenceRequest, "protocolParameters" | "realm">): string {
  return createOauth1a(request.realm).toHeader(packageData(request) as OAuth.Authorization).Authorization;
}

function createOauth1a(realm?: string): OAuth {
  // Key, secret and hash are required by the constructor and used by none of the functions asked here.
  return new OAuth({
    consumer: { key: "", secret: "" },
    hash_function: () => "",
    ...(realm === undefined ? {} : { realm }),
  });
}

function packageRequest({ method, url, form = [] }: ReferenceRequest): OAuth.RequestOptions {
  return { method, url, data: toRecord(form) };
}

function packageData({ protocolParameters }: Pick<ReferenceRequest, "protocolParameters">): OAuth.Data {
  // Its types want a number for the timestamp and every parameter present; its code only reads keys and values.
  return toRecord(protocolParameters) as unknown as OAuth.Data;
}

/** The package's form of pairs: an object in which a repeated name holds an array of its values. */
function toRecord(pairs: readonly (readonly [string, string])[]): Record<string, string | string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries(
    [...values].map(([name, all]): [string, string | string[]] => [name, all.length === 1 ? (all[0] ?? "") : all]),
  );
}
