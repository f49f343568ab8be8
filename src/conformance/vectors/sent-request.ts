/** What a signed request contains: its signature, and the nonce and the timestamp that the signer chose. */

import { decodedText, isProtocolParameter, readSentRequest, toText } from "../../model/index.ts";
import type { HttpRequest, InputOf } from "./input.ts";
import type { StageValues } from "./stages.ts";

/** The parts of a signed request that can have the signature. */
export interface SentParts {
  readonly authorization?: string;
  readonly url?: string;
  readonly body?: string;
}

/**
 * The protocol parameters of a request by name: of equal names, the first in the order header, query, body.
 *
 * @returns `undefined` for a request that cannot be read
 */
export function claimedParameters(request: HttpRequest): ReadonlyMap<string, string> | undefined {
  try {
    const { sources } = readSentRequest(request);
    // A Map keeps the last of equal names, hence the reversed order.
    const parameters = [...sources.header, ...sources.query, ...sources.body].reverse().filter(isProtocolParameter);
    return new Map(parameters.map(([name, value]) => [toText(name), toText(value)]));
  } catch {
    return undefined;
  }
}

const NAME = "oauth_signature";
/** Characters. Longer headers are not searched, because no real header is longer and the search must end soon. */
const LONGEST_HEADER = 65_536;
// A name, and a value with or without quotes: a header that violates the RFC can still have a signature.
const HEADER_PARAMETER_RE = /(?<=^|[\s,])([^\s,="]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))/g;
const FORM_PARAMETER_RE = /(?:^|[?&])oauth_signature=([^&#]*)/; // in a form or a query

/** The value of `oauth_signature`, decoded, from the header, else the body, else the URL; `undefined` if none has it. */
export function sentSignature({ authorization = "", url = "", body = "" }: SentParts): string | undefined {
  const inForm = (FORM_PARAMETER_RE.exec(body) ?? FORM_PARAMETER_RE.exec(url))?.[1]?.replaceAll("+", " ");
  const encoded = inHeader(authorization) ?? inForm;
  return encoded === undefined ? undefined : decode(encoded);
}

function inHeader(text: string): string | undefined {
  if (text.length > LONGEST_HEADER) return undefined;
  for (const [, name, quoted, bare] of text.matchAll(HEADER_PARAMETER_RE)) if (name === NAME) return quoted ?? bare;
  return undefined;
}

/** Text with a lone surrogate, or too long for a signature, stays as it is. */
function decode(text: string): string {
  if (text.length > LONGEST_HEADER || !text.isWellFormed()) return text;
  return decodedText(text);
}

/**
 * The input with the nonce and the timestamp of the signed request. PLAINTEXT may leave out both (RFC 5849 3.1).
 *
 * @throws Error if header, URL and body cannot be read, or hold no nonce or no timestamp
 */
export function answeredInput(
  input: InputOf<"sign">,
  { "authorization-header": header, url, body }: StageValues,
): InputOf<"sign"> {
  const { parameters } = readSentRequest({
    method: input.request.method,
    url: typeof url === "string" ? url : input.request.url,
    headers: [
      ...(typeof header === "string" ? [["Authorization", header] as const] : []),
      ["Content-Type", "application/x-www-form-urlencoded"],
    ],
    ...(typeof body === "string" && { body: Buffer.from(body) }),
  });
  const valueNamed = (wanted: string): string | undefined => {
    const found = parameters.find(({ name }) => toText(name) === wanted);
    if (found !== undefined) return toText(found.value);
    if (input.signatureMethod === "PLAINTEXT") return undefined;
    throw new Error(`the signed request in the answer has no ${wanted}`);
  };
  const { nonce: _nonce, timestamp: _timestamp, ...others } = input;
  const [nonce, timestamp] = [valueNamed("oauth_nonce"), valueNamed("oauth_timestamp")];
  return { ...others, ...(nonce !== undefined && { nonce }), ...(timestamp !== undefined && { timestamp }) };
}
