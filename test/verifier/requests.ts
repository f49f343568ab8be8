/** A verifier for signed requests, and what it is asked. */

import {
  createVerifier,
  type NonceClaim,
  type NonceStore,
  type ReceivedRequest,
  type Rejected,
  type StoredKey,
  type Verdict,
  type Verifier,
  type VerifierOptions,
} from "../../src/verifier/index.ts";
import { type TestKeyPair, testKeyPair } from "../keys/index.ts";
import { NOW, ORIGIN, SECRET } from "../signed-request.ts";

/** Large enough for the default policy. */
export const rsa: TestKeyPair = testKeyPair("rsa-2048");

/** Replaces headers, or takes them away. */
export function withHeaders(
  request: ReceivedRequest,
  headers: Record<string, string | string[] | undefined>,
): ReceivedRequest {
  return { ...request, headers: { ...(request.headers as Record<string, string>), ...headers } };
}

/** Its Authorization header. */
export function authorizationOf(request: ReceivedRequest): string {
  return (request.headers as Record<string, string>).authorization!;
}

/** A store that shows what it was asked. */
export interface WatchedStore extends NonceStore {
  readonly claims: NonceClaim[];
}

export function watchedStore(): WatchedStore {
  const claims: NonceClaim[] = [];
  const used = new Set<string>();
  return {
    claims,
    claim(claim) {
      claims.push(claim);
      const key = JSON.stringify([claim.consumerKey, claim.token ?? null, claim.timestamp, claim.nonce]);
      if (used.has(key)) return "used";
      used.add(key);
      return "fresh";
    },
  };
}

/** A verifier that knows the client `ck`, at the time of the requests. */
export function verifierWith(options: Partial<VerifierOptions> = {}): Verifier {
  const stored: StoredKey = { consumerSecret: SECRET, tokenSecret: "" };
  return createVerifier({
    credentials: ({ consumerKey }) => (consumerKey === "ck" ? stored : undefined),
    nonceStore: watchedStore(),
    now: () => NOW,
    origin: ORIGIN,
    ...options,
  });
}

/** Verifies with a verifier of its own. */
export function verdictOn(request: ReceivedRequest, options?: Partial<VerifierOptions>): Promise<Verdict> {
  return verifierWith(options).verify(request);
}

/** `accepted`, or the rejection code. */
export async function codeOf(request: ReceivedRequest, options?: Partial<VerifierOptions>): Promise<string> {
  const verdict = await verdictOn(request, options);
  return verdict.accepted ? "accepted" : verdict.code;
}

/** The rejection; throws for an accepted request. */
export async function rejectionOf(request: ReceivedRequest, options?: Partial<VerifierOptions>): Promise<Rejected> {
  const verdict = await verdictOn(request, options);
  if (verdict.accepted) throw new Error("the request was accepted");
  return verdict;
}

/** `["name=value", …]` of what is covered, `null` for a rejection. */
export function coveredIn(verdict: Verdict): string[] | null {
  if (!verdict.accepted) return null;
  return verdict.parameters
    .filter(({ name }) => typeof name !== "string" || !name.startsWith("oauth_"))
    .map(({ name, value, origin }) => `${origin} ${shown(name)}=${shown(value)}`);
}

const shown = (text: string | Uint8Array): string =>
  typeof text === "string" ? text : Buffer.from(text).toString("hex");
