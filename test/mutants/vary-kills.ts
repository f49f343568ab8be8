/** Finds how many starts `capture --vary` needs for each fault: a client with the fault posts a form with two varied fields. */

import { createCaptureVerifier, type IncomingRequest } from "../../src/conformance/capture/index.ts";
import { createTemplates, type Values, vary } from "../../src/conformance/capture/vary/index.ts";
import type { CauseSearch } from "../../src/conformance/capture/verification.ts";
import { explainRequest } from "../../src/diagnosis/index.ts";
import type { Fault } from "../../src/faults/index.ts";
import { type SigningInput, type Stages, specification, toOctets } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";

/** What was found for one fault. */
export interface VaryKill {
  /** The number of starts until the smallest values were confirmed. */
  readonly starts: number;
  /** The smallest values that fail. */
  readonly values: Values;
  /** Whether the fault is among the causes that were named. */
  readonly isNamed: boolean;
}

/** The result of a client with one change of the specification. */
interface Search {
  readonly kill?: VaryKill;
  /** All starts. */
  readonly starts: number;
  /** The cases that fail. */
  readonly accused: readonly string[];
}

/** The most starts for a client with one fault. */
export const MOST_STARTS = 25;

const SHORT_SEARCH = { combinations: 4000 };
const KEY = { consumerKey: "capture", consumerSecret: "s&t" } as const;
const AT = 1_700_000_000;
/** Random cases that decide whether a fault can show at all. */
const RANDOM_CASES = 30;

/** The number of starts for each fault that can show, by the id of the fault. */
export async function varyKills(faults: readonly Fault[], seed: number): Promise<Map<string, VaryKill | undefined>> {
  const kills = new Map<string, VaryKill | undefined>();
  for (const { id, apply } of faults) {
    const { kill } = await searchClient(apply(specification), { seed, runs: 0, fault: id });
    if (kill !== undefined) kills.set(id, kill);
    else if ((await searchClient(apply(specification), { seed, runs: RANDOM_CASES, fault: id })).kill !== undefined)
      kills.set(id, undefined);
  }
  return kills;
}

/** Varies the amount and the note of a client in this process. */
export async function searchClient(
  stages: Stages,
  { seed, runs, fault }: { readonly seed: number; readonly runs: number; readonly fault?: string },
): Promise<Search> {
  const templates = createTemplates({}, seed);
  templates.read("{amount} {text}");
  const expected = { ...KEY, privateKey: "", publicKey: "" };
  const verifier = createCaptureVerifier({
    expected,
    showSignature: false,
    isBrief: true,
    explain: (request) => explainRequest(request, [KEY]),
  });
  let number = 0;
  const attempt = async (values: Values) => {
    number += 1;
    const sent = sendAs(formPost(values, number), stages);
    if (sent === undefined) return { arrived: [], failure: "it cannot sign these values" };
    const body = toOctets(sent.body ?? "");
    const request: IncomingRequest = { ...sent, number, at: AT, body, headers: sent.headers ?? [] };
    const { diagnose } = await verifier.decide(request);
    return { arrived: [{ captured: await diagnose(), request }] };
  };
  let confirmed: number | undefined;
  const explain = async (request: IncomingRequest, { names, combinations }: CauseSearch = {}) => {
    // The first request that fails is explained by a short search, then the smallest one.
    if (combinations !== SHORT_SEARCH.combinations) confirmed ??= number;
    return explainRequest(request, [KEY], { budget: SHORT_SEARCH, causes: names });
  };
  const { placeholders } = templates;
  const { cases, starts } = await vary({
    placeholders,
    attempt,
    explain,
    isSigned: verifier.isSigned,
    refutes: verifier.refutes,
    runs,
    isOver: () => false,
  });
  const failed = cases.filter(({ mistake }) => mistake !== undefined);
  const causes = failed.flatMap(({ mistake }) => mistake!.failure.alternatives.flat().map(({ id }) => id));
  const kill = failed.length === 0 ? undefined : { starts: confirmed ?? number, isNamed: causes.includes(fault ?? "") };
  return {
    starts,
    accused: failed.map(({ id, values }) => `${id} ${JSON.stringify(values)}`),
    ...(kill !== undefined && { kill: { ...kill, values: failed[0]!.values } }),
  };
}

function formPost({ amount = "", text = "" }: Values, number: number): SigningInput {
  return {
    method: "POST",
    url: "http://127.0.0.1:8080/pay",
    form: [
      ["amount", amount],
      ["note", text],
    ],
    protocolParameters: [
      ["oauth_consumer_key", KEY.consumerKey],
      ["oauth_signature_method", "HMAC-SHA1"],
      ["oauth_timestamp", String(AT)],
      ["oauth_nonce", `nonce${number}`],
      ["oauth_version", "1.0"],
    ],
    signatureMethod: "HMAC-SHA1",
    consumerSecret: KEY.consumerSecret,
  };
}
