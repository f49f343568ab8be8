/** The server of a vector for verifiers: its policy, its clock and its keys. */

import type { Shape } from "../../shapes/shape.ts";
import { RSA_METHODS, SECRET_METHODS } from "../../spec/signature-methods.ts";
import { type Codec, objectCodec, optional, plain, textCodec } from "./codec.ts";
import { PEM } from "./members.ts";

/**
 * A key that the server has for a client: shared secrets, or a public key as PEM. Without `token`, it is for requests without
 * a token.
 */
export type VerificationKeyEntry = ReturnType<(typeof SHARED_SECRETS | typeof PUBLIC_KEY)["read"]>;

/** Limits of lengths, in octets, and of the number of parameters. An absent member sets none. */
export type VerificationLimits = ReturnType<(typeof LIMITS)["read"]>;

/**
 * The policy, the clock and the keys of the server. Every vector has its own server. `vectors/verifier.schema.json` describes
 * each member.
 */
export type VerificationServer = ReturnType<(typeof SERVER)["read"]>;

const TOKEN = optional(textCodec("The only token that the key is for; absent for a key for requests without a token."));
const anyText = plain({ type: "string" });
const flag = (description: string) => plain({ description, type: "boolean" });
const count = (description: string, minimum: number) => plain({ description, type: "integer", minimum });
const limit = (description: string) => optional(count(description, 1));

const SHARED_SECRETS = objectCodec(
  { consumerKey: anyText, consumerSecret: anyText, token: TOKEN, tokenSecret: optional(anyText) },
  "Secrets, for HMAC and PLAINTEXT.",
);
const PUBLIC_KEY = objectCodec(
  {
    consumerKey: anyText,
    publicKey: plain({
      ...PEM,
      description: "PEM of a public key (SPKI or PKCS #1) or of a certificate.",
    }),
    token: TOKEN,
  },
  "A public key, for RSA.",
);

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
  "The limits of the server. If one is absent, set it higher than the request needs; if all are, accept 8192 octets for the URL and the header, 100 KiB for the body, 1000 parameters, 256 octets for a name and 128 for a nonce.",
);

const TROUBLES = ["credentials-unavailable", "nonce-store-unavailable", "nonce-store-full"] as const;

export const SERVER = objectCodec(
  {
    origin: optional(
      plain({
        description:
          "scheme://host[:port] of the server, as clients sign it; its letters may be in any case. Absent if the URL of the request is absolute.",
        type: "string",
        pattern: "^[A-Za-z]+://[^/?#]+$",
      }),
    ),
    now: plain({ description: "The clock, in seconds since 1970-01-01T00:00:00Z.", type: "integer" }),
    signatureMethods: plain({
      description: "The allowed methods.",
      type: "array",
      items: { enum: [...SECRET_METHODS, ...RSA_METHODS] },
      uniqueItems: true,
    }) as Codec<readonly string[]>,
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
    keys: plain({
      description: "All keys of the server. A client without a key here is unknown.",
      type: "array",
      items: { anyOf: [SHARED_SECRETS.vector, PUBLIC_KEY.vector] },
    }) as Codec<readonly VerificationKeyEntry[]>,
    trouble: optional(
      plain({
        description:
          "The part of the server that fails: the lookup of credentials, the nonce store, or the capacity of the nonce store for another nonce of this client.",
        enum: TROUBLES,
      }),
    ),
  },
  "Policy, clock and keys. Each vector has its own server, which has received only the requests in earlier.",
);
