/**
 * Profiles: named sets of rules, methods and habits, for implementations that do a part of OAuth 1.0 and mean to.
 *
 * @module
 */

import type { AnyCredentials, Members, VectorInput } from "./input.ts";
import type { TestCase } from "./test-case.ts";

/** One profile. */
export interface Profile {
  readonly id: string;
  /** In one line, for people. */
  readonly what: string;
  /** Why an input is no part of it; `undefined` where it is. */
  readonly outside: (input: VectorInput) => string | undefined;
  /** Whether it has a rule. */
  readonly hasRule: (rule: string) => boolean;
}

/** Whether a test case belongs to a profile. */
export function isInProfile({ rule, input }: TestCase, { hasRule, outside }: Profile): boolean {
  return hasRule(rule) && outside(input) === undefined;
}

/** What a profile lets through; what is not named is let through. */
interface Habits {
  readonly signatureMethods: readonly string[];
  readonly transports: readonly string[];
  readonly httpMethods?: readonly string[];
  /** Whether requests can be on behalf of somebody else than the client. */
  readonly tokens: boolean;
}

function outsideOf(habits: Habits): Profile["outside"] {
  const { signatureMethods, transports, httpMethods, tokens } = habits;
  return (input) => {
    const { signatureMethod, transport = "header", request, credentials }: Members<VectorInput> = input;
    const { token }: AnyCredentials = credentials ?? {};
    if (signatureMethod !== undefined && !signatureMethods.includes(signatureMethod)) return `no ${signatureMethod}`;
    if (!transports.includes(transport)) return `no transport ${transport}`;
    if (request !== undefined && httpMethods?.includes(request.method) === false)
      return `no ${request.method} requests`;
    return !tokens && token !== undefined ? "no tokens" : undefined;
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
  what: "the payment gateway's: HMAC-SHA1 and RSA-SHA256, form posts, no tokens, parameters in the header or there and in the body",
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
