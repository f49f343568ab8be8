/**
 * Finds out why a request was rejected: the verifier's problems, then parameters that were changed after signing, then
 * what the option `explain` returns.
 */

import { quote } from "../../oauth1/errors.ts";
import type { HttpRequest } from "../../oauth1/http-request.ts";
import type { Rejected, RejectionCode } from "../../verifier/index.ts";
import { compareWithAccepted, type ParameterChange, searchChangedValue } from "./changed-values.ts";
import { type GatewayData, keysOf, type MerchantKey } from "./data.ts";
import { isSecretName, type RequestDiagnosis } from "./logged-request.ts";
import { stagesOf } from "./stages.ts";

/**
 * Explains a rejected request. `explainRequest` of `countersign/diagnosis` is such a function.
 *
 * @param keys - of the merchant that the request names, for its signature method
 * @returns text for people, and data for JSON, both without secrets
 */
export type ExplainRequest = (
  request: HttpRequest,
  keys: readonly MerchantKey[],
) => { readonly lines: readonly string[]; readonly data?: unknown } | undefined;

/** What is known without a search. */
export function firstDiagnosis({ problems }: Rejected): RequestDiagnosis {
  return { lines: problems.map(({ code, message }) => `${code}: ${message}`), parameters: [] };
}

/**
 * Searches for the cause, for some tenths of a second.
 *
 * @param accepted - the accepted requests among the last ones
 */
export function diagnose(
  request: HttpRequest,
  rejected: Rejected,
  data: GatewayData,
  accepted: readonly HttpRequest[],
  explain: ExplainRequest | undefined,
): RequestDiagnosis {
  const keys = keysFor(request, data);
  const canBeChanged = CODES_OF_CHANGES.includes(rejected.code);
  const changes = canBeChanged ? findChanges(request, keys, data, accepted) : [];
  const explanation = changes.length > 0 ? undefined : explain?.(request, keys);
  const lines = [...firstDiagnosis(rejected).lines, ...changes.map(changeLine), ...(explanation?.lines ?? [])];
  const parameters = changes.map(({ name }) => name);
  return { lines, parameters, ...(explanation?.data === undefined ? {} : { data: explanation.data }) };
}

/** The rejections that a changed value causes. In a replay, for example, nothing was changed. */
const CODES_OF_CHANGES: readonly RejectionCode[] = ["signature-mismatch", "protocol-parameters-in-two-places"];

function findChanges(
  request: HttpRequest,
  keys: readonly MerchantKey[],
  { merchants }: GatewayData,
  accepted: readonly HttpRequest[],
): readonly ParameterChange[] {
  const compared = compareWithAccepted(request, accepted);
  if (compared.length > 0) return compared;
  const payments = merchants.flatMap((merchant) => merchant.payments ?? []);
  const known = new Map([
    ["client_orderid", payments.map(({ clientOrderId }) => clientOrderId)],
    ["orderid", payments.map(({ orderId }) => orderId)],
    ["login", merchants.map(({ login }) => login)],
  ]);
  for (const key of keys) {
    const found = searchChangedValue(request, key, (name) => known.get(name) ?? []);
    if (found !== undefined) return [found];
  }
  return [];
}

function changeLine({ name, kind, signed }: ParameterChange): string {
  const signedValue = signed === undefined || isSecretName(name) ? "" : `: it was ${quote(signed)}`;
  if (kind === "contradictory") return `${name} differs between the header and the body`;
  return `${name} was ${kind} after the request was signed${signedValue}`;
}

/** The keys of the merchant that the request names, for its signature method. */
function keysFor(request: HttpRequest, { merchants }: GatewayData): readonly MerchantKey[] {
  const values = new Map(stagesOf(request).parameters.map(({ name, value }) => [name, value]));
  const merchant = merchants.find(({ login }) => login === values.get("oauth_consumer_key"));
  if (merchant === undefined) return [];
  return keysOf(merchant, values.get("oauth_signature_method")?.startsWith("RSA-") ?? false);
}
