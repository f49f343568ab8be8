/**
 * The names of the signature methods (RFC 5849 3.4.2 to 3.4.4, and their SHA-2 variants), with the kind of key that each
 * needs, and the names of their hash algorithms. All other lists of methods follow from these, or must match their types.
 */

/** The methods with shared secrets. */
export type SecretMethod = "HMAC-SHA1" | "HMAC-SHA256" | "HMAC-SHA512" | "PLAINTEXT";

/** The methods with an RSA key. */
export type RsaMethod = "RSA-SHA1" | "RSA-SHA256" | "RSA-SHA512";

/** All supported methods. */
export type SignatureMethod = SecretMethod | RsaMethod;

/** The methods that compute an HMAC. */
export type HmacMethod = Exclude<SecretMethod, "PLAINTEXT">;

/** How a method signs, which decides the kind of its key. */
export type FamilyOf<Method extends SignatureMethod> = Method extends RsaMethod
  ? "RSA"
  : Method extends HmacMethod
    ? "HMAC"
    : "PLAINTEXT";

const FAMILIES: { readonly [Method in SignatureMethod]: FamilyOf<Method> } = {
  "HMAC-SHA1": "HMAC",
  "HMAC-SHA256": "HMAC",
  "HMAC-SHA512": "HMAC",
  "RSA-SHA1": "RSA",
  "RSA-SHA256": "RSA",
  "RSA-SHA512": "RSA",
  PLAINTEXT: "PLAINTEXT",
};

/** The hash algorithms of the methods, as OAuth Request Body Hash 1.0 names them. */
export const HASH_ALGORITHMS = ["SHA-1", "SHA-256", "SHA-512"] as const;

export type HashAlgorithm = (typeof HASH_ALGORITHMS)[number];

/** In the order of families, the most common method of a family first. */
export const SIGNATURE_METHODS = Object.keys(FAMILIES) as readonly SignatureMethod[];
export const HMAC_METHODS = SIGNATURE_METHODS.filter(isHmacMethod);
export const SECRET_METHODS = SIGNATURE_METHODS.filter(isSecretMethod);
export const RSA_METHODS = SIGNATURE_METHODS.filter(isRsaMethod);

/** Names are case-sensitive (RFC 5849 3.1). */
export function isSignatureMethod(name: unknown): name is SignatureMethod {
  return typeof name === "string" && Object.hasOwn(FAMILIES, name);
}

export function isHmacMethod(name: unknown): name is HmacMethod {
  return isSignatureMethod(name) && FAMILIES[name] === "HMAC";
}

export function isRsaMethod(name: unknown): name is RsaMethod {
  return isSignatureMethod(name) && FAMILIES[name] === "RSA";
}

/** Whether a method signs with the secrets of client and token. */
export function isSecretMethod(name: unknown): name is SecretMethod {
  return isSignatureMethod(name) && !isRsaMethod(name);
}
