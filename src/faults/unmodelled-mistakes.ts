/**
 * Known mistakes of clients that are not a change to one stage of the model: they need several requests or a clock, the
 * request does not show them, the signature is valid, or they are the same as a fault with another name.
 */

/** A known mistake that is not a fault of a stage. */
export interface UnmodelledMistake {
  /** Permanent, in kebab case. */
  readonly id: string;
  /** One sentence that describes what the client does wrong. */
  readonly what: string;
  /** The reason why the mistake is not a change to one stage. */
  readonly reason: string;
  /** Ids of the faults that result in the same request. */
  readonly sameAs?: readonly string[];
  readonly detectedBy?: readonly Detector[];
}

/** What detects a mistake: a property by its id, a rejection code of the verifier, or vectors by the start of their ids. */
export type Detector = { readonly property: string } | { readonly rejection: string } | { readonly vectors: string };

const CLOCK_PROPERTY: Detector = { property: "chooses-nonce-and-timestamp" };
const WRONG_SIGNATURE: Detector = { rejection: "signature-mismatch" };
const WRONG_TIMESTAMP: readonly Detector[] = [
  CLOCK_PROPERTY,
  { rejection: "timestamp-in-future" },
  { rejection: "timestamp-too-old" },
];
const TWO_REQUESTS = "It takes two requests to see it.";
const NEEDS_CLOCK = "It takes a clock to see it; the signature is valid.";
const PLAINTEXT_IS_KEY = "The PLAINTEXT signature is the key itself (RFC 5849 3.4.4).";

export const UNMODELLED_MISTAKES: readonly UnmodelledMistake[] = [
  {
    id: "null-param-dropped",
    what: "The client does not sign a parameter whose value is null, but sends its name with an empty value.",
    reason: "In the request, null is the empty value.",
    sameAs: ["empty-value-dropped"],
  },
  {
    id: "content-type-set-after-signing",
    what: "The client signs before the layer that encodes the form and sets its Content-Type, so the signer sees no form.",
    reason: "The request is the same as with a form that was not signed.",
    sameAs: ["form-body-left-out"],
  },
  {
    id: "sent-method-differs",
    what: "The client signs one method and sends another.",
    reason: "The signature is the same as with a hard-coded method.",
    sameAs: ["method-fixed"],
    detectedBy: [WRONG_SIGNATURE],
  },
  {
    id: "query-encoded-again-on-send",
    what: "The client signs the query correctly, and its HTTP library encodes the query once more when it sends it.",
    reason: "Compared with the URL that was sent, the signed query was decoded once too often.",
    sameAs: ["query-decoded-twice"],
    detectedBy: [WRONG_SIGNATURE],
  },
  {
    id: "nonce-reserved-characters",
    what: "The client encodes a base64 nonce either in the base string or in the header, but not in both.",
    reason: "It is one of two other mistakes; only a nonce with reserved characters shows it.",
    sameAs: ["protocol-values-encoded-once", "only-signature-encoded"],
  },
  {
    id: "plaintext-signature-encoded-twice",
    what: "The client encodes the joined secrets of PLAINTEXT once too often.",
    reason: PLAINTEXT_IS_KEY,
    sameAs: ["key-encoded-twice", "signature-encoded-twice-in-header"],
  },
  {
    id: "plaintext-secrets-not-encoded",
    what: "The client joins the secrets of PLAINTEXT unencoded, or writes the & between them unencoded into the header.",
    reason: PLAINTEXT_IS_KEY,
    sameAs: ["secrets-not-encoded", "header-values-not-encoded"],
  },
  {
    id: "host-header-ignored",
    what: "The client signs the host of the URL, although the request has a different Host header.",
    reason: "The request contains only the Host header, not the host that the client connected to.",
    detectedBy: [WRONG_SIGNATURE],
  },
  {
    id: "url-normalised-after-signing",
    what: "The client signs the URL as typed, and its HTTP library changes dot segments, slashes or escapes when it sends it.",
    reason: "Many different URLs are normalised to the one that was sent.",
    detectedBy: [WRONG_SIGNATURE],
  },
  {
    id: "stale-request-token-secret",
    what: "The client still uses the secret of the temporary credentials after it received a token.",
    reason: "It takes the temporary secret to recognise it.",
    detectedBy: [WRONG_SIGNATURE],
  },
  {
    id: "rsa-only-one-key-format",
    what: "The client reads only one PEM format of a private key, and refuses or misreads the same key in another format.",
    reason: "The client produces no signature, or one that cannot be computed again.",
    detectedBy: [{ vectors: "signature/" }],
  },
  {
    id: "stale-oauth-params-kept",
    what: "When the client signs a request again, it keeps the old protocol parameters and adds new ones.",
    reason: "The same request has to be signed twice.",
    detectedBy: [{ rejection: "parameter-duplicated" }],
  },
  {
    id: "timestamp-local-time",
    what: "The client computes the timestamp from local time, so it is wrong by the offset of the time zone.",
    reason: NEEDS_CLOCK,
    detectedBy: WRONG_TIMESTAMP,
  },
  {
    id: "timestamp-skewed",
    what: "The clock of the client is wrong by more than the server allows.",
    reason: NEEDS_CLOCK,
    detectedBy: WRONG_TIMESTAMP,
  },
  {
    id: "timestamp-frozen",
    what: "The client creates timestamp and nonce once, with the client object, and uses them for all requests.",
    reason: TWO_REQUESTS,
    detectedBy: [CLOCK_PROPERTY, { rejection: "nonce-used" }],
  },
  {
    id: "nonce-from-clock",
    what: "The client makes the nonce from the seconds of the clock, so all requests of one second have the same nonce.",
    reason: TWO_REQUESTS,
    detectedBy: [CLOCK_PROPERTY, { rejection: "nonce-used" }],
  },
  {
    id: "nonce-reused-on-retry",
    what: "The client sends a failed request again with the old Authorization header.",
    reason: TWO_REQUESTS,
    detectedBy: [{ rejection: "nonce-used" }],
  },
  {
    id: "nonce-weak-random",
    what: "The nonce is predictable or has too few random bits.",
    reason: "A single nonce does not show it; the signature is valid.",
  },
  {
    id: "nonce-too-long",
    what: "The nonce is longer than the server allows.",
    reason: "RFC 5849 sets no limit, but a server may; the signature is valid.",
    detectedBy: [{ rejection: "limit-exceeded" }],
  },
  {
    id: "nonce-made-twice",
    what: "The client creates one nonce for the base string and another one for the header.",
    reason: "The signed nonce is nowhere in the request.",
    detectedBy: [{ property: "agrees-with-model" }, WRONG_SIGNATURE],
  },
  {
    id: "redirect-reuses-signature",
    what: "The HTTP library follows a redirect and sends the same Authorization header to the new URL.",
    reason: "It takes two requests to see it: the signature is for the URL of the first one.",
    detectedBy: [WRONG_SIGNATURE],
  },
  {
    id: "redirect-signed-for-other-host",
    what: "The client follows a redirect to another host and signs again, which gives that host a valid signature.",
    reason: "It takes two requests to see it, and both are valid.",
  },
  {
    id: "body-hash-missing-for-empty-body",
    what: "The client leaves out oauth_body_hash if there is no body, instead of sending the hash of the empty body.",
    reason: "The signature is valid; client and server agree whether the hash is required.",
    detectedBy: [{ rejection: "body-hash-missing" }],
  },
  {
    id: "body-hash-with-form-body",
    what: "The client sends oauth_body_hash with a form-encoded body, although it is only for other bodies.",
    reason: "The signature is valid, and it covers the hash.",
    detectedBy: [{ vectors: "verifier/bodies/" }],
  },
  {
    id: "plaintext-over-http",
    what: "The client sends the secrets as a PLAINTEXT signature over an unencrypted connection.",
    reason: "The signature is valid; the mistake is to send it over http.",
    detectedBy: [{ rejection: "insecure-transport" }],
  },
];
