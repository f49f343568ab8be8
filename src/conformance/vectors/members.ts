/** Codecs of members that several operations share, and of the parts of these members. */

import type { NameValue } from "../../oauth1/form.ts";
import type { HeaderField, HttpRequest } from "../../oauth1/http-request.ts";
import { base64Text, looseBase64Octets } from "../../platform/index.ts";
import { type Same, type Shape, when } from "../../shapes/shape.ts";
import {
  RSA_METHODS,
  type RsaMethod,
  SECRET_METHODS,
  type SecretMethod,
  type SignatureMethod,
} from "../../spec/signature-methods.ts";
import { TRANSPORTS } from "../../spec/transports.ts";
import {
  type Codec,
  type JsonOf,
  type Members,
  type ObjectCodec,
  objectCodec,
  optional,
  plain,
  textCodec,
  type ValuesOf,
} from "./codec.ts";
import { BASE64, filled, OCTETS, PAIRS as QUESTION_PAIRS, text } from "./json-shapes.ts";
import { fromJsonPairs, type JsonPair, toJsonPairs } from "./json-text.ts";
/** A request before it is signed. It has at most one of `form`, `formEncoded` and `body`. */
export interface UnsignedRequest {
  readonly method: string;
  /** The absolute URL, its query still encoded. */
  readonly url: string;
  /** Parameters of a form-encoded body, decoded. */
  readonly form?: readonly NameValue[];
  /** A form-encoded body as it is on the wire, for octets that are not UTF-8. */
  readonly formEncoded?: string;
  /** A body that is not form-encoded; never signed. */
  readonly body?: string;
  /** Further headers, as they are sent; never signed. */
  readonly headers?: readonly HeaderField[];
}

/** The shared secrets of client and token. */
export interface Secrets {
  readonly consumerSecret: string;
  /** @default "" */
  readonly tokenSecret?: string;
}

/** The credentials of any operation: secrets or the PEM of a key, and the client and token that they belong to. */
export interface AnyCredentials extends Partial<Secrets & ValuesOf<typeof IDENTITY>> {
  readonly privateKey?: string;
  readonly publicKey?: string;
}

/** As in other formats; the description states more. */
export const TEXT = {
  description:
    'Text. Where an input is octets, text means its UTF-8; octets that are not UTF-8 are given as { "octets": base64 }.',
  anyOf: [{ type: "string" }, OCTETS],
} as const;

export const PAIR = {
  description: "Name and value, decoded.",
  type: "array",
  items: [TEXT, TEXT],
  minItems: 2,
  maxItems: 2,
  additionalItems: false,
} as const;

function pairsCodec(description: string): Codec<readonly NameValue[], readonly JsonPair[]> {
  return {
    read: fromJsonPairs,
    write: toJsonPairs,
    vector: { description, type: "array", items: PAIR },
    question: QUESTION_PAIRS,
    requiredIn: "both",
  };
}

export const PAIRS = pairsCodec("Names and values, decoded.");
export const PROTOCOL_PARAMETERS = pairsCodec("Protocol parameters, decoded, in the order in which they are sent.");

export const URL_TEXT = textCodec(
  "The URL as the caller has it, not decoded. It may have a query and a fragment, and may be invalid.",
  "The URL, percent-encoded. It may have a query and a fragment.",
);

function headersCodec(description: string, question: Shape): Codec<readonly HeaderField[]> {
  const name = { type: "string", minLength: 1 } as const;
  const items = { type: "array", items: [name, { type: "string" }], minItems: 2, additionalItems: false } as const;
  return plain({ description, type: "array", items }, question);
}

const HEADERS = "Additional headers as sent, including the Content-Type of the body. They are not signed.";

const UNSIGNED_REQUEST = objectCodec(
  {
    method: plain(
      filled("The HTTP method, as the caller spells it."),
      text("The HTTP method, as the caller spells it."),
    ),
    url: URL_TEXT,
    form: optional(
      pairsCodec("The pairs of a form-encoded body, decoded. Without form and formEncoded there is no such body."),
    ),
    formEncoded: optional(
      textCodec(
        "A form-encoded body as it is on the wire, instead of form: its octets need not be UTF-8.",
        "A form-encoded body as sent, instead of form, if its octets are not UTF-8.",
      ),
    ),
    body: optional(textCodec("A body that is not form-encoded, as text. It is not signed.")),
    headers: optional(headersCodec(HEADERS, { description: HEADERS, allOf: [QUESTION_PAIRS] })),
  },
  "A request before it is signed.",
);
true satisfies Same<ValuesOf<(typeof UNSIGNED_REQUEST)["members"]>, UnsignedRequest>;

const FORM_TWICE = { type: "object", required: ["form", "formEncoded"] } as const;

export const REQUEST = {
  ...UNSIGNED_REQUEST,
  vector: {
    ...UNSIGNED_REQUEST.vector,
    not: {
      title: "more than one of form, formEncoded and body",
      anyOf: [
        FORM_TWICE,
        {
          type: "object",
          required: ["body"],
          anyOf: [
            { type: "object", required: ["form"] },
            { type: "object", required: ["formEncoded"] },
          ],
        },
      ],
    },
  },
  question: { ...UNSIGNED_REQUEST.question, not: { title: "both form and formEncoded", ...FORM_TWICE } },
} as const;

/** Octets, in base64. */
export const BASE64_OCTETS: Codec<Uint8Array, string> = {
  read: (text) => Uint8Array.from(looseBase64Octets(text)),
  write: base64Text,
  vector: BASE64,
  question: BASE64,
  requiredIn: "both",
};

const RECEIVED = objectCodec(
  {
    method: textCodec("The method as on the request line.", "The HTTP method."),
    url: textCodec(
      "The request target as on the request line, or an absolute URL. Not decoded, not normalized. Some targets cannot occur on a request line; they are for servers that receive the URL in another way.",
      "The request target, or an absolute URL.",
    ),
    headers: headersCodec("The headers in order. Names can be in upper or lower case and can repeat.", {
      description: "The headers in order. A name can occur more than once.",
      type: "array",
      items: {
        type: "array",
        items: [{ type: "string" }, { type: "string" }],
        minItems: 2,
        maxItems: 2,
        additionalItems: false,
      },
    }),
    body: {
      ...BASE64_OCTETS,
      vector: { ...BASE64, description: "The octets of the body, in base64; empty if there is no body." },
    },
  },
  "A request as the server receives it.",
  "A request as a server receives it.",
);

/** The JSON of a received request: its body in base64, empty for none. */
type ReceivedJson = Omit<HttpRequest, "body"> & { readonly body: string };

export const RECEIVED_REQUEST: Codec<HttpRequest, ReceivedJson> = {
  ...RECEIVED,
  write: (request) => ({ ...request, body: base64Text(request.body ?? new Uint8Array()) }),
};

export const TRANSPORT = plain(
  {
    description: "Where the protocol parameters are sent.",
    anyOf: [
      { description: "in the Authorization header (RFC 5849 3.5.1)", const: "header" },
      { description: "in the form-encoded body (RFC 5849 3.5.2)", const: "body" },
      { description: "in the query of the URL (RFC 5849 3.5.3)", const: "query" },
      {
        description:
          "in the header, and all but oauth_signature again in the body; signed once. Only the payment gateway uses it",
        const: "header-and-body",
      },
    ],
  },
  {
    description:
      "Where the protocol parameters are sent. header-and-body: in the header, and all but oauth_signature again in the body; signed once.",
    enum: TRANSPORTS,
  },
);

export const SIGNATURE_METHOD: Codec<SignatureMethod> = plain({
  description: "The signature method.",
  enum: [...SECRET_METHODS, ...RSA_METHODS],
});

const SECRET_MEMBERS = {
  consumerSecret: textCodec("The client's shared secret; may be empty."),
  tokenSecret: optional(textCodec("The token's shared secret. Absent means empty.")),
};

const IDENTITY = {
  consumerKey: textCodec("The client's identifier: oauth_consumer_key.", "oauth_consumer_key."),
  token: optional(
    textCodec("The token: oauth_token. Absent: no token is sent.", "oauth_token. Absent: no token is sent."),
  ),
};

/** The realm of the Authorization header, which has no effect on a base string. */
export const REALM: Codec<string | undefined, string> = optional(
  textCodec("The realm to write in the header. It may be empty. It is neither percent-encoded nor signed."),
);

export function realmCodec(question: string): typeof REALM {
  return { ...REALM, question: text(question) };
}

/** The PEM of a key. */
export const PEM = {
  description: "An RSA private key, a public key or a certificate, as PEM.",
  type: "string",
  pattern: "^-----BEGIN ",
} as const;

const pemCodec = (description: string): Codec<string> => plain({ ...PEM, description }, PEM);
const PRIVATE_PEM = pemCodec("RSA private key, PEM.");

export const SECRETS = objectCodec(SECRET_MEMBERS, "The secrets of HMAC-* and PLAINTEXT.");
true satisfies Same<ValuesOf<typeof SECRET_MEMBERS>, Secrets>;

export const PRIVATE_KEY = objectCodec(
  { privateKey: PRIVATE_PEM },
  "The key of RSA-*, to sign with.",
  "The key to sign with.",
);
export const PUBLIC_KEY = objectCodec(
  { publicKey: pemCodec("RSA public key or X.509 certificate, PEM.") },
  "The key of RSA-*, to verify with.",
  "The key to verify with.",
);
export const SIGNING_SECRETS = objectCodec(
  { ...IDENTITY, ...SECRET_MEMBERS },
  "The secrets, and the client and token that they belong to.",
  "The secrets of HMAC-* and PLAINTEXT.",
);
const SIGNING_KEY_MEMBERS = { ...IDENTITY, privateKey: PRIVATE_PEM };
export const SIGNING_PRIVATE_KEY = {
  ...objectCodec(SIGNING_KEY_MEMBERS, "The RSA key, and the client and token that use it."),
  // Libraries take a token secret with every token.
  question: objectCodec(
    { ...SIGNING_KEY_MEMBERS, tokenSecret: optional(textCodec("Not used by RSA-*.")) },
    "The key of RSA-*.",
  ).question,
};

/** In questions, credentials fit one of the alternatives; in vectors, the signature method selects it. */
function credentialsCodec<Value>(description: string, ...alternatives: readonly ObjectCodec<Members>[]): Codec<Value> {
  const question: Shape = { description, anyOf: alternatives.map((one) => one.question) };
  const vector: Shape = { description: "Secrets, or for RSA-* the key; see the definitions." };
  return plain(vector, question) as Codec<Value>;
}

/** Credentials with any members, for any operation. */
export const CREDENTIALS: Codec<AnyCredentials> = credentialsCodec(
  "The secrets, or a key to sign or verify with.",
  SECRETS,
  PRIVATE_KEY,
  PUBLIC_KEY,
);
export const SIGNING_CREDENTIALS: Codec<AnyCredentials & { readonly consumerKey: string }> = credentialsCodec(
  "The secrets or the key, and the client and token that they belong to.",
  SIGNING_SECRETS,
  SIGNING_PRIVATE_KEY,
);

/** Credentials of a server. Their kind may not fit the signature method of the request. */
export const SERVER_CREDENTIALS: Codec<Secrets | ValuesOf<(typeof PUBLIC_KEY)["members"]>> = {
  ...CREDENTIALS,
  vector: { anyOf: [SECRETS.vector, PUBLIC_KEY.vector] },
} as Codec<Secrets | ValuesOf<(typeof PUBLIC_KEY)["members"]>>;

/** A signature method, and the credentials of its family. */
export type MethodAndCredentials<WithSecrets, WithKey> =
  | { readonly signatureMethod: SecretMethod; readonly credentials: WithSecrets }
  | { readonly signatureMethod: RsaMethod; readonly credentials: WithKey };

/** What a signer signs with. */
export type SigningMethod = MethodAndCredentials<Secrets, ValuesOf<(typeof PRIVATE_KEY)["members"]>>;

/** What a signer signs with, and for which client and token. */
export type SigningIdentity = MethodAndCredentials<
  ValuesOf<(typeof SIGNING_SECRETS)["members"]>,
  ValuesOf<(typeof SIGNING_PRIVATE_KEY)["members"]>
>;

/** What a signature is verified with. */
export type VerifyingMethod = MethodAndCredentials<Secrets, ValuesOf<(typeof PUBLIC_KEY)["members"]>>;

/**
 * The codec of an object with a signature method and the credentials of its family.
 *
 * @param conditions what else a vector must fit, besides that its credentials fit its method
 */
export function signedCodec<Of extends Members, WithSecrets, WithKey>(
  members: Of,
  [secrets, key]: readonly [Codec<WithSecrets, unknown>, Codec<WithKey, unknown>],
  [vector, question]: readonly [string, string?],
  conditions: (ofMethod: Shape) => object = (ofMethod) => ofMethod,
) {
  type Value = ValuesOf<Omit<Of, "signatureMethod" | "credentials">> & MethodAndCredentials<WithSecrets, WithKey>;
  const codec = objectCodec(members, vector, question);
  const shape: Shape = { ...codec.vector, ...conditions(credentialsFor(key, secrets)) };
  return { ...codec, vector: shape } as Omit<typeof codec, "read"> & Pick<Codec<Value, JsonOf<Of>>, "read">;
}

/** The key of an RSA method, and the secrets of any other. */
function credentialsFor(key: Codec<unknown, unknown>, secrets: Codec<unknown, unknown>): Shape {
  const having = ({ vector }: Codec<unknown, unknown>): Shape => ({
    type: "object",
    properties: { credentials: vector },
  });
  const isRsa: Shape = {
    type: "object",
    required: ["signatureMethod"],
    properties: { signatureMethod: { enum: RSA_METHODS } },
  };
  return when(isRsa, having(key), having(secrets));
}
