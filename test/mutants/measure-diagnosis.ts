/** Measures how well the diagnosis finds faults in generated requests, from the signature alone. */

import { generateCase, signInput } from "../../src/conformance/properties/index.ts";
import { signingInput } from "../../src/conformance/vectors/signing-input.ts";
import { TEST_PRIVATE_KEY } from "../../src/conformance/vectors/test-key.ts";
import { type Diagnosis, diagnose } from "../../src/diagnosis/index.ts";
import type { Fault } from "../../src/faults/index.ts";
import { type HttpRequest, type SigningInput, type Stages, specification } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";

/** What the diagnosis found for one fault. */
export interface Singles {
  readonly id: string;
  /** The number of requests that show the fault. */
  readonly triggered: number;
  /** The number of results with the fault. */
  readonly named: number;
  /** The number of alternatives in all results. */
  readonly candidates: number;
  readonly largest: readonly string[];
  /** Indices of requests for which the fault is not found. */
  readonly missed: readonly number[];
}

/** The generated request at (seed, index). */
export function requestAt(seed: number, index: number): SigningInput {
  return signingInput(generateCase(signInput, seed, index));
}

export function diagnoseSent(request: SigningInput, sent: HttpRequest): Diagnosis {
  const { consumerSecret, tokenSecret } = request;
  const key = {
    // RSA uses the private key, because the public key cannot reveal that a signature is an HMAC.
    ...(consumerSecret === undefined ? { privateKey: TEST_PRIVATE_KEY } : { consumerSecret }),
    ...(tokenSecret === undefined ? {} : { tokenSecret }),
  };
  return diagnose({ request: sent, key });
}

/** The ids of each alternative; for a correct signature, the id of each notice. */
function namesOf(diagnosis: Diagnosis): string[][] {
  switch (diagnosis.kind) {
    case "right":
    case "rejected":
      return diagnosis.notices.map(({ id }) => [id]);
    case "explained":
      return [diagnosis.causes.map(({ id }) => id)];
    case "ambiguous":
      return diagnosis.alternatives.map((one) => one.map(({ id }) => id));
    default:
      return [];
  }
}

/** If the signature is valid, a notice reports what is wrong with the syntax of the header. */
function isNameOf(fault: Fault, id: string): boolean {
  return id === fault.id || (id === "header-malformed" && fault.stage === "authorizationHeader");
}

/** Diagnoses one fault in requests that show it. */
export function measureSingle(
  fault: Fault,
  { seed, wanted, tries }: { seed: number; wanted: number; tries: number },
): Singles {
  let [triggered, named, candidates] = [0, 0, 0];
  let largest: string[] = [];
  const missed: number[] = [];
  for (let index = 0; index < tries && triggered < wanted; index++) {
    const request = index < tries / 2 ? requestAt(seed, index) : blended(requestAt(seed, index), fault);
    const sent = sendTriggered(request, fault.apply(specification));
    if (sent === undefined) continue;
    const diagnosis = diagnoseSent(request, sent);
    const names = namesOf(diagnosis);
    // For this request, a server cannot see the fault.
    if (diagnosis.kind === "right" && !names.some(([id]) => id === fault.id)) continue;
    triggered += 1;
    if (names.some((set) => set.length === 1 && isNameOf(fault, set[0]!))) named += 1;
    else missed.push(index);
    // Several notices can be true at once, so they are not alternatives.
    const alternatives = diagnosis.kind === "ambiguous" ? names : [];
    candidates += Math.max(1, alternatives.length);
    if (alternatives.length > Math.max(1, largest.length)) largest = alternatives.map((set) => set.join(" + "));
  }
  return { id: fault.id, triggered, named, candidates, largest, missed };
}

/** A generated request with the special parts of the trigger, for faults that few generated requests show. */
function blended(generated: SigningInput, { trigger }: Fault): SigningInput {
  const { method, url, form, body, headers, bodyHash } = trigger;
  const shown = { form, body, headers, bodyHash };
  const given = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
  const { form: _, body: __, headers: ___, ...rest } = generated;
  const protocolParameters = [...new Map([...generated.protocolParameters, ...shownParameters(trigger)])];
  // A body that is not a form cannot contain parameters.
  const carried = body === undefined && bodyHash === undefined ? {} : { transport: "header" as const };
  return { ...rest, method, url, ...given, protocolParameters, ...carried };
}

/** The protocol parameters that not every request has. */
function shownParameters({ protocolParameters }: SigningInput): SigningInput["protocolParameters"] {
  return protocolParameters.filter(([name, value]) => !USUAL.includes(String(name)) || value === "");
}

const USUAL = [
  ...["oauth_consumer_key", "oauth_token", "oauth_signature_method", "oauth_timestamp", "oauth_nonce"],
  "oauth_version",
];

function sendTriggered(request: SigningInput, stages: Stages): HttpRequest | undefined {
  const right = sendAs(request, specification);
  const wrong = sendAs(request, stages);
  return JSON.stringify(right) === JSON.stringify(wrong) ? undefined : wrong;
}

/** Diagnoses two faults in requests that show both. */
export function measurePair(
  faults: readonly [Fault, Fault],
  { seed, wanted, tries }: { seed: number; wanted: number; tries: number },
): { readonly triggered: number; readonly found: number; readonly missed: readonly number[] } {
  const [one, other] = faults;
  let [triggered, found] = [0, 0];
  const missed: number[] = [];
  for (let index = 0; index < tries && triggered < wanted; index++) {
    const request = requestAt(seed, index);
    const both = other.apply(one.apply(specification));
    const sent = sendTriggered(request, both);
    if (sent === undefined || !isBoth(request, faults, sent)) continue;
    const diagnosis = diagnoseSent(request, sent);
    if (diagnosis.kind === "right") continue;
    triggered += 1;
    // The result may contain one of the two as a notice.
    const noticed = diagnosis.notices.map(({ id }) => id);
    const isFound = (set: readonly string[]): boolean =>
      faults.every(({ id }) => set.includes(id) || noticed.includes(id)) &&
      set.every((id) => id === one.id || id === other.id);
    if (namesOf(diagnosis).some(isFound)) found += 1;
    else missed.push(index);
  }
  return { triggered, found, missed };
}

/** Whether each fault changes the request, alone and together with the other one. */
function isBoth(request: SigningInput, [one, other]: readonly [Fault, Fault], both: HttpRequest): boolean {
  const alone = [one, other].map((fault) => sendTriggered(request, fault.apply(specification)));
  return alone.every((sent) => sent !== undefined && JSON.stringify(sent) !== JSON.stringify(both));
}
