/**
 * Known mistakes of clients that are no change to a stage: what was meant cannot be told from the request, or it takes
 * several requests, or the signature is right and sending it was the mistake; and mistakes that are another one again.
 *
 * @module
 */

/** One of them. */
export interface Unrecoverable {
  /** Permanent, in kebab case. */
  readonly id: string;
  readonly what: string;
  /** Why no change to a stage stands for it. */
  readonly reason: string;
  /** Ids of the faults that it cannot be told apart from, because it is the same request. */
  readonly sameAs?: readonly string[];
  /** What notices it: a law by its id, a refusal code of the verifier, or vectors by the beginning of their ids. */
  readonly checks: readonly Check[];
}

/** See {@link Unrecoverable}. */
export type Check = { readonly law: string } | { readonly refusal: string } | { readonly vectors: string };

const CLOCK_LAW: Check = { law: "chooses-nonce-and-timestamp" };

/** See the module. */
export const UNRECOVERABLE: readonly Unrecoverable[] = [
  {
    id: "null-param-dropped",
    what: "A parameter whose value is null is not signed, while it is sent as a name with an empty value.",
    reason: "On the wire null is the empty value.",
    sameAs: ["empty-value-dropped"],
    checks: [],
  },
  {
    id: "content-type-set-after-signing",
    what: "The signer runs before the layer that encodes the form and sets its Content-Type, and sees no form.",
    reason: "The request and its signature are those of a form that was forgotten.",
    sameAs: ["form-body-left-out"],
    checks: [],
  },
  {
    id: "sent-method-differs",
    what: "One method is signed and another one sent.",
    reason: "The signature is that of a method that does not follow the request.",
    sameAs: ["method-fixed"],
    checks: [{ refusal: "signature-mismatch" }],
  },
  {
    id: "query-encoded-again-on-send",
    what: "The query is signed rightly, and the HTTP client encodes it once more when it sends it.",
    reason: "Seen from the URL that was sent, its query was decoded once too often for signing.",
    sameAs: ["query-decoded-twice"],
    checks: [{ refusal: "signature-mismatch" }],
  },
  {
    id: "nonce-reserved-characters",
    what: "A nonce in base64 is encoded either in the base string or in the header, not in both.",
    reason: "It is one of two other mistakes, met by a nonce that shows them.",
    sameAs: ["protocol-values-encoded-once", "only-signature-encoded"],
    checks: [],
  },
  {
    id: "plaintext-signature-encoded-twice",
    what: "The joined secrets of PLAINTEXT are encoded once more than needed.",
    reason: "The PLAINTEXT signature is the key itself (RFC 5849 3.4.4).",
    sameAs: ["key-encoded-twice", "signature-encoded-twice-in-header"],
    checks: [],
  },
  {
    id: "plaintext-secrets-not-encoded",
    what: "The secrets of PLAINTEXT are joined as they are, or the & between them stands bare in the header.",
    reason: "The PLAINTEXT signature is the key itself (RFC 5849 3.4.4).",
    sameAs: ["secrets-not-encoded", "header-values-not-encoded"],
    checks: [],
  },
  {
    id: "host-header-ignored",
    what: "The host of the URL is signed although the request carries another Host header.",
    reason: "The request names the Host alone; what was dialled is not in it.",
    checks: [{ refusal: "signature-mismatch" }],
  },
  {
    id: "url-normalised-after-signing",
    what: "The URL is signed as typed, and the HTTP client changes dot segments, slashes or escapes when it sends it.",
    reason: "Many URLs as typed lead to the one that was sent.",
    checks: [{ refusal: "signature-mismatch" }],
  },
  {
    id: "stale-request-token-secret",
    what: "The key holds the secret of the temporary credentials after a token was issued.",
    reason: "It takes that other secret to tell.",
    checks: [{ refusal: "signature-mismatch" }],
  },
  {
    id: "rsa-only-one-key-format",
    what: "One PEM form of a private key is read, and the same key in another form is refused or read wrongly.",
    reason: "Nothing is signed, or nothing that could be computed.",
    checks: [{ vectors: "signature/" }],
  },
  {
    id: "stale-oauth-params-kept",
    what: "A request that is signed again keeps the protocol parameters of the first signing beside the new ones.",
    reason: "It takes two signings of one request.",
    checks: [{ refusal: "parameter-duplicated" }],
  },
  {
    id: "timestamp-local-time",
    what: "The seconds are counted from local time, so they are off by the offset of the zone.",
    reason: "It takes a clock to tell; the signature is right.",
    checks: [CLOCK_LAW, { refusal: "timestamp-in-future" }, { refusal: "timestamp-too-old" }],
  },
  {
    id: "timestamp-skewed",
    what: "The clock is off by more than the server's window.",
    reason: "It takes a clock to tell; the signature is right.",
    checks: [CLOCK_LAW, { refusal: "timestamp-in-future" }, { refusal: "timestamp-too-old" }],
  },
  {
    id: "timestamp-frozen",
    what: "Timestamp and nonce are made with the client object and used for all of its requests.",
    reason: "It takes two requests.",
    checks: [CLOCK_LAW, { refusal: "nonce-used" }],
  },
  {
    id: "nonce-from-clock",
    what: "The nonce is made from the clock's seconds, so requests of one second share it.",
    reason: "It takes two requests.",
    checks: [CLOCK_LAW, { refusal: "nonce-used" }],
  },
  {
    id: "nonce-reused-on-retry",
    what: "A request that failed is sent again with its old Authorization header.",
    reason: "It takes two requests.",
    checks: [{ refusal: "nonce-used" }],
  },
  {
    id: "nonce-weak-random",
    what: "The nonce comes from a generator that can be predicted, or has few bits.",
    reason: "No single nonce looks predictable; the signature is right.",
    checks: [],
  },
  {
    id: "nonce-too-long",
    what: "The nonce is longer than the provider allows.",
    reason: "RFC 5849 sets no limit; a provider does, and the signature is right.",
    checks: [{ refusal: "limit-exceeded" }],
  },
  {
    id: "nonce-made-twice",
    what: "The nonce is made once for the base string and again for the header.",
    reason: "The nonce that was signed is in no place of the request.",
    checks: [{ law: "agrees-with-model" }, { refusal: "signature-mismatch" }],
  },
  {
    id: "redirect-reuses-signature",
    what: "The HTTP client follows a redirect and repeats the Authorization header for the new URL.",
    reason: "It takes two requests: the URL that was signed is that of the first.",
    checks: [{ refusal: "signature-mismatch" }],
  },
  {
    id: "redirect-signed-for-other-host",
    what: "A redirect to another host is followed and signed anew, which shows that host what was meant for this one.",
    reason: "It takes two requests, and both are right.",
    checks: [],
  },
  {
    id: "body-hash-missing-for-empty-body",
    what: "Without a body oauth_body_hash is left out, where the hash of the empty body belongs.",
    reason: "The request is signed rightly; whether the hash is owed is a matter between client and provider.",
    checks: [{ refusal: "body-hash-missing" }],
  },
  {
    id: "body-hash-with-form-body",
    what: "A form-encoded request carries oauth_body_hash, which belongs to other bodies alone.",
    reason: "The request is signed rightly, the hash with it.",
    checks: [{ vectors: "verifier/bodies/" }],
  },
  {
    id: "plaintext-over-http",
    what: "The secrets are sent as signature on an unprotected connection.",
    reason: "The signature is right; sending it was the mistake.",
    checks: [{ refusal: "insecure-transport" }],
  },
];

/** Where what is told of a mistake does not hold as it is told, by id. */
export const DISPUTED: ReadonlyMap<string, string> = new Map([
  [
    "header-leading-comma",
    "HTTP lets a reader of lists skip empty elements, so a server may take this header; many do not, and RFC 5849 3.5.1 shows none.",
  ],
  ["nonce-too-long", "No rule of RFC 5849 is broken: the limit is the provider's."],
  [
    "multibyte-lost",
    "For 写 (U+5199) the last octet of UTF-8 and the low octet of the code unit are both 99, so that well-known example does not tell which of them is kept; our request does.",
  ],
  [
    "identical-pairs-deduplicated",
    "Where one pair stands in the header and again in the form, some servers want it signed once; within one place it always counts twice.",
  ],
]);
