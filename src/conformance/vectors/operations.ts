/**
 * The operations: what an implementation can be asked. Each is one row, from which the types of questions, their readers and
 * writers, the schemas of vectors and of driver protocol 1, and the table in docs/driver.md follow.
 */

import type { OctetText } from "../../oauth1/percent-encoding.ts";
import { base64Text } from "../../platform/index.ts";
import { when } from "../../shapes/shape.ts";
import { HASH_ALGORITHMS } from "../../spec/signature-methods.ts";
import {
  type Codec,
  type JsonOf,
  type Members,
  objectCodec,
  optional,
  plain,
  requiredInVectors,
  textCodec,
  type ValuesOf,
} from "./codec.ts";
import {
  BASE64_OCTETS,
  CREDENTIALS,
  PAIRS,
  PRIVATE_KEY,
  PROTOCOL_PARAMETERS,
  PUBLIC_KEY,
  REALM,
  RECEIVED_REQUEST,
  REQUEST,
  realmCodec,
  SECRETS,
  SERVER_CREDENTIALS,
  SIGNATURE_METHOD,
  SIGNING_CREDENTIALS,
  SIGNING_PRIVATE_KEY,
  SIGNING_SECRETS,
  signedCodec,
  TRANSPORT,
  URL_TEXT,
  type VerifyingMethod,
} from "./members.ts";
import type { Stage } from "./stage-rows.ts";

/** What a row contains besides the codec of its input. */
interface About<Method> {
  /** The name of the operation's method in an implementation that is a JavaScript object. */
  readonly method: Method;
  /** The stages that a vector can state. @default the required one */
  readonly stages?: readonly Stage[];
  /** The stage that every answer must have. */
  readonly required: Stage;
  /** Where the operation is specified. */
  readonly section: string;
  /** The question and the answer in the tables of the documentation, as Markdown. */
  readonly asked: string;
  readonly answered: string;
  /** The question in vectors, if drivers are asked in another way. */
  readonly input?: string;
}

function row<Of extends Codec<unknown, object> & { readonly members: Members }, const Method extends string>(
  codec: Of,
  about: About<Method>,
): Of & About<Method> {
  return { ...codec, ...about };
}

const BASE_STRING_STAGES = ["parameters", "parameter-string", "base-string-uri", "base-string"] as const;
const SIGNED_STAGES = [...BASE_STRING_STAGES, "key", "signature", "authorization-header", "url", "body"] as const;

/** A request with exactly the protocol parameters that are to be signed. */
const EXACT_REQUEST = { request: REQUEST, protocolParameters: PROTOCOL_PARAMETERS };
const SIGNATURE = textCodec(
  "The signature to verify, not percent-encoded. It need not be base64.",
  "The signature, decoded.",
);
const METHOD = { signatureMethod: SIGNATURE_METHOD, credentials: CREDENTIALS };

const SIGNING = [SECRETS, PRIVATE_KEY] as const;
const VERIFYING = [SECRETS, PUBLIC_KEY] as const;
const having = (...required: readonly string[]) => ({ type: "object", required }) as const;

const SIGN = signedCodec(
  {
    request: REQUEST,
    credentials: SIGNING_CREDENTIALS,
    signatureMethod: SIGNATURE_METHOD,
    nonce: requiredInVectors(
      optional(textCodec("The oauth_nonce to use.", "The oauth_nonce to use. Absent: choose one.")),
    ),
    timestamp: requiredInVectors(
      optional(
        textCodec(
          "The oauth_timestamp to use; a string, as sent.",
          "The oauth_timestamp to use, as sent. Absent: use the current time.",
        ),
      ),
    ),
    version: plain({
      description: "The oauth_version to send; null: do not send it.",
      enum: ["1.0", null],
    }),
    transport: TRANSPORT,
    realm: realmCodec("The realm of the header. It may be empty and is not signed. Absent: send none."),
    protocolParameters: optional(PROTOCOL_PARAMETERS),
  },
  [SIGNING_SECRETS, SIGNING_PRIVATE_KEY],
  [
    "Sign this request: collect the protocol parameters, sign, and write them where transport says. The protocol parameters are oauth_consumer_key and oauth_token (from credentials), oauth_signature_method, oauth_timestamp, oauth_nonce and oauth_version, then those of protocolParameters.",
    "Sign this request. The protocol parameters are oauth_consumer_key and oauth_token (from credentials), oauth_signature_method, oauth_timestamp, oauth_nonce and oauth_version, then those of protocolParameters.",
  ],
);

const BASE_STRING = objectCodec(
  { ...EXACT_REQUEST, realm: REALM },
  "Make the signature base string of this request with exactly these protocol parameters (RFC 5849 3.4.1).",
);

const PERCENT_ENCODING = objectCodec(
  {
    text: optional(textCodec("The text; encoded as UTF-8 first.", "The text.")),
    octets: optional(BASE64_OCTETS),
  },
  "Percent-encode one value, given as text or as octets (RFC 5849 3.6).",
  "Percent-encode a text, or octets that are not UTF-8 (RFC 5849 3.6).",
);

const SIGN_BASE_STRING = signedCodec(
  {
    baseString: optional(
      textCodec(
        "The base string; absent only for PLAINTEXT, which does not use it.",
        "The base string; absent for PLAINTEXT, which does not use it.",
      ),
    ),
    ...METHOD,
  },
  SIGNING,
  ["Sign this base string (RFC 5849 3.4.2 to 3.4.4)."],
  (ofMethod) => ({
    allOf: [
      ofMethod,
      when(
        { ...having("signatureMethod"), properties: { signatureMethod: { const: "PLAINTEXT" } } },
        {},
        having("baseString"),
      ),
    ],
  }),
);

const GIVEN_BASE_STRING = textCodec("The base string.", "The base string, instead of request and protocolParameters.");

const VERIFY_SIGNATURE = signedCodec(
  {
    request: optional(REQUEST),
    protocolParameters: optional(PROTOCOL_PARAMETERS),
    baseString: optional(GIVEN_BASE_STRING),
    signatureMethod: SIGNATURE_METHOD,
    signature: SIGNATURE,
    credentials: CREDENTIALS,
  },
  VERIFYING,
  [
    "Check whether this signature is valid for a request with exactly these protocol parameters or for a base string (RFC 5849 3.2). Check only the signature, not nonce, timestamp and version. Use signatureMethod even if oauth_signature_method is different.",
    "Check whether this is the signature of this base string, or of this request with exactly these protocol parameters. Apply no policy.",
  ],
  (ofMethod) => ({
    anyOf: [
      { ...having("request", "protocolParameters"), not: having("baseString") },
      { ...having("baseString"), not: { anyOf: [having("request"), having("protocolParameters")] } },
    ],
    ...ofMethod,
  }),
);
/** A signature of a request or of a base string. */
type Verification = { readonly signature: string } & VerifyingMethod &
  (ValuesOf<typeof EXACT_REQUEST> | { readonly baseString: string });

const VERIFY = objectCodec(
  {
    request: RECEIVED_REQUEST,
    credentials: SERVER_CREDENTIALS,
    now: requiredInVectors(
      plain({
        description: "The server's clock, in seconds since 1970-01-01T00:00:00Z.",
        type: "number",
      }),
    ),
    seen: requiredInVectors(
      plain({
        description: "Whether the server has already received this nonce with this timestamp, client and token.",
        type: "boolean",
      }),
    ),
  },
  "Verify this request as a server receives it.",
);
const { request: received, ...SERVER } = VERIFY.members;
/** `signatureMethod` is the method that the request names; absent if none or unknown, and in questions. */
const VERIFIED = objectCodec({ received, ...SERVER, signatureMethod: optional(SIGNATURE_METHOD) }, "");

/** By name, in the order of the documentation. */
export const OPERATION_ROWS = {
  "percent-encoding": row(
    {
      ...PERCENT_ENCODING,
      // The one member whose name in JSON depends on what it holds.
      read(json: JsonOf<typeof PERCENT_ENCODING.members>): { readonly text: OctetText } {
        const { text, octets } = PERCENT_ENCODING.read(json);
        return { text: octets ?? text! };
      },
      write: ({ text: value }: { readonly text: OctetText }) =>
        typeof value === "string" ? { text: value } : { octets: base64Text(value) },
      vector: {
        ...PERCENT_ENCODING.vector,
        anyOf: [having("text"), having("octets")],
        not: { title: "both text and octets", ...having("text", "octets") },
      },
    },
    {
      method: "percentEncode",
      required: "percent-encoding",
      section: "RFC 5849 3.6",
      asked: "`text`, or `octets` in base64",
      answered: "`value`",
    },
  ),
  "percent-decoding": row(
    objectCodec(
      { text: textCodec("The percent-encoded text.", "The percent-encoded text. + is a literal plus sign.") },
      "Decode percent-encoded text (RFC 5849 3.6); a plus stays a plus.",
      "Decode percent-encoded text.",
    ),
    {
      method: "percentDecode",
      required: "percent-decoding",
      section: "RFC 5849 3.6",
      asked: "`text`",
      answered: "`value`",
    },
  ),
  parameters: row(
    objectCodec(
      { formEncoded: textCodec("A query without its question mark, or a body.", "The form as sent.") },
      "Decode an application/x-www-form-urlencoded string to pairs (RFC 5849 3.4.1.3.1); a plus is a space.",
      "Decode a form-encoded body or a query to pairs (RFC 5849 3.4.1.3.1).",
    ),
    {
      method: "parameters",
      required: "parameters",
      section: "RFC 5849 3.4.1.3.1",
      asked: "`formEncoded`: a query or a form",
      answered: "`value`: [[name, value], …], decoded",
    },
  ),
  "parameter-string": row(
    objectCodec(
      { parameters: PAIRS },
      "Normalize these parameters to the parameter string (RFC 5849 3.4.1.3.2).",
      "Normalize these parameters (RFC 5849 3.4.1.3.2).",
    ),
    {
      method: "parameterString",
      required: "parameter-string",
      section: "RFC 5849 3.4.1.3.2",
      asked: "`parameters`: [[name, value], …], decoded",
      answered: "`value`",
    },
  ),
  "base-string-uri": row(
    objectCodec(
      {
        url: {
          ...URL_TEXT,
          question: {
            description: "The URL as the caller has it. It may have a query and a fragment, and may be invalid.",
            type: "string",
          },
        },
      },
      "Make the base string URI of this URL (RFC 5849 3.4.1.2).",
    ),
    {
      method: "baseStringUri",
      required: "base-string-uri",
      section: "RFC 5849 3.4.1.2",
      asked: "`url`",
      answered: "`value`",
    },
  ),
  "base-string": row(
    {
      ...BASE_STRING,
      question: {
        description:
          "Make the signature base string of this request (RFC 5849 3.4.1). The question has the members of sign or, only if the driver declares sign-exactly, a complete list of protocol parameters.",
        anyOf: [
          { ...SIGN.question, description: "The members of sign." },
          objectCodec(EXACT_REQUEST, "A complete list of protocol parameters: use these and no others.").question,
        ],
      },
    },
    {
      method: "baseString",
      stages: BASE_STRING_STAGES,
      required: "base-string",
      section: "RFC 5849 3.4.1.1",
      asked: "as for `sign`",
      input: "`request`, `protocolParameters` (exactly these), `realm`",
      answered: "`value`",
    },
  ),
  signature: row(SIGN_BASE_STRING, {
    method: "signature",
    stages: ["key", "signature"],
    required: "signature",
    section: "RFC 5849 3.4.2 to 3.4.4",
    asked: "`baseString` (absent for PLAINTEXT, which does not use it), `signatureMethod`, `credentials`",
    answered: "`value`, in base64; for PLAINTEXT the signature itself",
  }),
  "authorization-header": row(
    objectCodec(
      { parameters: PAIRS, realm: realmCodec("The realm, not encoded. Absent: send none.") },
      "Write these parameters, and the realm if it is given, as the value of an Authorization header (RFC 5849 3.5.1).",
      "Write these parameters as the value of an Authorization header (RFC 5849 3.5.1).",
    ),
    {
      method: "authorizationHeader",
      required: "authorization-header",
      section: "RFC 5849 3.5.1",
      asked: "`parameters`, `realm`",
      answered: "`value`",
    },
  ),
  "authorization-header-parsing": row(
    objectCodec(
      { header: textCodec("The value of the header, as received.", "The value of the header as received.") },
      "Parse the value of an Authorization header to its decoded parameters and its realm (RFC 5849 3.5.1).",
      "Parse the value of an Authorization header (RFC 5849 3.5.1).",
    ),
    {
      method: "parseAuthorizationHeader",
      stages: ["parameters", "realm"],
      required: "parameters",
      section: "RFC 5849 3.5.1",
      asked: "`header`",
      answered: "`value`: pairs, decoded; `realm`: null for none",
    },
  ),
  "body-hash": row(
    objectCodec(
      {
        body: textCodec("The body as text. Hash its UTF-8 octets."),
        hash: plain(
          { description: "The hash function of the signature method.", enum: HASH_ALGORITHMS },
          { description: "The hash of the signature method.", enum: HASH_ALGORITHMS },
        ),
      },
      "Make the oauth_body_hash of this body (OAuth Request Body Hash 1.0 draft 4, 3.2).",
      "Make the oauth_body_hash of this body.",
    ),
    {
      method: "bodyHash",
      required: "body-hash",
      section: "OAuth Request Body Hash 1.0",
      asked: "`body`, `hash`: `SHA-1`, `SHA-256` or `SHA-512`",
      answered: "`value`, in base64",
    },
  ),
  sign: row(SIGN, {
    method: "sign",
    stages: SIGNED_STAGES,
    required: "signature",
    section: "RFC 5849 3.4 and 3.5",
    asked:
      "`request` {method, url, form or formEncoded, or a body that is not form-encoded; headers such as its Content-Type}, `credentials` {consumerKey, token, and secrets or privateKey}, `signatureMethod`, `nonce`, `timestamp`, `version` (null: send none), `transport`, `realm`, `protocolParameters` (additional ones)",
    answered: "`authorization`, `url` or `body` as sent, or `stages.signature`",
  }),
  "sign-exactly": row(
    signedCodec(
      {
        ...EXACT_REQUEST,
        ...METHOD,
        transport: requiredInVectors(TRANSPORT),
        realm: realmCodec("The realm of the header."),
      },
      SIGNING,
      [
        "Like sign, with exactly the given protocol parameters: the signer adds only oauth_signature, not even what RFC 5849 requires. For signers whose steps can be called separately.",
        "Sign this request with exactly these protocol parameters.",
      ],
    ),
    {
      method: "signExactly",
      stages: SIGNED_STAGES,
      required: "signature",
      section: "RFC 5849 3.4 and 3.5",
      asked:
        "`request`, `protocolParameters` (all of them: add only `oauth_signature`), `signatureMethod`, `credentials`, `transport`, `realm`",
      answered: "as for `sign`",
    },
  ),
  "verify-signature": row(VERIFY_SIGNATURE as Omit<typeof VERIFY_SIGNATURE, "read"> & Codec<Verification, object>, {
    method: "verifySignature",
    required: "valid",
    section: "RFC 5849 3.2",
    asked: "`baseString`, or `request` and `protocolParameters`; `signatureMethod`, `signature`, `credentials`",
    answered: "`valid`",
  }),
  verify: row(
    { ...VERIFIED, members: VERIFY.members, question: VERIFY.question },
    {
      method: "verify",
      required: "valid",
      section: "RFC 5849 3.2",
      asked: "`request` {method, url, headers, body in base64}, `credentials`, `now`, `seen`",
      answered: "`valid`; `code` is the reason of a rejection",
    },
  ),
} as const;
