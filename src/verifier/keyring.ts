/**
 * Finds the keys that can verify a request: of the correct kind for the method, strong enough, and for the correct token.
 * If no key qualifies, the keyring returns a decoy: a random key that is tried like a key of the client, so that the time
 * does not reveal whether the client exists.
 */

import { LARGEST_RSA_BITS } from "../oauth1/keys.ts";
import type { VerificationKey } from "../oauth1/signature.ts";
import { isRsaMethod, type RsaMethod, type SecretMethod, type SignatureMethod } from "../oauth1/signature-methods.ts";
import { base64Text, hexText, parsePublicKey, type RsaKey, randomOctets } from "../platform/index.ts";
import { createPublicKeyParser, type ParsedPublicKey } from "./parsed-keys.ts";
import type { Policy } from "./policy.ts";
import type { ClaimedIdentity, StoredKey, StoredPublicKey, StoredSecret } from "./types.ts";
import type { Problem } from "./verdict.ts";

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
  /** If present, why the key is a decoy: the verifier rejects the request even if the signature matches. */
  readonly problem: Problem | undefined;
}

/** Selects the keys that can verify a request. */
export type Keyring = (stored: readonly StoredKey[], identity: ClaimedIdentity) => Candidates;

/** Creates the keyring of one verifier. */
export function createKeyring({ signatureMethods, minimumRsaBits }: Policy): Keyring {
  const parsePublicKey = createPublicKeyParser();
  const decoySecret = { consumerSecret: hexText(randomOctets(32)), tokenSecret: hexText(randomOctets(32)) };
  const rsaDecoy = signatureMethods.some(isRsaMethod) ? decoyPublicKey(minimumRsaBits) : undefined;

  function select(stored: StoredKey, identity: ClaimedIdentity): Candidate | Problem {
    const message = shapeProblem(stored);
    if (message !== undefined) return unusable(message);
    // The token is checked first: a key for another token may be of another kind, which is no attack.
    if (!isForToken(stored, identity.token)) return NOT_FOR_TOKEN;
    return isSecret(stored) ? selectSecret(stored, identity) : selectPublicKey(stored, identity);
  }

  function selectPublicKey(stored: StoredPublicKey, { signatureMethod }: ClaimedIdentity): Candidate | Problem {
    if (!isRsaMethod(signatureMethod)) return wrongKind(signatureMethod, "a public key");
    try {
      const parsed = parsePublicKey(stored.publicKey);
      return sizeProblem(parsed, minimumRsaBits) ?? rsaCandidate(parsed.key, parsed.bits, signatureMethod, stored.id);
    } catch {
      return unusable("a stored public key cannot be read");
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

const NOT_FOR_TOKEN: Problem = { code: "consumer-unknown", message: "the client has no key for this token" };

/** A key with neither token nor token secret is only for requests without a token. Otherwise clients could claim any token. */
function isForToken(stored: StoredKey, token: string | undefined): boolean {
  if (stored.token !== undefined || token === undefined) return stored.token === token;
  return isSecret(stored) && stored.tokenSecret !== undefined;
}

/** The time of a verification grows with the length of the exponent. Usual keys have the exponent 65537. */
const LARGEST_EXPONENT = 2n ** 32n - 1n;

function sizeProblem({ bits, publicExponent }: ParsedPublicKey, minimumBits: number): Problem | undefined {
  if (bits < minimumBits) return tooWeak(`the client's RSA key has ${bits} bits, the minimum is ${minimumBits}`);
  // With an exponent of 1 every text is its own signature.
  if (publicExponent < 3n) return tooWeak("the client's RSA key has an exponent below 3");
  if (bits > LARGEST_RSA_BITS) {
    return unusable(`the client's RSA key has ${bits} bits, the maximum is ${LARGEST_RSA_BITS}`);
  }
  if (publicExponent > LARGEST_EXPONENT) return unusable("the client's RSA key has an exponent of more than 32 bits");
  return undefined;
}

function selectSecret(stored: StoredSecret, { signatureMethod }: ClaimedIdentity): Candidate | Problem {
  if (isRsaMethod(signatureMethod)) return wrongKind(signatureMethod, "a secret");
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

/** The codes in the order of their importance to an operator. */
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

/** What is wrong with a stored key that the look-up returned. */
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

function unusable(message: string): Problem {
  return { code: "credentials-unavailable", message };
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
  // The modulus is large, because a signature larger than the modulus fails early, which can be measured.
  modulus.fill(0xff, 0, 8);
  modulus[modulus.length - 1]! |= 1;
  const n = base64Text(modulus).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return parsePublicKey({ kty: "RSA", n, e: "AQAB" });
}
