/**
 * Finds the keys that can verify a request: of the right kind for the method, strong enough, and for the right token. If
 * there is none, it returns a decoy: a random key, which costs the same calls as a key of the client, so that the time
 * does not show whether the client exists.
 */

import { readPublicKey } from "../oauth1/keys.ts";
import { isList } from "../oauth1/request-to-sign.ts";
import type { VerificationKey } from "../oauth1/signature.ts";
import { isRsaMethod, type RsaMethod, type SecretMethod, type SignatureMethod } from "../oauth1/signature-methods.ts";
import { base64Text, hexText, keyFacts, parsePublicKey, type RsaKey, randomOctets } from "../platform/index.ts";
import type { Policy } from "./policy.ts";
import type { ClaimedIdentity, CredentialsLookup, StoredKey, StoredPublicKey, StoredSecret } from "./types.ts";
import type { Problem } from "./verdict.ts";

/**
 * Calls the application's look-up. Returns the stored keys of a client, an empty list for an unknown client, and
 * `undefined` if the look-up failed. The look-up has to log its errors itself: they may contain a connection string.
 */
export async function lookUp(
  lookup: CredentialsLookup,
  identity: ClaimedIdentity,
): Promise<readonly StoredKey[] | undefined> {
  try {
    const found = await lookup(identity);
    if (found === undefined || found === null) return [];
    return isList(found) ? found : [found];
  } catch {
    return undefined;
  }
}

/** One key to try. */
export interface Candidate {
  readonly id: string | undefined;
  readonly key: VerificationKey;
  /** Length of a signature by an RSA key; `undefined` for secrets. */
  readonly signatureOctets: number | undefined;
}

export interface Candidates {
  /** At least one. */
  readonly keys: readonly Candidate[];
  /** Why the key is a decoy. The verifier then rejects the request, whether or not the signature matches. */
  readonly problem: Problem | undefined;
}

/** Selects the keys that can verify a request. */
export type Keyring = (stored: readonly StoredKey[], identity: ClaimedIdentity) => Candidates;

/** A parsed public key, and the stored value that it was parsed from. */
interface ParsedPublicKey {
  readonly from: unknown;
  readonly key: RsaKey;
  readonly bits: number;
  readonly publicExponent: bigint;
}

/** Makes the keyring of one verifier. It keeps parsed public keys as long as the application keeps the stored objects. */
export function createKeyring({ signatureMethods, minimumRsaBits }: Policy): Keyring {
  const publicKeys = new WeakMap<StoredPublicKey, ParsedPublicKey>();
  const decoySecret = { consumerSecret: hexText(randomOctets(32)), tokenSecret: hexText(randomOctets(32)) };
  const rsaDecoy = signatureMethods.some(isRsaMethod) ? decoyPublicKey(minimumRsaBits) : undefined;

  function select(stored: StoredKey, identity: ClaimedIdentity): Candidate | Problem {
    const message = shapeProblem(stored);
    if (message !== undefined) return { code: "credentials-unavailable", message };
    if (stored.token !== undefined && stored.token !== identity.token) {
      return { code: "consumer-unknown", message: "the client has no key for this token" };
    }
    return isSecret(stored) ? selectSecret(stored, identity) : selectPublicKey(stored, identity.signatureMethod);
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
    if (!isRsaMethod(signatureMethod)) return secretCandidate(decoySecret, signatureMethod);
    return rsaCandidate(rsaDecoy!, minimumRsaBits, signatureMethod, undefined);
  }

  return (stored, identity) => {
    const selected = stored.map((one) => select(one, identity));
    const keys = selected.filter((one) => "key" in one);
    if (keys.length > 0) return { keys, problem: undefined };
    const problems = selected.filter((one) => "code" in one);
    return { keys: [decoy(identity.signatureMethod)], problem: mostImportant(problems) };
  };
}

function selectSecret(stored: StoredSecret, { signatureMethod, token }: ClaimedIdentity): Candidate | Problem {
  if (isRsaMethod(signatureMethod)) return wrongKind(signatureMethod, "a secret");
  // Without this check, a client could claim any token and sign with an empty token secret.
  if (token !== undefined && stored.token === undefined && stored.tokenSecret === undefined) {
    return { code: "consumer-unknown", message: "the stored secret is not for a token" };
  }
  if (stored.consumerSecret === "") return tooWeak("the client's secret is empty");
  if (stored.consumerSecret.includes("-----BEGIN ")) return wrongKind(signatureMethod, "a secret that is PEM text");
  return secretCandidate(stored, signatureMethod);
}

function secretCandidate({ consumerSecret, tokenSecret, id }: StoredSecret, signatureMethod: SecretMethod): Candidate {
  return { id, key: { signatureMethod, consumerSecret, tokenSecret }, signatureOctets: undefined };
}

function rsaCandidate(key: RsaKey, bits: number, signatureMethod: RsaMethod, id: string | undefined): Candidate {
  return { id, key: { signatureMethod, publicKey: key }, signatureOctets: Math.ceil(bits / 8) };
}

/** The most important first, for an operator. */
const BY_IMPORTANCE = ["credentials-unavailable", "key-too-weak", "key-kind-mismatch", "consumer-unknown"] as const;

function mostImportant(problems: readonly Problem[]): Problem {
  for (const code of BY_IMPORTANCE) {
    const problem = problems.find((one) => one.code === code);
    if (problem !== undefined) return problem;
  }
  return { code: "consumer-unknown", message: "the client is unknown" };
}

function isSecret(stored: StoredKey): stored is StoredSecret {
  return "consumerSecret" in stored && stored.consumerSecret !== undefined;
}

/** What is wrong with a stored key, as the look-up returned it. */
function shapeProblem(stored: StoredKey): string | undefined {
  if (stored === null || typeof stored !== "object") return "the look-up returned a value that is not a key";
  const { consumerSecret, tokenSecret, publicKey, token, id } = stored as Partial<StoredSecret & StoredPublicKey>;
  if (consumerSecret !== undefined && publicKey !== undefined) return "a stored key has both a secret and a public key";
  if (consumerSecret === undefined && publicKey === undefined)
    return "a stored key has neither a secret nor a public key";
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

/** A public key whose modulus is a random odd number: its private half is unknown. */
export function decoyPublicKey(bits: number): RsaKey {
  const modulus = randomOctets(Math.ceil(bits / 8));
  // A large modulus: a signature that is larger than the modulus fails early, which would be measurable.
  modulus.fill(0xff, 0, 8);
  modulus[modulus.length - 1]! |= 1;
  const n = base64Text(modulus).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return parsePublicKey({ kty: "RSA", n, e: "AQAB" });
}
