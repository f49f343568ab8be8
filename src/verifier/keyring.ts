/**
 * Which stored keys may judge a request: of the right kind for the method, strong enough, and for the right token.
 * Where there is none, a decoy takes their place.
 *
 * @module
 */

import type { SignatureMethod } from "../oauth1/index.ts";
import { decoyPublicKey, decoySecret } from "./decoys.ts";
import { type ReadyKey, type ReadyPublicKey, readyPublicKey, readySecret } from "./kept-keys.ts";
import type { Policy } from "./policy.ts";
import type { Claim, Problem, StoredKey, StoredPublicKey, StoredSecret } from "./types.ts";

/** The keys to try. */
export interface Candidates {
  /** At least one. */
  readonly keys: readonly ReadyKey[];
  /** Why the keys are decoys; nothing that they match is accepted. */
  readonly problem: Problem | undefined;
}

/** Makes stored keys ready. */
export interface Keyring {
  candidates(stored: readonly StoredKey[], claim: Claim): Candidates;
}

/** What became of one stored key. */
type Judged = { readonly key: ReadyKey } | { readonly problem: Problem };

/** A keyring of one verifier: what it keeps, it keeps by the stored objects themselves and lets go with them. */
export function createKeyring({ signatureMethods, minimumRsaBits }: Policy): Keyring {
  const secrets = new WeakMap<StoredSecret, { readonly of: StoredSecret; readonly ready: ReadyKey }>();
  const publicKeys = new WeakMap<StoredPublicKey, { readonly of: unknown; readonly ready: ReadyPublicKey }>();
  const decoy = readySecret({ consumerSecret: decoySecret(), tokenSecret: decoySecret() });
  const rsaDecoy = signatureMethods.some(isRsa)
    ? readyPublicKey({ publicKey: decoyPublicKey(minimumRsaBits), id: undefined })
    : decoy;

  function judge(stored: StoredKey, claim: Claim): Judged {
    const shape = shapeProblem(stored);
    if (shape !== undefined) return { problem: { code: "credentials-unavailable", message: shape } };
    if (stored.token !== undefined && stored.token !== claim.token) {
      return refused("consumer-unknown", "the client has no key for this token");
    }
    if (isSecret(stored)) return judgeSecret(stored, claim);
    return isRsa(claim.signatureMethod) ? judgePublicKey(stored) : wrongKind(claim.signatureMethod, "a public key");
  }

  function judgeSecret(stored: StoredSecret, { signatureMethod, token }: Claim): Judged {
    if (isRsa(signatureMethod)) return wrongKind(signatureMethod, "a secret");
    if (signsForNoToken(stored) && token !== undefined) {
      return refused("consumer-unknown", "the stored secret goes with no token");
    }
    if (stored.consumerSecret === "") return refused("key-too-weak", "the client's secret is empty");
    if (PEM_RE.test(stored.consumerSecret)) return wrongKind(signatureMethod, "a PEM text as secret");
    const kept = secrets.get(stored);
    const isCurrent =
      kept !== undefined &&
      kept.of.consumerSecret === stored.consumerSecret &&
      kept.of.tokenSecret === stored.tokenSecret &&
      kept.of.id === stored.id;
    if (isCurrent) return { key: kept.ready };
    const { consumerSecret, tokenSecret, id } = stored;
    const of: StoredSecret = { consumerSecret, tokenSecret, id };
    const ready = readySecret(of);
    secrets.set(stored, { of, ready });
    return { key: ready };
  }

  function judgePublicKey(stored: StoredPublicKey): Judged {
    const key = keptPublicKey(stored);
    if (key === undefined) return refused("credentials-unavailable", "a stored public key cannot be read");
    if (key.bits < minimumRsaBits) {
      return refused("key-too-weak", `the client's RSA key has ${key.bits} bits, the minimum is ${minimumRsaBits}`);
    }
    // With an exponent of 1 every text is its own signature.
    if (key.exponent < 3n) return refused("key-too-weak", "the client's RSA key has an exponent below 3");
    return { key };
  }

  function keptPublicKey(stored: StoredPublicKey): ReadyPublicKey | undefined {
    const kept = publicKeys.get(stored);
    if (kept !== undefined && kept.of === stored.publicKey && kept.ready.id === stored.id) return kept.ready;
    try {
      const ready = readyPublicKey(stored);
      publicKeys.set(stored, { of: stored.publicKey, ready });
      return ready;
    } catch {
      return undefined;
    }
  }

  return {
    candidates(stored, claim) {
      const keys: ReadyKey[] = [];
      const problems: Problem[] = [];
      for (const one of stored) {
        const judged = judge(one, claim);
        if ("key" in judged) keys.push(judged.key);
        else problems.push(judged.problem);
      }
      if (keys.length > 0) return { keys, problem: undefined };
      return { keys: [isRsa(claim.signatureMethod) ? rsaDecoy : decoy], problem: mostTelling(problems) };
    },
  };
}

/** What tells the operator most, first. */
const TELLING = ["credentials-unavailable", "key-too-weak", "key-kind-mismatch", "consumer-unknown"] as const;

function mostTelling(problems: readonly Problem[]): Problem {
  for (const code of TELLING) {
    const problem = problems.find((one) => one.code === code);
    if (problem !== undefined) return problem;
  }
  return { code: "consumer-unknown", message: "the client is unknown" };
}

function isRsa(method: SignatureMethod): boolean {
  return method.startsWith("RSA-");
}

/** Whoever claimed a token could otherwise sign for it with an empty token secret. */
function signsForNoToken({ token, tokenSecret }: StoredSecret): boolean {
  return token === undefined && tokenSecret === undefined;
}

function isSecret(stored: StoredKey): stored is StoredSecret {
  return "consumerSecret" in stored && stored.consumerSecret !== undefined;
}

const PEM_RE = /-----BEGIN /;

/** What is wrong with the shape of a stored key: the look-up's fault, not the client's. */
function shapeProblem(stored: StoredKey): string | undefined {
  if (stored === null || typeof stored !== "object") return "the look-up gave something that is no key";
  const { consumerSecret, tokenSecret, publicKey, token, id } = stored as Partial<StoredSecret & StoredPublicKey>;
  if (consumerSecret !== undefined && publicKey !== undefined) return "a stored key has both a secret and a public key";
  if (consumerSecret === undefined && publicKey === undefined) return "a stored key has no secret and no public key";
  if (!isUsableText(consumerSecret) || !isUsableText(tokenSecret)) return "a stored secret is not text";
  if (!isUsableText(token) || !isUsableText(id)) return "the token or id of a stored key is not text";
  return undefined;
}

function isUsableText(value: unknown): boolean {
  return value === undefined || (typeof value === "string" && value.isWellFormed());
}

function refused(code: Problem["code"], message: string): Judged {
  return { problem: { code, message } };
}

function wrongKind(method: SignatureMethod, came: string): Judged {
  return refused("key-kind-mismatch", `${method} cannot be verified with ${came}`);
}
