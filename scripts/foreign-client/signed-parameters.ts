/** Compares the parameters that the client signed with those that a server reads in the request. */

import type { Case } from "./cases.ts";

/** The decoded names of parameters that differ, one for each parameter. */
export interface ParameterDifferences {
  /** Parameters that were signed, but not sent in the same form. */
  readonly signedOnly: readonly string[];
  /** Parameters that were sent, but not signed in the same form. */
  readonly sentOnly: readonly string[];
}

/** @returns `undefined` if one of the base strings does not have three parts, or if no parameter can be compared */
export function parameterDifferences({ signed, asSent }: Case): ParameterDifferences | undefined {
  const [one, other] = [signed.baseString, asSent.baseString].map(parametersOf);
  if (one === undefined || other === undefined) return undefined;
  // The client encoded or joined the parameters in such a way that they cannot be read.
  if (!one.some((pair) => other.includes(pair))) return undefined;
  return { signedOnly: namesMissing(one, other), sentOnly: namesMissing(other, one) };
}

/** The pairs of the parameter string, decoded, as octets in Latin-1. */
function parametersOf(baseString: string): string[] | undefined {
  const text = baseString.startsWith("base64:")
    ? Buffer.from(baseString.slice("base64:".length), "base64").toString("latin1")
    : baseString;
  const parts = text.split("&");
  return parts.length === 3 ? decoded(parts[2]!).split("&").map(decoded) : undefined;
}

function decoded(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** The names of the pairs that `others` does not contain, each as often as it is missing. */
function namesMissing(pairs: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  const missing = pairs.filter((pair) => {
    const at = rest.indexOf(pair);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return missing.map((pair) => Buffer.from(pair.split("=", 1)[0]!, "latin1").toString("utf8"));
}
