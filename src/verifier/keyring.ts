/**
 * Which stored keys verify a request: of the right kind for the method, strong enough, and for the right token.
 * Where there is none, a decoy takes their place.
 *
 * @module
 */

import { readPublicKey } from "../oauth1/keys.ts";
import type { VerificationKey } from "../oauth1/signature.ts";
import { isRsaMethod, type RsaMethod, type SecretMethod, type SignatureMethod } from "../oauth1/signature-methods.ts";
import { keyFacts, type RsaKey } from "../platform/index.ts";
import { decoyPublicKey, decoySecret } from "./decoys.ts";
import type { Policy } from "./policy.ts";
import type { ClaimedIdentity, Problem, StoredKey, StoredPublicKey, StoredSecret } from "./types.ts";

/** One key to try. */
export interface Candidate {
  readonly id: string | undefined;
  readonly key: VerificationKey;
  /** How many octets a signature of this key has; `undefined` where the key does not fix it. */
  readonly signatureOctets: number | undefined;
}

/** The keys to try. */
export interface Candidates {
  /** At least one. */
  readonly keys: readonly Candidate[];
  /** Why the keys are decoys; nothing that they match is accepted. */
  readonly problem: Problem | undefined;
}

/** Selects keys. */
export interface Keyring {
  candidates(stored: readonly StoredKey[], claim: ClaimedIdentity): Candidates;
}

/** A public key, parsed, and the stored value that it was parsed from. */
interface ParsedPublicKey {
  readonly from: unknown;
  readonly key: RsaKey;
  readonly bits: number;
  readonly publicExponent: bigint;
}

/** The keyring of one verifier. It keeps parsed public keys as long as the application keeps the stored objects. */
export function createKeyring({ signatureMethods, minimumRsaBits }: Policy): Keyring {
  const publicKeys = new WeakMap<StoredPublicKey, ParsedPublicKey>();
  const decoySecrets: StoredSecret = { consumerSecret: decoySecret(), tokenSecret: decoySecret() };
  const rsaDecoy = signatureMethods.some(isRsaMethod) ? decoyPublicKey(minimumRsaBits) : undefined;

  function select(stored: StoredKey, claim: ClaimedIdentity): Candidate | Problem {
    const message = shapeProblem(stored);
    if (message !== undefined) return { code: "credentials-unavailable", message };
    if (stored.token !== undefined && stored.token !== claim.token) {
      return { code: "consumer-unknown", message: "the client has no key for this token" };
    }
    return isSecret(stored) ? selectSecret(stored, claim) : selectPublicKey(stored, claim.signatureMethod);
  }

  function selectPublicKey(stored: StoredPublicKey, signatureMethod: SignatureMethod): Candidate | Problem {
    if (!isRsaMethod(signatureMethod)) return wrongKind(signatureMethod, "a public key");
    const parsed = parsedPublicKey(stored);
    if (parsed === undefined) {
      return { code: "credentials-unavailable", message: "a stored public key cannot be read" };
    }
    const { key, bits, publicExponent } = parsed;
    if (bits < minimumRsaBits) {
      return tooWeak(`the client's RSA key has ${bits} bits, the minimum is ${minimumRsaBits}`);
    }
    // With an exponent of 1 every text is its own signature.
    if (publicExponent < 3n) return tooWeak("the client's RSA key has an exponent below 3");
    return rsaCandidate(key, bits, signatureMethod, stored.id);
  }

  function parsedPublicKey(stored: StoredPublicKey): ParsedPublicKey | undefined {
    const kept = publicKeys.get(stored);
    if (kept !== undefined && kept.from === stored.publicKey) return kept;
    try {
      const key = readPublicKey(stored.publicKey);
      const { bits, publicExponent } = keyFacts(key);
      const parsed = { from: stored.publicKey, key, bits, publicExponent };
      publicKeys.set(stored, parsed);
      return parsed;
    } catch {
      return undefined;
    }
  }

  function decoy(signatureMethod: SignatureMethod): Candidate {
    if (!isRsaMethod(signatureMethod)) return secretCandidate(decoySecrets, signatureMethod);
    return rsaCandidate(rsaDecoy!, minimumRsaBits, signatureMethod, undefined);
  }

  return {
    candidates(stored, claim) {
      const selected = stored.map((one) => select(one, claim));
      const keys = selected.filter((one) => "key" in one);
      if (keys.length > 0) return { keys, problem: undefined };
      const problems = selected.filter((one) => "code" in one);
      return { keys: [decoy(claim.signatureMethod)], problem: mostTelling(problems) };
    },
  };
}

function selectSecret(stored: StoredSecret, { signatureMethod, token }: ClaimedIdentity): Candidate | Problem {
  if (isRsaMethod(signatureMethod)) return wrongKind(signatureMethod, "a secret");
  if (signsForNoToken(stored) && token !== undefined) {
    return { code: "consumer-unknown", message: "the stored secret goes with no token" };
  }
  if (stored.consumerSecret === "") return tooWeak("the client's secret is empty");
  if (PEM_RE.test(stored.consumerSecret)) return wrongKind(signatureMethod, "a PEM text as secret");
  return secretCandidate(stored, signatureMethod);
}

function secretCandidate({ consumerSecret, tokenSecret, id }: StoredSecret, signatureMethod: SecretMethod): Candidate {
  return { id, key: { signatureMethod, consumerSecret, tokenSecret }, signatureOctets: undefined };
}

function rsaCandidate(key: RsaKey, bits: number, signatureMethod: RsaMethod, id: string | undefined): Candidate {
  return { id, key: { signatureMethod, publicKey: key }, signatureOctets: Math.ceil(bits / 8) };
}

/** The problems in the order in which an operator wants to know them. */
const TELLING = ["credentials-unavailable", "key-too-weak", "key-kind-mismatch", "consumer-unknown"] as const;

function mostTelling(problems: readonly Problem[]): Problem {
  for (const code of TELLING) {
    const problem = problems.find((one) => one.code === code);
    if (problem !== undefined) return problem;
  }
  return { code: "consumer-unknown", message: "the client is unknown" };
}

/** Without this check, a client that claims a token could sign for it with an empty token secret. */
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

function tooWeak(message: string): Problem {
  return { code: "key-too-weak", message };
}

function wrongKind(method: SignatureMethod, came: string): Problem {
  return { code: "key-kind-mismatch", message: `${method} cannot be verified with ${came}` };
}
