/** The file of vectors for verifiers: its validator and `vectors/verifier.schema.json` follow from this shape. */

import { publishedSchema } from "../../shapes/published-schema.ts";
import { closedObject, type Shape, when } from "../../shapes/shape.ts";
import { RSA_METHODS, SECRET_METHODS } from "../../spec/signature-methods.ts";
import { objectCodec, optional, plain, textCodec } from "./codec.ts";
import { DESCRIPTION, flags, vectorsFile } from "./file-shapes.ts";
import { BASE64, filled, TEXT, text } from "./json-shapes.ts";
import { PEM, RECEIVED_REQUEST } from "./members.ts";
import { boolean, choice, listOf, number, object, text as readText, texts } from "./shape.ts";
import { LAYERS, type VerificationKeyEntry } from "./vector.ts";

/** What each flag means. */
const FLAGS = {
  "absolute-url": "the request's URL is absolute",
  body: "the request has a body",
  "body-hash": "an oauth_body_hash",
  certificate: "the server has a certificate for a key",
  earlier: "the server received other requests first",
  form: "a form-encoded body",
  hmac: "an HMAC method",
  limits: "the server has limits",
  "non-utf8": "escapes of octets that are not UTF-8",
  plaintext: "the method PLAINTEXT",
  query: "the URL has a query",
  realm: "a realm",
  rsa: "an RSA method",
  "several-keys": "the server has more than one key",
  sha2: "SHA-256 or SHA-512",
  token: "a token",
  "transport-body": "the signature is in the body",
  "transport-header-and-body": "protocol parameters are in header and body",
  "transport-query": "the signature is in the query",
  trouble: "a part of the server fails",
  "unused-header": "a header that a server must not trust by default",
} as const;

const TOKEN = optional(textCodec("The only token that the key is for; absent for a key for requests without a token."));
const anyText = plain(readText, { type: "string" });
const flag = (description: string) => plain(boolean, { description, type: "boolean" });
const count = (description: string, minimum: number) => plain(number, { description, type: "integer", minimum });
const limit = (description: string) => optional(count(description, 1));

const SHARED_SECRETS = objectCodec(
  { consumerKey: anyText, consumerSecret: anyText, token: TOKEN, tokenSecret: optional(anyText) },
  "Secrets, for HMAC and PLAINTEXT.",
);
const PUBLIC_KEY = objectCodec(
  {
    consumerKey: anyText,
    publicKey: plain(readText, {
      ...PEM,
      description: "PEM of a public key (SPKI or PKCS #1) or of a certificate.",
    }),
    token: TOKEN,
  },
  "A public key, for RSA.",
);
const readKey = (where: string, json: unknown): VerificationKeyEntry =>
  object(where, json).publicKey === undefined ? SHARED_SECRETS.read(where, json) : PUBLIC_KEY.read(where, json);

const LIMITS = objectCodec(
  {
    url: limit("Octets of the URL."),
    authorization: limit("Octets of the Authorization header."),
    body: limit("Octets of the body."),
    parameters: limit("Number of parameters from query, header and body together."),
    name: limit("Octets of the name of a parameter as sent."),
    value: limit("Octets of the value of a parameter as sent."),
    nonce: limit("Octets of the nonce, decoded."),
  },
  "The limits of the server. An absent limit is large enough for the request; without limits, these are enough: 8192 octets for the URL and the header, 100 KiB for the body, 1000 parameters, 256 octets for a name and 128 for a nonce.",
);

const TROUBLES = ["credentials-unavailable", "nonce-store-unavailable", "nonce-store-full"] as const;

export const SERVER = objectCodec(
  {
    origin: optional(
      plain(readText, {
        description:
          "scheme://host[:port] of the server, as clients sign it; its letters may be in any case. Absent if the URL of the request is absolute.",
        type: "string",
        pattern: "^[A-Za-z]+://[^/?#]+$",
      }),
    ),
    now: plain(number, { description: "The clock, in seconds since 1970-01-01T00:00:00Z.", type: "integer" }),
    signatureMethods: plain(texts, {
      description: "The allowed methods.",
      type: "array",
      items: { enum: [...SECRET_METHODS, ...RSA_METHODS] },
      uniqueItems: true,
    }),
    clockToleranceSeconds: count(
      "The largest allowed difference, in seconds: a timestamp is accepted if |now - timestamp| is at most this.",
      0,
    ),
    minimumRsaBits: count("The length of the shortest accepted modulus, in bits.", 1),
    allowHeaderAndBody: flag(
      "Whether a form body may repeat the protocol parameters of the header except the signature, with equal values. They count once.",
    ),
    requireBodyHash: flag(
      "Whether a request with a body that is not form-encoded must have oauth_body_hash. If a request has it, the server always compares it.",
    ),
    limits: optional({ ...LIMITS, vector: { ...LIMITS.vector, minProperties: 1 } as Shape }),
    keys: plain(listOf(readKey), {
      description: "All keys of the server. A client without a key here is unknown.",
      type: "array",
      items: { anyOf: [SHARED_SECRETS.vector, PUBLIC_KEY.vector] },
    }),
    trouble: optional(
      plain(choice(TROUBLES), {
        description:
          "The part of the server that fails: the lookup of credentials, the nonce store, or the capacity of the nonce store for another nonce of this client.",
        enum: TROUBLES,
      }),
    ),
  },
  "Policy, clock and keys. Each vector has its own server, which has received only the requests in earlier.",
);

const REQUEST = RECEIVED_REQUEST.vector;

const CODE = {
  description:
    "Why a request is rejected. Another verifier has its own codes; what matters is that it rejects the request, for this reason.",
  enum: [
    "protocol-parameters-missing",
    "authorization-malformed",
    "authorization-repeated",
    "parameter-missing",
    "parameter-duplicated",
    "protocol-parameters-in-two-places",
    "version-unsupported",
    "signature-method-not-allowed",
    "insecure-transport",
    "timestamp-malformed",
    "timestamp-too-old",
    "timestamp-in-future",
    "nonce-malformed",
    "consumer-unknown",
    "key-kind-mismatch",
    "key-too-weak",
    "credentials-unavailable",
    "signature-malformed",
    "signature-mismatch",
    "body-malformed",
    "body-hash-missing",
    "body-hash-mismatch",
    "url-malformed",
    "limit-exceeded",
    "nonce-used",
    "nonce-store-full",
    "nonce-store-unavailable",
  ],
} as const;

const VECTOR = {
  ...closedObject(
    ["id", "comment", "layer", "rule", "level", "flags", "source", "server", "request", "expected"],
    {
      id: {
        description:
          "verifier/topic/number. Permanent: it is never used for another vector, even after this one has been removed.",
        type: "string",
        pattern: "^verifier/[a-z0-9-]+/[1-9][0-9]*$",
      },
      ...DESCRIPTION,
      layer: {
        description:
          "The check that decides the verdict. The values are in the order of the checks; body-hash and signature have no fixed order.",
        enum: LAYERS,
      },
      faults: {
        description:
          "Ids in faults.json: the mistakes of a verifier that this vector detects, or of a client that a verifier must not accept.",
        type: "array",
        items: { type: "string", pattern: "^[a-z0-9-]+$" },
        minItems: 1,
        uniqueItems: true,
      },
      cves: {
        description: "Published vulnerabilities that this vector detects.",
        type: "array",
        items: { type: "string", pattern: "^CVE-[0-9]{4}-[0-9]{4,}$" },
        minItems: 1,
        uniqueItems: true,
      },
      flags: flags(
        "What the request contains, for selecting vectors; flags say nothing about the verdict. Sorted.",
        FLAGS,
      ),
      source: closedObject(
        ["kind", "generator"],
        { kind: { const: "generated" }, generator: filled("The family; it is also the topic of the id.") },
        "Where the vector comes from.",
      ),
      server: SERVER.vector,
      earlier: {
        description:
          "Requests that the same server received earlier, in order, each with its time and whether the server accepted it.",
        type: "array",
        minItems: 1,
        items: closedObject(
          ["now", "request", "accepted"],
          { now: { type: "integer" }, request: REQUEST, accepted: { type: "boolean" } },
          "An earlier request.",
        ),
      },
      request: REQUEST,
      expected: {
        description: "The correct verdict.",
        anyOf: [
          closedObject(
            ["accept"],
            {
              accept: closedObject(
                ["consumerKey", "signatureMethod", "parameters"],
                {
                  consumerKey: { type: "string" },
                  token: text("Absent if the request has no token."),
                  signatureMethod: { type: "string" },
                  parameters: {
                    description:
                      "All parameters that the signature covers, decoded once, as name, value and place, in the order query, header, body. Octets are UTF-8; in a form they are of the charset that its Content-Type names. Any other parameter that an application reads is not signed.",
                    type: "array",
                    items: {
                      type: "array",
                      items: [TEXT, TEXT, { enum: ["query", "header", "body"] }],
                      minItems: 3,
                      additionalItems: false,
                    },
                  },
                },
                "What the server knows about the request after it has accepted it.",
              ),
            },
            "The server accepts the request: its signature is valid and its nonce is new.",
          ),
          closedObject(
            ["refuse"],
            {
              refuse: CODE,
              alsoAcceptable: {
                description:
                  "Other codes that are also correct, because another verifier may check in another order or divide the codes differently.",
                type: "array",
                items: CODE,
                minItems: 1,
                uniqueItems: true,
              },
            },
            "The server rejects the request, and the reason.",
          ),
        ],
      },
      open: filled("What RFC 5849 leaves open about the request. Another verdict is no failure."),
      mayRefuse: filled("Why a stricter server may reject a request that is accepted here."),
      mayAccept: filled("Why a more lenient server may accept a request that is rejected here."),
    },
    "One vector. Set up a server, send it the earlier requests and then the request, and compare its verdict.",
  ),
  allOf: [
    when(
      { type: "object", required: ["mayRefuse"] },
      { type: "object", properties: { expected: { type: "object", required: ["accept"] } } },
    ),
    when(
      { type: "object", required: ["mayAccept"] },
      { type: "object", properties: { expected: { type: "object", required: ["refuse"] } } },
    ),
  ],
} as const;

/** A file of vectors for verifiers. */
export const VERIFIER_FILE: Shape = vectorsFile("verifier.schema.json", VECTOR);

/** The schema that the package publishes as `vectors/verifier.schema.json`. */
export function verifierSchema(): object {
  return publishedSchema(
    {
      title: "Vectors for verification of OAuth 1.0 requests (RFC 5849)",
      description:
        "A file of requests as a server receives them, with the correct verdict for each. It is usable from any language. All text is UTF-8. An unknown field is an error.",
      allOf: [VERIFIER_FILE],
    },
    {
      file: VERIFIER_FILE,
      vector: VECTOR,
      server: SERVER.vector,
      request: REQUEST,
      text: TEXT,
      base64: BASE64,
      code: CODE,
    },
  );
}
