/** The stages: each step of the computation that has a value to compare. */

import { plain, textCodec } from "./codec.ts";
import { PAIRS, text as textShape } from "./json-shapes.ts";
import { PAIR, TEXT } from "./members.ts";

/** The stages, in the order in which they are computed. In vectors, the description states how values are compared. */
export const STAGE_ROWS = {
  "percent-encoding": textCodec(
    "The text, percent-encoded according to RFC 5849 3.6. Compared octet by octet.",
    "The percent-encoded text.",
  ),
  "percent-decoding": { ...textCodec("", "The decoded text."), vector: TEXT },
  parameters: plain(
    {
      description:
        "Names and values, decoded. Compared as a multiset: the order does not matter, but the number of times that a pair occurs does.",
      type: "array",
      items: PAIR,
    },
    PAIRS,
  ),
  "parameter-string": textCodec(
    "Parameters encoded, sorted and joined (RFC 5849 3.4.1.3.2). Compared octet by octet.",
    "The normalized parameters.",
  ),
  "base-string-uri": textCodec(
    "Scheme, host, port unless it is the default, and path (RFC 5849 3.4.1.2). Compared octet by octet.",
    "The base string URI.",
  ),
  "base-string": textCodec(
    "The signature base string (RFC 5849 3.4.1.1). Compared octet by octet.",
    "The signature base string.",
  ),
  key: textCodec(
    "The HMAC key, which is also the PLAINTEXT signature: both secrets encoded, joined with an ampersand (RFC 5849 3.4.2). Absent for RSA. Compared octet by octet.",
    "The key of HMAC-* and PLAINTEXT: both secrets, encoded and joined.",
  ),
  signature: textCodec(
    "The signature, not percent-encoded. Compared octet by octet; RSA signatures use PKCS #1 v1.5 and therefore have only one value.",
    "The signature in base64, not percent-encoded; for PLAINTEXT the key.",
  ),
  "authorization-header": textCodec(
    "The value of the Authorization header. Compared as a multiset: the realm, each decoded name and value, and the number of times that a pair occurs must be equal. The order of the parameters, the white space around commas and the spelling of escapes do not matter.",
    "The value of the header.",
  ),
  realm: plain(
    {
      description:
        "The realm of the header exactly as between the quotes, or null if the header has none. Compared octet by octet.",
      anyOf: [{ type: "string" }, { type: "null" }],
    },
    textShape("The realm of the header; null: the header has none."),
  ),
  url: textCodec(
    "The URL as sent. Up to the question mark it is compared octet by octet; its query is compared as a multiset of decoded pairs.",
    "The URL of the signed request.",
  ),
  body: textCodec(
    "The form-encoded body as sent. Compared as a multiset of decoded pairs: order and the spelling of escapes do not matter.",
    "The form-encoded body of the signed request.",
  ),
  "body-hash": textCodec(
    "The value of oauth_body_hash, in base64. Compared octet by octet.",
    "The body hash in base64.",
  ),
  valid: plain({ description: "Whether the signature is valid.", type: "boolean" }, { type: "boolean" }),
};

export type Stage = keyof typeof STAGE_ROWS;

export const STAGES = Object.keys(STAGE_ROWS) as readonly Stage[];
