/** Profiles: named subsets of OAuth 1.0, for implementations that support only a part of it on purpose. */

import type { AnyInput, VectorInput } from "./input.ts";
import type { TestCase } from "./vector.ts";

export interface Profile {
  readonly id: string;
  /** One line of text. */
  readonly what: string;
  /** Why an input is not in the profile; `undefined` if it is. */
  readonly outside: (input: VectorInput) => string | undefined;
  /** Whether a rule is in the profile. */
  readonly hasRule: (rule: string) => boolean;
}

export function isInProfile({ rule, input }: TestCase, { hasRule, outside }: Profile): boolean {
  return hasRule(rule) && outside(input) === undefined;
}

/** Which requests a profile allows. An absent member allows all values. */
interface AllowedRequests {
  readonly signatureMethods: readonly string[];
  readonly transports: readonly string[];
  readonly httpMethods?: readonly string[];
  /** Whether requests can have a token. */
  readonly tokens: boolean;
}

function outsideOf({ signatureMethods, transports, httpMethods, tokens }: AllowedRequests): Profile["outside"] {
  return ({ signatureMethod, transport = "header", request, credentials }: AnyInput) => {
    if (signatureMethod !== undefined && !signatureMethods.includes(signatureMethod)) return `no ${signatureMethod}`;
    if (!transports.includes(transport)) return `no transport ${transport}`;
    if (request !== undefined && httpMethods?.includes(request.method) === false)
      return `no ${request.method} requests`;
    return !tokens && credentials?.token !== undefined ? "no tokens" : undefined;
  };
}

const rfc5849: Profile = {
  id: "rfc5849",
  what: "RFC 5849 alone: its three methods and three transports, none of the extensions",
  outside: outsideOf({
    signatureMethods: ["HMAC-SHA1", "RSA-SHA1", "PLAINTEXT"],
    transports: ["header", "body", "query"],
    tokens: true,
  }),
  hasRule: (rule) => rule.startsWith("rfc5849-"),
};

const gateway: Profile = {
  id: "gateway",
  what: "the payment gateway's: HMAC-SHA1 and RSA-SHA256, form posts, no tokens, protocol parameters in the header or in header and body",
  outside: outsideOf({
    signatureMethods: ["HMAC-SHA1", "RSA-SHA256"],
    transports: ["header", "header-and-body"],
    httpMethods: ["POST"],
    tokens: false,
  }),
  hasRule: (rule) => !rule.startsWith("body-hash-"),
};

/** All profiles, by id. */
export const PROFILES: ReadonlyMap<string, Profile> = new Map([gateway, rfc5849].map((one) => [one.id, one]));
