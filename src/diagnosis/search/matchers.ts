/** Compares the results of hypotheses with what the client computed. */

import { allFaults } from "../../faults/index.ts";
import { hashOf, specification, type Transport } from "../../model/index.ts";
import { type HashName, hmacBase64 } from "../../platform/index.ts";
import { HMAC_METHODS, isHmacMethod, isRsaMethod, RSA_METHODS } from "../../spec/signature-methods.ts";
import type { Evidence, Key } from "../input/diagnosis-input.ts";
import type { DiagnosisTask } from "./diagnosis-task.ts";
import { environmentHypothesis } from "./environment.ts";
import { type Hypothesis, hypothesesOf } from "./hypothesis.ts";
import { otherPublicKeyHypothesis } from "./key-causes.ts";
import { type OpenedSignature, openSignature } from "./rsa-signature.ts";
import { otherMethodOf } from "./signature-length.ts";

/** Compares a result with what the client computed. An RSA signature can be read in several ways, one matcher for each. */
export interface Matcher {
  /** Causes that the signature itself shows. */
  readonly shown: readonly Hypothesis[];
  /** The client's signature, if it is compared as text. */
  readonly signature?: string;
  readonly matches: (result: Evidence) => boolean;
  /** Whether the octets of the signature are lost, so that it matches any request. */
  readonly isLost?: boolean | undefined;
  /** Whether it compares an HMAC, although the method is RSA: no public key opened the signature. */
  readonly isHmac?: boolean | undefined;
}

/**
 * The readings of a signature, the correct one first; none if no public key opens it.
 *
 * @throws Error if a public key cannot be parsed
 */
export function matchersOf(
  { interpretations, input, cheapest, hypotheses }: DiagnosisTask,
  signature: string,
): Matcher[] {
  const { signatureMethod, transport } = interpretations[0].computation.request;
  const { key, otherKeys = [] } = input;
  if (!isRsaMethod(signatureMethod)) {
    const isOfRsa = otherMethodOf(signature, signatureMethod)?.isRsa === true;
    const ofRsa = isOfRsa ? rsaMatchers([key, ...otherKeys], signature, signatureMethod) : [];
    const named: Matcher = { shown: [], signature, matches: (result) => result.signature === signature };
    if (isHmacMethod(signatureMethod)) return isOfRsa ? ofRsa : [named];
    return [named, ...hmacMatchers(key, undefined, signature, signatureMethod), ...ofRsa];
  }
  // The first of several forms is the common one. The signature may show faults that the caller did not request.
  const hypothesisOf = (id: string): Hypothesis =>
    cheapest().find((one) => one.id === id) ??
    hypotheses().find((one) => one.id === id) ??
    hypothesesOf(allFaults().find((one) => one.id === id)!)[0]!;
  const keys = [
    { ...key, label: undefined, causes: [] },
    ...otherKeys.map((other) => ({ ...other, causes: [otherPublicKeyHypothesis(other.label)] })),
  ];
  const opened = keys.flatMap(({ causes, ...one }) => {
    const publicKey = publicKeyOf(one);
    if (publicKey === undefined) return [];
    return openSignature(signature, signatureMethod, publicKey, one.privateKey).map(
      ({ faults, signs, isLost, isHmac }: OpenedSignature): Matcher => ({
        isLost,
        isHmac,
        shown: [...causes, ...faults.map(idFor(transport)).map(hypothesisOf)],
        matches: ({ baseString }) => baseString !== undefined && signs(baseString),
      }),
    );
  });
  return [...opened, ...keys.flatMap(({ label, ...one }) => hmacMatchers(one, label, signature, signatureMethod))];
}

/** Readings of the signature as one of RSA, although the request names a method with secrets: only the public key can prove it. */
function rsaMatchers(keys: readonly Key[], signature: string, signatureMethod: string): Matcher[] {
  return keys.flatMap((key) => {
    const publicKey = publicKeyOf(key);
    if (publicKey === undefined) return [];
    return RSA_METHODS.flatMap((method) =>
      openSignature(signature, method, publicKey)
        .filter(({ faults }) => faults.length === 0)
        .map(({ signs }): Matcher => {
          const what = `The client signed with ${method}, but the request names ${signatureMethod}.`;
          return {
            shown: [environmentHypothesis({ id: "rsa-under-other-name", fix: NAME_THE_METHOD }, { what })],
            matches: ({ baseString }) => baseString !== undefined && signs(baseString),
          };
        }),
    );
  });
}

const NAME_THE_METHOD =
  "Name the method that signs in oauth_signature_method, if the server accepts it, or sign with the named one.";

/** Readings of the signature as an HMAC with a secret of the client, although the request names RSA or PLAINTEXT. */
function hmacMatchers(
  { consumerSecret, tokenSecret = "" }: Key,
  label: string | undefined,
  signature: string,
  signatureMethod: string,
): Matcher[] {
  if (consumerSecret === undefined) return [];
  const key = specification.key({ consumerSecret, tokenSecret }, specification);
  const isAsLong = (hash: HashName): boolean => hmacBase64(hash, key, "").length === signature.length;
  return HMAC_METHODS.filter((method) => isAsLong(hashOf(method))).map((method): Matcher => {
    const hash = hashOf(method);
    const what = `The client signed with ${method}${label === undefined ? "" : ` and ${label}`}, but the request names ${signatureMethod}.`;
    const isRsa = isRsaMethod(signatureMethod);
    const fix = isRsa
      ? `Sign with the private key and ${signatureMethod}, or name the method that signs, if the server accepts it.`
      : NAME_THE_METHOD;
    return {
      isHmac: true,
      shown: [
        environmentHypothesis({ id: isRsa ? "hmac-under-rsa-name" : "hmac-under-plaintext-name", fix }, { what }),
      ],
      matches: ({ baseString }) => baseString !== undefined && hmacBase64(hash, key, baseString) === signature,
    };
  });
}

/** A plus sign stands for a space only in a query and in a form. */
const idFor =
  (transport: Transport | undefined) =>
  (id: string): string =>
    id === "signature-raw-in-query" && transport !== "query" && transport !== "body"
      ? "text/space-for-plus/signature"
      : id;

/** PEM. A private key contains its public half. */
export function publicKeyOf({ publicKey, privateKey }: Key): string | undefined {
  return publicKey ?? privateKey;
}
