/** Builds the requests that cost a verifier most. Each has a valid signature and is accepted. */

import type { ReceivedRequest } from "../../src/index.ts";
import type { NameValue } from "../../src/oauth1/index.ts";
import {
  bodyHash,
  createBaseStringSigner,
  formatAuthorizationHeader,
  parseForm,
  signatureBaseString,
} from "./built.ts";
import { flat, NOW, ORIGIN } from "./received.ts";
import { CONSUMER_KEY, SECRET } from "./workload.ts";
import { type Filling, FORM_PARAMETERS, type WorstShape } from "./worst-shapes.ts";

/** A request, and the data that the floor hashes. */
export interface WorstRequest {
  readonly received: ReceivedRequest;
  readonly baseString: string;
  /** A body that is covered by its hash; empty for a form. */
  readonly hashedBody: Uint8Array;
}

const FORM_TYPE = "application/x-www-form-urlencoded";

/** A request of a shape, with this many octets. */
export function worstRequest({ content }: WorstShape, octets: number): WorstRequest {
  if (content === "hashed body") return hashed(octets);
  if (content === "header") return inHeader(octets);
  return content === "query" ? inQuery(octets) : filled(octets, content);
}

function filled(size: number, { octets, nameOf, end, charset }: Filling): WorstRequest {
  const share = size / FORM_PARAMETERS;
  const pieces = Array.from({ length: FORM_PARAMETERS }, (_, index) => {
    const start = `${nameOf?.(index) ?? `p${index}`}=`;
    const last = end?.(index) ?? "";
    const length = share - start.length - last.length - 1;
    return start + octets.repeat(Math.floor(length / octets.length)) + last;
  });
  const type = charset === undefined ? FORM_TYPE : `${FORM_TYPE}; charset=${charset}`;
  return request({ type, body: Buffer.from(pieces.join("&"), "latin1") });
}

function hashed(octets: number): WorstRequest {
  return request({ type: "application/octet-stream", body: Buffer.alloc(octets, 0x80), isHashed: true });
}

/** As many parameters as fit in addition to the protocol parameters, which take less than 400 octets. */
function inHeader(octets: number): WorstRequest {
  const count = Math.floor((octets - 400) / ',x000=""'.length);
  return request({ further: Array.from({ length: count }, (_, index) => [`x${index}`, ""]) });
}

function inQuery(octets: number): WorstRequest {
  const count = Math.floor(octets / "&x000=+!".length);
  return request({ query: Array.from({ length: count }, (_, index) => `x${index}=+!`).join("&") });
}

interface Parts {
  readonly type?: string;
  readonly body?: Uint8Array;
  readonly isHashed?: boolean;
  readonly query?: string;
  /** Parameters of the header in addition to the protocol parameters. */
  readonly further?: readonly NameValue[];
}

/** Signs the octets of a request unchanged, whatever they contain. */
function request({ type, body = new Uint8Array(), isHashed = false, query = "", further = [] }: Parts): WorstRequest {
  const inHeader: NameValue[] = [
    ["oauth_consumer_key", CONSUMER_KEY],
    ["oauth_nonce", "a1b2c3d4e5f60718293a4b5c"],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", String(NOW)],
    ["oauth_version", "1.0"],
    ...further,
  ];
  if (isHashed) inHeader.push(["oauth_body_hash", bodyHash(body, "HMAC-SHA1")]);
  const url = query === "" ? "/pay" : `/pay?${query}`;
  const form = isHashed ? [] : parseForm(body);
  const signed = { method: "POST", url: ORIGIN + url, form, protocolParameters: inHeader };
  const baseString = signatureBaseString(signed);
  const key = createBaseStringSigner({ signatureMethod: "HMAC-SHA1", consumerSecret: SECRET });
  const credentials: NameValue[] = [...inHeader, ["oauth_signature", key.sign(baseString)]];
  const authorization = flat(formatAuthorizationHeader(credentials, { separator: "," }));
  const headers = { authorization, "content-type": type };
  const hashedBody = isHashed ? body : new Uint8Array();
  return { received: { method: "POST", url, headers, body }, baseString: flat(baseString), hashedBody };
}
