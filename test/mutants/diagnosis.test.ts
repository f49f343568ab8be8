/** How well the diagnosis finds faults in generated requests, from the signature alone. */

import { describe, expect, test } from "vitest";
import { generateCase, signInput } from "../../src/conformance/properties/index.ts";
import { signingInput } from "../../src/conformance/vectors/signing-input.ts";
import { TEST_PRIVATE_KEY } from "../../src/conformance/vectors/test-key.ts";
import { type Cause, type Diagnosis, diagnose } from "../../src/diagnosis/index.ts";
import { FAULTS, type Fault } from "../../src/faults/index.ts";
import { type HttpRequest, type SigningInput, type Stages, specification } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";

/** The seed of CI. */
const SEED = 5849;
const NIGHTLY = { tags: ["deep", "nightly"], timeout: 3_600_000 };

/** A generated request. */
function requestAt(index: number): SigningInput {
  return signingInput(generateCase(signInput, SEED, index));
}

function diagnoseSent(request: SigningInput, sent: HttpRequest): Diagnosis {
  const { consumerSecret, tokenSecret } = request;
  const key = {
    // RSA uses the private key, because the public key cannot reveal that a signature is an HMAC.
    ...(consumerSecret === undefined ? { privateKey: TEST_PRIVATE_KEY } : { consumerSecret }),
    ...(tokenSecret === undefined ? {} : { tokenSecret }),
  };
  return diagnose({ request: sent, key });
}

/** What is named: a cause, or a notice. */
type Named = Pick<Cause, "id"> & Partial<Pick<Cause, "fix">>;

/** The causes of each alternative; for a correct signature, each notice. */
function namedIn(diagnosis: Diagnosis): (readonly Named[])[] {
  switch (diagnosis.kind) {
    case "right":
    case "rejected":
      return diagnosis.notices.map((notice) => [notice]);
    case "explained":
      return [diagnosis.causes];
    case "ambiguous":
      return [...diagnosis.alternatives];
    default:
      return [];
  }
}

/**
 * Whether a cause is a fault, or has its fix: causes with one fix are one answer. If the signature is valid, a notice reports what is
 * wrong with the syntax of the header.
 */
function isNameOf(fault: Fault, { id, fix }: Named): boolean {
  const isNotice = id === "header-malformed" && fault.stage === "authorizationHeader";
  return id === fault.id || fix?.text === fault.fix.text || isNotice;
}

interface Single {
  /** The number of requests that show the fault. */
  readonly shown: number;
  /** The number of alternatives in all diagnoses. */
  readonly candidates: number;
  /** Indices of requests for which the fault is not named. */
  readonly missed: readonly number[];
}

const singles = new Map<Fault, Single>();

/** Diagnoses one fault in the first three requests that show it. */
function singleOf(fault: Fault): Single {
  const known = singles.get(fault);
  if (known !== undefined) return known;
  let [shown, candidates] = [0, 0];
  const missed: number[] = [];
  for (let index = 0; index < 300 && shown < 3; index++) {
    const request = index < 150 ? requestAt(index) : blended(requestAt(index), fault);
    const sent = sendTriggered(request, fault.apply(specification));
    if (sent === undefined) continue;
    const diagnosis = diagnoseSent(request, sent);
    const named = namedIn(diagnosis);
    // For this request, a server cannot see the fault: the signature is valid.
    const isValid = diagnosis.kind === "right" || diagnosis.kind === "rejected";
    if (isValid && !named.some(([one]) => one && isNameOf(fault, one))) continue;
    shown += 1;
    if (!named.some((set) => set.length === 1 && isNameOf(fault, set[0]!))) missed.push(index);
    // Several notices can be true at once, so they are not alternatives.
    candidates += diagnosis.kind === "ambiguous" ? named.length : 1;
  }
  const single = { shown, candidates, missed };
  singles.set(fault, single);
  return single;
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

const USUAL: readonly string[] = [
  ...["oauth_consumer_key", "oauth_token", "oauth_signature_method", "oauth_timestamp", "oauth_nonce"],
  "oauth_version",
];

function sendTriggered(request: SigningInput, stages: Stages): HttpRequest | undefined {
  const right = sendAs(request, specification);
  const wrong = sendAs(request, stages);
  return JSON.stringify(right) === JSON.stringify(wrong) ? undefined : wrong;
}

/** Whether two faults are found together in the first request that shows both; `undefined` if there is none. */
function isPairFound([one, other]: readonly [Fault, Fault]): boolean | undefined {
  for (let index = 0; index < 60; index++) {
    const request = requestAt(index);
    const sent = sendTriggered(request, other.apply(one.apply(specification)));
    if (sent === undefined || !isBoth(request, [one, other], sent)) continue;
    const diagnosis = diagnoseSent(request, sent);
    if (diagnosis.kind === "right") continue;
    // The result may contain one of the two as a notice.
    const noticed = diagnosis.notices.map(({ id }) => id);
    const faults = [one, other];
    return namedIn(diagnosis).some(
      (set) =>
        faults.every((fault) => set.some((cause) => isNameOf(fault, cause)) || noticed.includes(fault.id)) &&
        set.every((cause) => faults.some((fault) => isNameOf(fault, cause))),
    );
  }
  return undefined;
}

/** Whether each fault changes the request, alone and together with the other one. */
function isBoth(request: SigningInput, [one, other]: readonly [Fault, Fault], both: HttpRequest): boolean {
  const alone = [one, other].map((fault) => sendTriggered(request, fault.apply(specification)));
  return alone.every((sent) => sent !== undefined && JSON.stringify(sent) !== JSON.stringify(both));
}

/** Random pairs of faults, from the fixed seed. */
function randomPairs(): (readonly [Fault, Fault])[] {
  let state = SEED;
  const next = (): Fault => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return FAULTS[(state >> 8) % FAULTS.length]!;
  };
  return Array.from({ length: 60 }, () => [next(), next()] as const).filter(([one, other]) => one !== other);
}

/** Some generated timestamps are of the size of milliseconds, so that notice is true of their requests. */
function isAccused({ kind, notices }: Diagnosis): boolean {
  if (kind === "rejected") return notices.some(({ id, rejects }) => rejects && id !== "timestamp-milliseconds");
  return kind !== "right";
}

describe("the diagnosis of generated requests", NIGHTLY, () => {
  test.each(FAULTS)("names the fault in each request that shows it: $id", (fault) => {
    const { shown, missed } = singleOf(fault);
    expect(shown, "no generated request shows it").toBeGreaterThan(0);
    expect(missed, `numbers of requests of seed ${SEED}: see docs/contributing/add-a-fault.md`).toEqual([]);
  });

  test("has few candidates for one fault: 1.3 on average", () => {
    const all = FAULTS.map(singleOf);
    const sum = (member: "shown" | "candidates"): number => all.reduce((total, one) => total + one[member], 0);
    expect(sum("candidates") / sum("shown")).toBeLessThanOrEqual(1.3);
  });

  test("finds 95 % of pairs of faults", () => {
    const results = randomPairs().map((pair) => ({ pair: pair.map(({ id }) => id), isFound: isPairFound(pair) }));
    const shown = results.filter(({ isFound }) => isFound !== undefined);
    const missed = shown.filter(({ isFound }) => !isFound).map(({ pair }) => pair.join(" + "));
    expect(shown.length).toBeGreaterThan(20);
    expect(missed.length, missed.join("; ")).toBeLessThanOrEqual(0.05 * shown.length);
  });

  test("accuses no correct client in 10,000 requests", () => {
    const accused: number[] = [];
    for (let index = 0; index < 10_000; index++) {
      const request = requestAt(index);
      const sent = sendAs(request, specification);
      if (sent !== undefined && isAccused(diagnoseSent(request, sent))) accused.push(index);
    }
    expect(accused, `numbers of requests of seed ${SEED}`).toEqual([]);
  });
});
