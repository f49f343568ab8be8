/** Every refusal must have the error class, a code, and no secret in any member. */

import { inspect } from "node:util";
import { expect } from "vitest";
import { OAuth1Error } from "../../src/oauth1/index.ts";

/** Runs a call that must be refused and returns the error. */
export function refusalOf(action: () => unknown): OAuth1Error {
  let value: unknown;
  try {
    value = action();
  } catch (error) {
    expect(error).toBeInstanceOf(OAuth1Error);
    return error as OAuth1Error;
  }
  throw new Error(`expected a refusal, got ${inspect(value)}`);
}

/** The same, of a promise. */
export async function refusalOfPromise(promise: Promise<unknown>): Promise<OAuth1Error> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  return refusalOf(() => {
    if (outcome !== undefined) throw outcome;
  });
}

/** Runs a call that must throw an OAuth1Error, or a TypeError whose message says what was wrong. */
export function clearRefusalOf(action: () => unknown): Error {
  let value: unknown;
  try {
    value = action();
  } catch (error) {
    expect(error instanceof OAuth1Error || error instanceof TypeError, inspect(error)).toBe(true);
    // A message of the engine or of Node.js is about our code, not about the mistake of the caller.
    expect((error as Error).message).not.toMatch(
      /is not (?:iterable|a function)|Cannot (?:read|destructure)|^The first argument/,
    );
    return error as Error;
  }
  throw new Error(`expected a refusal, got ${inspect(value)}`);
}

/** Fails if a secret occurs in any text that a log could contain of an error. */
export function expectNoSecret(error: Error, ...secrets: string[]): void {
  const texts = [
    error.message,
    String(error),
    JSON.stringify(error),
    JSON.stringify(error, Object.getOwnPropertyNames(error)),
    String(error.cause),
    inspect(error, { depth: 10, showHidden: true }),
  ];
  for (const secret of secrets) {
    for (const text of texts) expect(text).not.toContain(secret);
  }
}
