/**
 * Converts a list of protocol parameters to the members of `sign`: most implementations compute a base string only when they
 * sign a whole request, and do not take a complete list.
 */

import { isRsaMethod, isSecretMethod } from "../../spec/signature-methods.ts";
import {
  type AnyInput,
  type InputOf,
  type NameValue,
  type Operation,
  SIGNER_NAMES,
  type VectorInput,
} from "../vectors/index.ts";
import { TEST_PRIVATE_KEY } from "../vectors/test-key.ts";

/**
 * The input as members of `sign`; `undefined` if no signer would send these parameters, for example without a nonce or
 * with two nonces. Secrets and key are made up: a base string does not depend on them. The secrets are not empty, because some
 * libraries refuse empty secrets.
 */
export function signerInput(input: InputOf<"base-string" | "sign-exactly">): InputOf<"sign"> | undefined {
  const { request, protocolParameters } = input;
  const { transport = "header", realm, credentials = {} }: AnyInput = input;
  const values = signerParameters(protocolParameters);
  const consumerKey = values?.get("oauth_consumer_key");
  const timestamp = values?.get("oauth_timestamp");
  const nonce = values?.get("oauth_nonce");
  const version = values?.get("oauth_version") ?? null;
  if (values === undefined || consumerKey === undefined || nonce === undefined) return undefined;
  if (timestamp === undefined || !/^[0-9]+$/.test(timestamp) || (version !== null && version !== "1.0"))
    return undefined;
  const token = values.get("oauth_token");
  const identity = { consumerKey, ...(token === undefined ? {} : { token, tokenSecret: "token-secret" }) };
  const further = protocolParameters.filter(([name]) => !SIGNER_NAMES.includes(name));
  const common = {
    operation: "sign",
    request,
    nonce,
    timestamp,
    version,
    transport,
    ...(realm !== undefined && input.operation === "sign-exactly" && { realm }),
    ...(further.length === 0 ? {} : { protocolParameters: further }),
  } as const;
  const signatureMethod = values.get("oauth_signature_method");
  if (isRsaMethod(signatureMethod))
    return { ...common, credentials: { ...identity, privateKey: TEST_PRIVATE_KEY, ...credentials }, signatureMethod };
  if (isSecretMethod(signatureMethod))
    return {
      ...common,
      credentials: { ...identity, consumerSecret: "consumer-secret", ...credentials },
      signatureMethod,
    };
  return undefined;
}

/** The parameters that a signer adds itself; `undefined` if one of them occurs twice or is not text. */
function signerParameters(parameters: readonly NameValue[]): ReadonlyMap<string, string> | undefined {
  const values = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (name === "oauth_signature") return undefined;
    if (typeof name !== "string" || !SIGNER_NAMES.includes(name)) continue;
    if (typeof value !== "string" || values.has(name)) return undefined;
    values.set(name, value);
  }
  return values;
}

/** Why a program that declares this cannot be asked for a base string; `undefined` if it can, and for other operations. */
export function baseStringOutside(
  declared: { readonly operations: readonly Operation[]; readonly signatureMethods?: readonly string[] },
  input: VectorInput,
): string | undefined {
  if (input.operation !== "base-string") return undefined;
  const method = signerInput(input)?.signatureMethod;
  if (method !== undefined && declared.signatureMethods?.includes(method) === false)
    return `does not support ${method}`;
  return method === undefined && !declared.operations.includes("sign-exactly")
    ? "does not take protocol parameters exactly as given"
    : undefined;
}
