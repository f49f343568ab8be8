/**
 * What a question may hold that some libraries have no way to be given: their drivers say so in hello, as
 * `limits.without`, and are not asked such questions.
 *
 * @module
 */

import type { JsonPair, Operation, VectorInput } from "../suite/index.ts";
import { asSignerWouldBeAsked } from "./signer-question.ts";

/** What a question may hold, by the name that hello has for it. */
export type Feature =
  | "octets"
  | "form-encoded"
  | "no-version"
  | "realm"
  | "protocol-parameters"
  | "token"
  | "token-secret-alone";

/** Whether a question has it. */
const FEATURES: Readonly<Record<Feature, (input: VectorInput) => boolean>> = {
  /** Names, values or texts that are not UTF-8. */
  octets: ({ octets, request, parameters, protocolParameters }) =>
    octets !== undefined ||
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
  token: ({ credentials }) => credentials?.token !== undefined,
  /** A token secret without a token. */
  "token-secret-alone": ({ credentials }) => credentials?.tokenSecret !== undefined && credentials.token === undefined,
};

/** All of them. */
export const FEATURE_NAMES = Object.keys(FEATURES) as readonly Feature[];

/** The first of some features that a question to a signer or an encoder has. */
export function featureIn(without: readonly Feature[], operation: Operation, input: VectorInput): Feature | undefined {
  if (operation === "verify") return undefined;
  const asked = operation === "base-string" ? (asSignerWouldBeAsked(input) ?? input) : input;
  return without.find((name) => FEATURES[name](asked));
}

function isOctets([name, value]: JsonPair): boolean {
  return typeof name !== "string" || typeof value !== "string";
}
