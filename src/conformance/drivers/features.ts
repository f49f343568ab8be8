/**
 * Features of inputs that some libraries do not have. A driver lists them in hello as `limits.without`, and gets no input
 * that has one.
 */

import { specification } from "../../model/index.ts";
import type { AnyInput, InputOf, NameValue, OctetText, VectorInput } from "../vectors/input.ts";
import { signerInput } from "./signer-input.ts";
import { POLICIES, type Policy, restsOn } from "./verifier-policies.ts";

const { decodeForm } = specification;

/** A feature, by its name in hello. */
export type Feature = SigningFeature | Policy;

/** A feature of an input for a signer, an encoder, or a verifier of single signatures. */
type SigningFeature =
  | "octets"
  | "form"
  | "form-encoded"
  | "body"
  | "query"
  | "repeated-names"
  | "repeated-query-names"
  | "token"
  | "no-token"
  | "token-secret-alone"
  | "version"
  | "no-version"
  | "realm"
  | "protocol-parameters"
  | "text-timestamp"
  | "body-transport-without-form"
  | "certificate";

/** Whether an input has the feature. */
const FEATURES: Readonly<Record<SigningFeature, (input: AnyInput) => boolean>> = {
  /** Names, values or texts that are not UTF-8. */
  octets: (input) =>
    isOctets(input.text) || [...listed(input), ...(input.protocolParameters ?? [])].flat().some(isOctets),
  /** A form-encoded body. */
  form: ({ request }) => request?.form !== undefined || request?.formEncoded !== undefined,
  /** A form as it is on the wire, instead of its pairs. */
  "form-encoded": ({ request }) => request?.formEncoded !== undefined,
  /** A body that is not form-encoded. */
  body: ({ request }) => request?.body !== undefined,
  /** A query in the URL. */
  query: ({ request, url = request?.url }) => queryOf(url) !== undefined,
  /** A name twice in a form, or in a list of parameters. */
  "repeated-names": (input) => isRepeated(listed(input)),
  /** A name twice in the query, or in the query and in the form. */
  "repeated-query-names"(input) {
    const query = decodeForm(queryOf(input.request?.url) ?? "", specification);
    const own = new Set(listed(input).map(([name]) => nameKey(name)));
    return isRepeated(query) || query.some(([name]) => own.has(nameKey(name)));
  },
  token: (input) => tokenOf(input) !== undefined,
  /** A request without a token. */
  "no-token": (input) => isRequestToSign(input) && tokenOf(input) === undefined,
  /** A token secret without a token. */
  "token-secret-alone": (input) => input.credentials?.tokenSecret !== undefined && tokenOf(input) === undefined,
  /** A request with `oauth_version`. */
  version: (input) => versionOf(input) !== undefined,
  /** A request without `oauth_version`. */
  "no-version": (input) => isRequestToSign(input) && versionOf(input) === undefined,
  /** A realm in the header. */
  realm: ({ realm }) => realm !== undefined,
  /** Protocol parameters that the library does not add itself, such as oauth_callback. */
  "protocol-parameters": ({ operation, protocolParameters = [] }) =>
    operation === "sign" && protocolParameters.length > 0,
  /** A timestamp that is no whole number for every language: with another spelling, or beyond 2^53 - 1. */
  "text-timestamp": (input) => {
    const timestamp = parameterOf(input, "oauth_timestamp", input.timestamp);
    return timestamp !== undefined && !isPlainNumber(timestamp);
  },
  /** Protocol parameters in the body of a request that has no form of its own. */
  "body-transport-without-form": ({ transport = "header", request }) =>
    transport.endsWith("body") && request?.formEncoded === undefined && (request?.form ?? []).length === 0,
  /** An X.509 certificate in the place of a public key. */
  certificate: ({ credentials }) => credentials?.publicKey?.includes("CERTIFICATE") === true,
};

/** All features. */
export const FEATURE_NAMES = [...Object.keys(FEATURES), ...POLICIES] as readonly Feature[];

/** The features of an input, of those in a list. */
export function featuresIn(names: readonly Feature[], input: VectorInput): readonly Feature[] {
  if (input.operation === "verify")
    return names.filter((name) => (isPolicy(name) ? restsOn(name, input) : hasCertificate(name, input)));
  const members: AnyInput = input.operation === "base-string" ? (signerInput(input) ?? input) : input;
  return names.filter((name) => !isPolicy(name) && FEATURES[name](members));
}

/** The requests to a verifier are octets: of the features of inputs, only the key can have one. */
function hasCertificate(name: SigningFeature, { credentials }: InputOf<"verify">): boolean {
  return name === "certificate" && "publicKey" in credentials && credentials.publicKey.includes("CERTIFICATE");
}

function isPolicy(name: Feature): name is Policy {
  return (POLICIES as readonly string[]).includes(name);
}

/** The parameters that are given as a list of pairs. */
function listed({ request, parameters = [] }: AnyInput): readonly NameValue[] {
  return [...(request?.form ?? []), ...parameters];
}

function queryOf(url = ""): string | undefined {
  return /^[^?#]*\?([^#]*)/s.exec(url)?.[1];
}

function isRepeated(pairs: readonly NameValue[]): boolean {
  return new Set(pairs.map(([name]) => nameKey(name))).size < pairs.length;
}

function nameKey(name: OctetText): string {
  return Buffer.from(name).toString("latin1");
}

function isOctets(text: OctetText | undefined): boolean {
  return text !== undefined && typeof text !== "string";
}

function isRequestToSign({ operation, request }: AnyInput): boolean {
  return request !== undefined && (operation === "sign" || operation === "sign-exactly");
}

function tokenOf(input: AnyInput): string | undefined {
  return parameterOf(input, "oauth_token", input.credentials?.token);
}

function versionOf(input: AnyInput): string | undefined {
  return parameterOf(input, "oauth_version", input.version ?? undefined);
}

/** A protocol parameter: the member of `sign`, or one of a complete list. */
function parameterOf({ protocolParameters = [] }: AnyInput, wanted: string, member?: string): string | undefined {
  if (member !== undefined) return member;
  const value = protocolParameters.find(([name]) => name === wanted)?.[1];
  return typeof value === "string" ? value : undefined;
}

function isPlainNumber(timestamp: string): boolean {
  return /^(?:0|[1-9][0-9]*)$/.test(timestamp) && Number.isSafeInteger(Number(timestamp));
}
