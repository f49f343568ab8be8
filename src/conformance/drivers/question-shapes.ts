/** The shapes of the questions of driver protocol 1, from which the published schema follows. A question has no other members. */

import { closedObject, type Shape } from "../../shapes/shape.ts";
import { HASH_ALGORITHMS, RSA_METHODS, SECRET_METHODS } from "../../spec/signature-methods.ts";
import { type Operation, TRANSPORTS } from "../vectors/index.ts";
import { BASE64, PAIRS, text } from "../vectors/json-shapes.ts";

export const SIGNATURE_METHOD = {
  description: "The signature method.",
  enum: [...SECRET_METHODS, ...RSA_METHODS],
} as const;

export const TRANSPORT = {
  description:
    "Where the protocol parameters are sent. header-and-body: in the header, and all but oauth_signature again in the body; signed once.",
  enum: TRANSPORTS,
} as const;

export const PEM = {
  description: "An RSA private key, a public key or a certificate, as PEM.",
  type: "string",
  pattern: "^-----BEGIN ",
} as const;

const SECRETS = {
  consumerSecret: text("The client's shared secret; may be empty."),
  tokenSecret: text("The token's shared secret. Absent means empty."),
} as const;

export const CREDENTIALS = {
  description: "The secrets, or a key to sign or verify with.",
  anyOf: [
    closedObject(["consumerSecret"], SECRETS, "The secrets of HMAC-* and PLAINTEXT."),
    closedObject(["privateKey"], { privateKey: PEM }, "The key to sign with."),
    closedObject(["publicKey"], { publicKey: PEM }, "The key to verify with."),
  ],
} as const;

const IDENTITY = {
  consumerKey: text("oauth_consumer_key."),
  token: text("oauth_token. Absent: no token is sent."),
} as const;

export const SIGNING_CREDENTIALS = {
  description: "The secrets or the key, and the client and token that they belong to.",
  anyOf: [
    closedObject(
      ["consumerKey", "consumerSecret"],
      { ...IDENTITY, ...SECRETS },
      "The secrets of HMAC-* and PLAINTEXT.",
    ),
    closedObject(
      ["consumerKey", "privateKey"],
      { ...IDENTITY, privateKey: PEM, tokenSecret: text("Not used by RSA-*.") },
      "The key of RSA-*.",
    ),
  ],
} as const;

export const REQUEST = {
  ...closedObject(
    ["method", "url"],
    {
      method: text("The HTTP method, as the caller spells it."),
      url: text("The URL, percent-encoded. It may have a query and a fragment."),
      form: PAIRS,
      formEncoded: text("A form-encoded body as sent, instead of form, if its octets are not UTF-8."),
      body: text("A body that is not form-encoded, as text. It is not signed."),
      headers: {
        description: "Additional headers as sent, including the Content-Type of the body. They are not signed.",
        allOf: [PAIRS],
      },
    },
    "A request before it is signed.",
  ),
  not: { title: "both form and formEncoded", type: "object", required: ["form", "formEncoded"] },
} as const;

export const RECEIVED_REQUEST = closedObject(
  ["method", "url", "headers", "body"],
  {
    method: text("The HTTP method."),
    url: text("The request target, or an absolute URL."),
    headers: {
      description: "The headers in order. A name can occur more than once.",
      type: "array",
      items: {
        type: "array",
        items: [{ type: "string" }, { type: "string" }],
        minItems: 2,
        maxItems: 2,
        additionalItems: false,
      },
    },
    body: BASE64,
  },
  "A request as a server receives it.",
);

export const ID = {
  description: "The number of the question. The driver returns it unchanged.",
  type: "integer",
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
} as const;

/** The members of a question besides `id` and `op`. */
interface Question {
  readonly description: string;
  readonly required: readonly string[];
  readonly members: Readonly<Record<string, Shape>>;
}

const SIGN: Omit<Question, "description"> = {
  required: ["request", "credentials", "signatureMethod", "version", "transport"],
  members: {
    request: REQUEST,
    credentials: SIGNING_CREDENTIALS,
    signatureMethod: SIGNATURE_METHOD,
    nonce: text("The oauth_nonce to use. Absent: choose one."),
    timestamp: text("The oauth_timestamp to use, as sent. Absent: use the current time."),
    version: { description: "The oauth_version to send; null: do not send it.", enum: ["1.0", null] },
    transport: TRANSPORT,
    realm: text("The realm of the header. It may be empty and is not signed. Absent: send none."),
    protocolParameters: PAIRS,
  },
};

const QUESTIONS: { readonly [Of in Exclude<Operation, "base-string"> | "hello" | "bye"]: Question } = {
  hello: {
    description: "The first question.",
    required: ["protocols"],
    members: {
      protocols: {
        description: "The versions of the protocol that Countersign supports.",
        type: "array",
        items: { type: "integer" },
      },
    },
  },
  bye: { description: "The last line. The driver does not answer it, and exits.", required: [], members: {} },
  "percent-encoding": {
    description: "Percent-encode a text, or octets that are not UTF-8 (RFC 5849 3.6).",
    required: [],
    members: { text: text("The text."), octets: BASE64 },
  },
  "percent-decoding": {
    description: "Decode percent-encoded text.",
    required: ["text"],
    members: { text: text("The percent-encoded text. + is a literal plus sign.") },
  },
  parameters: {
    description: "Decode a form-encoded body or a query to pairs (RFC 5849 3.4.1.3.1).",
    required: ["formEncoded"],
    members: { formEncoded: text("The form as sent.") },
  },
  "parameter-string": {
    description: "Normalize these parameters (RFC 5849 3.4.1.3.2).",
    required: ["parameters"],
    members: { parameters: PAIRS },
  },
  "base-string-uri": {
    description: "Make the base string URI of this URL (RFC 5849 3.4.1.2).",
    required: ["url"],
    members: {
      url: text("The URL as the caller has it. It may have a query and a fragment, and may be invalid."),
    },
  },
  signature: {
    description: "Sign this base string (RFC 5849 3.4.2 to 3.4.4).",
    required: ["signatureMethod", "credentials"],
    members: {
      baseString: text("The base string; absent for PLAINTEXT, which does not use it."),
      signatureMethod: SIGNATURE_METHOD,
      credentials: CREDENTIALS,
    },
  },
  "authorization-header": {
    description: "Write these parameters as the value of an Authorization header (RFC 5849 3.5.1).",
    required: ["parameters"],
    members: { parameters: PAIRS, realm: text("The realm, not encoded. Absent: send none.") },
  },
  "authorization-header-parsing": {
    description: "Parse the value of an Authorization header (RFC 5849 3.5.1).",
    required: ["header"],
    members: { header: text("The value of the header as received.") },
  },
  "body-hash": {
    description: "Make the oauth_body_hash of this body.",
    required: ["body", "hash"],
    members: {
      body: text("The body as text. Hash its UTF-8 octets."),
      hash: { description: "The hash of the signature method.", enum: HASH_ALGORITHMS },
    },
  },
  sign: {
    description:
      "Sign this request. The protocol parameters are oauth_consumer_key and oauth_token (from credentials), oauth_signature_method, oauth_timestamp, oauth_nonce and oauth_version, then those of protocolParameters.",
    ...SIGN,
  },
  "sign-exactly": {
    description: "Sign this request with exactly these protocol parameters.",
    required: ["request", "protocolParameters", "signatureMethod", "credentials"],
    members: {
      request: REQUEST,
      protocolParameters: PAIRS,
      signatureMethod: SIGNATURE_METHOD,
      credentials: CREDENTIALS,
      transport: TRANSPORT,
      realm: text("The realm of the header."),
    },
  },
  "verify-signature": {
    description:
      "Check whether this is the signature of this base string, or of this request with exactly these protocol parameters. Apply no policy.",
    required: ["signatureMethod", "signature", "credentials"],
    members: {
      request: REQUEST,
      protocolParameters: PAIRS,
      baseString: text("The base string, instead of request and protocolParameters."),
      signatureMethod: SIGNATURE_METHOD,
      signature: text("The signature, decoded."),
      credentials: CREDENTIALS,
    },
  },
  verify: {
    description: "Verify this request as a server receives it.",
    required: ["request", "credentials"],
    members: {
      request: RECEIVED_REQUEST,
      credentials: CREDENTIALS,
      now: { description: "The server's clock, in seconds since 1970-01-01T00:00:00Z.", type: "number" },
      seen: {
        description: "Whether the server has already received this nonce with this timestamp, client and token.",
        type: "boolean",
      },
    },
  },
};

function shapeOf(op: string, { description, required, members }: Question): Shape {
  const properties: Readonly<Record<string, Shape>> = {
    id: ID,
    op: { description: "The operation.", const: op },
    ...members,
  };
  return closedObject(["id", "op", ...required], properties, description);
}

/** The shape of each question, by `op`. */
export const QUESTION_SHAPES: Readonly<Record<string, Shape>> = {
  ...Object.fromEntries(Object.entries(QUESTIONS).map(([op, question]) => [op, shapeOf(op, question)])),
  "base-string": {
    description:
      "Make the signature base string of this request (RFC 5849 3.4.1). The question has the members of sign or, only if the driver declares sign-exactly, a complete list of protocol parameters.",
    anyOf: [
      shapeOf("base-string", { description: "The members of sign.", ...SIGN }),
      shapeOf("base-string", {
        description: "A complete list of protocol parameters: use these and no others.",
        required: ["request", "protocolParameters"],
        members: { request: REQUEST, protocolParameters: PAIRS },
      }),
    ],
  },
};
