/**
 * What a request may be at most. Sizes are asked before anything is read, the number of parameters while they are
 * counted, and lengths once they are known: what is too large costs no more than being looked at once.
 *
 * @module
 */

import type { ParameterOrigin, ReceivedParameter } from "../oauth1/received-parameters.ts";
import { VerifierConfigurationError } from "./configuration-error.ts";
import type { Received } from "./received-request.ts";
import type { Limits } from "./types.ts";
import { found, type Problems } from "./verdicts.ts";

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
  if (url.length > limits.url) exceeded(problems, "the URL", limits.url, "octets");
  if (authorization.some((value) => value.length > limits.authorization)) {
    exceeded(problems, "the Authorization header", limits.authorization, "octets");
  }
  if (sizeOf(body, limits.body) > limits.body) exceeded(problems, "the body", limits.body, "octets");
}

function sizeOf(body: string | Uint8Array, limit: number): number {
  // Text has at least as many octets as characters, so what is far too long need not be counted.
  return typeof body === "string" && body.length <= limit ? Buffer.byteLength(body, "utf8") : body.length;
}

/** Whether all names and values are within the limits, as they were sent. */
export function checkLengths(
  parameters: readonly ReceivedParameter[],
  limits: Limits,
  where: ParameterOrigin,
  problems: Problems,
): boolean {
  for (let index = 0; index < parameters.length; index++) {
    const { name, sentLength } = parameters[index]!;
    if (name.sentLength > limits.name) exceeded(problems, `a parameter name in the ${where}`, limits.name, "octets");
    else if (sentLength > limits.value) exceeded(problems, `a parameter value in the ${where}`, limits.value, "octets");
    else continue;
    return false;
  }
  return true;
}

/** Notes what exceeds which limit. */
export function exceeded(problems: Problems, what: string, limit: number, unit: string): undefined {
  return found(problems, "limit-exceeded", `${what} has more than ${limit} ${unit}`);
}
