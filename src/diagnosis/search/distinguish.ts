/** Finds a small request that distinguishes causes which produce the same signature for another request. */

import { type SigningInput, specification } from "../../model/index.ts";
import { createComputations } from "./computations.ts";
import type { DistinguishingRequest } from "./diagnosis.ts";
import type { Combination } from "./search.ts";

/** Tries the triggers of the faults, then a request for each typical mistake of encoders and parsers. */
export function findDistinguishingRequest(alternatives: readonly Combination[]): DistinguishingRequest | undefined {
  const triggers = alternatives.flat().flatMap(({ trigger }) => (trigger === undefined ? [] : [trigger]));
  let best: DistinguishingRequest | undefined;
  for (const request of [...triggers, ...PROBES]) {
    const groups = groupBySignature(request, alternatives);
    if (groups.length > (best?.groups.length ?? 1)) best = { request: withoutSecrets(request), groups };
    if (groups.length === alternatives.length) break;
  }
  return best;
}

function groupBySignature(request: SigningInput, alternatives: readonly Combination[]): string[][] {
  const computations = createComputations({ request: { ...SECRETS, ...request }, stages: specification });
  const groups = new Map<string, string[]>();
  for (const alternative of alternatives) {
    const result = JSON.stringify(computations.result(alternative));
    groups.set(result, [...(groups.get(result) ?? []), alternative.map(({ id }) => id).join(" + ")]);
  }
  return [...groups.values()];
}

/** Test secrets, chosen so that every mistake with secrets changes the signature. */
const SECRETS = { consumerSecret: "a/b= ", tokenSecret: "t+s" };

function withoutSecrets({ consumerSecret, tokenSecret, privateKey, ...request }: SigningInput): SigningInput {
  return request;
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
