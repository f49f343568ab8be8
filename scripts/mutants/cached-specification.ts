/** The specification with cached signatures: RSA is slow, and mutants often sign the same base strings. */

import { type SignatureInput, type Stages, specification } from "../../src/model/index.ts";

const signatures = new Map<string, string>();

export const cachedSpecification: Stages = { ...specification, signature };

function signature(input: SignatureInput): string {
  if (input.privateKey === undefined) return specification.signature(input);
  const name = JSON.stringify([input.signatureMethod, input.privateKey, input.baseString]);
  const known = signatures.get(name) ?? specification.signature(input);
  signatures.set(name, known);
  return known;
}
