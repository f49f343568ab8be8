/**
 * What a driver is asked for a vector. Many libraries only sign: they are asked to sign the request of a vector for a base
 * string, so that their paths, hosts, ports and queries are checked too.
 */

import { isSignatureMethod } from "../../spec/signature-methods.ts";
import { type Hello, signatureMethodsOf, signerInput } from "../drivers/index.ts";
import { computedStages, type InputOf, type NameValue, type SignatureMethod, type TestCase } from "../vectors/index.ts";

const METHOD = "oauth_signature_method";

/** What decides which operation and which signature method a vector is asked with. */
export interface Declared {
  readonly operations: Hello["operations"];
  /** The signature methods of `sign`. @default all */
  readonly signMethods?: readonly string[];
}

/** The members of a hello that decide how vectors are asked. The report of a shard keeps it. */
export function declaredIn(hello: Hello): Declared {
  const signMethods = signatureMethodsOf(hello, "sign");
  return { operations: hello.operations, ...(signMethods && { signMethods }) };
}

/**
 * The test case itself; or, for a signer that declares no operation `base-string`, the same request as a test case of `sign`,
 * with a method that the signer declares. The signature matches only if the base string does.
 */
export function askedCase(vector: TestCase, declared: Declared): TestCase {
  const { input, expected } = vector;
  if (input.operation !== "base-string" || declared.operations.includes("base-string")) return vector;
  if (!declared.operations.includes("sign")) return vector;
  const signing = signerInput(withMethodOf(declared, input));
  // A PLAINTEXT signature does not depend on the base string.
  if (signing === undefined || signing.signatureMethod === "PLAINTEXT") return vector;
  if ("refused" in expected) return { ...vector, input: signing };
  const stages = Object.entries(computedStages(signing));
  const compared = stages.filter(([stage]) => stage === "signature" || stage in expected);
  return { ...vector, input: signing, expected: Object.fromEntries(compared) };
}

/** The input with the first signature method that the signer declares, unless it declares the one of the input. */
function withMethodOf({ signMethods }: Declared, input: InputOf<"base-string">): InputOf<"base-string"> {
  const own = input.protocolParameters.find(([name]) => name === METHOD)?.[1];
  const other = signMethods?.find(dependsOnBaseString);
  if (typeof own !== "string" || other === undefined || signMethods?.includes(own)) return input;
  const replaced = ([name, value]: NameValue): NameValue => [name, name === METHOD ? other : value];
  return { ...input, protocolParameters: input.protocolParameters.map(replaced) };
}

function dependsOnBaseString(method: string): method is SignatureMethod {
  return method !== "PLAINTEXT" && isSignatureMethod(method);
}
