/** A request before it is signed and written: the parts that a check can change. */

import {
  hashOf,
  type OctetPair,
  type SignatureMethod,
  type Stages,
  specification,
  toOctetPairs,
} from "../../model/index.ts";
import type { HeaderField, HttpRequest } from "../../oauth1/http-request.ts";
import { base64Text, latin1Octets, type RsaKey, rsaSignSync, utf8Octets } from "../../platform/index.ts";

/** Name and value of a protocol parameter, decoded. */
export type Pair = readonly [name: string, value: string];

/** Where the protocol parameters are. */
export type Place = "header" | "query" | "body";

/** Names and values of the protocol parameters are decoded; query and body are as sent, one character for each octet. */
export interface Draft {
  readonly method: string;
  /** `scheme://host[:port]`, as it is signed. */
  readonly origin: string;
  /** The Host header. */
  readonly host: string;
  /** As sent, beginning with a slash. */
  readonly path: string;
  /** Without the question mark; "" for none. */
  readonly query: string;
  /** The header fields that the user gave, without Authorization, Content-Type and those of the transport. */
  readonly headers: readonly HeaderField[];
  readonly contentType?: string | undefined;
  readonly body: string;
  /** Without oauth_signature. */
  readonly protocol: readonly Pair[];
  /** Protocol parameters that are sent after the signature. */
  readonly behindSignature?: readonly Pair[];
  readonly place: Place;
  readonly realm?: string | undefined;
}

/** The media type of a form. */
export const FORM_TYPE = "application/x-www-form-urlencoded";

/** The key that signs a request. `key` is the whole HMAC key; if absent, the HMAC key is built from the secrets. */
export interface SigningKey {
  readonly method: SignatureMethod;
  readonly key?: string;
  readonly consumerSecret?: string | undefined;
  readonly tokenSecret?: string | undefined;
  readonly privateKey?: RsaKey | undefined;
}

/** Whether the body is a form: by its media type alone, whatever its parameters (RFC 5849 3.4.1.3.1). */
export function isForm({ contentType = "" }: Pick<Draft, "contentType">): boolean {
  return contentType.split(";", 1)[0]!.trim().toLowerCase() === FORM_TYPE;
}

/** The base string, as RFC 5849 defines it; with other stages, as a wrong implementation computes it. */
export function baseStringOf(draft: Draft, stages: Stages = specification): string {
  const { method, origin, path, query, body, protocol, behindSignature = [], realm = null } = draft;
  const decode = (text: string): OctetPair[] => stages.decodeForm(latin1Octets(text), stages);
  const sources = {
    query: decode(query),
    header: toOctetPairs([...protocol, ...behindSignature]),
    body: isForm(draft) ? decode(body) : [],
    realm,
  };
  const parameterString = stages.parameterString(stages.collectParameters(sources, stages), stages);
  const baseStringUri = stages.baseStringUri(`${origin}${path}`, stages);
  return stages.baseString({ method, baseStringUri, parameterString }, stages);
}

/** The signature of a draft, or of another base string. */
export function signatureOf(key: SigningKey, baseString: string, stages: Stages = specification): string {
  const { method, privateKey } = key;
  if (privateKey !== undefined && method !== "PLAINTEXT") {
    return base64Text(rsaSignSync(hashOf(method), utf8Octets(baseString), privateKey));
  }
  return stages.signature({ signatureMethod: method, baseString, key: hmacKeyOf(key, stages) });
}

/** The text of an HMAC key. */
export function hmacKeyOf(
  { key, consumerSecret = "", tokenSecret = "" }: SigningKey,
  stages: Stages = specification,
): string {
  return key ?? stages.key({ consumerSecret, tokenSecret }, stages);
}

/** Percent-encodes as in RFC 5849 3.6. */
export function encode(text: string): string {
  return specification.percentEncode(Buffer.from(text, "utf8"));
}

/** The request as it is sent, with a URL without the origin. Protocol parameters and any signature are in their place. */
export function write(draft: Draft, signature?: string): HttpRequest {
  const { method, host, path, place, headers, contentType, realm } = draft;
  const pairs: readonly Pair[] =
    signature === undefined
      ? draft.protocol
      : [...draft.protocol, ["oauth_signature", signature], ...(draft.behindSignature ?? [])];
  const encoded = pairs.map(([name, value]) => [encode(name), encode(value)] as const);
  const added = encoded.map((pair) => pair.join("=")).join("&");
  const quoted = encoded.map(([name, value]) => `${name}="${value}"`);
  const authorization = `OAuth ${[...(realm === undefined ? [] : [`realm="${realm}"`]), ...quoted].join(", ")}`;
  const query = place === "query" ? joinPairs(draft.query, added) : draft.query;
  const body = latin1Octets(place === "body" ? joinPairs(draft.body, added) : draft.body);
  const type = place === "body" ? (contentType ?? FORM_TYPE) : contentType;
  return {
    method,
    url: `${path}${query === "" ? "" : `?${query}`}`,
    headers: [
      ["Host", host],
      ...(place === "header" && pairs.length > 0 ? [["Authorization", authorization] as const] : []),
      ...headers,
      ...(type === undefined ? [] : [["Content-Type", type] as const]),
      ...(body.length > 0 || type !== undefined ? [["Content-Length", String(body.length)] as const] : []),
    ],
    ...(body.length > 0 && { body }),
  };
}

/** Joins two parts of a query or a form; either may be empty. */
export function joinPairs(first: string, second: string): string {
  return [first, second].filter((part) => part !== "").join("&");
}

/** The draft with these protocol parameters; `undefined` removes one. */
export function withProtocol(draft: Draft, changes: Readonly<Record<string, string | undefined>>): Draft {
  const kept = draft.protocol.flatMap(([name, value]): Pair[] => {
    if (!(name in changes)) return [[name, value]];
    const changed = changes[name];
    return changed === undefined ? [] : [[name, changed]];
  });
  const added = Object.entries(changes).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !draft.protocol.some(([name]) => name === entry[0]),
  );
  return { ...draft, protocol: [...kept, ...added] };
}

/** The value of a protocol parameter; "" if absent. */
export function protocolValue({ protocol }: Draft, wanted: string): string {
  return protocol.find(([name]) => name === wanted)?.[1] ?? "";
}
