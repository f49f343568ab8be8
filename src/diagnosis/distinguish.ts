/**
 * Finds a small request on which explanations part that another request does not tell apart.
 *
 * @module
 */

import type { SigningInput } from "../model/index.ts";
import { specification } from "../model/index.ts";
import { createBench } from "./computation-cache.ts";
import type { TellApart } from "./diagnosis.ts";
import type { Allowance, Combination } from "./search.ts";

/** The triggers of the faults themselves, then one request for each thing that encoders and collectors get wrong. */
export function tellApart(alternatives: readonly Combination[], allowed: Allowance): TellApart | undefined {
  const triggers = alternatives.flat().flatMap(({ trigger }) => (trigger === undefined ? [] : [trigger]));
  let best: TellApart | undefined;
  for (const request of [...triggers, ...PROBES]) {
    if (!allowed()) break;
    const groups = groupsOn(request, alternatives);
    if (groups.length > (best?.groups.length ?? 1)) best = { request: withoutSecrets(request), groups };
    if (groups.length === alternatives.length) break;
  }
  return best;
}

function groupsOn(request: SigningInput, alternatives: readonly Combination[]): string[][] {
  const bench = createBench({ request: { ...SECRETS, ...request }, stages: specification });
  const groups = new Map<string, string[]>();
  for (const alternative of alternatives) {
    const outcome = JSON.stringify(bench.outcome(alternative));
    groups.set(outcome, [...(groups.get(outcome) ?? []), alternative.map(({ id }) => id).join(" + ")]);
  }
  return [...groups.values()];
}

/** Stand-ins that every mistake with secrets shows on. */
const SECRETS = { consumerSecret: "a/b= ", tokenSecret: "t+s" };

function withoutSecrets({ consumerSecret, tokenSecret, privateKey, ...request }: SigningInput): SigningInput {
  return request;
}

const PROBES: readonly SigningInput[] = [
  ...Array.from("*~!'()+ %,;:@/?&=$#[].-_é€😀", (character) => probe({ form: [["q", character]] })),
  ...[
    "a=2&a=1",
    "a=1&a=2",
    "a=1&a=1",
    "a&b=1",
    "a=&b=1",
    "a=1%262",
    "z=2&a=1",
    "A=1&a=2",
    "a-b=1&a=2",
    "a%5B%5D=1",
    "a10=1&a9=2",
    "a+b=1",
    "q=%2525",
  ].map((query) => probe({ method: "GET", url: `https://server.example/r?${query}` })),
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
