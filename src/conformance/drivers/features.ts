/**
 * What an input may hold that some libraries have no way to be given: their drivers say so in hello, as
 * `limits.without`, and are not asked such inputs.
 *
 * @module
 */

import type { AnyCredentials, AnyInput, NameValue, VectorInput } from "../vectors/index.ts";
import { signerInput } from "./signer-input.ts";

/** What an input may hold, by the name that hello has for it. */
export type Feature =
  | "octets"
  | "form-encoded"
  | "no-version"
  | "realm"
  | "protocol-parameters"
  | "token"
  | "token-secret-alone";

/** Whether an input has it. */
const FEATURES: Readonly<Record<Feature, (input: AnyInput, credentials: AnyCredentials) => boolean>> = {
  /** Names, values or texts that are not UTF-8. */
  octets: ({ text, request, parameters, protocolParameters }) =>
    (text !== undefined && typeof text !== "string") ||
    [...(request?.form ?? []), ...(parameters ?? []), ...(protocolParameters ?? [])].some(isOctets),
  /** A form as it stands on the wire, instead of its pairs. */
  "form-encoded": ({ request }) => request?.formEncoded !== undefined,
  /** A signature without `oauth_version`. */
  "no-version": ({ version }) => version === null,
  /** A realm in the header. */
  realm: ({ realm }) => realm !== undefined,
  /** Protocol parameters that the library does not make itself, such as oauth_callback. */
  "protocol-parameters": ({ protocolParameters = [] }) => protocolParameters.length > 0,
  /** A token. */
  token: (_input, { token }) => token !== undefined,
  /** A token secret without a token. */
  "token-secret-alone": (_input, { token, tokenSecret }) => tokenSecret !== undefined && token === undefined,
};

/** All of them. */
export const FEATURE_NAMES = Object.keys(FEATURES) as readonly Feature[];

/** The first of some features that an input of a signer or an encoder has. */
export function featureIn(without: readonly Feature[], input: VectorInput): Feature | undefined {
  if (input.operation === "verify") return undefined;
  const asked: AnyInput = input.operation === "base-string" ? (signerInput(input) ?? input) : input;
  return without.find((name) => FEATURES[name](asked, asked.credentials ?? {}));
}

function isOctets([name, value]: NameValue): boolean {
  return typeof name !== "string" || typeof value !== "string";
}
