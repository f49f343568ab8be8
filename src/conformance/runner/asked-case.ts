/**
 * What a driver is asked for a vector. Many libraries only sign: they are asked to sign the request of a vector for a base
 * string, so that their paths, hosts, ports and queries are checked too.
 */

import { type Hello, signerInput } from "../drivers/index.ts";
import {
  computedStages,
  type InputOf,
  isRsaMethod,
  isSecretMethod,
  type NameValue,
  type SignatureMethod,
  type TestCase,
} from "../vectors/index.ts";

const METHOD = "oauth_signature_method";

/**
 * The test case itself; or, for a signer that declares no operation `base-string`, the same request as a test case of `sign`,
 * with a method that the signer declares. The signature is right only if the base string is.
 */
export function askedCase(vector: TestCase, hello: Pick<Hello, "operations" | "signatureMethods">): TestCase {
  const { input, expected } = vector;
  if (input.operation !== "base-string" || hello.operations.includes("base-string")) return vector;
  if (!hello.operations.includes("sign")) return vector;
  const signing = signerInput(withMethodOf(hello, input));
  // A PLAINTEXT signature does not depend on the base string.
  if (signing === undefined || signing.signatureMethod === "PLAINTEXT") return vector;
  if ("refused" in expected) return { ...vector, input: signing };
  const stages = Object.entries(computedStages(signing));
  const compared = stages.filter(([stage]) => stage === "signature" || stage in expected);
  return { ...vector, input: signing, expected: Object.fromEntries(compared) };
}

/** The input with the first signature method that the signer declares, unless it declares the one of the input. */
function withMethodOf(
  { signatureMethods }: Pick<Hello, "signatureMethods">,
  input: InputOf<"base-string">,
): InputOf<"base-string"> {
  const own = input.protocolParameters.find(([name]) => name === METHOD)?.[1];
  const other = signatureMethods?.find(dependsOnBaseString);
  if (typeof own !== "string" || other === undefined || signatureMethods?.includes(own)) return input;
  const replaced = ([name, value]: NameValue): NameValue => [name, name === METHOD ? other : value];
  return { ...input, protocolParameters: input.protocolParameters.map(replaced) };
}

function dependsOnBaseString(method: string): method is SignatureMethod {
  return method !== "PLAINTEXT" && (isSecretMethod(method) || isRsaMethod(method));
}
