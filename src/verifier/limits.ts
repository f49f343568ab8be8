/**
 * The limits of a request. The verifier checks sizes before it parses anything, the number of parameters while it splits
 * them, and lengths before it decodes parameters. So it reads a request that exceeds a limit at most once.
 */

import type { SentPair } from "../oauth1/form.ts";
import type { ParameterOrigin } from "../oauth1/parameter.ts";
import { checkOptions } from "../platform/check-options.ts";
import { utf8Octets } from "../platform/index.ts";
import { mustBe, VerifierConfigurationError } from "./configuration-error.ts";
import type { Received } from "./received-request.ts";
import { addProblem, type Problems } from "./rejections.ts";
import type { Limits } from "./types.ts";

export const DEFAULT_LIMITS: Limits = {
  url: 8192,
  authorization: 8192,
  body: 102_400,
  parameters: 1000,
  name: 256,
  value: 65_536,
  nonce: 128,
  identifier: 1024,
};

const NAMES = Object.keys(DEFAULT_LIMITS) as readonly (keyof Limits)[];

/** @throws {@link VerifierConfigurationError} `limit-invalid` */
export function checkLimits(limits: Partial<Limits>): Limits {
  checkOptions(limits, NAMES, "limits", (_, message) => new VerifierConfigurationError("limit-invalid", message));
  const checked = { ...DEFAULT_LIMITS };
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined) continue;
    const isAllowed = Number.isSafeInteger(value) && value >= 1;
    mustBe(isAllowed, "limit-invalid", `limits.${name} must be a whole number from 1`);
    checked[name as keyof Limits] = value;
  }
  return checked;
}

/** Sizes of the URL, of each Authorization header and of the body. */
export function checkSizes({ url, authorization, body }: Received, limits: Limits, problems: Problems): void {
  if (url.length > limits.url) addLimitProblem(problems, "the URL", limits.url);
  if (authorization.some((value) => value.length > limits.authorization)) {
    addLimitProblem(problems, "the Authorization header", limits.authorization);
  }
  if (body.length > limits.body) addLimitProblem(problems, "the body", limits.body);
}

/** Whether all names and values are short enough as sent: encoded, one character for each octet. */
export function hasAllowedLengths(
  pairs: readonly SentPair[],
  limits: Limits,
  origin: ParameterOrigin,
  problems: Problems,
): boolean {
  const long = pairs.find(([name, value]) => name.length > limits.name || value.length > limits.value);
  if (long === undefined) return true;
  const part = long[0].length > limits.name ? "name" : "value";
  addLimitProblem(problems, `a parameter ${part} in the ${origin}`, limits[part]);
  return false;
}

/** Whether a text has more octets in UTF-8 than a limit. */
export function hasMoreOctets(text: string, limit: number): boolean {
  if (3 * text.length <= limit) return false;
  return text.length > limit || utf8Octets(text).length > limit;
}

export function addLimitProblem(problems: Problems, what: string, limit: number, unit = "octets"): undefined {
  return addProblem(problems, "limit-exceeded", `${what} has more than ${limit} ${unit}`);
}
