/** Finds a small request that distinguishes causes which produce the same signature for another request. */

import { type SigningInput, specification, toOctets, toText } from "../../model/index.ts";
import { type Computations, createComputations } from "../search/computations.ts";
import type { DistinguishingRequest } from "../search/diagnosis.ts";
import { cached } from "../search/fast-stages.ts";
import type { Hypothesis } from "../search/hypothesis.ts";
import type { Combination } from "../search/search.ts";

/**
 * Tries the triggers of the faults, then a request for each typical mistake of encoders and parsers. Each request has the
 * protocol parameters and the secrets of the client.
 *
 * @param own the request of the client
 */
export function findDistinguishingRequest(
  alternatives: readonly Combination[],
  own: SigningInput,
): DistinguishingRequest | undefined {
  const triggers = alternatives.flat().flatMap(({ trigger }) => (trigger === undefined ? [] : [trigger]));
  const { signatureMethod, transport = "header", bodyHash } = own;
  const protocolParameters = own.protocolParameters.map(
    (pair) => pair.map((one) => toText(toOctets(one))) as [string, string],
  );
  const general = alternatives.map((alternative) => alternative.map(withoutSources));
  let best: DistinguishingRequest | undefined;
  for (const { method, url, form, body, headers } of [...triggers, ...PROBES]) {
    if (transport.endsWith("body") && form === undefined) continue;
    const sent = { method, url, form, body, headers, protocolParameters, signatureMethod, transport, bodyHash };
    const { consumerSecret, tokenSecret } = own;
    const groups = groupBySignature({ ...sent, consumerSecret, tokenSecret }, general);
    if (groups.length > (best?.groups.length ?? 1)) best = { request: sent, groups };
    if (groups.length === alternatives.length) break;
  }
  return best;
}

/** Whether a request has different results with two hypotheses. */
export function areDistinguishedBy(request: SigningInput, one: Hypothesis, other: Hypothesis): boolean {
  return !hasSameEffect(createComputations({ request, stages: specification }, false), [one], [other]);
}

/** Whether two combinations of hypotheses have the same result. */
export function hasSameEffect(computations: Computations, one: Combination, other: Combination): boolean {
  return effectOf(computations, one) === effectOf(computations, other);
}

/** The signature says it all. Without the key, what it is computed from is compared. */
function effectOf(computations: Computations, combination: Combination): string {
  const result = computations.result(combination);
  return result.signature ?? JSON.stringify(result);
}

/** A hypothesis without the values that it took from the request of the client, which another request does not have. */
function withoutSources({ alter, ...hypothesis }: Hypothesis): Hypothesis {
  return {
    ...hypothesis,
    alter(computation) {
      const { request, stages } = alter(computation);
      return { request, stages };
    },
  };
}

function groupBySignature(request: SigningInput, alternatives: readonly Combination[]): string[][] {
  const computations = createComputations({ request, stages: specification }, false);
  const groups = new Map<string, string[]>();
  for (const alternative of alternatives)
    cached(groups, effectOf(computations, alternative), () => []).push(alternative.map(({ id }) => id).join(" + "));
  return [...groups.values()];
}

const QUERIES = [
  ...["a=2&a=1", "a=1&a=2", "a=1&a=1", "a&b=1", "a=&b=1", "a=1%262", "z=2&a=1", "A=1&a=2", "a-b=1&a=2"],
  ...["a%5B%5D=1", "a10=1&a9=2", "a+b=1", "q=%2525"],
];

const PROBES: readonly SigningInput[] = [
  ...Array.from("*~!'()+ %,;:@/?&=$#[].-_é€😀", (character) => probe({ form: [["q", character]] })),
  ...QUERIES.map((query) => probe({ method: "GET", url: `https://server.example/r?${query}` })),
  probe({ method: "PUT", form: [["b", "2"]] }),
  probe({ method: "DELETE", url: "https://server.example/r?a=1" }),
  probe({ url: "https://server.example:8443/A%20b//c/" }),
  probe({ url: "http://server.example:80" }),
];

function probe(request: Partial<SigningInput>): SigningInput {
  return {
    method: "POST",
    url: "https://server.example/r",
    protocolParameters: [
      ["oauth_consumer_key", "key"],
      ["oauth_nonce", "nonce"],
      ["oauth_signature_method", "HMAC-SHA1"],
      ["oauth_timestamp", "1700000000"],
    ],
    signatureMethod: "HMAC-SHA1",
    ...request,
  };
}
