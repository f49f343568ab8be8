/**
 * What a program cannot be asked, although it declared the operation.
 *
 * @module
 */

import type { VectorInput } from "../vectors/index.ts";
import type { Hello } from "./contract.ts";
import { signerInput } from "./signer-input.ts";

/** Why a base string cannot be asked of whoever said this hello; `undefined` where it can. */
export function outsideHello({ operations, signatureMethods }: Hello, input: VectorInput): string | undefined {
  if (input.operation !== "base-string") return undefined;
  const method = signerInput(input)?.signatureMethod;
  if (method !== undefined && signatureMethods?.includes(method) === false) return `does not do ${method}`;
  return method === undefined && !operations.includes("sign-exactly")
    ? "does not take protocol parameters exactly as given"
    : undefined;
}
