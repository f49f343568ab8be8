/**
 * Why a request is refused: what the verifier says, then what was changed on the way, else what the explainer says.
 *
 * @module
 */

import { quote } from "../../oauth1/errors.ts";
import type { HttpRequest } from "../../oauth1/http-request.ts";
import type { Rejected, RejectionCode } from "../../verifier/index.ts";
import { type Alteration, alterationsOf } from "./changed-values.ts";
import { type GatewayData, keysOf, type MerchantKey } from "./data.ts";
import { isSecretName } from "./logged-request.ts";
import type { RequestDiagnosis } from "./request-log.ts";
import { restoreParameter } from "./restore.ts";
import { stagesOf } from "./stages.ts";

/**
 * Says what is wrong with a refused request; handed in by whoever has a catalogue of mistakes.
 *
 * @param keys - those of the merchant that the request names, for the method that it names
 * @returns lines for people, and anything that JSON can hold; no secret in either
 */
export type ExplainRequest = (
  request: HttpRequest,
  keys: readonly MerchantKey[],
) => { readonly lines: readonly string[]; readonly data?: unknown } | undefined;

/** What a search goes by. */
export interface SearchOptions {
  readonly data: GatewayData;
  readonly explain: ExplainRequest | undefined;
  /** Requests that came before, and were accepted. */
  readonly accepted: () => readonly HttpRequest[];
}

/** All that is known without a search. */
export function knownAtOnce({ problems }: Rejected): RequestDiagnosis {
  return { lines: problems.map(({ code, message }) => `${code}: ${message}`), parameters: [] };
}

/** Searches; some tenths of a second. */
export function diagnose(request: HttpRequest, refused: Rejected, options: SearchOptions): RequestDiagnosis {
  const keys = keysFor(request, options.data);
  // Where the signature is right, as in a replay, nothing was changed.
  const alterations = CHANGED.includes(refused.code) ? searchAlterations(request, keys, options) : [];
  // A value that was changed on the way explains itself.
  const explanation = alterations.length > 0 ? undefined : options.explain?.(request, keys);
  const lines = [...knownAtOnce(refused).lines, ...alterations.map(lineOf), ...(explanation?.lines ?? [])];
  const parameters = alterations.map(({ name }) => name);
  return { lines, parameters, ...(explanation?.data === undefined ? {} : { data: explanation.data }) };
}

/** The refusals that a changed value leads to. */
const CHANGED: readonly RejectionCode[] = ["signature-mismatch", "protocol-parameters-in-two-places"];

/** By comparing first, and where that finds nothing by trying. */
function searchAlterations(
  request: HttpRequest,
  keys: readonly MerchantKey[],
  { data, accepted }: SearchOptions,
): readonly Alteration[] {
  const compared = alterationsOf(request, accepted());
  if (compared.length > 0) return compared;
  const known = knownValues(data);
  const restored = keys.map((key) => restoreParameter(request, key, (name) => known.get(name) ?? []));
  return restored.filter((one) => one !== undefined).slice(0, 1);
}

function lineOf({ name, kind, signed }: Alteration): string {
  const was = signed === undefined || isSecretName(name) ? "" : `: it was ${quote(signed)}`;
  if (kind === "contradictory") return `${name} is not the same in the header and in the body`;
  if (kind === "removed") return `${name} was left out after the request was signed${was}`;
  return `${name} was ${kind} after the request was signed${was}`;
}

/** What parameters may have been, from the data. */
function knownValues({ merchants }: GatewayData): ReadonlyMap<string, readonly string[]> {
  const payments = merchants.flatMap((merchant) => merchant.payments ?? []);
  return new Map([
    ["client_orderid", payments.map(({ clientOrderId }) => clientOrderId)],
    ["orderid", payments.map(({ orderId }) => orderId)],
    ["login", merchants.map(({ login }) => login)],
  ]);
}

/** The keys that the request should have been signed with, by what it says of itself. */
function keysFor(request: HttpRequest, { merchants }: GatewayData): readonly MerchantKey[] {
  const said = new Map(stagesOf(request).parameters.map(({ name, value }) => [name, value]));
  const merchant = merchants.find(({ login }) => login === said.get("oauth_consumer_key"));
  if (merchant === undefined) return [];
  return keysOf(merchant, said.get("oauth_signature_method")?.startsWith("RSA-") ?? false);
}
