/** Whether a question is within what hello declares. */

import type { AnyInput, VectorInput } from "../vectors/index.ts";
import { type Declared, signatureMethodsOf } from "./contract.ts";
import { featuresIn } from "./features.ts";
import { receivedMembers } from "./received-members.ts";

/** All reasons why an input is outside what hello declares, as one text; `undefined` if there is none. */
export function undeclared(
  { operations, transports, fixesNonceAndTimestamp, ...declared }: Declared,
  input: VectorInput,
): string | undefined {
  const { operation } = input;
  const { signatureMethod }: AnyInput = input;
  const isReceived = operation === "verify" && (transports ?? declared.limits?.httpMethods) !== undefined;
  const { transport = "header", request }: AnyInput = isReceived ? receivedMembers(input) : input;
  const { without = [], httpMethods } = declared.limits ?? {};
  if (!operations.includes(operation)) return `does not support ${operation}`;
  const hasPlace = operation === "sign" || operation === "sign-exactly" || operation === "verify";
  const isFixed = operation === "sign-exactly" || operation === "base-string";
  const unsupported = [
    ...(signatureMethod !== undefined && !includes(signatureMethodsOf(declared, operation), signatureMethod)
      ? [signatureMethod]
      : []),
    ...(request !== undefined && !includes(httpMethods, request.method) ? [`the HTTP method ${request.method}`] : []),
    ...(hasPlace && !includes(transports, transport) ? [`the transport ${transport}`] : []),
    ...featuresIn(without, input),
  ];
  const reasons = [
    ...(unsupported.length > 0 ? [`does not support ${unsupported.join(", ")}`] : []),
    ...(isFixed && fixesNonceAndTimestamp === false
      ? [`chooses nonce and timestamp itself, but ${operation} states them`]
      : []),
  ];
  return reasons.length === 0 ? undefined : reasons.join("; ");
}

/** Whether a list includes a value. An undeclared list includes all. */
function includes(declared: readonly string[] | undefined, value: string): boolean {
  return declared === undefined || declared.includes(value);
}
