/**
 * The specification, remembering its signatures: RSA is slow, and mutants sign the same base strings again and again.
 *
 * @module
 */

import { type SignatureInput, type Stages, specification } from "../../src/model/index.ts";

const signatures = new Map<string, string>();

/** See the module. */
export const kept: Stages = { ...specification, signature };

function signature(input: SignatureInput): string {
  if (input.privateKey === undefined) return specification.signature(input);
  const name = JSON.stringify([input.signatureMethod, input.privateKey, input.baseString]);
  const known = signatures.get(name) ?? specification.signature(input);
  signatures.set(name, known);
  return known;
}
