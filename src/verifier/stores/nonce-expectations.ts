/** The claims and expectations of the tests for nonce stores. */

import type { NonceAnswer, NonceClaim, NonceStore } from "../nonce-store.ts";

/** The members of a claim that matter for a test; the others have default values. */
export type PartialClaim = Partial<NonceClaim>;

/** Claims a nonce, through the first handle unless another is given. */
export type Claim = (claim: PartialClaim, handle?: NonceStore) => Promise<NonceAnswer>;

/** Default values of a verifier: the tolerance, and tolerance plus clock skew. */
export const TOLERANCE: number = 300;
export const KEPT_AFTER: number = 360;

const SIMULTANEOUS_CLAIMS = 64;
export const TEXT_FIELDS: readonly ["nonce", "consumerKey", "token"] = ["nonce", "consumerKey", "token"];

/** Texts with which stores separate or escape fields, and the empty text. */
export const SEPARATORS: readonly string[] = [...":|/\\,;&=%-_#\0\n\x1f", "", "::", '","', "{}"];

/** Each text is a different nonce, though a store may confuse some of them. */
export const SIMILAR_TEXTS: readonly string[] = [
  ..."n|N|n |\tn| n|n\0|n\0\0|1|01|1.0|1e0|+1|%6e|%6E|\u00e9|e\u0301|\u{1f600}|\ufffd|\ud800|\udc00|\ud83d".split("|"),
  ...["", "\u212a", "K", "k", "\u00df", "ss"],
  ...["", "a", "b"].map((end) => "n".repeat(4096) + end),
];

/** Expects that each claim is fresh, and used when it is repeated. */
export async function expectDifferent(claim: Claim, claims: readonly PartialClaim[]): Promise<void> {
  for (const one of claims) await expectAnswer(claim, "fresh", one, "a claim that differs from all before");
  for (const one of claims) await expectAnswer(claim, "used", one, "the same claim again");
}

export async function expectOneFresh(claim: (index: number) => Promise<NonceAnswer>): Promise<void> {
  const answers = await Promise.all(Array.from({ length: SIMULTANEOUS_CLAIMS }, (_, index) => claim(index)));
  const fresh = answers.filter((answer) => answer === "fresh").length;
  const used = answers.filter((answer) => answer === "used").length;
  if (fresh === 1 && used === answers.length - 1) return;
  const actual = `${fresh} fresh, ${used} used and ${answers.length - fresh - used} others`;
  throw new Error(`expected 1 fresh and ${answers.length - 1} used of simultaneous claims, got ${actual}`);
}

export async function expectAnswer(
  claim: Claim,
  expected: NonceAnswer,
  given: PartialClaim,
  what: string,
  handle?: NonceStore,
): Promise<void> {
  const answer = await claim(given, handle);
  if (answer !== expected) throw wrongAnswer(expected, answer, what, given);
}

export async function expectNotFresh(
  claim: Claim,
  given: PartialClaim,
  what: string,
  handle?: NonceStore,
): Promise<void> {
  const answer = await claim(given, handle);
  if (answer !== "used" && answer !== "full") throw wrongAnswer("used or full", answer, what, given);
}

/** Expects that a store keeps a nonce until it expires. A store that counts in seconds may round. */
export function expectKeptUntil(given: PartialClaim & Pick<NonceClaim, "expiresAt">, keptSeconds: number): void {
  const remaining = given.expiresAt - Date.now() / 1000;
  if (typeof keptSeconds === "number" && keptSeconds >= remaining - 1) return;
  const actual = typeof keptSeconds === "number" ? `${keptSeconds} s` : typeof keptSeconds;
  throw new Error(
    `expected that the nonce is kept for ${Math.floor(remaining)} s more, got ${actual} for ${shown(given)}`,
  );
}

function wrongAnswer(expected: string, answer: unknown, what: string, given: PartialClaim): Error {
  const actual = typeof answer === "string" ? answer : `a value that is not an answer (${typeof answer})`;
  return new Error(`expected ${expected}, got ${actual} for ${what}: ${shown(given)}`);
}

function shown(given: PartialClaim): string {
  const ascii = JSON.stringify(given).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return ascii.slice(0, 300);
}

/** The times of a claim that is made at the time of its timestamp. */
export function at(second: number): Pick<NonceClaim, "timestamp" | "expiresAt" | "now"> {
  return { timestamp: second, expiresAt: second + KEPT_AFTER, now: second };
}

export function wholeClaim(given: PartialClaim, start: number): NonceClaim {
  const { timestamp = start, consumerKey = "client", token, nonce = "nonce" } = given;
  const { expiresAt = timestamp + KEPT_AFTER, now = start } = given;
  return { consumerKey, ...(token === undefined ? {} : { token }), timestamp, nonce, expiresAt, now };
}
