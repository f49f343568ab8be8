/** The file of vectors for verifiers: its validator and `vectors/verifier.schema.json` follow from this shape. */

import { closedObject, type Shape, when } from "../../shapes/shape.ts";
import { REJECTION_CODES } from "../../spec/rejection-codes.ts";
import { DESCRIPTION, flags, vectorsFile } from "./file-shapes.ts";
import { filled, TEXT, text } from "./json-shapes.ts";
import { RECEIVED_REQUEST } from "./members.ts";
import { LAYERS } from "./vector.ts";
import { SERVER } from "./verification-server.ts";

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

const REQUEST = RECEIVED_REQUEST.vector;

export const CODE = {
  description:
    "Why a request is rejected. Another verifier has its own codes; what matters is that it rejects the request, for this reason.",
  enum: REJECTION_CODES,
} as const;

export const VECTOR = {
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
        { kind: { const: "generated" }, generator: filled("The topic of the id.") },
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
                  "Other codes that are also correct, because another verifier may check in another order or classify failures differently.",
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
