/**
 * Features of inputs that some libraries do not support. A driver lists them in hello as `limits.without`, and gets no
 * input that has one.
 */

import type { AnyCredentials, AnyInput, NameValue, VectorInput } from "../vectors/index.ts";
import { signerInput } from "./signer-input.ts";

/** A feature, by its name in hello. */
export type Feature =
  | "octets"
  | "form-encoded"
  | "no-version"
  | "realm"
  | "protocol-parameters"
  | "token"
  | "token-secret-alone";

/** Whether an input has the feature. */
const FEATURES: Readonly<Record<Feature, (input: AnyInput, credentials: AnyCredentials) => boolean>> = {
  /** Names, values or texts that are not UTF-8. */
  octets: ({ text, request, parameters, protocolParameters }) =>
    (text !== undefined && typeof text !== "string") ||
    [...(request?.form ?? []), ...(parameters ?? []), ...(protocolParameters ?? [])].some(isOctets),
  /** A form as it is on the wire, instead of its pairs. */
  "form-encoded": ({ request }) => request?.formEncoded !== undefined,
  /** A signature without `oauth_version`. */
  "no-version": ({ version }) => version === null,
  /** A realm in the header. */
  realm: ({ realm }) => realm !== undefined,
  /** Protocol parameters that the library does not add itself, such as oauth_callback. */
  "protocol-parameters": ({ protocolParameters = [] }) => protocolParameters.length > 0,
  token: (_input, { token }) => token !== undefined,
  /** A token secret without a token. */
  "token-secret-alone": (_input, { token, tokenSecret }) => tokenSecret !== undefined && token === undefined,
};

/** All features. */
export const FEATURE_NAMES = Object.keys(FEATURES) as readonly Feature[];

/** The first of these features that an input for a signer or an encoder has. */
export function featureIn(without: readonly Feature[], input: VectorInput): Feature | undefined {
  if (input.operation === "verify") return undefined;
  const members: AnyInput = input.operation === "base-string" ? (signerInput(input) ?? input) : input;
  return without.find((name) => FEATURES[name](members, members.credentials ?? {}));
}

function isOctets([name, value]: NameValue): boolean {
  return typeof name !== "string" || typeof value !== "string";
}
