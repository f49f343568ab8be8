/** What a program or an agent knows about a request, as one JSON document: `countersign explain --given FILE`. */

import { strings, text } from "../../conformance/vectors/json-shapes.ts";
import type { Given } from "../../diagnosis/explain.ts";
import { utf8Octets } from "../../platform/index.ts";
import { SCHEMES } from "../../requests/index.ts";
import { closedObject } from "../../shapes/shape.ts";
import { parseChecked } from "../input/checked-json.ts";
import { rememberSecret } from "../input/secrets.ts";

const FORMAT = 1;

const KEY = {
  consumerSecret: text("The consumer secret, for HMAC and PLAINTEXT."),
  tokenSecret: text("The token secret, if the request has a token."),
  publicKey: text("An RSA public key or a certificate, as PEM."),
  privateKey: text("An RSA private key, as PEM."),
};

const REQUEST = closedObject(
  ["method", "url", "headers"],
  {
    method: text("The method."),
    url: text("The absolute URL."),
    headers: {
      description: "Names and values, in the order in which they were sent.",
      type: "array",
      items: { type: "array", items: [{ type: "string" }, { type: "string" }], minItems: 2, additionalItems: false },
    },
    body: text("The body as text; it is sent as UTF-8."),
  },
  "The request as it was sent.",
);

export const GIVEN = closedObject(["format", "request"], {
  $schema: text("The address of this schema."),
  format: { description: "The version of this format.", const: FORMAT },
  request: {
    description: "The request: a text in any format that `explain` reads, or its parts.",
    anyOf: [{ type: "string" }, REQUEST],
  },
  entry: text("Which request of a text that contains several: its number, or a part of its URL."),
  scheme: { description: "The scheme, for a raw request without one.", enum: SCHEMES },
  keys: {
    description: "The correct keys of the client: more than one during a key rotation.",
    type: "array",
    items: closedObject([], KEY),
  },
  otherKeys: {
    description: "Keys that the client may have used instead.",
    type: "array",
    items: closedObject(["label"], { label: text("The name of the key in the result. It is shown."), ...KEY }),
  },
  baseString: text("The base string that the client signed, or a log that contains it."),
  signature: text("The signature of the client, if the request has none."),
  serverResponse: text("What the server answered: head and body, or only the body."),
  origins: strings("Other addresses of the service, as scheme://host[:port][/path]."),
  addresses: strings("Other URLs that the client may have signed, without a query."),
  now: { description: "The time of the server, in seconds since 1970.", type: "integer", minimum: 0 },
} as const);

/** @throws UsageError with the place of a member that does not fit */
export function readGivenDocument(document: string, file: string): Given {
  const {
    request,
    entry,
    scheme,
    keys = [],
    otherKeys = [],
    baseString,
    signature,
    ...known
  } = parseChecked(document, GIVEN, {
    what: "a document for --given",
    file,
    hint: "docs/data/explain.schema.json describes it",
  });
  const secrets = [...keys, ...otherKeys].flatMap((key) => [key.consumerSecret, key.tokenSecret, key.privateKey]);
  for (const secret of secrets) if (secret !== undefined) rememberSecret(secret);
  const { serverResponse, origins, addresses, now } = known;
  return {
    request:
      typeof request === "string"
        ? request
        : { ...request, body: request.body === undefined ? undefined : utf8Octets(request.body) },
    reading: { entry, scheme },
    keys,
    otherKeys,
    evidence: { baseString, signature },
    serverResponse,
    origins,
    addresses,
    now,
  };
}
