/** Compares the results of hypotheses with what the client computed. */

import { allFaults, type Fault } from "../../faults/index.ts";
import { hashOf, specification } from "../../model/index.ts";
import { base64Text, type HashName, hmacBase64 } from "../../platform/index.ts";
import type { InSlices } from "../../platform/slices.ts";
import { HMAC_METHODS, isHmacMethod, isRsaMethod, RSA_METHODS } from "../../spec/signature-methods.ts";
import { environmentHypothesis } from "../causes/environment.ts";
import { otherPublicKeyHypothesis } from "../causes/key-causes.ts";
import type { Key } from "../input/diagnosis-input.ts";
import { type ComputationResult, type Computations, createComputations } from "../search/computations.ts";
import type { DiagnosisTask } from "../search/diagnosis-task.ts";
import { type Hypothesis, hypothesesOf } from "../search/hypothesis.ts";
import { openSignature } from "./rsa-signature.ts";
import { type Reading, readingsOf } from "./signature-readings.ts";

/** Compares results with what the client computed. */
export interface Matcher {
  /** How the client may have produced its signature from a result; empty if that is impossible. */
  readonly madeFrom: (result: ComputationResult) => readonly Made[];
  /** Whether the signature, in base64, may have the length of this one. */
  readonly fits: (signature: string | undefined) => boolean;
  /** Whether octets of the signature are lost, so that any request may match. */
  readonly isLost?: boolean;
  /** Whether a public key opens the signature. */
  readonly isOpened?: boolean;
}

/** How a client made its signature. */
export interface Made {
  /** Causes that the signature itself shows. */
  readonly causes: readonly Hypothesis[];
  /** The reading of the signature; absent if it is written in base64. */
  readonly reading?: Reading | undefined;
}

/**
 * Compares results with a signature, in each way to read it.
 *
 * @param isOfRsa whether it has the length of an RSA signature, although the request names another method
 * @returns `undefined` if no key and no mistake can give such a signature
 * @throws Error if a public key cannot be parsed
 */
export function matcherOf(
  { interpretations, input, cheapest, hypotheses }: DiagnosisTask,
  signature: string,
  isOfRsa = false,
): Matcher | undefined {
  const { signatureMethod, consumerSecret } = interpretations[0].computation.request;
  const { key, otherKeys = [] } = input;
  const readings = readingsOf(signature);
  const inBase64 = new Map(readings.map((reading) => [base64Text(reading.octets), reading]));
  const lengths = new Set([signature, ...inBase64.keys()].map(({ length }) => length));
  const fits: Matcher["fits"] = (text) => text !== undefined && lengths.has(text.length);
  const madeOf = (text: string | undefined, causes: readonly Hypothesis[]): Made[] => {
    if (text === signature) return [{ causes }];
    const reading = inBase64.get(text ?? "");
    return reading === undefined ? [] : [{ causes, reading }];
  };
  const hmacs = (one: Key, label?: string): Matcher["madeFrom"][] =>
    otherHmacs(one, label, signatureMethod, fits).map(
      ({ hash, secret, cause }) =>
        ({ baseString }) =>
          baseString === undefined ? [] : madeOf(hmacBase64(hash, secret, baseString), [cause]),
    );
  const anyOf = (all: readonly Matcher["madeFrom"][], of: Omit<Matcher, "madeFrom">): Matcher | undefined =>
    all.length === 0 ? undefined : { ...of, madeFrom: (result) => all.flatMap((madeFrom) => madeFrom(result)) };
  if (!isRsaMethod(signatureMethod)) {
    const ofRsa = isOfRsa ? rsaUnderOtherName([key, ...otherKeys], readings, signatureMethod) : [];
    const hasSecret = consumerSecret !== undefined || otherKeys.some((other) => other.consumerSecret !== undefined);
    const ofSecret: Matcher["madeFrom"][] = hasSecret ? [(result) => madeOf(result.signature, [])] : [];
    if (isHmacMethod(signatureMethod)) return anyOf(isOfRsa ? ofRsa : ofSecret, { fits });
    const asText: Matcher["madeFrom"] = (result) => (result.signature === signature ? [{ causes: [] }] : []);
    return anyOf([asText, ...hmacs(key), ...ofRsa], { fits: () => true });
  }
  // The first form is the common one. The signature may show faults that the caller did not ask for.
  const hypothesisOf = (id: string): Hypothesis =>
    [...cheapest(), ...hypotheses()].find((one) => one.id === id) ?? hypothesesOf(faultWith(id))[0]!;
  const keys = [
    { ...key, label: undefined, causes: [] },
    ...otherKeys.map((other) => ({ ...other, causes: [otherPublicKeyHypothesis(other.label)] })),
  ];
  const opened = keys.flatMap(({ causes, ...one }) => {
    const publicKey = publicKeyOf(one);
    if (publicKey === undefined) return [];
    return openSignature(readings, signatureMethod, publicKey, one.privateKey).map((found) => ({ ...found, causes }));
  });
  const byKey = opened.map(({ faults, signs, reading, causes }): Matcher["madeFrom"] => ({ baseString }) => {
    if (baseString === undefined || !signs(baseString)) return [];
    const written = reading?.parts.length === 0 ? undefined : reading;
    return [{ causes: [...causes, ...faults.map(hypothesisOf)], reading: written }];
  });
  return anyOf([...byKey, ...keys.flatMap(({ label, ...one }) => hmacs(one, label))], {
    fits: () => true,
    isLost: opened.some(({ isLost }) => isLost),
    isOpened: opened.some(({ isHmac }) => !isHmac),
  });
}

/** The causes of how the client wrote the octets: each form of a fault that writes them so, or else the steps of the reading. */
export function* causesOfReading(
  task: DiagnosisTask,
  { original, change }: Computations,
  { octets, parts }: Reading,
): InSlices<Hypothesis[]> {
  const stages = { ...original.stages, signature: () => base64Text(octets) };
  const writing = createComputations({ ...original, stages });
  for (const [step, hypotheses] of [["cheapest", task.cheapest] as const, ["single", task.hypotheses] as const]) {
    yield* task.prepare(step);
    const found: Hypothesis[] = [];
    for (const one of hypotheses()) {
      task.work.countInSlice("causes");
      if (task.work.isSliceComplete()) yield;
      if (change(one).signature && writing.signatureOf([one], "", "") === task.signature) found.push(one);
    }
    if (found.length > 0) return found;
  }
  const what = `The client writes the octets of the signature ${parts.map(({ how }) => how).join(", then ")}.`;
  return [{ ...hypothesesOf(faultWith(parts[0]!.id))[0]!, what, whatFor: () => what, languages: undefined }];
}

function faultWith(id: string): Fault {
  return allFaults().find((one) => one.id === id)!;
}

/** Reads the signature as an RSA signature although the request names a method with secrets; only the public key proves this. */
function rsaUnderOtherName(
  keys: readonly Key[],
  readings: readonly Reading[],
  signatureMethod: string,
): Matcher["madeFrom"][] {
  return keys.flatMap((key) => {
    const publicKey = publicKeyOf(key);
    if (publicKey === undefined) return [];
    return RSA_METHODS.flatMap((method) =>
      openSignature(readings, method, publicKey)
        .filter(({ faults }) => faults.length === 0)
        .map(({ signs }): Matcher["madeFrom"] => {
          const what = `The client signed with ${method}, but the request names ${signatureMethod}.`;
          const cause = environmentHypothesis({ id: "rsa-under-other-name", fix: NAME_THE_METHOD }, { what });
          return ({ baseString }) => (baseString !== undefined && signs(baseString) ? [{ causes: [cause] }] : []);
        }),
    );
  });
}

const NAME_THE_METHOD =
  "Name the method that signs in oauth_signature_method, if the server accepts it, or sign with the named one.";

/** HMACs with the given secrets, if the signature may be an HMAC although the request names RSA or PLAINTEXT. */
function otherHmacs(
  { consumerSecret, tokenSecret = "" }: Key,
  label: string | undefined,
  signatureMethod: string,
  fits: Matcher["fits"],
): { readonly hash: HashName; readonly secret: string; readonly cause: Hypothesis }[] {
  if (consumerSecret === undefined) return [];
  const secret = specification.key({ consumerSecret, tokenSecret }, specification);
  return HMAC_METHODS.flatMap((method) => {
    const hash = hashOf(method);
    if (!fits(hmacBase64(hash, secret, ""))) return [];
    const what = `The client signed with ${method}${label === undefined ? "" : ` and ${label}`}, but the request names ${signatureMethod}.`;
    const isRsa = isRsaMethod(signatureMethod);
    const fix = isRsa
      ? `Sign with the private key and ${signatureMethod}, or name the method that signs, if the server accepts it.`
      : NAME_THE_METHOD;
    const id = isRsa ? "hmac-under-rsa-name" : "hmac-under-plaintext-name";
    return [{ hash, secret, cause: environmentHypothesis({ id, fix }, { what }) }];
  });
}

/** A key as PEM. A private key has the public half. */
export function publicKeyOf({ publicKey, privateKey }: Key): string | undefined {
  return publicKey ?? privateKey;
}
