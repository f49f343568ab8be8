/**
 * What a request may be at most. Sizes are asked before anything is read, the number of parameters while they are
 * counted, and lengths once they are known: what is too large costs no more than being looked at once.
 *
 * @module
 */

import type { SentPair } from "../oauth1/form.ts";
import type { ParameterOrigin } from "../oauth1/parameter.ts";
import { VerifierConfigurationError } from "./configuration-error.ts";
import type { Received } from "./received-request.ts";
import type { Limits } from "./types.ts";
import { addProblem, type Problems } from "./verdicts.ts";

/** Generous for a payment, small for a machine. */
export const DEFAULT_LIMITS: Limits = {
  url: 8192,
  authorization: 8192,
  body: 1_048_576,
  parameters: 1000,
  name: 256,
  value: 65_536,
  nonce: 128,
};

/** Fills in the defaults. */
export function checkLimits(limits: Partial<Limits>): Limits {
  if (limits === null || typeof limits !== "object") {
    throw new VerifierConfigurationError("limit-invalid", "limits must be an object");
  }
  const checked = { ...DEFAULT_LIMITS };
  for (const [name, value] of Object.entries(limits)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
      throw new VerifierConfigurationError("limit-invalid", `there is no limit ${JSON.stringify(name)}`);
    }
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new VerifierConfigurationError("limit-invalid", `limits.${name} must be a whole number from 1`);
    }
    checked[name as keyof Limits] = value;
  }
  return checked;
}

/** Refuses what is too large as a whole. */
export function checkSizes({ url, authorization, body }: Received, limits: Limits, problems: Problems): void {
  if (url.length > limits.url) addLimitProblem(problems, "the URL", limits.url, "octets");
  if (authorization.some((value) => value.length > limits.authorization)) {
    addLimitProblem(problems, "the Authorization header", limits.authorization, "octets");
  }
  if (body.length > limits.body) addLimitProblem(problems, "the body", limits.body, "octets");
}

/** Whether all names and values, one character for each octet, are within the limits as they were sent. */
export function hasAllowedLengths(
  pairs: readonly SentPair[],
  limits: Limits,
  origin: ParameterOrigin,
  problems: Problems,
): boolean {
  for (const [name, value] of pairs) {
    if (name.length > limits.name) addLimitProblem(problems, `a parameter name in the ${origin}`, limits.name, "octets");
    else if (value.length > limits.value)
      addLimitProblem(problems, `a parameter value in the ${origin}`, limits.value, "octets");
    else continue;
    return false;
  }
  return true;
}

/** Notes what exceeds which limit. */
export function addLimitProblem(problems: Problems, what: string, limit: number, unit: string): undefined {
  return addProblem(problems, "limit-exceeded", `${what} has more than ${limit} ${unit}`);
}
