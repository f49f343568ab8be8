/** Finds out why a request was rejected: the verifier's problems, then what the option `explain` returns. */

import type { Explanation } from "../../diagnosis/index.ts";
import type { HttpRequest } from "../../oauth1/http-request.ts";
import { clientBaseString } from "../../request-log/client-texts.ts";
import type { RequestDiagnosis } from "../../request-log/logged-request.ts";
import { stagesOf } from "../../request-log/stages.ts";
import { isRsaMethod } from "../../spec/signature-methods.ts";
import { PATH_PREFIXES } from "../environment.ts";
import { CLIENT_ORDER_ID_NAMES, OPERATIONS } from "../operations.ts";
import { type GatewayData, keysOf, type Merchant, type MerchantKey } from "./data.ts";
import { type GatewayRejected, isSameSignature } from "./reasons.ts";

/** The data that the simulator has about a rejected request. */
export interface ExplainOptions {
  /** Values that a parameter may have had when it was signed, by parameter name. */
  readonly knownValues: Readonly<Record<string, readonly string[]>>;
  /** The merchant's keys for the other method, which the client may have used by mistake. */
  readonly otherKeys: readonly (MerchantKey & { readonly label: string })[];
  /** URLs that the client may have signed instead: with another prefix, version or endpoint. */
  readonly addresses: readonly string[];
  /** The base string that the client signed: from a header, or from an accepted request with the same signature. */
  readonly signedBaseString: string | undefined;
  /** Aborted when the simulator is closed. */
  readonly signal: AbortSignal;
}

/**
 * Explains a rejected request. `explainRequest` of `countersign/diagnosis` is such a function.
 *
 * @param keys - the keys of the merchant that the request names, for its signature method
 * @returns a text to show, the names of parameters that were not signed as they were sent, the ids of the causes, the data for
 *   the page, and the data for JSON, all without secrets
 */
export type ExplainRequest = (
  request: HttpRequest,
  keys: readonly MerchantKey[],
  options: ExplainOptions,
) => Promise<
  | {
      readonly lines: readonly string[];
      readonly parameters?: readonly string[];
      readonly causes?: readonly string[];
      readonly explanation?: Explanation;
      readonly data?: unknown;
    }
  | undefined
>;

/** The facts that are known without a search. */
export function firstDiagnosis({ problems }: GatewayRejected): RequestDiagnosis {
  return { lines: problems.map(({ code, message }) => `${code}: ${message}`), parameters: [], causes: [] };
}

/**
 * Searches for the cause.
 *
 * @param accepted - the accepted requests among the most recent requests
 */
export async function diagnose(
  request: HttpRequest,
  rejected: GatewayRejected,
  data: GatewayData,
  accepted: readonly HttpRequest[],
  pathPrefixes: readonly string[],
  explain: ExplainRequest | undefined,
  signal: AbortSignal,
): Promise<RequestDiagnosis> {
  const values = new Map(stagesOf(request).parameters.map(({ name, value }) => [name, value]));
  const merchant = data.merchants.find(({ login }) => login === values.get("oauth_consumer_key"));
  const isRsa = isRsaMethod(values.get("oauth_signature_method"));
  const keys = merchant === undefined ? [] : keysOf(merchant, isRsa);
  const explanation = await explain?.(request, keys, {
    knownValues: knownValues(data),
    otherKeys:
      merchant === undefined
        ? []
        : keysOf(merchant, !isRsa).map((key) => ({ ...key, label: isRsa ? "the control key" : "the public key" })),
    addresses: merchant === undefined ? [] : otherAddresses(request, pathPrefixes, merchant),
    signedBaseString: clientBaseString(request) ?? baseStringOfAccepted(request, accepted),
    signal,
  });
  return {
    lines: [...firstDiagnosis(rejected).lines, ...(explanation?.lines ?? [])],
    parameters: [...new Set([...contradictoryParameters(request), ...(explanation?.parameters ?? [])])],
    causes: explanation?.causes ?? [],
    ...(explanation?.explanation && { explanation: explanation.explanation }),
    ...(explanation?.data === undefined ? {} : { data: explanation.data }),
  };
}

/**
 * The base string of an accepted request with the same signature. Only an accepted request is known to be what its client
 * signed.
 */
function baseStringOfAccepted(request: HttpRequest, accepted: readonly HttpRequest[]): string | undefined {
  const { signature } = stagesOf(request);
  if (signature === undefined) return undefined;
  const encoded = encodeURIComponent(signature);
  const original = accepted.find(({ headers }) => headers.some(([, value]) => value.includes(encoded)));
  return original && stagesOf(original)["base-string"];
}

function knownValues({ merchants }: GatewayData): ExplainOptions["knownValues"] {
  const payments = merchants.flatMap((merchant) => merchant.payments ?? []);
  const clientOrderIds = payments.map(({ clientOrderId }) => clientOrderId);
  return {
    ...Object.fromEntries(CLIENT_ORDER_ID_NAMES.map((name) => [name, clientOrderIds])),
    orderid: payments.map(({ orderId }) => orderId),
    login: merchants.map(({ login }) => login),
  };
}

/** Protocol parameters whose values in header and body differ. */
function contradictoryParameters(request: HttpRequest): string[] {
  const { parameters } = stagesOf(request);
  const isSame = isSameSignature(parameters);
  const inHeader = new Map(
    parameters.filter(({ origin }) => origin === "header").map(({ name, value }) => [name, value]),
  );
  return parameters
    .filter(({ name, value, repeated }) => repeated && inHeader.has(name) && inHeader.get(name) !== value)
    .map(({ name }) => name)
    .filter((name) => name !== "oauth_signature" || !isSame);
}

/** The same URL with another prefix, another version or another endpoint of the merchant. */
function otherAddresses({ url }: HttpRequest, pathPrefixes: readonly string[], merchant: Merchant): string[] {
  const [, origin = "", path = ""] = /^([^/]*\/\/[^/]*)([^?#]*)/.exec(url) ?? [];
  const prefixes = [...new Set([...pathPrefixes, ...PATH_PREFIXES])];
  const prefix = prefixes.find((one) => path.startsWith(`${one}/`));
  if (prefix === undefined) return [];
  const [, version, operation, end] = /^\/([^/]+)\/(.+?)\/((?:group\/)?[^/]+)$/.exec(path.slice(prefix.length)) ?? [];
  if (version === undefined || operation === undefined || end === undefined) return [];
  const versions = new Set(Object.values(OPERATIONS).map((one) => one.version));
  const { endpoints, endpointGroups = [] } = merchant;
  const ends = [...endpoints.map(({ id }) => id), ...endpointGroups.map((id) => `group/${id}`)];
  const paths = [
    ...prefixes.map((one) => [one, version, operation, end]),
    ...[...versions].map((one) => [prefix, one, operation, end]),
    ...ends.map((one) => [prefix, version, operation, one]),
  ];
  return paths.map((parts) => origin + parts.join("/")).filter((one) => one !== origin + path);
}
